import { deepCopy } from 'n8n-workflow';
import { Report } from '../../report/report';
import { RowFilter, type RowFilters } from '../../report/rowFilter';
import { createRowMapper, FIELDS_WITHOUT_PHONES, ROW_FIELDS, SIMPLIFIED_FIELDS } from '../../report/rowItems';
import type { ServiceClient } from '../../../service/client';
import type { Operation, OutputItem } from '../operation';
import { outputFields, readOutput, type Output } from '../outputMode';
import {
	cutToLimit,
	limitFields,
	readLimit,
	addOneForTool,
	promotionField,
	readPromotionIdOrName,
} from '../sharedFields';
import { describeNoMatch, describeNoRows, describeReadingProblems, describeRowsWithoutTime } from './hints';
import { rowFiltersField, readRowFilters } from './filterFields';

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
		const limit = readLimit(item);
		const query: RowQuery = {
			promotionId: await readPromotionIdOrName(item),
			limit: addOneForTool(item, limit),
			filters: readRowFilters(item),
			output: readOutput(item, item.isTool ? FIELDS_WITHOUT_PHONES : SIMPLIFIED_FIELDS),
		};
		const found = await item.readOnce(`report rows ${JSON.stringify(query)}`, async () => {
			return { ...(await readRows(item.client, query)), isUsed: false };
		});
		for (const hint of found.hints) item.hintOnce(hint);
		// Items that ask for the same rows share one request, but each gets its own copies.
		const rows = found.isUsed ? deepCopy(found.rows) : found.rows;
		found.isUsed = true;
		return cutToLimit(item, rows, limit);
	},
};

interface RowQuery {
	promotionId: string;
	limit: number;
	filters: RowFilters;
	output: Output;
}

async function readRows(client: ServiceClient, { promotionId, limit, filters, output }: RowQuery) {
	return await client.report(promotionId, async (body) => {
		const report = await Report.open(body);
		const filter = new RowFilter(filters, report.columns);
		const toJson = createRowMapper(output, report.columns, { promotionId, accountId: client.accountId });
		const rows: OutputItem[] = [];
		for await (const portion of report.rowsByChunk()) {
			for (const row of portion) {
				if (filter.matches(row)) rows.push({ json: toJson(row) });
				if (rows.length >= limit) break;
			}
			if (rows.length >= limit) break;
		}
		const hints = describeReadingProblems(promotionId, report);
		if (filter.rowsWithoutTime > 0) hints.push(describeRowsWithoutTime(promotionId, filter.rowsWithoutTime));
		if (report.rowsRead === 0) hints.push(describeNoRows(promotionId));
		else if (rows.length === 0) {
			hints.push(describeNoMatch(promotionId, report.rowsRead, filter.statusesIfNoneWanted));
		}
		return { rows, hints };
	});
}
