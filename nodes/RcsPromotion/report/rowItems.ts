import type { IDataObject } from 'n8n-workflow';
import { timestampIso } from '../../service/timestamps';
import type { Column, Columns } from './columns';
import { errorReason, phoneDigits, rowProblem, type Row } from './row';

type Read = (text: string) => string | number | null;
const asItIs: Read = (text) => text;
/** Spreadsheets and databases also write `1.0`. */
const countOf: Read = (text) => (/^\s*\d{1,15}(?:\.0+)?\s*$/.test(text) ? Number(text) : null);

/** The fields of an item, the most useful first, each with its column and how its text is read. */
const FIELDS: Record<string, [column: Column, read: Read]> = {
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
/** For a model, which need not know them. */
export const WITHOUT_PHONES = SIMPLIFIED_FIELDS.filter((name) => !name.startsWith('phone'));

/**
 * Makes the JSON of an item from a row. Always the chosen fields: those whose column the report does not have are null. Raw, every
 * column under its name in the header; values beyond the header go into a list.
 */
export function rowReader(
	output: readonly string[] | 'raw',
	columns: Columns,
	ids: { promotionId: string; accountId: string },
): (row: Row) => IDataObject {
	const width = columns.names.length;
	const fields =
		output === 'raw'
			? columns.names.map((name, position) => ({ name, position, read: asItIs }))
			: output.map((name) => {
					const [column, read] = FIELDS[name] as (typeof FIELDS)[string];
					return { name, position: columns.position(column), read };
				});
	const present = fields.filter(({ position }) => position >= 0);
	// Copied for each row, because adding a dozen properties one by one takes five times as long.
	const empty: IDataObject = { ...Object.fromEntries(fields.map(({ name }) => [name, null])), ...ids };
	return (row) => {
		const json = { ...empty };
		for (const { name, position, read } of present) json[name] = read(row.text(position));
		const surplus = output === 'raw' ? row.length - width : 0;
		if (surplus > 0) json.extraValues = Array.from({ length: surplus }, (_, index) => row.text(width + index));
		const problem = rowProblem(row, width);
		if (problem !== undefined) json.rowProblem = problem;
		return json;
	};
}
