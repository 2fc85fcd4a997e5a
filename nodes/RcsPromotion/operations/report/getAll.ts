import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { itemsWithoutKey } from '../../report/keyHiding';
import type { Redact } from '../../../service/redact';
import { readReport } from '../../report/reportParser';
import { RowFilter, type RowFilters } from '../../report/rowFilter';
import { rawRows, simplifiedRows } from '../../report/rowItems';
import { collectionOf, switchOf } from '../collection';
import { limitField, limitOf, promotionField, promotionIdOf, returnAllField, simplifyField } from '../fields';
import type { ItemContext } from '../../itemContext';
import type { Operation, OutputItem } from '../operation';
import { hintAtDoubts, nothingYet, rowFiltersField, rowFiltersOf } from './fields';

/** A model reads every word of its tool's answer, and a million rows would drown it. */
const MOST_ROWS_FOR_A_MODEL = 100;

export const getAll: Operation = {
	name: 'Get Many',
	description: 'Get the rows of the delivery report of a promotion, one for each recipient',
	action: 'Get many rows of a delivery report',
	writes: false,
	properties: [
		promotionField('searchPromotions', 'The promotion whose report to get'),
		returnAllField,
		limitField,
		rowFiltersField,
		simplifyField,
		{
			displayName: 'Options',
			name: 'options',
			type: 'collection',
			placeholder: 'Add Option',
			default: {},
			options: [
				{
					displayName: 'Neutralize Formulas',
					name: 'neutralizeFormulas',
					type: 'boolean',
					default: false,
					description:
						'Whether to put an apostrophe before texts that a spreadsheet would run as a formula. Phone numbers stay as they are.',
				},
			],
		},
	],
	async execute(item) {
		const query = queryOf(item);
		// Items that ask for the same rows share one request; each gets objects of its own.
		const shared = await item.readOnce(`report rows ${JSON.stringify(query)}`, async () => ({
			rows: await readRows(item, query),
			taken: false,
		}));
		if (shared.taken) return shared.rows.map(({ json }) => ({ json: copyOf(json) }));
		shared.taken = true;
		return shared.rows;
	},
};

interface RowQuery {
	promotionId: string;
	/** null for all. */
	limit: number | null;
	filters: RowFilters;
	simplify: boolean;
	neutralizeFormulas: boolean;
}

function queryOf(item: ItemContext): RowQuery {
	const limit = limitOf(item);
	const options = collectionOf(item, 'options');
	return {
		promotionId: promotionIdOf(item),
		limit: Number.isFinite(limit) ? limit : null,
		filters: rowFiltersOf(item),
		simplify: item.parameter('simplify', true) as boolean,
		neutralizeFormulas: switchOf(item, [options, 'neutralizeFormulas'], 'Neutralize Formulas in Options') ?? false,
	};
}

async function readRows(item: ItemContext, query: RowQuery): Promise<OutputItem[]> {
	const { client } = item;
	const { promotionId, filters, neutralizeFormulas } = query;
	const asked = query.limit ?? Infinity;
	const limit = item.isTool ? Math.min(asked, MOST_ROWS_FOR_A_MODEL) : asked;
	const ids = { accountId: client.accountId, promotionId };
	const itemsFor = query.simplify ? simplifiedRows : rawRows;
	const { rows, report, filter, endIsUncertain } = await client.report(promotionId, async (body) => {
		const found: OutputItem[] = [];
		let judge: RowFilter | undefined;
		const watch = client.watchForKey();
		const parser = await readReport(
			body,
			(columns) => {
				const filter = (judge = new RowFilter(filters, columns, client.hideInData));
				const makeItem = itemsWithoutKey(columns, watch, client.hideInData, (shown) =>
					itemsFor(shown, ids, neutralizeFormulas),
				);
				return (row) => filter.matches(row) && found.push(rowWith(makeItem(row))) >= limit;
			},
			(chunk) => watch.see(chunk),
		);
		return { rows: found, report: parser, filter: judge, endIsUncertain: parser.readToEnd && !body.endIsMarked };
	});
	const { rows: rowsRead, unevenRows, readToEnd } = report;
	if (readToEnd) hintAtDoubts(item, { promotionId, rows: rowsRead, unevenRows, endIsUncertain });
	if (rows.length === 0) {
		const why = rowsRead === 0 ? nothingYet(promotionId) : whyNoneMatches(query, filter, client.hideInData);
		if (why !== undefined) item.hintOnce(why);
		// A model sees no hints.
		if (why !== undefined && item.isTool) rows.push({ json: { ...ids, note: why } });
	}
	if (rows.length >= limit && limit < asked) rows.push({ json: { ...ids, note: noteForModel(limit) } });
	return rows;
}

/** With room for what the loop adds: a hundred thousand objects that have to grow cost time and memory. */
function rowWith(json: IDataObject): OutputItem {
	const row: INodeExecutionData = { json, pairedItem: undefined };
	return row;
}

const MOST_STATUSES_SHOWN = 10;

/** Statuses are free text of the service: whoever asks for one that does not occur is shown those that do. */
function whyNoneMatches(
	{ promotionId, filters }: RowQuery,
	filter: RowFilter | undefined,
	hide: Redact,
): string | undefined {
	const instead = filter?.statusesInstead ?? [];
	if (instead.length > 0) {
		const shown = instead.slice(0, MOST_STATUSES_SHOWN).map((status) => (status === '' ? '(empty)' : hide(status)));
		const more = instead.length > shown.length ? ` and ${instead.length - shown.length} more` : '';
		return `No recipient in the report of ${promotionId} has a status from Statuses. The report has: ${shown.join(', ')}${more}.`;
	}
	if (filters.phoneDigits === '') return undefined;
	return `No recipient in the report of ${promotionId} matches the filters. Phone needs the country code, such as +49 151 23456789.`;
}

function copyOf(json: IDataObject): IDataObject {
	const { extraValues } = json;
	return Array.isArray(extraValues) ? { ...json, extraValues: [...(extraValues as string[])] } : { ...json };
}

function noteForModel(limit: number): string {
	return `There may be more rows: only the first ${limit} are shown to a tool. Use filters, or Summarize for counts.`;
}
