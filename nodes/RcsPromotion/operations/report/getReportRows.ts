import { deepCopy } from 'n8n-workflow';
import type { ServiceClient } from '../../../service/client';
import { Report } from '../../report/report';
import { RowFilter, type RowFilters } from '../../report/rowFilter';
import { createRowMapper, FIELDS_WITHOUT_PHONES, ROW_FIELDS, type FieldSelection } from '../../report/rowItems';
import type { Operation, OutputItem } from '../operation';
import { outputFields, readOutput } from '../outputMode';
import { cutToLimit, limitFields, promotionField, readLimit, readPromotionId } from '../sharedFields';
import { readRowFilters, rowFiltersField } from './filterFields';
import { describeNoMatch, describeReport } from './hints';

export const getReportRows: Operation = {
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
			promotionId: readPromotionId(item),
			// One more for a model, to see whether any are left out.
			mostRows: item.isTool ? limit + 1 : limit,
			filters: readRowFilters(item),
			fields: readOutput(item, item.isTool ? FIELDS_WITHOUT_PHONES : 'simplified'),
		};
		const what = `report rows ${JSON.stringify(query)}`;
		const shared = await item.readOnce(what, async () => await readRows(item.client, query));
		for (const hint of shared.hints) item.hintOnce(hint);
		// The first item takes the rows, later ones copy them: most runs need no copy of a million rows.
		const rows = shared.areTaken ? deepCopy(shared.rows) : shared.rows;
		shared.areTaken = true;
		return cutToLimit(item, rows, limit, Infinity);
	},
};

interface RowQuery {
	promotionId: string;
	mostRows: number;
	filters: RowFilters;
	fields: FieldSelection;
}

async function readRows(client: ServiceClient, { promotionId, mostRows, filters, fields }: RowQuery) {
	return await client.report(promotionId, async (body) => {
		const report = await Report.open(body);
		const filter = new RowFilter(filters, report.columns);
		const toJson = createRowMapper(fields, report.columns, { promotionId, accountId: client.accountId });
		const rows: OutputItem[] = [];
		for await (const chunk of report.rowsByChunk()) {
			for (const row of chunk) {
				if (filter.matches(row)) rows.push({ json: toJson(row) });
				if (rows.length >= mostRows) break;
			}
			if (rows.length >= mostRows) break;
		}
		const hints = describeReport(promotionId, report);
		if (rows.length === 0 && report.rowsRead > 0) {
			hints.push(describeNoMatch(promotionId, report.rowsRead, filter.statusesIfNoneWanted));
		}
		return { rows, hints, areTaken: false };
	});
}
