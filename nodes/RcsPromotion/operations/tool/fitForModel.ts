import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import type { HideKey } from '../../../service/credential';
import { grouped, isFilled, isListOrObject, shortened } from '../../../service/values';
import type { NodeRun } from '../../itemContext';
import type { Operation } from '../operation';

/** So many characters of JSON are just under 1,000 tokens. A list gets five times that, for the figures of 50 campaigns. */
const LONGEST_ANSWER = 3_990;
const LONGEST_LIST = 19_990;
const LONGEST_NOTES = 600;
/** For the note that not all fits. */
const ROOM_FOR_CUT_NOTE = 150;
const LONGEST_TEXT = 200;
const LONGEST_VERDICT = 1_500;
/** Of each list, and of each object that counts. */
const MOST_ENTRIES = 10;
/** The service's answer, what was sent to it, what only people look at, and the account, which is always the same. */
const HIDDEN_FIELDS = ['response', 'body', 'template', 'summaryHtml', 'accountId'];

/** The output for an AI model: rows until the room is full. It sees no hints, so they follow in an item of their own. */
export function fitForModel(
	outputItems: INodeExecutionData[],
	{ hints, total = outputItems.length }: Pick<NodeRun, 'hints' | 'total'>,
	{ properties }: Operation,
	hideKey: HideKey,
): INodeExecutionData[] {
	const note = describeHints(outputItems, hints);
	const has = (field: string) => properties.some(({ name }) => name === field);
	const isList = has('returnAll');
	// The rows of a report are all of one promotion, so its ID follows once.
	const common = isList && has('promotionId') ? { promotionId: outputItems[0]?.json.promotionId } : {};
	const hidden = [...HIDDEN_FIELDS, ...Object.keys(common)];
	let room = (isList ? LONGEST_LIST : LONGEST_ANSWER) - ROOM_FOR_CUT_NOTE - measure(note);
	const fitting: INodeExecutionData[] = [];
	for (const { json, ...item } of outputItems) {
		const row = shortenRow(json, hidden, hideKey);
		const isFirst = fitting.length === 0;
		if (measure(row) > room && !isFirst) break;
		fitting.push({ ...item, json: measure(row) > room ? fitFields(row, room) : row });
		room -= measure(row);
	}
	const shown = fitting.length;
	const howMany = total === Infinity ? `${shown}; there are more` : `${shown} of ${grouped(total)}`;
	const cutNote = `These are the first ${howMany}. Pass filters, if this tool has any, or use a tool that counts.`;
	const fullNote = [note, shown < total ? cutNote : ''].filter(Boolean).join(' ');
	const last: IDataObject = { ...(shown > 0 ? common : {}), ...(fullNote === '' ? {} : { note: fullNote }) };
	return isFilled(last) ? [...fitting, { json: last }] : fitting;
}

/** Only what a person must know of an answer that has rows, and nothing if its warnings say the same. */
function describeHints(outputItems: INodeExecutionData[], hints: NodeRun['hints']): string {
	if (outputItems.some(({ json }) => 'warnings' in json || 'message' in json)) return '';
	const isEmpty = outputItems.length === 0;
	const notes = [...hints].filter(([, type]) => isEmpty || type !== 'info').map(([text]) => text);
	return shortened(notes.join(' ') || (isEmpty ? 'Nothing was found.' : ''), LONGEST_NOTES);
}

/** Of the JSON, with the comma after it. */
const measure = (json: unknown) => JSON.stringify(json).length + 1;

/** The fields that fit of a single row that is too long. */
function fitFields(row: IDataObject, room: number): IDataObject {
	let left = room - ROOM_FOR_CUT_NOTE;
	const fields = Object.entries(row);
	const fitting = fields.filter((field) => {
		const isFitting = measure(field) <= left;
		if (isFitting) left -= measure(field);
		return isFitting;
	});
	const leftOut = `${grouped(fields.length - fitting.length)} fields that do not fit`;
	return { ...Object.fromEntries(fitting), '(left out)': leftOut };
}

function shortenRow(json: IDataObject, hidden: string[], hideKey: HideKey): IDataObject {
	const isShown = ([name, value]: [string, unknown]) =>
		!hidden.includes(name) && !(isListOrObject(value) && !isFilled(value));
	const row = shortenValue(Object.fromEntries(Object.entries(json).filter(isShown)), hideKey) as IDataObject;
	if (typeof json.verdict === 'string') row.verdict = shortened(hideKey(json.verdict), LONGEST_VERDICT);
	if (typeof json.message === 'string') row.message = hideKey(json.message);
	return row;
}

/** Leaves out advice, which is for the person who filled in the form: to a model, it would suggest correcting a phone number. */
function shortenValue(value: unknown, hideKey: HideKey): unknown {
	if (typeof value === 'string') return shortened(hideKey(value), LONGEST_TEXT);
	if (!isListOrObject(value)) return value;
	if (Array.isArray(value)) {
		const more = value.length - MOST_ENTRIES;
		const shown = value.slice(0, MOST_ENTRIES).map((entry) => shortenValue(entry, hideKey));
		return more > 0 ? [...shown, `… and ${grouped(more)} more`] : shown;
	}
	const entries = Object.entries(value).filter(([name]) => name !== 'advice');
	const shorten = ([name, entry]: [string, unknown]) => [shortened(name, LONGEST_TEXT), shortenValue(entry, hideKey)];
	const counts = entries.filter((entry): entry is [string, number] => typeof entry[1] === 'number');
	const isCounting = counts.length === entries.length && entries.length > MOST_ENTRIES;
	if (!isCounting) return Object.fromEntries(entries.map(shorten)) as unknown;
	const others = counts.slice(MOST_ENTRIES).reduce((sum, [, count]) => sum + count, 0);
	return Object.fromEntries([...counts.slice(0, MOST_ENTRIES).map(shorten), ['(all others)', others]]) as unknown;
}
