import type { IDataObject } from 'n8n-workflow';
import type { Redact } from '../../service/redact';
import type { Columns } from './columns';
import type { CsvRow } from './csvRow';
import { Tally, type Count } from './tally';

/** Counts the rows of a report by what stands in them, and keeps none. */
export class RowCounts {
	rows = 0;
	withErrorReason = 0;
	readonly status: Tally;
	readonly errorReason: Tally;
	readonly retryCount: Tally;
	readonly template: Tally;
	readonly language: Tally;

	constructor(hideKey: Redact) {
		const tally = () => new Tally(hideKey);
		[this.status, this.errorReason, this.retryCount] = [tally(), tally(), tally()];
		[this.template, this.language] = [tally(), tally()];
	}

	/** The function to be shown each row. */
	over(columns: Columns): (row: CsvRow) => false {
		const error = columns.position('Error');
		const counted = [
			{ tally: this.status, position: columns.position('Status') },
			{ tally: this.retryCount, position: columns.position('RetryCount') },
			{ tally: this.template, position: columns.position('TemplateName') },
			{ tally: this.language, position: columns.position('Language') },
		].filter(({ position }) => position >= 0);
		return (row) => {
			this.rows++;
			for (const { tally, position } of counted) tally.add(row.text(position).trim());
			const reason = row.isEmpty(error) ? '' : row.text(error).trim();
			if (reason !== '') {
				this.withErrorReason++;
				this.errorReason.add(reason);
			}
			return false;
		};
	}

	/** For when all rows are counted: what was counted is looked at once, not again in each of a million rows. */
	hideKey(): void {
		const { status, errorReason, retryCount, template, language } = this;
		for (const tally of [status, errorReason, retryCount, template, language]) tally.hideAll();
	}

	toJson(): IDataObject {
		return {
			rows: this.rows,
			withErrorReason: this.withErrorReason,
			withoutErrorReason: this.rows - this.withErrorReason,
			byStatus: asObject(this.status),
			byErrorReason: asObject(this.errorReason),
			byRetryCount: asObject(this.retryCount, byNumber),
			byTemplate: asObject(this.template),
			byLanguage: asObject(this.language),
		};
	}
}

const byNumber = (a: Count, b: Count) => Number(a.value) - Number(b.value);

function asObject(tally: Tally, order?: (a: Count, b: Count) => number): IDataObject {
	const counts = tally.commonest();
	if (order) counts.sort(order);
	// A value may be called as one of ours is.
	const sums = new Map<string, number>();
	const add = (name: string, count: number) => sums.set(name, (sums.get(name) ?? 0) + count);
	for (const { value, count } of counts) add(value === '' ? '(empty)' : value, count);
	const others = tally.unlisted;
	if (others > 0) add('(all others)', others);
	return Object.fromEntries(sums);
}
