import type { IDataObject } from 'n8n-workflow';
import type { Redact } from '../../service/redact';
import type { Column, Columns } from './columns';
import type { ScannedRow } from './scannedRow';
import { errorReasonOf } from './rowValues';
import { ValueCounts } from './valueCounts';

/** Counts the rows of a report by what stands in them, and keeps none. */
export class RowCounts {
	rows = 0;
	withErrorReason = 0;
	readonly by: Record<'Status' | 'Error' | 'RetryCount' | 'TemplateName' | 'Language', ValueCounts>;

	constructor(hideKey: Redact) {
		const none = () => new ValueCounts(hideKey);
		this.by = { Status: none(), Error: none(), RetryCount: none(), TemplateName: none(), Language: none() };
	}

	/** The function to be shown each row. */
	over(columns: Columns): (row: ScannedRow) => false {
		const { Error: reasons, ...others } = this.by;
		const error = columns.position('Error');
		const counted = Object.entries(others)
			.map(([column, counts]) => ({ counts, position: columns.position(column as Column) }))
			.filter(({ position }) => position >= 0);
		return (row) => {
			this.rows++;
			for (const { counts, position } of counted) counts.add(row.text(position).trim());
			const reason = errorReasonOf(row, error).trim();
			if (reason !== '') {
				this.withErrorReason++;
				reasons.add(reason);
			}
			return false;
		};
	}

	/** For when all rows are counted: what was counted is looked at once, not again in each of a million rows. */
	hideKeyInCounts(): void {
		for (const counts of Object.values(this.by)) counts.hideAll();
	}

	toJson(): IDataObject {
		return {
			rows: this.rows,
			byStatus: asObject(this.by.Status),
			withErrorReason: this.withErrorReason,
			byErrorReason: asObject(this.by.Error),
			byRetryCount: asObject(this.by.RetryCount),
			byTemplate: asObject(this.by.TemplateName),
			byLanguage: asObject(this.by.Language),
		};
	}
}

function asObject(counted: ValueCounts): IDataObject {
	// A value may be called as one of ours is.
	const sums = new Map<string, number>();
	const add = (name: string, count: number) => sums.set(name, (sums.get(name) ?? 0) + count);
	for (const { value, count } of counted.commonest()) add(value === '' ? '(empty)' : value, count);
	const others = counted.unlisted;
	if (others > 0) add('(all others)', others);
	return Object.fromEntries(sums);
}
