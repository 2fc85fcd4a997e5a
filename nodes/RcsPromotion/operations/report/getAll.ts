import { deepCopy } from 'n8n-workflow';
import { Report } from '../../report/report';
import { RowFilter, type RowFilters } from '../../report/rowFilter';
import { ROW_FIELDS, rowReader, SIMPLIFIED_FIELDS, WITHOUT_PHONES } from '../../report/rowItems';
import type { ItemContext } from '../../itemContext';
import type { Operation, OutputItem } from '../operation';
import { outputFields, outputOf, type Output } from '../outputMode';
import { limited, limitFields, limitOf, oneBeyond, promotionField, promotionToRead } from '../sharedFields';
import { describeNoMatch, describeNoRows, hintAtDoubts, describeWithoutTime } from './hints';
import { rowFiltersField, rowFiltersOf } from './filterFields';

export const getAll: Operation = {
	name: 'Get Many',
	description: 'Get the rows of the delivery report of a promotion, one for each recipient',
	action: 'Get many recipients',
	writes: false,
	properties: [
		promotionField('The promotion whose report to get'),
		...limitFields,
		rowFiltersField,
		...outputFields(ROW_FIELDS),
	],
	async execute(item) {
		const limit = limitOf(item);
		const query: RowQuery = {
			promotionId: await promotionToRead(item),
			limit: oneBeyond(item, limit),
			filters: rowFiltersOf(item),
			output: outputOf(item, item.isTool ? WITHOUT_PHONES : SIMPLIFIED_FIELDS),
		};
		// Items that ask for the same rows share one request, but each gets its own copies.
		let hasAsked = false;
		const rows = await item.readOnce(`report rows ${JSON.stringify(query)}`, async () => {
			hasAsked = true;
			return await readRows(item, query);
		});
		return limited(item, hasAsked ? rows : deepCopy(rows), limit);
	},
};

interface RowQuery {
	promotionId: string;
	limit: number;
	filters: RowFilters;
	output: Output;
}

async function readRows(item: ItemContext, { promotionId, limit, filters, output }: RowQuery): Promise<OutputItem[]> {
	const ids = { promotionId, accountId: item.client.accountId };
	const { rows, report, filter } = await item.client.report(promotionId, async (body) => {
		const report = await Report.open(body);
		const filter = new RowFilter(filters, report.columns);
		const jsonOf = rowReader(output, report.columns, ids);
		const rows: OutputItem[] = [];
		for await (const portion of report.portions()) {
			for (const row of portion) {
				if (rows.length < limit && filter.matches(row)) rows.push({ json: jsonOf(row) });
			}
			if (rows.length >= limit) break;
		}
		return { rows, report, filter };
	});

	hintAtDoubts(item, promotionId, report);
	if (filter.withoutTime > 0) item.hintOnce(describeWithoutTime(promotionId, filter.withoutTime));
	if (rows.length === 0) {
		const { rowsRead } = report;
		item.hintOnce(
			rowsRead === 0 ? describeNoRows(promotionId) : describeNoMatch(promotionId, rowsRead, filter.statusesInstead),
		);
	}
	return rows;
}
