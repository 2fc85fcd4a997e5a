import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { Report } from '../../report/report';
import { RowFilter, type RowFilters } from '../../report/rowFilter';
import { rawRows, SELECTABLE_FIELDS, selectableRows, simplifiedRows } from '../../report/rowItems';
import type { ItemContext } from '../../itemContext';
import type { Operation, OutputItem } from '../operation';
import { outputFields, outputOf, picked, type Output } from '../output';
import { limitField, limitOf, promotionField, promotionIdOf, returnAllField, type Limit } from '../sharedFields';
import { ReportHints } from './hints';
import { rowFiltersField, rowFiltersOf } from './rowFilters';

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
		...outputFields(SELECTABLE_FIELDS),
	],
	async execute(item) {
		const query = {
			promotionId: promotionIdOf(item),
			limit: limitOf(item, 'Use filters, or Summarize for counts.'),
			filters: rowFiltersOf(item),
			output: outputOf(item),
		};
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
	limit: Limit;
	filters: RowFilters;
	output: Output;
}

async function readRows(item: ItemContext, { promotionId, limit, filters, output }: RowQuery): Promise<OutputItem[]> {
	const ids = { promotionId, accountId: item.client.accountId };
	const { rows, report, filter } = await item.client.report(promotionId, async (body) => {
		const report = await Report.open(body);
		const filter = new RowFilter(filters, report.columns);
		const makeItem = makersOf[output.mode](report.columns, ids);
		const rows: OutputItem[] = [];
		for await (const row of report.rows) {
			if (!filter.matches(row)) continue;
			rows.push(itemWith(picked(makeItem(row), output)));
			if (rows.length >= limit.most) break;
		}
		return { rows, report, filter };
	});

	const hints = new ReportHints(item, promotionId);
	const { columns, rowsRead, problemRows, complete } = report;
	if (complete !== undefined) hints.ended({ rowsRead, problemRows, complete });
	if (output.mode === 'simplified') hints.columns(columns);
	hints.rowsWithoutTime(filter.withoutTime);
	hints.manyItems(rows.length);
	if (rows.length === 0) {
		const { statusesInstead } = filter;
		const why =
			rowsRead === 0 ? hints.noRows() : hints.noneMatches(rowsRead, statusesInstead, filters.phoneDigits !== '');
		// A model sees no hints.
		return item.isTool ? [{ json: { note: why, ...ids } }] : [];
	}
	if (complete !== undefined) hints.nobodyLeftOut(filter.notLeftOut);
	if (rows.length >= limit.most && limit.noteAtLimit !== undefined) {
		rows.push({ json: { note: limit.noteAtLimit, ...ids } });
	}
	return rows;
}

const makersOf = { simplified: simplifiedRows, raw: rawRows, selectedFields: selectableRows };

/** With room for what the loop adds: a hundred thousand objects that have to grow cost time and memory. */
function itemWith(json: IDataObject): OutputItem {
	const found: INodeExecutionData = { json, pairedItem: undefined };
	return found;
}

function copyOf(json: IDataObject): IDataObject {
	const { extraValues } = json;
	return Array.isArray(extraValues) ? { ...json, extraValues: [...(extraValues as string[])] } : { ...json };
}
