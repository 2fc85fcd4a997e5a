import type { IDataObject } from 'n8n-workflow';
import { shortened } from '../../service/values';
import type { Column, Columns } from './columns';
import { readErrorReason, type CurrentRow } from './row';

interface Count {
	value: string;
	count: number;
}

/** A longer list would be of no use, and a column may hold a different value in each of a million rows. */
const MOST_VALUES_COUNTED = 1000;
const LONGEST_VALUE = 300;

/** Counts how often values occur. Values that first appear after a thousand others are counted together. */
class ValueCounts {
	private readonly counts = new Map<string, Count>();
	private others = 0;

	add(text: string): void {
		const value = text === '' ? '(empty)' : shortened(text, LONGEST_VALUE);
		const earlier = this.counts.get(value);
		if (earlier) earlier.count++;
		else if (this.counts.size < MOST_VALUES_COUNTED) this.counts.set(value, { value, count: 1 });
		else this.others++;
	}

	/** The most frequent first; ties in alphabetical order. */
	listMostFrequent(): Count[] {
		return [...this.counts.values()].sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1));
	}

	/** By default, numbers get a word in front: JavaScript would put such keys first, in ascending order. */
	toJson(toKey = (value: string) => (/^\d+$/.test(value) ? `code ${value}` : value)): IDataObject {
		const counts = Object.fromEntries(this.listMostFrequent().map(({ value, count }) => [toKey(value), count]));
		return this.others > 0 ? { ...counts, '(all others)': this.others } : counts;
	}
}

/** Counts the rows of a report by their values, and keeps no row. What depends on a column that the report does not have is null. */
export class RowCounts {
	rows = 0;
	withErrorReason: number | null;
	readonly byStatus = new ValueCounts();
	readonly byErrorReason = new ValueCounts();
	private readonly byRetryCount = new ValueCounts();
	private readonly byTemplate = new ValueCounts();
	private readonly byLanguage = new ValueCounts();

	constructor(private readonly columns: Columns) {
		this.withErrorReason = this.ifInReport('Error', 0);
	}

	add(row: CurrentRow): void {
		this.rows++;
		this.count(row, 'Status', this.byStatus);
		this.count(row, 'RetryCount', this.byRetryCount);
		this.count(row, 'TemplateName', this.byTemplate);
		this.count(row, 'Language', this.byLanguage);
		const reason = readErrorReason(row.text(this.columns.position('Error'))).trim();
		if (reason === '' || this.withErrorReason === null) return;
		this.withErrorReason++;
		this.byErrorReason.add(reason);
	}

	toJson(): IDataObject {
		return {
			rows: this.rows,
			byStatus: this.ifInReport('Status', this.byStatus.toJson()),
			withErrorReason: this.withErrorReason,
			byErrorReason: this.ifInReport('Error', this.byErrorReason.toJson()),
			// In ascending order.
			byRetryCount: this.ifInReport(
				'RetryCount',
				this.byRetryCount.toJson((retry) => retry),
			),
			byTemplate: this.ifInReport('TemplateName', this.byTemplate.toJson()),
			byLanguage: this.ifInReport('Language', this.byLanguage.toJson()),
		};
	}

	private ifInReport<T>(column: Column, value: T): T | null {
		return this.columns.position(column) < 0 ? null : value;
	}

	private count(row: CurrentRow, column: Column, counts: ValueCounts): void {
		const position = this.columns.position(column);
		if (position >= 0) counts.add(row.text(position).trim());
	}
}
