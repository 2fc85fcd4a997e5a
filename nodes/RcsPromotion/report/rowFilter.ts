import { phoneDigits } from './phoneDigits';
import { UnusableReport } from '../../service/reportStream';
import { timestampMs } from '../../service/timestamps';
import { comparable } from '../../service/values';
import type { Column, Columns } from './columns';
import { errorReasonOf, type Row } from './row';

export interface RowFilters {
	/** Compared without case and outer spaces; empty lets all rows pass. */
	statuses: string[];
	statusesToLeaveOut: string[];
	errorReason: 'any' | 'with' | 'without';
	/** Of its E.164 form; empty lets all rows pass. */
	phoneDigits: string;
	time: TimeSpan | undefined;
}

/** From one time (included) to another (not included). */
export interface TimeSpan {
	fromMs: number;
	toMs: number;
}

/** Decides which rows become items, before any item is made. */
export class RowFilter {
	/** Rows left out because their time cannot be read. */
	withoutTime = 0;
	readonly wanted: NamedStatuses;
	/** Checked only for rows that have a wanted status. */
	readonly unwanted: NamedStatuses;
	/** The position of each filtered column; -1 if there is no such filter. */
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

/** A column with more different values than this is not a status column. */
const MOST_STATUSES = 1000;

/** The statuses named in a filter, and what the rows contain. */
class NamedStatuses {
	private readonly names: Set<string>;
	/** By the text in a row, because the same few texts repeat. */
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

	/** The statuses found instead, the most common first; empty if any row has one of the named statuses. */
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
		`The report has no column ${column}, which the chosen filter needs`,
		'Remove the filter, or use Download to see the file.',
	);
}
