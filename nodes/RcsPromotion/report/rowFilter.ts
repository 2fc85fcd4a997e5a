import { phoneDigits } from './phoneDigits';
import { UnusableReport } from '../../service/reportStream';
import { timestampMs } from '../../service/timestamps';
import { comparable } from '../../service/values';
import type { Column, Columns } from './columns';
import { errorReasonOf, type Row } from './row';

export interface RowFilters {
	/** Compared without case and outer spaces; empty lets all pass. */
	statuses: string[];
	statusesToLeaveOut: string[];
	errorReason: 'any' | 'with' | 'without';
	/** Digits only; empty lets all pass. */
	phoneDigits: string;
	time: TimeSpan | undefined;
}

/** From one moment on, and before another. */
export interface TimeSpan {
	fromMs: number;
	toMs: number;
}

/** Which rows become items, before anything is made of them. */
export class RowFilter {
	/** Rows that were left out because their time cannot be read. */
	withoutTime = 0;
	readonly wanted: NamedStatuses;
	/** Looked for among the rows that have a wanted status. */
	readonly unwanted: NamedStatuses;
	/** Where the values are that a filter looks at; -1 without such a filter. */
	private readonly at: Record<'wanted' | 'unwanted' | 'error' | 'phone' | 'time', number>;

	constructor(
		private readonly filters: RowFilters,
		columns: Columns,
	) {
		const { statuses, statusesToLeaveOut, errorReason, phoneDigits: phone, time } = filters;
		this.wanted = new NamedStatuses(statuses);
		this.unwanted = new NamedStatuses(statusesToLeaveOut);
		const position = (column: Column, isNeeded: boolean) => (isNeeded ? needed(columns, column) : -1);
		this.at = {
			wanted: position('Status', statuses.length > 0),
			unwanted: position('Status', statusesToLeaveOut.length > 0),
			error: position('Error', errorReason !== 'any'),
			phone: position('Phone', phone !== ''),
			time: position('Timestamp', time !== undefined),
		};
	}

	matches(row: Row): boolean {
		const { at, wanted, unwanted, filters } = this;
		if (at.wanted >= 0 && !wanted.include(row.text(at.wanted))) return false;
		if (at.unwanted >= 0 && unwanted.include(row.text(at.unwanted))) return false;
		if (at.error >= 0 && (errorReasonOf(row, at.error) !== '') !== (filters.errorReason === 'with')) return false;
		if (at.phone >= 0 && phoneDigits(row.text(at.phone)) !== filters.phoneDigits) return false;
		return filters.time === undefined || this.isWithin(filters.time, timestampMs(row.text(at.time)));
	}

	private isWithin({ fromMs, toMs }: TimeSpan, ms: number | null): boolean {
		if (ms === null) this.withoutTime++;
		return ms !== null && ms >= fromMs && ms < toMs;
	}
}

/** So many different statuses are told apart; more is no column of statuses. */
const MOST_STATUSES = 1000;

/** The statuses of a filter. */
class NamedStatuses {
	private readonly names: Set<string>;
	/** By the text of a row: the same few come again and again. */
	private readonly seen = new Map<string, { isNamed: boolean; rows: number }>();

	constructor(names: string[]) {
		this.names = new Set(names.map(comparable));
	}

	include(text: string): boolean {
		const known = this.seen.get(text);
		if (known) {
			known.rows++;
			return known.isNamed;
		}
		const isNamed = this.names.has(comparable(text));
		if (isNamed || this.seen.size < MOST_STATUSES) this.seen.set(text, { isNamed, rows: 1 });
		return isNamed;
	}

	/** What the rows have instead, the commonest first; empty if a row has one of the named statuses. */
	get others(): string[] {
		const seen = [...this.seen];
		if (seen.some(([, { isNamed }]) => isNamed)) return [];
		return seen.sort(([, a], [, b]) => b.rows - a.rows).map(([text]) => text.trim());
	}
}

function needed(columns: Columns, column: Column): number {
	const position = columns.position(column);
	if (position >= 0) return position;
	throw new UnusableReport(
		`The report has no column ${column}, which the chosen filter looks at`,
		'Remove the filter, or use Download to see the file.',
	);
}
