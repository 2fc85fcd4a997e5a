import type { IDataObject } from 'n8n-workflow';
import { timestampIso } from '../../service/timestamps';
import type { Column, Columns } from './columns';
import { errorReason, phoneDigits, rowProblem, type Row } from './row';

interface ReportIds {
	promotionId: string;
	accountId: string;
}

/** Makes the JSON of an item from a row. */
type MakeItem = (row: Row) => IDataObject;

const asItIs = (text: string) => text;
const countOf = (text: string) => (/^\d{1,15}$/.test(text) ? Number(text) : null);

/** The fields of an item, the most useful first, each with its column and how its text is read. */
const FIELDS: Record<string, [column: Column, read: (text: string) => string | number | null]> = {
	phone: ['Phone', asItIs],
	name: ['Name', asItIs],
	status: ['Status', asItIs],
	errorReason: ['Error', errorReason],
	time: ['Timestamp', timestampIso],
	retryCount: ['RetryCount', countOf],
	phoneDigits: ['Phone', phoneDigits],
	flowId: ['FlowId', asItIs],
	flowName: ['FlowName', asItIs],
	templateName: ['TemplateName', asItIs],
	language: ['Language', asItIs],
};
export const ROW_FIELDS = Object.keys(FIELDS);
export const SIMPLIFIED_FIELDS = ROW_FIELDS.slice(0, 7);

/** Always these fields: those whose column the report does not have are null. */
export function rowsWith(fields: readonly string[], columns: Columns, ids: ReportIds): MakeItem {
	const empty: IDataObject = { ...Object.fromEntries(fields.map((field) => [field, null])), ...ids };
	const present = fields.flatMap((field) => {
		const [column, read] = FIELDS[field] as (typeof FIELDS)[string];
		const position = columns.position(column);
		return position < 0 ? [] : [{ field, position, read }];
	});
	return marked(columns, (row) => {
		const json = { ...empty };
		for (const { field, position, read } of present) json[field] = read(row.text(position));
		return json;
	});
}

/** Every column under its name in the header. Values beyond the header go into a list. */
export function rawRows(columns: Columns, ids: ReportIds): MakeItem {
	const { names } = columns;
	// Copied for each row, because adding a dozen properties one by one takes five times as long.
	const empty: IDataObject = { ...Object.fromEntries(names.map((name) => [name, ''])), ...ids };
	return marked(columns, (row) => {
		const json = { ...empty };
		for (const [position, name] of names.entries()) json[name] = row.text(position);
		const surplus = row.length - names.length;
		if (surplus > 0) json.extraValues = Array.from({ length: surplus }, (_, index) => row.text(names.length + index));
		return json;
	});
}

function marked({ header }: Columns, makeItem: MakeItem): MakeItem {
	return (row) => {
		const json = makeItem(row);
		const problem = rowProblem(row, header.length);
		if (problem !== undefined) json.rowProblem = problem;
		return json;
	};
}
