import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import type { Redact } from '../../../service/redact';
import { withoutNumbers } from '../../../service/serviceReason';
import { counted, grouped } from '../../../service/values';
import { readReport, type ReportDemands } from '../../report/reportParser';
import { RowFilter, type RowFilters } from '../../report/rowFilter';
import { itemMaker } from '../../report/rowItems';
import {
	limitField,
	limitOf,
	type Limit,
	optionsField,
	promotionField,
	promotionIdOf,
	returnAllField,
	simplifyField,
} from '../sharedFields';
import type { ItemContext } from '../../itemContext';
import type { Operation, OutputItem } from '../operation';
import {
	demandsOf,
	hintAtColumns,
	hintAtDoubts,
	nothingYet,
	requireCompleteOption,
	stopAtBrokenRowsOption,
} from './reportDoubts';
import { rowFiltersField, rowFiltersOf } from './rowFilterFields';

/** From here on the editor and the nodes behind get slow. */
const MANY_ITEMS = 10_000;

export const getAll: Operation = {
	name: 'Get Many',
	description: 'Get the rows of the delivery report of a promotion, one for each recipient',
	action: 'Get many recipients',
	writes: false,
	properties: [
		promotionField('searchPromotions', 'The promotion whose report to get'),
		returnAllField,
		limitField,
		rowFiltersField,
		simplifyField,
		optionsField(
			{
				displayName: 'Make Formulas Harmless',
				name: 'neutralizeFormulas',
				type: 'boolean',
				default: false,
				description:
					'Whether to put an apostrophe before texts that a spreadsheet would run as a formula. Phone numbers stay as they are.',
			},
			requireCompleteOption,
			stopAtBrokenRowsOption,
		),
	],
	async execute(item) {
		const query = queryOf(item);
		// Items that ask for the same rows share one request; each gets objects of its own.
		const shared = await item.readOnce(`report rows ${JSON.stringify(query)}`, async () => ({
			rows: await readRows(item, query),
			taken: false,
		}));
		if (shared.taken) return shared.rows.map(({ json }) => ({ json: copyOfRow(json) }));
		shared.taken = true;
		return shared.rows;
	},
};

interface RowQuery {
	promotionId: string;
	limit: Limit;
	filters: RowFilters;
	simplify: boolean;
	harmless: boolean;
	demands: ReportDemands;
}

function queryOf(item: ItemContext): RowQuery {
	return {
		promotionId: promotionIdOf(item),
		limit: limitOf(item, 'Use filters, or Summarize for counts.'),
		filters: rowFiltersOf(item),
		simplify: item.form.isOn('simplify'),
		harmless: item.form.collection('options').isOn('neutralizeFormulas'),
		demands: demandsOf(item),
	};
}

async function readRows(item: ItemContext, query: RowQuery): Promise<OutputItem[]> {
	const { client } = item;
	const { promotionId, filters, demands } = query;
	const { most, noteAtLimit } = query.limit;
	const ids = { promotionId, accountId: client.accountId };
	const { rows, report, filter } = await client.report(promotionId, async (body) => {
		const found: OutputItem[] = [];
		let filter: RowFilter | undefined;
		const watch = client.watchForKey();
		const parser = await readReport(
			body,
			(columns) => {
				const rowFilter = (filter = new RowFilter(filters, columns, client.hideInData));
				const makeItem = itemMaker(columns, ids, query, watch, client.hideInData);
				return (row) => rowFilter.matches(row) && found.push(itemWith(makeItem(row))) >= most;
			},
			demands,
			(text) => watch.see(text),
		);
		return { rows: found, report: parser, filter };
	});
	const { rows: rowsRead, problemRows, complete, columns } = report;
	if (complete !== undefined) hintAtDoubts(item, { promotionId, rows: rowsRead, problemRows, complete });
	if (query.simplify && columns) hintAtColumns(item, promotionId, columns);
	const withoutTime = filter?.withoutTime ?? 0;
	if (withoutTime > 0) item.hintOnce(withoutTimeHint(promotionId, withoutTime));
	const failed = filter?.failedWithoutReason ?? 0;
	if (failed > 0) item.hintOnce(failedHint(promotionId, failed));
	const kept = complete === undefined ? [] : (filter?.notLeftOut ?? []);
	if (kept.length > 0 && rows.length > 0) item.hintOnce(nobodyLeftOut(promotionId, kept, client.hideInData));
	if (rows.length >= MANY_ITEMS) item.hintOnce(manyItemsHint(rows.length));
	if (rows.length === 0) {
		const why = rowsRead === 0 ? nothingYet(promotionId) : whyNoneMatches(query, rowsRead, filter, client.hideInData);
		item.hintOnce(why);
		// A model sees no hints.
		if (item.isTool) rows.push({ json: { note: why, ...ids } });
	}
	if (rows.length >= most && noteAtLimit !== undefined) rows.push({ json: { note: noteAtLimit, ...ids } });
	return rows;
}

/** With room for what the loop adds: a hundred thousand objects that have to grow cost time and memory. */
function itemWith(json: IDataObject): OutputItem {
	const found: INodeExecutionData = { json, pairedItem: undefined };
	return found;
}

const manyItemsHint = (items: number) =>
	`${grouped(items)} items can slow the workflow down. If you need counts, use Summarize; if you need a file, use Download.`;

function withoutTimeHint(promotionId: string, rows: number): string {
	return `${counted(rows, 'row')} ${rows === 1 ? 'was' : 'were'} left out of the report of ${promotionId}, because the time is empty or cannot be read. To keep such rows, add the filter 'Include Rows Without Time'.`;
}

const MOST_STATUSES_SHOWN = 10;

/** Statuses are free text of the service: whoever asks for one that does not occur is shown those that do. */
function whyNoneMatches(
	{ promotionId, filters }: RowQuery,
	rowsRead: number,
	filter: RowFilter | undefined,
	hide: Redact,
): string {
	const instead = filter?.statusesInstead ?? [];
	if (instead.length > 0) {
		return `No recipient in the report of ${promotionId} has a status from 'Statuses'. The report has: ${shownStatuses(instead, hide)}.`;
	}
	const advice = filters.phoneDigits === '' ? '' : " 'Phone' needs the country code, such as +1 415 555 0132.";
	return `The report of ${promotionId} has ${counted(rowsRead, 'recipient')}, and none of them matches the filters.${advice}`;
}

const failedHint = (promotionId: string, rows: number) =>
	`'Failed Only' left out ${counted(rows, 'recipient')} in the report of ${promotionId} with a failed status but no error reason. To get them, too, use the filter 'Statuses' instead.`;

const nobodyLeftOut = (promotionId: string, statuses: string[], hide: Redact) =>
	`'Statuses to Leave Out' left out nobody in the report of ${promotionId}, which has: ${shownStatuses(statuses, hide)}.`;

function shownStatuses(statuses: string[], hide: Redact): string {
	const shown = statuses
		.slice(0, MOST_STATUSES_SHOWN)
		.map((status) => (status === '' ? '(empty)' : withoutNumbers(hide(status))));
	const more = statuses.length > shown.length ? ` and ${statuses.length - shown.length} more` : '';
	return `${shown.join(', ')}${more}`;
}

function copyOfRow(json: IDataObject): IDataObject {
	const { extraValues } = json;
	return Array.isArray(extraValues) ? { ...json, extraValues: [...(extraValues as string[])] } : { ...json };
}
