import type { IDataObject, INodeExecutionData, NodeHint } from 'n8n-workflow';
import type { Redact } from '../../../service/key';
import { grouped, isListOrObject, shortened } from '../../../service/values';

/** So many characters of JSON are just under 1,000 tokens. The list from which a model picks a promotion gets three times that. */
const LONGEST_ANSWER = 3_990;
const LONGEST_PROMOTION_LIST = 11_990;
const LONGEST_NOTES = 600;
/** For the word that not all rows fit. */
const LONGEST_CUT_NOTE = 150;
const LONGEST_TEXT = 200;
const LONGEST_VERDICT = 1_500;
/** Of each list and each count. */
const MOST_ENTRIES = 10;
const FEWER_ENTRIES = [MOST_ENTRIES, 5, 3, 1];
/** What the service answered, what was sent to it, what only people look at, and the account, of which a tool has one. */
const HIDDEN_FIELDS = ['response', 'body', 'summaryHtml', 'accountId'];

/** The rows as an AI model gets them. It sees no hints, so a last row says what they say; a launch or a check says it in its warnings. */
export function fitForModel(
	rows: INodeExecutionData[],
	hints: ReadonlyMap<string, NodeHint['type']>,
	isListOfPromotions: boolean,
	hideKey: Redact,
): INodeExecutionData[] {
	const notes = rows.some(({ json }) => 'warnings' in json)
		? []
		: [...hints].filter(([, type]) => rows.length === 0 || type !== 'info').map(([text]) => text);
	if (rows.length === 0 && notes.length === 0) notes.push('Nothing was found.');
	const note = shortened(notes.join(' '), LONGEST_NOTES);
	const room =
		(isListOfPromotions ? LONGEST_PROMOTION_LIST : LONGEST_ANSWER) - LONGEST_CUT_NOTE - JSON.stringify(note).length;
	let length = 0;
	const fitting = rows
		.map(({ json, ...others }, index) => ({
			...others,
			json: index === 0 ? fitRow(json, room, hideKey) : shortenRow(json, hideKey),
		}))
		.filter(({ json }) => (length += measureLength(json)) <= room);
	const cut = `Only the first ${fitting.length} of ${grouped(rows.length)} rows fit into an answer: pass filters, if this tool has any, or use a tool that counts.`;
	const said = [note, fitting.length < rows.length ? cut : ''].filter(Boolean).join(' ');
	return said === '' ? fitting : [...fitting, { json: { note: said } }];
}

/** With its comma. */
const measureLength = (json: unknown) => JSON.stringify(json).length + 1;

/** The row with ever fewer entries of its lists, at last without the fields that do not fit. */
function fitRow(json: IDataObject, room: number, hideKey: Redact): IDataObject {
	const fits = FEWER_ENTRIES.map((most) => shortenRow(json, hideKey, most)).find((row) => measureLength(row) <= room);
	if (fits) return fits;
	let length = LONGEST_CUT_NOTE;
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

const shortenRow = (json: IDataObject, hideKey: Redact, most = MOST_ENTRIES): IDataObject => ({
	...(shortenValue(
		Object.fromEntries(Object.entries(json).filter(([name]) => !HIDDEN_FIELDS.includes(name))),
		hideKey,
		most,
	) as IDataObject),
	...(typeof json.verdict === 'string' ? { verdict: shortened(hideKey(json.verdict), LONGEST_VERDICT) } : {}),
});

/** Advice is for the person who filled in the form. To a model, it would suggest correcting a phone number. */
function shortenValue(value: unknown, hideKey: Redact, most = MOST_ENTRIES): unknown {
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
	const counts = entries.filter((entry): entry is [string, number] => typeof entry[1] === 'number');
	const isCount = entries.length > most && counts.length === entries.length;
	const rest = isCount ? counts.slice(most).reduce((sum, [, count]) => sum + count, 0) : 0;
	const shown = (isCount ? entries.slice(0, most) : entries).map(([name, entry]) => [
		shortened(name, LONGEST_TEXT),
		shortenValue(entry, hideKey, most),
	]);
	return Object.fromEntries([...shown, ...(isCount ? [['(all others)', rest]] : [])]) as unknown;
}
