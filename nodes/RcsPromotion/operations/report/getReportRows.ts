import { deepCopy } from 'n8n-workflow';
import { filtersField } from '../../../form/formFields';
import { maskNumbers } from '../../../service/answers';
import { counted, shortened } from '../../../service/values';
import type { ItemContext } from '../../itemContext';
import { Report } from '../../report/report';
import { readRowPhone } from '../../report/row';
import { RowFilter, type RowFilters } from '../../report/rowFilter';
import { createRowMapper, FIELDS_WITHOUT_PHONES, ROW_FIELDS } from '../../report/rowItems';
import type { Operation, OutputItem } from '../operation';
import { outputFields, readOutput } from '../outputMode';
import { cutToLimit, limitFields, promotionField, readLimit, readPromotionId } from '../sharedFields';

const rowFiltersField = filtersField(
	[
		{
			displayName: 'Error Reason',
			name: 'errorReason',
			type: 'options',
			default: 'with',
			description:
				'Only recipients with, or only those without, an error reason. Signs alone, such as "-", count as none, and so does null.',
			options: [
				{ name: 'With Error Reason', value: 'with' },
				{ name: 'With or Without', value: 'any' },
				{ name: 'Without Error Reason', value: 'without' },
			],
		},
		{
			displayName: 'Phone',
			name: 'phone',
			type: 'string',
			default: '',
			placeholder: 'e.g. +1 415 555 0132',
			description: 'Only this number, with its country code. How it is written does not matter.',
		},
		{
			displayName: 'Statuses',
			name: 'statuses',
			type: 'string',
			typeOptions: { multipleValues: true, multipleValueButtonText: 'Add Status' },
			default: [],
			placeholder: 'e.g. Failed',
			description:
				'Only recipients with one of these statuses, such as Delivered or Failed. Use the words of the report; upper and lower case do not matter.',
		},
		{
			displayName: 'Statuses to Leave Out',
			name: 'statusesToLeaveOut',
			type: 'string',
			typeOptions: { multipleValues: true, multipleValueButtonText: 'Add Status' },
			default: [],
			placeholder: 'e.g. Delivered',
			description: 'All recipients except those with one of these statuses. Use the words of the report.',
		},
	],
	'Return only recipients that match all filters',
);

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
		const shared = await item.readOnce(what, async () => ({ rows: await readRows(item, query), areTaken: false }));
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
	fields: Parameters<typeof createRowMapper>[0];
}

async function readRows(
	item: ItemContext,
	{ promotionId, mostRows, filters, fields }: RowQuery,
): Promise<OutputItem[]> {
	const { client } = item;
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
		for (const hint of report.describe(promotionId)) item.hintOnce(hint);
		if (rows.length === 0 && report.rowsRead > 0) {
			item.hintOnce(describeNoMatch(promotionId, report.rowsRead, filter.statusesIfNoneWanted));
		}
		return rows;
	});
}

const MOST_STATUSES_SHOWN = 10;

/** Statuses are free text from the service. `statuses` are those in the report, if the filter wants none of them. */
function describeNoMatch(promotionId: string, rows: number, statuses: string[]): string {
	const found = `The report of ${promotionId} has ${counted(rows, 'recipient')}, and none of them matches the filters.`;
	if (statuses.length === 0) return found;
	const shown = statuses
		.slice(0, MOST_STATUSES_SHOWN)
		.map((text) => (text === '' ? '(empty)' : shortened(maskNumbers(text), 60)));
	return `${found} Its most common statuses are: ${shown.join(', ')}.`;
}

function readRowFilters(item: ItemContext): RowFilters {
	const form = item.form.collection('filters');
	// The form reader refuses a filter that is an empty text, but not one that is an empty list.
	const readStatuses = (name: string) => {
		const statuses = form.list(name);
		if (statuses.length > 0 || !form.has(name)) return statuses;
		return form.refuse(name, 'is empty', 'Enter a status such as Failed, or remove the filter.');
	};
	const phone = readRowPhone(form.optionalText('phone'));
	if (form.has('phone') && !phone) {
		const advice = 'Enter a number such as +1 415 555 0132, or remove the filter.';
		form.refuse('phone', 'is not a phone number with its country code', advice);
	}
	return {
		statuses: readStatuses('statuses'),
		statusesToLeaveOut: readStatuses('statusesToLeaveOut'),
		// The default of the field counts only once it is added.
		errorReason: form.has('errorReason') ? (form.choice('errorReason') as RowFilters['errorReason']) : 'any',
		e164Number: phone?.e164Number,
	};
}
