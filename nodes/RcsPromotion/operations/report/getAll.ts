import { deepCopy } from 'n8n-workflow';
import { openReport } from '../../report/report';
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
		const query: RowQuery = {
			promotionId: promotionIdOf(item),
			limit: limitOf(item, 'Use filters, or Summarize for counts.'),
			filters: rowFiltersOf(item),
			output: outputOf(item),
		};
		// Items that ask for the same rows share one request, but each gets its own copies.
		let hasAsked = false;
		const rows = await item.readOnce(`report rows ${JSON.stringify(query)}`, async () => {
			hasAsked = true;
			return await readRows(item, query);
		});
		return hasAsked ? rows : deepCopy(rows);
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
	const { rows, report, columns, filter } = await item.client.report(promotionId, async (body) => {
		const { report, columns, portions } = await openReport(body);
		const filter = new RowFilter(filters, columns);
		const makeItem = makersOf[output.mode](columns, ids);
		const rows: OutputItem[] = [];
		for await (const portion of portions) {
			for (const row of portion) {
				if (rows.length < limit.most && filter.matches(row)) rows.push({ json: picked(makeItem(row), output) });
			}
			if (rows.length >= limit.most) break;
		}
		return { rows, report, columns, filter };
	});

	const hints = new ReportHints(item, promotionId);
	const { rowsRead, complete } = report;
	if (complete !== undefined) hints.ended(report);
	if (output.mode === 'simplified') hints.moreColumns(columns);
	hints.rowsWithoutTime(filter.withoutTime);
	if (rows.length === 0) {
		const { others } = filter.wanted;
		const why = rowsRead === 0 ? hints.noRows() : hints.noneMatches(rowsRead, others, filters.phoneDigits !== '');
		// An AI model does not see hints.
		return item.isTool ? [{ json: { note: why, ...ids } }] : [];
	}
	if (complete !== undefined) hints.nobodyLeftOut(filter.unwanted.others);
	if (rows.length >= limit.most && limit.noteAtLimit !== undefined) {
		rows.push({ json: { note: limit.noteAtLimit, ...ids } });
	}
	return rows;
}

const makersOf = { simplified: simplifiedRows, raw: rawRows, selectedFields: selectableRows };
