import { Report } from '../../report/report';
import { RowCounts } from '../../report/rowCounts';
import type { ItemContext } from '../../itemContext';
import type { Operation } from '../operation';
import { promotionField, readPromotionId } from '../sharedFields';
import { describeReport } from './hints';

export const summarize: Operation = {
	name: 'Summarize',
	description: 'Count the recipients in the delivery report by their last status and by error reason',
	action: 'Summarize delivery report',
	writes: false,
	properties: [promotionField('The promotion whose report to summarize')],
	async execute(item) {
		const promotionId = readPromotionId(item);
		const json = await item.readOnce(`report counts ${promotionId}`, async () => await countRows(item, promotionId));
		return [{ json: { ...json, promotionId, accountId: item.client.accountId } }];
	},
};

async function countRows(item: ItemContext, promotionId: string) {
	return await item.client.report(promotionId, async (body) => {
		const report = await Report.open(body);
		const counts = new RowCounts(report.columns);
		for await (const chunk of report.rowsByChunk()) for (const row of chunk) counts.add(row);
		for (const hint of describeReport(promotionId, report)) item.hintOnce(hint);
		const { problemRows, complete } = report;
		return { ...counts.toJson(), complete, ...(problemRows > 0 ? { problemRows } : {}) };
	});
}
