import type { IDataObject } from 'n8n-workflow';
import { timestampIso } from '../../service/timestamps';
import type { Column, Columns } from './columns';
import { errorReasonOf, phoneDigits, rowProblem, type Row } from './row';

interface ReportIds {
	promotionId: string;
	accountId: string;
}

/** Makes the JSON of an item from a row. */
type MakeItem = (row: Row) => IDataObject;

/** Typed values, the most useful first, always the same fields: a column that the report does not have is null. */
export function simplifiedRows(columns: Columns, { promotionId, accountId }: ReportIds): MakeItem {
	const at = (column: Column) => columns.position(column);
	const [phone, name, status, error] = [at('Phone'), at('Name'), at('Status'), at('Error')];
	const [timestamp, retryCount] = [at('Timestamp'), at('RetryCount')];
	return marked(columns, (row) => {
		const phoneText = textOf(row, phone);
		return {
			phone: phoneText,
			name: textOf(row, name),
			status: textOf(row, status),
			errorReason: error < 0 ? null : errorReasonOf(row, error),
			time: timestampIso(row.text(timestamp)),
			retryCount: countOf(row.text(retryCount)),
			phoneDigits: phoneText === null ? null : phoneDigits(phoneText),
			promotionId,
			accountId,
		};
	});
}

const countOf = (text: string) => (/^\d{1,15}$/.test(text) ? Number(text) : null);

const textOf = (row: Row, position: number) => (position < 0 ? null : row.text(position));

/** The documented columns that the simplified output leaves out. */
const FURTHER = { flowId: 'FlowId', flowName: 'FlowName', templateName: 'TemplateName', language: 'Language' } as const;

export const SELECTABLE_FIELDS = [
	...['phone', 'name', 'status', 'errorReason', 'time', 'retryCount', 'phoneDigits'],
	...Object.keys(FURTHER),
];

/** All fields that can be selected. */
export function selectableRows(columns: Columns, ids: ReportIds): MakeItem {
	const simplified = simplifiedRows(columns, ids);
	return (row) => {
		const json = simplified(row);
		for (const [name, column] of Object.entries(FURTHER)) json[name] = textOf(row, columns.position(column));
		return json;
	};
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
