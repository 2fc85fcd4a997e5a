import type { Redact } from '../../service/redact';
import { UnusableReport } from '../../service/reportStream';
import type { Column, Columns } from './columns';
import type { CsvRow } from './csvRow';
import { phoneDigits } from './phone';
import { Tally } from './tally';

export interface RowFilters {
	/** Compared without case and outer spaces; empty lets all pass. */
	statuses: string[];
	hasErrorReason?: boolean;
	/** Digits only; empty lets all pass. */
	phoneDigits: string;
}

type Judge = (row: CsvRow) => boolean;

/** Judges rows before an item is made of them. */
export class RowFilter {
	readonly matches: Judge;
	/** Whether any row had one of the wanted statuses. */
	private statusSeen = false;
	private readonly otherStatuses: Tally;

	constructor(filters: RowFilters, columns: Columns, hideKey: Redact) {
		this.otherStatuses = new Tally(hideKey);
		const judges: Judge[] = [];
		if (filters.statuses.length > 0) judges.push(this.statusJudge(filters.statuses, needed(columns, 'Status')));
		if (filters.hasErrorReason !== undefined) {
			const error = needed(columns, 'Error');
			judges.push((row) => isBlank(row, error) !== filters.hasErrorReason);
		}
		if (filters.phoneDigits !== '') {
			const phone = needed(columns, 'Phone');
			judges.push((row) => phoneDigits(row.text(phone)) === filters.phoneDigits);
		}
		this.matches = allOf(judges);
	}

	/** The statuses that the report has instead, the commonest first; empty unless every single row had another one. */
	get statusesInstead(): string[] {
		return this.statusSeen ? [] : this.otherStatuses.commonest().map(({ value }) => value);
	}

	private statusJudge(statuses: string[], position: number): Judge {
		const wanted = new Set(statuses.map(normal));
		const verdicts = new Map<string, boolean>();
		return (row) => {
			const text = row.text(position);
			let verdict = verdicts.get(text);
			if (verdict === undefined) {
				verdict = wanted.has(normal(text));
				// A column that is different in every row must not fill the memory.
				if (verdicts.size < 1000) verdicts.set(text, verdict);
			}
			if (verdict) this.statusSeen = true;
			else if (!this.statusSeen) this.otherStatuses.add(text.trim());
			return verdict;
		};
	}
}

/** Asked of every row of a report, so without a loop where there is nothing to loop over. */
function allOf(judges: Judge[]): Judge {
	const [only] = judges;
	if (only === undefined) return () => true;
	return judges.length === 1 ? only : (row) => judges.every((judge) => judge(row));
}

const normal = (text: string) => text.trim().toLowerCase();
const isBlank = (row: CsvRow, position: number) => row.isEmpty(position) || row.text(position).trim() === '';

function needed(columns: Columns, column: Column): number {
	const position = columns.position(column);
	if (position >= 0) return position;
	throw new UnusableReport(
		`The report has no column ${column}, which the chosen filter looks at`,
		'Remove the filter, or use Download to see the file.',
	);
}
