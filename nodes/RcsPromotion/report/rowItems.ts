import type { IDataObject } from 'n8n-workflow';
import type { KeyWatch } from '../../service/keyWatch';
import { phoneDigits } from '../../service/phoneDigits';
import type { Redact } from '../../service/redact';
import { Columns, type Column } from './columns';
import { rowProblem, type ScannedRow } from './scannedRow';
import { countOf, errorReasonOf, timeOf } from './rowValues';

interface ReportIds {
	promotionId: string;
	accountId: string;
}

interface ItemWishes {
	simplify: boolean;
	/** Put an apostrophe before texts that a spreadsheet would run as a formula. */
	harmless: boolean;
}

/** Makes the JSON of an item from a row that was found worth one. */
type MakeItem = (row: ScannedRow) => IDataObject;

/** Items in which the key is hidden, should the service repeat it; looked for only in rows that may hold it. */
export function itemMaker(
	columns: Columns,
	ids: ReportIds,
	wishes: ItemWishes,
	watch: KeyWatch,
	hide: Redact,
): MakeItem {
	const shown = new Columns(columns.header.map(hide));
	const makeItem = (wishes.simplify ? simplifiedRows : rawRows)(shown, ids, wishes.harmless);
	const width = columns.header.length;
	return (row) => {
		const item = makeItem(watch.suspects() ? withoutKey(row, hide) : row);
		if (row.length !== width || row.hasStrayQuote) item.rowProblem = rowProblem(row, width);
		return item;
	};
}

/** What spreadsheets take for a formula when a cell begins with it; some also in the full width of East Asian scripts. */
const FORMULA = /^[=+\-@＝＋－＠\t\r\n]/;
const asIs = (text: string) => text;
/** A plus sign is a part of it. */
const PHONE = /^\+[\d\s()./-]*$/;
const harmlessPhone = (text: string) => (PHONE.test(text) ? text : harmlessText(text));
const harmlessText = (text: string) => (FORMULA.test(text) ? `'${text}` : text);

/** Typed, the most useful first, and always of the same shape: a column that the report does not have is null. */
export function simplifiedRows(columns: Columns, ids: ReportIds, harmless: boolean): MakeItem {
	const at = (column: Column) => columns.position(column);
	const [phone, name, status, error] = [at('Phone'), at('Name'), at('Status'), at('Error')];
	const [timestamp, retryCount] = [at('Timestamp'), at('RetryCount')];
	const [safe, safePhone] = harmless ? [harmlessText, harmlessPhone] : [asIs, asIs];
	const { promotionId, accountId } = ids;
	return (row) => {
		const phoneText = phone < 0 ? null : row.text(phone);
		const ms = timeOf(row, timestamp);
		return {
			phone: phoneText === null ? null : safePhone(phoneText),
			name: name < 0 ? null : safe(row.text(name)),
			status: status < 0 ? null : safe(row.text(status)),
			errorReason: error < 0 ? null : safe(errorReasonOf(row, error)),
			timestampIso: ms === null ? null : new Date(ms).toISOString(),
			timestamp: timestamp < 0 ? null : safe(row.text(timestamp)),
			retryCount: countOf(row, retryCount),
			phoneDigits: phoneText === null ? null : phoneDigits(phoneText),
			promotionId,
			accountId,
		};
	};
}

/** Every column under the name that the header gives it; values beyond the header are kept in a list. */
export function rawRows(columns: Columns, ids: ReportIds, harmless: boolean): MakeItem {
	const [safe, safePhone] = harmless ? [harmlessText, harmlessPhone] : [asIs, asIs];
	const names = columns.names.map(safe);
	const isPhone = names.map((_, position) => columns.isCalled(position, 'Phone'));
	// Copied for each row: to add a dozen properties one by one takes five times as long.
	const empty: IDataObject = { ...Object.fromEntries(names.map((name) => [name, ''])), ...ids };
	return (row) => {
		const json = { ...empty };
		for (let position = 0; position < names.length; position++) {
			const text = row.text(position);
			json[names[position] as string] = isPhone[position] === true ? safePhone(text) : safe(text);
		}
		if (row.length > names.length) json.extraValues = extraValues(row, names.length).map(safe);
		return json;
	};
}

function extraValues(row: ScannedRow, from: number): string[] {
	return Array.from({ length: row.length - from }, (_, index) => row.text(from + index));
}

function withoutKey(row: ScannedRow, hide: Redact): ScannedRow {
	const text = (position: number) => hide(row.text(position));
	return {
		length: row.length,
		hasStrayQuote: row.hasStrayQuote,
		text,
		digits: (position) => (text(position) === row.text(position) ? row.digits(position) : undefined),
		isEmpty: (position) => row.isEmpty(position),
	};
}
