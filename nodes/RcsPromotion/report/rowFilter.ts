import { phoneDigits } from '../../service/phoneDigits';
import { UnusableReport } from '../../service/reportStream';
import { comparable } from '../../service/values';
import type { Column, Columns } from './columns';
import type { Row } from './row';
import { errorReasonOf, timeOf } from './rowValues';
import { ValueCounts } from './valueCounts';

export interface RowFilters {
	/** Compared without case and outer spaces; empty lets all pass. */
	statuses: string[];
	statusesToLeaveOut: string[];
	errorReason: 'any' | 'with' | 'without';
	/** Digits only; empty lets all pass. */
	phoneDigits: string;
	/** Rows of this moment or later. */
	sinceMs?: number;
	/** Rows before this moment. */
	untilMs?: number;
}

/** Which rows become items, before anything is made of them. */
export class RowFilter {
	/** Rows that were left out because their time cannot be read. */
	withoutTime = 0;
	private readonly wanted: NamedStatuses | undefined;
	private readonly unwanted: NamedStatuses | undefined;
	private readonly at: Record<'status' | 'error' | 'phone' | 'time', number>;

	constructor(
		private readonly filters: RowFilters,
		columns: Columns,
	) {
		const { statuses, statusesToLeaveOut, errorReason, phoneDigits: phone } = filters;
		if (statuses.length > 0) this.wanted = new NamedStatuses(statuses);
		if (statusesToLeaveOut.length > 0) this.unwanted = new NamedStatuses(statusesToLeaveOut);
		const position = (column: Column, isNeeded: boolean) => (isNeeded ? needed(columns, column) : -1);
		this.at = {
			status: position('Status', statuses.length + statusesToLeaveOut.length > 0),
			error: position('Error', errorReason !== 'any'),
			phone: position('Phone', phone !== ''),
			time: position('Timestamp', filters.sinceMs !== undefined || filters.untilMs !== undefined),
		};
	}

	matches(row: Row): boolean {
		const { at, wanted, unwanted, filters } = this;
		if (wanted && !wanted.include(row.text(at.status))) return false;
		if (unwanted?.include(row.text(at.status)) === true) return false;
		if (at.error >= 0 && (errorReasonOf(row, at.error) !== '') !== (filters.errorReason === 'with')) return false;
		if (at.phone >= 0 && phoneDigits(row.text(at.phone)) !== filters.phoneDigits) return false;
		return at.time < 0 || this.isWithin(timeOf(row, at.time));
	}

	/** The statuses that the report has instead, the commonest first; empty unless every single row had another one. */
	get statusesInstead(): string[] {
		return this.wanted?.others ?? [];
	}

	/** The same for the statuses to leave out, among the rows that have a wanted status. */
	get notLeftOut(): string[] {
		return this.unwanted?.others ?? [];
	}

	private isWithin(ms: number | null): boolean {
		const { sinceMs = -Infinity, untilMs = Infinity } = this.filters;
		if (ms === null) this.withoutTime++;
		return ms !== null && ms >= sinceMs && ms < untilMs;
	}
}

/** The statuses of a filter, and, as long as no row has one of them, what the rows have instead. */
class NamedStatuses {
	private readonly names: Set<string>;
	/** The same few texts come again and again. */
	private readonly answers = new Map<string, boolean>();
	private readonly instead = new ValueCounts();
	private wasSeen = false;

	constructor(names: string[]) {
		this.names = new Set(names.map(comparable));
	}

	include(status: string): boolean {
		let isNamed = this.answers.get(status);
		if (isNamed === undefined) {
			isNamed = this.names.has(comparable(status));
			// A column that is different in every row must not fill the memory.
			if (this.answers.size < 1000) this.answers.set(status, isNamed);
		}
		if (isNamed) this.wasSeen = true;
		else if (!this.wasSeen) this.instead.add(status.trim());
		return isNamed;
	}

	get others(): string[] {
		return this.wasSeen ? [] : this.instead.commonest().map(({ value }) => value);
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
