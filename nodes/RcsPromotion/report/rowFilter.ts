import { UnusableReport } from '../../service/reportFaults';
import { timestampMs } from '../../service/timestamps';
import { comparable } from '../../service/values';
import type { Column, Columns } from './columns';
import { errorReason, phoneDigits, type Row } from './row';

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

/** A column with more different values than this is not a status column. */
const MOST_STATUSES = 1000;

/** Decides which rows become items, before any item is made. */
export class RowFilter {
	/** Rows left out because their time cannot be read. */
	withoutTime = 0;
	private readonly conditions: Array<(row: Row) => boolean> = [];
	/** By the text in a row, because the same few texts repeat. */
	private readonly statuses = new Map<string, { passes: boolean; rows: number }>();

	constructor(
		private readonly filters: RowFilters,
		columns: Columns,
	) {
		const { statuses, statusesToLeaveOut, errorReason: reason, phoneDigits: phone, time } = filters;
		const must = (column: Column, isMet: (text: string) => boolean) => {
			const position = columns.position(column);
			if (position < 0) {
				throw new UnusableReport(
					`The report has no column ${column}, which the chosen filter needs`,
					'Remove the filter, or use Download to see the file.',
				);
			}
			this.conditions.push((row) => isMet(row.text(position)));
		};
		if (statuses.length + statusesToLeaveOut.length > 0) must('Status', (text) => this.passes(text));
		if (reason !== 'any') must('Error', (text) => (errorReason(text) !== '') === (reason === 'with'));
		if (phone !== '') must('Phone', (text) => phoneDigits(text) === phone);
		if (time) must('Timestamp', (text) => this.isWithin(time, timestampMs(text)));
	}

	matches(row: Row): boolean {
		return this.conditions.every((isMet) => isMet(row));
	}

	/** The statuses of the rows, the most common first, if none of them passes the filters; otherwise empty. */
	get statusesInstead(): string[] {
		if ([...this.statuses.values()].some(({ passes }) => passes)) return [];
		return [...this.statuses].sort(([, a], [, b]) => b.rows - a.rows).map(([text]) => text.trim());
	}

	private passes(status: string): boolean {
		const decided = this.statuses.get(status);
		if (decided) {
			decided.rows++;
			return decided.passes;
		}
		const { statuses: wanted, statusesToLeaveOut: unwanted } = this.filters;
		const isIn = (names: string[]) => names.some((name) => comparable(name) === comparable(status));
		const passes = (wanted.length === 0 || isIn(wanted)) && !isIn(unwanted);
		if (passes || this.statuses.size < MOST_STATUSES) this.statuses.set(status, { passes, rows: 1 });
		return passes;
	}

	private isWithin({ fromMs, toMs }: TimeSpan, ms: number | null): boolean {
		if (ms === null) this.withoutTime++;
		return ms !== null && ms >= fromMs && ms < toMs;
	}
}
