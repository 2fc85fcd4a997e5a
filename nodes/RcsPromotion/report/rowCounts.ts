import type { IDataObject } from 'n8n-workflow';
import type { Column, Columns } from './columns';
import type { Row } from './row';
import { errorReasonOf } from './rowValues';
import { ValueCounts } from './valueCounts';

/** Counts the rows of a report by what stands in them, and keeps none. */
export class RowCounts {
	rows = 0;
	withErrorReason = 0;
	readonly byStatus = new ValueCounts();
	readonly byErrorReason = new ValueCounts();
	private readonly byRetryCount = new ValueCounts();
	private readonly byTemplate = new ValueCounts();
	private readonly byLanguage = new ValueCounts();
	private readonly columns: Array<{ counts: ValueCounts; position: number }>;
	private readonly error: number;

	constructor(columns: Columns) {
		const all: Array<[Column, ValueCounts]> = [
			['Status', this.byStatus],
			['RetryCount', this.byRetryCount],
			['TemplateName', this.byTemplate],
			['Language', this.byLanguage],
		];
		this.columns = all
			.map(([column, counts]) => ({ counts, position: columns.position(column) }))
			.filter(({ position }) => position >= 0);
		this.error = columns.position('Error');
	}

	add(row: Row): void {
		this.rows++;
		for (const { counts, position } of this.columns) counts.add(row.text(position).trim());
		const reason = errorReasonOf(row, this.error).trim();
		if (reason === '') return;
		this.withErrorReason++;
		this.byErrorReason.add(reason);
	}

	toJson(): IDataObject {
		return {
			rows: this.rows,
			byStatus: this.byStatus.toJson(),
			withErrorReason: this.withErrorReason,
			byErrorReason: this.byErrorReason.toJson(),
			byRetryCount: this.byRetryCount.toJson(),
			byTemplate: this.byTemplate.toJson(),
			byLanguage: this.byLanguage.toJson(),
		};
	}
}
