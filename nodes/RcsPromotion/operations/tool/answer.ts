import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import type { HideKey } from '../../../service/key';
import { grouped, isFilled, isListOrObject, shortened } from '../../../service/values';
import type { NodeRun } from '../../itemContext';
import type { Operation } from '../operation';

/** So many characters of JSON are just under 1,000 tokens. A list gets five times that, for the figures of 50 campaigns. */
const LONGEST_ANSWER = 3_990;
const LONGEST_LIST = 19_990;
const LONGEST_NOTES = 600;
/** For the note that not all rows fit. */
const ROOM_FOR_CUT_NOTE = 150;
const LONGEST_TEXT = 200;
const LONGEST_VERDICT = 1_500;
/** Of each list, and of each object that counts. */
const MOST_ENTRIES = 10;
const FEWER_ENTRIES = [MOST_ENTRIES, 5, 3, 1];
/** The service's answer, what was sent to it, what only people look at, and the account, which is always the same. */
const HIDDEN_FIELDS = ['response', 'body', 'template', 'summaryHtml', 'accountId'];

/** The output for an AI model. It sees no hints, so they follow in an item of their own, unless the output has warnings, which say the same. */
export function fitForModel(
	outputItems: INodeExecutionData[],
	{ hints, total = outputItems.length }: Pick<NodeRun, 'hints' | 'total'>,
	{ properties }: Operation,
	hideKey: HideKey,
): INodeExecutionData[] {
	const notes = outputItems.some(({ json }) => 'warnings' in json)
		? []
		: [...hints].filter(([, type]) => outputItems.length === 0 || type !== 'info').map(([text]) => text);
	if (outputItems.length === 0 && notes.length === 0) notes.push('Nothing was found.');
	const note = shortened(notes.join(' '), LONGEST_NOTES);
	const isList = properties.some(({ name }) => name === 'returnAll');
	const room = (isList ? LONGEST_LIST : LONGEST_ANSWER) - ROOM_FOR_CUT_NOTE - JSON.stringify(note).length;
	const { rows, common } = leaveOutRepeats(outputItems.map(({ json }) => json));
	let length = 0;
	const fitting: INodeExecutionData[] = [];
	for (const [index, row] of rows.entries()) {
		const json = index === 0 ? fitRow(row, room, hideKey) : shortenRow(row, hideKey);
		length += measureLength(json);
		if (length > room) break;
		fitting.push({ ...outputItems[index], json });
	}
	const shown = fitting.length;
	const howMany = total === Infinity ? `${shown}; there are more` : `${shown} of ${grouped(total)}`;
	const cutNote = `These are the first ${howMany}. Pass filters, if this tool has any, or use a tool that counts.`;
	const fullNote = [note, shown < total ? cutNote : ''].filter(Boolean).join(' ');
	const last: IDataObject = { ...common, ...(fullNote === '' ? {} : { note: fullNote }) };
	return isFilled(last) ? [...fitting, { json: last }] : fitting;
}

/** Of several rows, what is not known is left out, and so is a promotion that all have in common. */
function leaveOutRepeats(rows: IDataObject[]): { rows: IDataObject[]; common: IDataObject } {
	const [first] = rows;
	if (!first || rows.length === 1) return { rows, common: {} };
	const { promotionId } = first;
	const isCommon = promotionId !== undefined && rows.every((row) => row.promotionId === promotionId);
	const isKept = ([name, value]: [string, unknown]) => value !== null && !(isCommon && name === 'promotionId');
	return {
		rows: rows.map((row) => Object.fromEntries(Object.entries(row).filter(isKept))),
		common: isCommon ? { promotionId } : {},
	};
}

/** Of the JSON, with the comma after it. */
const measureLength = (json: unknown) => JSON.stringify(json).length + 1;

/** Keeps as many entries of each list as fit. If even one is too many, leaves out the fields that do not fit. */
function fitRow(json: IDataObject, room: number, hideKey: HideKey): IDataObject {
	for (const most of FEWER_ENTRIES) {
		const row = shortenRow(json, hideKey, most);
		if (measureLength(row) <= room) return row;
	}
	let length = ROOM_FOR_CUT_NOTE;
	const fields = Object.entries(shortenRow(json, hideKey, 1));
	const fitting = fields.filter((field) => {
		const isFitting = length + measureLength(field) <= room;
		if (isFitting) length += measureLength(field);
		return isFitting;
	});
	return {
		...Object.fromEntries(fitting),
		'(left out)': `${grouped(fields.length - fitting.length)} fields that do not fit`,
	};
}

function shortenRow(json: IDataObject, hideKey: HideKey, most = MOST_ENTRIES): IDataObject {
	const isShown = ([name, value]: [string, unknown]) =>
		!HIDDEN_FIELDS.includes(name) && !(isListOrObject(value) && !isFilled(value));
	const shown = Object.entries(json).filter(isShown);
	const row = shortenValue(Object.fromEntries(shown), hideKey, most) as IDataObject;
	if (typeof json.verdict === 'string') row.verdict = shortened(hideKey(json.verdict), LONGEST_VERDICT);
	return row;
}

/** Leaves out advice, which is for the person who filled in the form: to a model, it would suggest correcting a phone number. */
function shortenValue(value: unknown, hideKey: HideKey, most = MOST_ENTRIES): unknown {
	if (typeof value === 'string') return shortened(hideKey(value), LONGEST_TEXT);
	if (!isListOrObject(value)) return value;
	if (Array.isArray(value)) {
		const more = value.length - most;
		return [
			...value.slice(0, most).map((entry) => shortenValue(entry, hideKey, most)),
			...(more > 0 ? [`… and ${grouped(more)} more`] : []),
		];
	}
	const entries = Object.entries(value).filter(([name]) => name !== 'advice');
	const shorten = ([name, entry]: [string, unknown]) => [
		shortened(name, LONGEST_TEXT),
		shortenValue(entry, hideKey, most),
	];
	const counts = entries.filter((entry): entry is [string, number] => typeof entry[1] === 'number');
	const hasOnlyCounts = counts.length === entries.length;
	if (entries.length <= most || !hasOnlyCounts) return Object.fromEntries(entries.map(shorten)) as unknown;
	const others = counts.slice(most).reduce((sum, [, count]) => sum + count, 0);
	return Object.fromEntries([...counts.slice(0, most).map(shorten), ['(all others)', others]]) as unknown;
}
