import type { IDataObject } from 'n8n-workflow';
import { shortened } from '../../../service/values';
import { Report } from '../../report/report';
import { readErrorReason } from '../../report/row';
import type { Operation } from '../operation';
import { promotionField, readPromotionId } from '../sharedFields';

export const summarize: Operation = {
	name: 'Summarize',
	description: 'Count the recipients in the delivery report by their last status and by error reason',
	action: 'Summarize delivery report',
	writes: false,
	properties: [promotionField('The promotion whose report to summarize')],
	async execute(item) {
		const promotionId = readPromotionId(item);
		const json = await item.readOnce(`report counts ${promotionId}`, async () => {
			return await item.client.report(promotionId, async (body) => {
				const report = await Report.open(body);
				const counts = await countRows(report);
				for (const hint of report.describe(promotionId)) item.hintOnce(hint);
				const { problemRows, complete } = report;
				return { ...counts, complete, ...(problemRows > 0 ? { problemRows } : {}) };
			});
		});
		return [{ json: { ...json, promotionId, accountId: item.client.accountId } }];
	},
};

/** Counts the rows by status and by error reason, and keeps no row. What depends on a column that the report lacks is null. */
export async function countRows(report: Report) {
	const [status, error] = [report.columns.position('Status'), report.columns.position('Error')];
	const [byStatus, byErrorReason] = [new ValueCounts(), new ValueCounts()];
	let withErrorReason = 0;
	for await (const chunk of report.rowsByChunk()) {
		for (const row of chunk) {
			byStatus.add(row.text(status).trim());
			const reason = readErrorReason(row.text(error)).trim();
			if (reason === '') continue;
			withErrorReason++;
			byErrorReason.add(reason);
		}
	}
	return {
		rows: report.rowsRead,
		byStatus: status < 0 ? null : byStatus.toJson(),
		withErrorReason: error < 0 ? null : withErrorReason,
		byErrorReason: error < 0 ? null : byErrorReason.toJson(),
	};
}

/** A longer list would be of no use, and a column may hold a different value in each of a million rows. */
const MOST_VALUES_COUNTED = 1000;
const LONGEST_VALUE = 300;

/** Counts how often values occur. Values that first appear after a thousand others are counted together. */
class ValueCounts {
	private readonly counts = new Map<string, number>();
	private others = 0;

	add(text: string): void {
		const value = text === '' ? '(empty)' : shortened(text, LONGEST_VALUE);
		const earlier = this.counts.get(value);
		if (earlier === undefined && this.counts.size >= MOST_VALUES_COUNTED) this.others++;
		else this.counts.set(value, (earlier ?? 0) + 1);
	}

	/** The most frequent first; ties in alphabetical order. */
	toJson(): IDataObject {
		const sorted = [...this.counts].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1));
		// A key of digits alone would come first, however rare: so it gets a word in front.
		const named = sorted.map(([value, count]) => [/^\d+$/.test(value) ? `code ${value}` : value, count]);
		return { ...Object.fromEntries(named), ...(this.others > 0 ? { '(all others)': this.others } : {}) } as IDataObject;
	}
}
