import { describeError } from '../../../service/errors';
import { type Summary, createSummaryFields } from '../../../service/summary';
import { counted } from '../../../service/values';
import { Report } from '../../report/report';
import { RowCounts } from '../../report/rowCounts';
import type { ItemContext } from '../../itemContext';
import type { Operation } from '../operation';
import { readPromotion, workOutFigures } from '../figures';
import {
	isSummaryWanted,
	promotionField,
	readPromotionIdOrName,
	readPromotionTitle,
	summaryOptionsField,
} from '../sharedFields';
import { describeReadingProblems, describeNoRows } from './hints';

export const summarize: Operation = {
	name: 'Summarize',
	description: 'Count the rows of the delivery report by status, error reason, retry, template and language',
	action: 'Summarize delivery report',
	writes: false,
	properties: [promotionField('The promotion whose report to summarize'), summaryOptionsField],
	async execute(item) {
		const promotionId = await readPromotionIdOrName(item);
		const report = await item.readOnce(`report counts ${promotionId}`, async () => await countRows(item, promotionId));
		const { counts, problemRows, complete } = report;
		const figures = { ...counts.toJson(), complete, ...(problemRows > 0 ? { problemRows } : {}) };
		const summary = isSummaryWanted(item) ? createSummaryFields(await readSummary(item, promotionId, counts)) : {};
		return [{ json: { ...summary, ...figures, promotionId, accountId: item.client.accountId } }];
	},
};

async function countRows(item: ItemContext, promotionId: string) {
	const found = await item.client.report(promotionId, async (body) => {
		const report = await Report.open(body);
		const counts = new RowCounts(report.columns);
		for await (const chunk of report.rowsByChunk()) for (const row of chunk) counts.add(row);
		return { counts, problemRows: report.problemRows, complete: report.complete };
	});
	if (found.counts.rows === 0) item.hintOnce(describeNoRows(promotionId));
	for (const hint of describeReadingProblems(promotionId, found)) item.hintOnce(hint);
	return found;
}

/** A note for the summary, because "Read" appears in both parts with different figures. */
const NOTE_ON_FIGURES =
	'The figures at the top come from the statistics of the promotion; those below count each row of its report once, by the status it shows. They can differ.';

/** The statuses in a report are free text, so the funnel comes from the promotion's statistics. */
async function readSummary(item: ItemContext, promotionId: string, counts: RowCounts): Promise<Summary> {
	const { rows, withErrorReason, byStatus, byErrorReason } = counts;
	// If they cannot be read, the summary goes out without the funnel rather than not at all.
	const funnel = await readPromotion(item, promotionId)
		.then((reading) => ({ figures: workOutFigures(item, reading), notes: [NOTE_ON_FIGURES] }))
		.catch((error: unknown) => ({
			notes: [`The statistics of the promotion could not be read: ${describeError(error)}`],
		}));
	const breakdowns = [
		{ title: 'Recipients by status', total: rows, counts: byStatus.listMostFrequent() },
		{ title: 'Recipients by error reason', total: withErrorReason ?? rows, counts: byErrorReason.listMostFrequent() },
	];
	return {
		title: await readPromotionTitle(item, promotionId),
		subtitle: `report of ${counted(rows, 'row')}`,
		...funnel,
		// Leaves out a breakdown if the report does not have its column.
		breakdowns: breakdowns.filter(({ total, counts: found }) => total === 0 || found.length > 0),
	};
}
