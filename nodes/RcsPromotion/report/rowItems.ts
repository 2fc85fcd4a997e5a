import type { IDataObject } from 'n8n-workflow';
import { phoneDigits } from '../../service/phoneDigits';
import type { Column, Columns } from './columns';
import { rowProblem, type Row } from './row';
import { countOf, errorReasonOf, timeOf } from './rowValues';

export interface ReportIds {
	promotionId: string;
	accountId: string;
}

/** Makes the JSON of an item from a row that was found worth one. */
export type MakeItem = (row: Row) => IDataObject;

/** Typed, the most useful first, and always of the same shape: a column that the report does not have is null. */
export function simplifiedRows(columns: Columns, { promotionId, accountId }: ReportIds): MakeItem {
	const at = (column: Column) => columns.position(column);
	const [phone, name, status, error] = [at('Phone'), at('Name'), at('Status'), at('Error')];
	const [timestamp, retryCount] = [at('Timestamp'), at('RetryCount')];
	return marked(columns, (row) => {
		const phoneText = phone < 0 ? null : row.text(phone);
		const ms = timeOf(row, timestamp);
		return {
			phone: phoneText,
			name: name < 0 ? null : row.text(name),
			status: status < 0 ? null : row.text(status),
			errorReason: error < 0 ? null : errorReasonOf(row, error),
			timestampIso: ms === null ? null : new Date(ms).toISOString(),
			timestamp: timestamp < 0 ? null : row.text(timestamp),
			retryCount: countOf(row, retryCount),
			phoneDigits: phoneText === null ? null : phoneDigits(phoneText),
			promotionId,
			accountId,
		};
	});
}

/** Beside the simplified ones, what else the document names. */
const FURTHER = { flowId: 'FlowId', flowName: 'FlowName', templateName: 'TemplateName', language: 'Language' } as const;

export const SELECTABLE_FIELDS = [
	...['phone', 'name', 'status', 'errorReason', 'timestampIso', 'timestamp', 'retryCount', 'phoneDigits'],
	...Object.keys(FURTHER),
];

/** All that can be chosen from. */
export function selectableRows(columns: Columns, ids: ReportIds): MakeItem {
	const simplified = simplifiedRows(columns, ids);
	const further = Object.entries(FURTHER).map(([name, column]) => ({ name, position: columns.position(column) }));
	return (row) => {
		const texts = further.map(({ name, position }) => [name, position < 0 ? null : row.text(position)] as const);
		return { ...simplified(row), ...Object.fromEntries(texts) };
	};
}

/** Every column under the name that the header gives it; values beyond the header are kept in a list. */
export function rawRows(columns: Columns, ids: ReportIds): MakeItem {
	const { names } = columns;
	// Copied for each row: to add a dozen properties one by one takes five times as long.
	const empty: IDataObject = { ...Object.fromEntries(names.map((name) => [name, ''])), ...ids };
	return marked(columns, (row) => {
		const json = { ...empty };
		for (let position = 0; position < names.length; position++) json[names[position] as string] = row.text(position);
		const surplus = row.length - names.length;
		if (surplus > 0) json.extraValues = Array.from({ length: surplus }, (_, index) => row.text(names.length + index));
		return json;
	});
}

function marked({ header }: Columns, makeItem: MakeItem): MakeItem {
	return (row) => {
		const json = makeItem(row);
		if (row.length !== header.length || row.hasStrayQuote) json.rowProblem = rowProblem(row, header.length);
		return json;
	};
}
