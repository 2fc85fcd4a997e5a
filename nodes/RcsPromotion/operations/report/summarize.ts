import { inWords } from '../../../service/errors';
import type { Counters } from '../../../service/statistics';
import type { Summary } from '../../../service/summary';
import { summaryFields, summaryOption } from '../../../service/summaryOption';
import { counted } from '../../../service/values';
import { readReport, type ReportDemands } from '../../report/reportParser';
import { RowCounts } from '../../report/rowCounts';
import { optionsField, promotionField, promotionIdOf } from '../sharedFields';
import type { ItemContext } from '../../itemContext';
import type { Operation } from '../operation';
import { campaignTitle, wantsSummary } from '../summaryTitle';
import {
	demandsOf,
	hintAtDoubts,
	requireCompleteOption,
	stopAtBrokenRowsOption,
	type ReadReport,
} from './reportDoubts';

export const summarize: Operation = {
	name: 'Summarize',
	description: 'Count the rows of the delivery report by status, error reason, retry, template and language',
	action: 'Summarize delivery report',
	writes: false,
	properties: [
		promotionField('searchPromotions', 'The promotion whose report to summarize'),
		optionsField(requireCompleteOption, stopAtBrokenRowsOption, summaryOption),
	],
	async execute(item) {
		const { client } = item;
		const promotionId = promotionIdOf(item);
		const demands = demandsOf(item);
		const { counts, complete, problemRows } = await item.readOnce(
			`report counts ${JSON.stringify([promotionId, demands])}`,
			async () => await countRows(item, promotionId, demands),
		);
		const json = {
			...counts.toJson(),
			complete,
			...(problemRows > 0 ? { problemRows } : {}),
			promotionId,
			accountId: client.accountId,
		};
		if (!wantsSummary(item)) return [{ json }];
		return [{ json: { ...summaryFields(await summaryOf(item, promotionId, counts)), ...json } }];
	},
};

interface CountedReport extends ReadReport {
	counts: RowCounts;
	complete: true | null;
}

async function countRows(item: ItemContext, promotionId: string, demands: ReportDemands): Promise<CountedReport> {
	const report = await item.client.report(promotionId, async (body) => {
		const counts = new RowCounts(item.client.hideInData);
		const { rows, problemRows, complete = null } = await readReport(body, (columns) => counts.over(columns), demands);
		counts.hideKeyInCounts();
		return { counts, promotionId, rows, problemRows, complete };
	});
	hintAtDoubts(item, report);
	return report;
}

/** "Read" appears in both, with different figures. */
const WHAT_IS_COUNTED =
	'The figures at the top come from the statistics of the promotion; those below count each row of its report once, by the status it shows. They can differ.';

/** The statuses of a report are free text, so the funnel comes from the statistics of the same promotion. */
async function summaryOf(item: ItemContext, promotionId: string, counts: RowCounts): Promise<Summary> {
	const funnel = await funnelOf(item, promotionId);
	return {
		title: await campaignTitle(item, promotionId),
		subtitle: `report of ${counted(counts.rows, 'row')}`,
		...funnel,
		breakdowns: [
			{ title: 'Recipients by status', total: counts.rows, counts: counts.by.Status.commonest() },
			{
				title: 'Recipients by error reason',
				total: counts.withErrorReason,
				counts: counts.by.Error.commonest(),
			},
		].filter(({ total, counts: found }) => total === 0 || found.length > 0),
		// Without the statistics there are no figures at the top.
		notes: funnel.notes ?? [WHAT_IS_COUNTED],
	};
}

/** Counts that were read are worth more than a picture of the statistics that could not be. */
async function funnelOf(item: ItemContext, promotionId: string): Promise<{ counters?: Counters; notes?: string[] }> {
	try {
		const { counters } = await item.statistics(promotionId);
		return { counters };
	} catch (error) {
		return { notes: [`The statistics of the promotion could not be read: ${inWords(error)}`] };
	}
}
