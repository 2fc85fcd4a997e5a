import type { Redact } from '../../service/redact';
import { phoneDigits } from '../../service/phoneDigits';
import { UnusableReport } from '../../service/reportStream';
import { comparable } from '../../service/values';
import type { Column, Columns } from './columns';
import type { ScannedRow } from './scannedRow';
import { errorReasonOf, timeOf } from './rowValues';
import { ValueCounts } from './valueCounts';

export interface RowFilters {
	/** Compared without case and outer spaces; empty lets all pass. */
	statuses: string[];
	statusesToLeaveOut: string[];
	hasErrorReason?: boolean;
	/** Digits only; empty lets all pass. */
	phoneDigits: string;
	/** Rows of this moment or later. */
	sinceMs?: number;
	/** Rows before this moment. */
	untilMs?: number;
	/** Whether rows whose time cannot be read pass as well. */
	includeWithoutTime: boolean;
}

const SPEAKS_OF_FAILURE = /^\s*(fail|undeliver|not delivered|reject|bounce|error)/i;

type RowTest = (row: ScannedRow) => boolean;

/** Which rows become items, before anything is made of them. */
export class RowFilter {
	readonly matches: RowTest;
	/** Rows that were left out because their time cannot be read. */
	withoutTime = 0;
	/** Rows without an error reason that were left out although their status speaks of a failure. */
	failedWithoutReason = 0;
	private readonly wanted: NamedStatuses;
	private readonly leftOut: NamedStatuses;

	constructor(filters: RowFilters, columns: Columns, hideKey: Redact) {
		const tests: RowTest[] = [];
		const { statuses, statusesToLeaveOut, hasErrorReason, sinceMs, untilMs } = filters;
		this.wanted = new NamedStatuses(statuses, hideKey);
		this.leftOut = new NamedStatuses(statusesToLeaveOut, hideKey);
		if (statusesToLeaveOut.length > 0) {
			const status = needed(columns, 'Status');
			tests.push((row) => !this.leftOut.include(row.text(status)));
		}
		if (hasErrorReason !== undefined) {
			const error = needed(columns, 'Error');
			const status = columns.position('Status');
			const saysFailed = (row: ScannedRow) => hasErrorReason && status >= 0 && SPEAKS_OF_FAILURE.test(row.text(status));
			tests.push((row) => {
				const hasReason = errorReasonOf(row, error) !== '';
				if (!hasReason && saysFailed(row)) this.failedWithoutReason++;
				return hasReason === hasErrorReason;
			});
		}
		if (filters.phoneDigits !== '') {
			const phone = needed(columns, 'Phone');
			tests.push((row) => phoneDigits(row.text(phone)) === filters.phoneDigits);
		}
		if (sinceMs !== undefined || untilMs !== undefined) {
			const time = needed(columns, 'Timestamp');
			tests.push((row) => this.isWithin(timeOf(row, time), filters));
		}
		// First, so that 'statusesInstead' sees every row.
		if (statuses.length > 0) {
			const status = needed(columns, 'Status');
			tests.unshift((row) => this.wanted.include(row.text(status)));
		}
		this.matches = allOf(tests);
	}

	/** The statuses that the report has instead, the commonest first; empty unless every single row had another one. */
	get statusesInstead(): string[] {
		return this.wanted.others;
	}

	/** The same for the statuses to leave out, among the rows that have a wanted status. */
	get notLeftOut(): string[] {
		return this.leftOut.others;
	}

	private isWithin(ms: number | null, { sinceMs, untilMs, includeWithoutTime }: RowFilters): boolean {
		if (ms !== null) return ms >= (sinceMs ?? -Infinity) && ms < (untilMs ?? Infinity);
		if (!includeWithoutTime) this.withoutTime++;
		return includeWithoutTime;
	}
}

/** The statuses of a filter, and, as long as no row has one of them, what the rows have instead. */
class NamedStatuses {
	private readonly isNamed: (text: string) => boolean;
	private readonly instead: ValueCounts;
	private wasSeen = false;

	constructor(names: string[], hideKey: Redact) {
		this.isNamed = amongTexts(names);
		this.instead = new ValueCounts(hideKey);
	}

	include(status: string): boolean {
		const isNamed = this.isNamed(status);
		if (isNamed) this.wasSeen = true;
		else if (!this.wasSeen) this.instead.add(status.trim());
		return isNamed;
	}

	get others(): string[] {
		return this.wasSeen ? [] : this.instead.commonest().map(({ value }) => value);
	}
}

/** Remembers its answers, as the same few texts come again and again. */
function amongTexts(texts: string[]): (text: string) => boolean {
	const wanted = new Set(texts.map(comparable));
	const answers = new Map<string, boolean>();
	return (text) => {
		let isWanted = answers.get(text);
		if (isWanted === undefined) {
			isWanted = wanted.has(comparable(text));
			// A column that is different in every row must not fill the memory.
			if (answers.size < 1000) answers.set(text, isWanted);
		}
		return isWanted;
	};
}

/** Asked of every row of a report, so without a loop where there is nothing to loop over. */
function allOf(tests: RowTest[]): RowTest {
	const [only] = tests;
	if (only === undefined) return () => true;
	return tests.length === 1 ? only : (row) => tests.every((test) => test(row));
}

function needed(columns: Columns, column: Column): number {
	const position = columns.position(column);
	if (position >= 0) return position;
	throw new UnusableReport(
		`The report has no column ${column}, which the chosen filter looks at`,
		'Remove the filter, or use Download to see the file.',
	);
}
