import type { IDataObject, INodeExecutionData, NodeHint } from 'n8n-workflow';
import type { Redact } from '../../../service/key';
import { grouped, isListOrObject, shortened } from '../../../service/values';

/** So many characters of JSON are about 1,000 tokens. The list from which a model picks a promotion gets three times that. */
const ROOM = 3_400;
const ROOM_OF_LIST = 11_400;
const ROOM_OF_NOTES = 600;
const LONGEST_TEXT = 200;
const LONGEST_VERDICT = 1_500;
const MOST_ENTRIES = 10;
/** What the service answered, what was sent to it, what only people look at, and the account, of which a tool has one. */
const LEFT_OUT = ['response', 'body', 'summaryHtml', 'accountId'];

/** The rows as an AI model gets them. It sees no hints, so a last row says what they say; a launch or a check says it in its warnings. */
export function forModel(
	rows: INodeExecutionData[],
	hints: ReadonlyMap<string, NodeHint['type']>,
	isListOfPromotions: boolean,
	hideKey: Redact,
): INodeExecutionData[] {
	const room = isListOfPromotions ? ROOM_OF_LIST : ROOM;
	const notes = rows.some(({ json }) => 'warnings' in json)
		? []
		: [...hints].filter(([, type]) => rows.length === 0 || type !== 'info').map(([text]) => text);
	const short = rows.map(({ json, ...others }) => ({ ...others, json: shortRow(json, hideKey) }));
	let length = 0;
	const fitting = short.filter(({ json }, index) => (length += JSON.stringify(json).length) <= room || index === 0);
	if (fitting.length < rows.length) {
		notes.push(
			`Only the first ${fitting.length} of ${grouped(rows.length)} rows fit into an answer: use filters, or a tool that counts.`,
		);
	}
	if (rows.length === 0 && notes.length === 0) notes.push('Nothing was found.');
	return notes.length === 0 ? fitting : [...fitting, { json: { note: shortened(notes.join(' '), ROOM_OF_NOTES) } }];
}

const shortRow = (json: IDataObject, hideKey: Redact): IDataObject => ({
	...(short(
		Object.fromEntries(Object.entries(json).filter(([name]) => !LEFT_OUT.includes(name))),
		hideKey,
	) as IDataObject),
	...(typeof json.verdict === 'string' ? { verdict: shortened(hideKey(json.verdict), LONGEST_VERDICT) } : {}),
});

/** Advice is for the person who filled in the form. To a model, it would suggest correcting a phone number. */
function short(value: unknown, hideKey: Redact): unknown {
	if (typeof value === 'string') return shortened(hideKey(value), LONGEST_TEXT);
	if (!isListOrObject(value)) return value;
	if (Array.isArray(value)) {
		const more = value.length - MOST_ENTRIES;
		return [
			...value.slice(0, MOST_ENTRIES).map((entry) => short(entry, hideKey)),
			...(more > 0 ? [`… and ${grouped(more)} more`] : []),
		];
	}
	const entries = Object.entries(value).filter(([name]) => name !== 'advice');
	const counts = entries.filter((entry): entry is [string, number] => typeof entry[1] === 'number');
	const isCount = entries.length > MOST_ENTRIES && counts.length === entries.length;
	const rest = isCount ? counts.slice(MOST_ENTRIES).reduce((sum, [, count]) => sum + count, 0) : 0;
	const shown = (isCount ? entries.slice(0, MOST_ENTRIES) : entries).map(([name, entry]) => [
		shortened(name, LONGEST_TEXT),
		short(entry, hideKey),
	]);
	return Object.fromEntries([...shown, ...(isCount ? [['(all others)', rest]] : [])]) as unknown;
}
