import type { IDataObject } from 'n8n-workflow';
import { timestampIso } from '../../service/timestamps';
import type { Column, Columns } from './columns';
import { readErrorReason, readRowPhone, describeRowProblem, type CurrentRow } from './row';

/** The most useful first. */
const SIMPLIFIED_FIELDS = ['phone', 'name', 'status', 'errorReason', 'time', 'retryCount', 'phoneDigits'] as const;
const OTHER_COLUMNS: Record<string, Column> = {
	flowId: 'FlowId',
	flowName: 'FlowName',
	templateName: 'TemplateName',
	language: 'Language',
};
export const ROW_FIELDS: readonly string[] = [...SIMPLIFIED_FIELDS, ...Object.keys(OTHER_COLUMNS)];
/** An AI model does not need phone numbers. */
export const FIELDS_WITHOUT_PHONES = SIMPLIFIED_FIELDS.filter((name) => !name.startsWith('phone'));

/** Spreadsheets and databases also write `1.0`. */
const parseCount = (text: string) => (/^\s*\d{1,15}(?:\.0+)?\s*$/.test(text) ? Number(text) : null);

interface Ids {
	promotionId: string;
	accountId: string;
}

type RowMapper = (row: CurrentRow) => IDataObject;

/**
 * Creates the function that makes an item's JSON from a row: its fields besides the IDs; for `raw`, everything as the service sends it.
 * Measured: it is fastest to create each row's object in one step.
 */
export function createRowMapper(
	fields: 'raw' | 'simplified' | readonly string[],
	columns: Columns,
	ids: Ids,
): RowMapper {
	const toJson = fields === 'raw' ? createRawMapper(columns, ids) : createFieldsMapper(fields, columns, ids);
	return (row) => {
		const json = toJson(row);
		const problem = describeRowProblem(row, columns.names.length);
		if (problem !== undefined) json.rowProblem = problem;
		return json;
	};
}

/** A field is null if the report does not have its column. */
function createFieldsMapper(fields: 'simplified' | readonly string[], columns: Columns, ids: Ids): RowMapper {
	const toSimplified = createSimplifiedMapper(columns, ids);
	if (fields === 'simplified') return toSimplified;
	const others = Object.entries(OTHER_COLUMNS).map(([name, column]) => [name, columns.position(column)] as const);
	return (row) => {
		const all: IDataObject = toSimplified(row);
		for (const [name, position] of others) all[name] = readText(row, position);
		return { ...Object.fromEntries(fields.map((name) => [name, all[name]])), ...ids };
	};
}

function createSimplifiedMapper(columns: Columns, { promotionId, accountId }: Ids) {
	const at = (column: Column) => columns.position(column);
	const [phone, name, status, error] = [at('Phone'), at('Name'), at('Status'), at('Error')];
	const [time, retryCount] = [at('Timestamp'), at('RetryCount')];
	return (row: CurrentRow): Record<(typeof SIMPLIFIED_FIELDS)[number] | keyof Ids, string | number | null> => ({
		phone: readText(row, phone),
		name: readText(row, name),
		status: readText(row, status),
		errorReason: error < 0 ? null : readErrorReason(row.text(error)),
		// Without the column the text is empty, so both are null.
		time: timestampIso(row.text(time)),
		retryCount: parseCount(row.text(retryCount)),
		phoneDigits: phone < 0 ? null : (readRowPhone(row.text(phone))?.digits ?? null),
		promotionId,
		accountId,
	});
}

const readText = (row: CurrentRow, position: number) => (position < 0 ? null : row.text(position));

/** Every column under its name in the header; values beyond the header go into a list. */
function createRawMapper({ names }: Columns, ids: Ids): RowMapper {
	const template: IDataObject = { ...Object.fromEntries(names.map((name) => [name, null])), ...ids };
	return (row) => {
		const json = { ...template };
		for (const [position, name] of names.entries()) json[name] = row.text(position);
		const surplus = row.length - names.length;
		if (surplus > 0) json.extraValues = Array.from({ length: surplus }, (_, index) => row.text(names.length + index));
		return json;
	};
}
