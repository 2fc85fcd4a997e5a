import type { IDataObject } from 'n8n-workflow';
import { timestampIso } from '../../service/timestamps';
import type { Column, Columns } from './columns';
import { errorReason, phoneDigits, rowProblem, type Row } from './row';

/** The most useful first. */
export const SIMPLIFIED_FIELDS = [
	'phone',
	'name',
	'status',
	'errorReason',
	'time',
	'retryCount',
	'phoneDigits',
] as const;
const FURTHER: Record<string, Column> = {
	flowId: 'FlowId',
	flowName: 'FlowName',
	templateName: 'TemplateName',
	language: 'Language',
};
export const ROW_FIELDS: readonly string[] = [...SIMPLIFIED_FIELDS, ...Object.keys(FURTHER)];
/** For a model, which need not know them. */
export const WITHOUT_PHONES = SIMPLIFIED_FIELDS.filter((name) => !name.startsWith('phone'));

/** Spreadsheets and databases also write `1.0`. */
const countOf = (text: string) => (/^\s*\d{1,15}(?:\.0+)?\s*$/.test(text) ? Number(text) : null);

interface Ids {
	promotionId: string;
	accountId: string;
}

/**
 * Makes the JSON of an item from a row. Always the chosen fields: those whose column the report does not have are null. Raw, every
 * column under its name in the header; values beyond the header go into a list.
 */
export function rowReader(output: readonly string[] | 'raw', columns: Columns, ids: Ids): (row: Row) => IDataObject {
	const read = readerOf(output, columns, ids);
	return (row) => {
		const json = read(row);
		const problem = rowProblem(row, columns.names.length);
		if (problem !== undefined) json.rowProblem = problem;
		return json;
	};
}

function readerOf(output: readonly string[] | 'raw', columns: Columns, ids: Ids): (row: Row) => IDataObject {
	if (output === 'raw') return readRaw(columns, ids);
	const simplified = readSimplified(columns, ids);
	if (output === SIMPLIFIED_FIELDS) return simplified;
	const further = Object.entries(FURTHER).map(([name, column]) => [name, columns.position(column)] as const);
	return (row) => {
		const all: IDataObject = simplified(row);
		for (const [name, position] of further) all[name] = textAt(row, position);
		return { ...Object.fromEntries(output.map((name) => [name, all[name]])), ...ids };
	};
}

/** One literal for each row: setting the properties one by one takes a third longer. */
function readSimplified(columns: Columns, { promotionId, accountId }: Ids) {
	const at = (column: Column) => columns.position(column);
	const [phone, name, status, error] = [at('Phone'), at('Name'), at('Status'), at('Error')];
	const [time, retryCount] = [at('Timestamp'), at('RetryCount')];
	return (row: Row): Record<(typeof SIMPLIFIED_FIELDS)[number] | keyof Ids, string | number | null> => ({
		phone: textAt(row, phone),
		name: textAt(row, name),
		status: textAt(row, status),
		errorReason: error < 0 ? null : errorReason(row.text(error)),
		time: timestampIso(row.text(time)),
		retryCount: countOf(row.text(retryCount)),
		phoneDigits: phone < 0 ? null : phoneDigits(row.text(phone)),
		promotionId,
		accountId,
	});
}

const textAt = (row: Row, position: number) => (position < 0 ? null : row.text(position));

function readRaw({ names }: Columns, ids: Ids) {
	// Copied for each row, because adding a dozen properties one by one takes five times as long.
	const empty: IDataObject = { ...Object.fromEntries(names.map((name) => [name, null])), ...ids };
	return (row: Row): IDataObject => {
		const json = { ...empty };
		for (const [position, name] of names.entries()) json[name] = row.text(position);
		const surplus = row.length - names.length;
		if (surplus > 0) json.extraValues = Array.from({ length: surplus }, (_, index) => row.text(names.length + index));
		return json;
	};
}
