import type { IDataObject } from 'n8n-workflow';
import type { Redact } from '../../service/redact';
import type { Column, Columns } from './columns';
import type { ScannedRow } from './scannedRow';
import { errorReasonOf } from './rowValues';
import { ValueCounts, type Count } from './valueCounts';

const COUNTED: Column[] = ['Status', 'RetryCount', 'TemplateName', 'Language'];

/** Counts the rows of a report by what stands in them, and keeps none. */
export class RowCounts {
	rows = 0;
	withErrorReason = 0;
	readonly errorReason: ValueCounts;
	private readonly counts: Map<Column, ValueCounts>;

	constructor(private readonly hideKey: Redact) {
		this.errorReason = new ValueCounts(hideKey);
		this.counts = new Map(COUNTED.map((column) => [column, new ValueCounts(hideKey)]));
	}

	get status(): ValueCounts {
		return this.of('Status');
	}

	/** The function to be shown each row. */
	over(columns: Columns): (row: ScannedRow) => false {
		const error = columns.position('Error');
		const counted = [...this.counts]
			.map(([column, counts]) => ({ counts, position: columns.position(column) }))
			.filter(({ position }) => position >= 0);
		return (row) => {
			this.rows++;
			for (const { counts, position } of counted) counts.add(row.text(position).trim());
			const reason = errorReasonOf(row, error).trim();
			if (reason !== '') {
				this.withErrorReason++;
				this.errorReason.add(reason);
			}
			return false;
		};
	}

	/** For when all rows are counted: what was counted is looked at once, not again in each of a million rows. */
	hideKeyInCounts(): void {
		for (const counts of [this.errorReason, ...this.counts.values()]) counts.hideAll();
	}

	toJson(): IDataObject {
		return {
			rows: this.rows,
			byStatus: asObject(this.status),
			withErrorReason: this.withErrorReason,
			byErrorReason: asObject(this.errorReason),
			byRetryCount: asObject(this.of('RetryCount'), byNumber),
			byTemplate: asObject(this.of('TemplateName')),
			byLanguage: asObject(this.of('Language')),
		};
	}

	private of(column: Column): ValueCounts {
		return this.counts.get(column) ?? new ValueCounts(this.hideKey);
	}
}

const byNumber = (a: Count, b: Count) => Number(a.value) - Number(b.value);

function asObject(counted: ValueCounts, order?: (a: Count, b: Count) => number): IDataObject {
	const counts = counted.commonest();
	if (order) counts.sort(order);
	// A value may be called as one of ours is.
	const sums = new Map<string, number>();
	const add = (name: string, count: number) => sums.set(name, (sums.get(name) ?? 0) + count);
	for (const { value, count } of counts) add(value === '' ? '(empty)' : value, count);
	const others = counted.unlisted;
	if (others > 0) add('(all others)', others);
	return Object.fromEntries(sums);
}
