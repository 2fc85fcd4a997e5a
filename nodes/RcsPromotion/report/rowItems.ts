import type { IDataObject } from 'n8n-workflow';
import { timestampMs } from '../../service/timestamps';
import type { Column, Columns } from './columns';
import type { CsvRow } from './csvRow';
import { IsoTimes } from './isoTimes';
import { phoneDigits } from './phone';

export interface ReportIds {
	accountId: string;
	promotionId: string;
}

/** Makes the JSON of an item from a row that was found worth one. */
export type MakeItem = (row: CsvRow) => IDataObject;

/** What spreadsheets take for a formula when a cell begins with it; some also in the full width of East Asian scripts. */
const FORMULA = /^[=+\-@＝＋－＠\t\r\n]/;
const asIs = (text: string) => text;
const neutralized = (text: string) => (FORMULA.test(text) ? `'${text}` : text);

/** Typed, and always of the same shape: a column that the report does not have is null. */
export function simplifiedRows(columns: Columns, ids: ReportIds, neutralize: boolean): MakeItem {
	const at = (column: Column) => columns.position(column);
	const [name, phone, status, timestamp] = [at('Name'), at('Phone'), at('Status'), at('Timestamp')];
	const [error, flowId, flowName] = [at('Error'), at('FlowId'), at('FlowName')];
	const [retryCount, templateName, language] = [at('RetryCount'), at('TemplateName'), at('Language')];
	// Called a dozen times for each row, so the usual one does nothing else.
	const asItIs = (row: CsvRow, position: number) => (position < 0 ? null : row.text(position));
	const harmless = (row: CsvRow, position: number) => (position < 0 ? null : neutralized(row.text(position)));
	const text = neutralize ? harmless : asItIs;
	const safe = neutralize ? neutralized : asIs;
	const { accountId, promotionId } = ids;
	const times = new IsoTimes();
	return (row) => {
		const phoneText = phone < 0 ? null : row.text(phone);
		const timestampText = timestamp < 0 ? null : row.text(timestamp);
		return {
			accountId,
			promotionId,
			name: text(row, name),
			phone: phoneText,
			phoneDigits: phoneText === null ? null : phoneDigits(phoneText),
			status: text(row, status),
			timestamp: timestampText === null ? null : safe(timestampText),
			timestampIso: timestampText === null ? null : momentOf(row.digits(timestamp) ?? timestampText, times),
			errorReason: text(row, error),
			flowId: text(row, flowId),
			flowName: text(row, flowName),
			retryCount: row.digits(retryCount) ?? wholeNumber(row.text(retryCount)),
			templateName: text(row, templateName),
			language: text(row, language),
		};
	};
}

/** Every column under the name that the header gives it; values beyond the header are kept in a list. */
export function rawRows(columns: Columns, ids: ReportIds, neutralize: boolean): MakeItem {
	const safe = neutralize ? neutralized : asIs;
	const names = columns.names.map(safe);
	const isPhone = columns.names.map((_, position) => columns.isCalled(position, 'Phone'));
	return (row) => {
		const json: IDataObject = { accountId: ids.accountId, promotionId: ids.promotionId };
		for (let position = 0; position < names.length; position++) {
			const text = row.text(position);
			json[names[position] as string] = isPhone[position] ? text : safe(text);
		}
		if (row.length > names.length) json.extraValues = extraValues(row, names.length).map(safe);
		return json;
	};
}

function extraValues(row: CsvRow, from: number): string[] {
	return Array.from({ length: row.length - from }, (_, index) => row.text(from + index));
}

const ISO_WITH_ZONE = /^\s*\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})\s*$/i;

/** The last moment a Date can hold. */
const LAST_MS = 8.64e15;

/** Numbers of any unit, and ISO text that names its time zone; anything else could be meant in several ways. */
function momentOf(value: number | string, times: IsoTimes): string | null {
	const ms = timestampMs(value) ?? (ISO_WITH_ZONE.test(String(value)) ? Date.parse(String(value).trim()) : NaN);
	return ms >= 0 && ms <= LAST_MS ? times.of(ms) : null;
}

/** Of a value that is not digits alone. */
function wholeNumber(text: string): number | null {
	const trimmed = text.trim();
	return /^\d{1,15}$/.test(trimmed) ? Number(trimmed) : null;
}
