import type { INodeProperties } from 'n8n-workflow';
import { giveWay } from '../../service/clock';
import { INVISIBLE_RANGES, isFilled, isListOrObject, isObject, plainText } from '../../service/values';
import { splitE164 } from '../../vendor/libphonenumber';
import { contactRefusal, shortenName } from '../issues';
import { isFile } from './binaryFile';
import { DATES_AND_TIMES, FEWEST_DIGITS, toHalfWidth } from './phone';

export const DO_NOT_CONTACT = 'Do Not Contact';

export const doNotContactField: INodeProperties = {
	displayName: DO_NOT_CONTACT,
	name: 'doNotContact',
	type: 'string',
	typeOptions: { rows: 3 },
	default: '',
	placeholder: "e.g. {{ $('Opt-outs').all() }}",
	description:
		'If some people have opted out: an expression that returns the items of the node that lists them, or their phone numbers, one per line. Every contact whose number stands anywhere in it is left out, with or without country code, in any field.',
};

/**
 * Finds the contacts whose numbers stand in the option: items of another node, other objects, or a text or a list. The names of fields
 * do not matter, because leaving out one too many does less harm than one too few. `entries`: how many items, or lines of a text, it has.
 */
export async function readDoNotContact(value: unknown, numbers: readonly number[]) {
	if (value === undefined || value === null || (typeof value === 'string' && value.trim() === ''))
		throw refusal(`'${DO_NOT_CONTACT}' is empty`, `${GIVE_ITEMS} An empty list is fine.`);
	const contacts = new SoughtNumbers();
	for (const number of numbers) {
		contacts.add(number);
		await giveWay();
	}
	let [position, entries, anyHasNumber] = [0, 0, false];
	for (const entry of entriesOf(value)) {
		position++;
		const name = `${isObject(entry) ? 'Item' : 'Entry'} ${position} of '${DO_NOT_CONTACT}'`;
		const fields = isObject(entry) && isListOrObject(entry.json) ? entry.json : entry;
		// n8n keeps why an item failed in its fields or beside them.
		for (const { error } of [entry, fields].filter(isObject)) if (hasFailed(error)) throw failedRefusal(name, error);
		let hasNumber = false;
		for (const text of textsIn(entry)) {
			throwIfShortened(text, name);
			if (text.length < FEWEST_DIGITS) continue;
			const decoded = toHalfWidth(text).replace(ESCAPED, decode);
			for (const groups of groupsIn(decoded)) {
				contacts.find(groups);
				await giveWay();
			}
			hasNumber ||= mayHoldNumber(decoded);
		}
		if (!hasNumber && holdsFile(entry))
			throw refusal(
				`${name} holds a file, but no phone number`,
				'Before this node, read the file with an Extract from File node.',
			);
		anyHasNumber ||= hasNumber;
		// With Always Output Data, a node that found nothing returns one item without any field.
		if (hasNumber || !hasNoFields(fields)) entries++;
		await giveWay();
	}
	if (entries > 0 && !anyHasNumber)
		throw refusal(`'${DO_NOT_CONTACT}' has entries, but none of them holds a phone number`, GIVE_ITEMS);
	return { entries, leavesOut: contacts.isFound };
}

/** One at a time, because a list, or a text, may hold a million. */
function* entriesOf(value: unknown): Generator {
	if (isList(value)) {
		for (const entry of value) yield* entriesOf(entry);
	} else if (typeof value !== 'string') {
		yield value;
	} else if (value.includes('[object Object]')) {
		throw refusal(
			`'${DO_NOT_CONTACT}' contains "[object Object]" instead of phone numbers`,
			'Remove every space and line break before {{ and after }} in its expression, so that n8n passes on the items themselves.',
		);
	} else {
		let isBlank = true;
		// Decoded first, because the semicolon of an HTML entity ends nothing.
		for (const [text] of value.replace(ESCAPED, decode).matchAll(/[^\n\r,;]+/g)) {
			if (text.trim() === '') continue;
			isBlank = false;
			yield text;
		}
		// In a list, it stands for somebody whose number was not found.
		if (isBlank) yield value;
	}
}

/** A date has none, but is not empty. */
const hasNoFields = (value: unknown) => Object.prototype.toString.call(value) === '[object Object]' && !isFilled(value);

/** A list, a set or a map. */
const isList = (value: unknown): value is Iterable<unknown> => isListOrObject(value) && Symbol.iterator in value;

/** Nothing, `false` and `0` say that there was none. */
const hasFailed = (error: unknown) => isFilled(error) || !/^(?:false|0)?$/i.test(plainText(error).trim());

/** Every text and number of an entry, at any depth, and the names of its fields. What is in a file is not looked at. */
function* textsIn(value: unknown): Generator<string> {
	if (isFile(value)) return;
	if (isList(value)) for (const inner of value) yield* textsIn(inner);
	else if (isListOrObject(value)) {
		for (const [field, inner] of Object.entries(value)) {
			yield field;
			yield* textsIn(inner);
		}
	} else yield plainText(value);
}

const holdsFile = (value: unknown): boolean =>
	isFile(value) || (isListOrObject(value) && Object.values(value).some(holdsFile));

/** How a spreadsheet shows a long number: 4.9E+11. Its digits are lost. */
const SHORTENED = /(?:^|[^a-z\d])(\d+(?:[.,]\d+)?e\+(?:0?[89]|1[0-4]))(?!\d)/i;
/** Also with the letter O for a zero. */
const DIGITS = /\p{Nd}+(?:[oO]+(?!\p{L})\p{Nd}*)*/gu;
/** What people and programs write between the digits of one number. */
const SEPARATORS = new RegExp(`^[\\p{Zs}\\t.\\\\/()_'’‘\`´·‐-―−${INVISIBLE_RANGES}-]{0,5}$`, 'u');
/** Of the digits of one number. */
const MOST_GROUPS = 14;

/** Whether seven digits stand together outside of dates and times. */
function mayHoldNumber(text: string): boolean {
	for (const groups of groupsIn(text.replace(DATES_AND_TIMES, '|')))
		if (groups.join('').length >= FEWEST_DIGITS) return true;
	return false;
}

/** Every run of digits, with those before it that may belong to the same number. */
function* groupsIn(text: string): Generator<string[]> {
	let [groups, end]: [string[], number] = [[], 0];
	for (const { 0: group, index } of text.matchAll(DIGITS)) {
		const isNext = SEPARATORS.test(text.slice(end, index));
		groups = [...(isNext ? groups.slice(-MOST_GROUPS) : []), toAscii(group)];
		end = index + group.length;
		yield groups;
	}
}

/** A character by its code, as HTML and JSON write it, or by name: such as &nbsp;, which may stand between digits like a space. */
const ESCAPED = /&#x([\da-f]+);|&#(\d+);|&[a-z]+;|\\u([\da-f]{4})/gi;

const decode = (_: string, hex?: string, decimal?: string, ofJson?: string) =>
	String.fromCodePoint(
		Math.min(decimal === undefined ? parseInt(hex ?? ofJson ?? '20', 16) : Number(decimal), 0x10ffff),
	);

/** Digits of any script, and letters O. */
const toAscii = (text: string) =>
	/^\d*$/.test(text) ? text : text.replace(/o/gi, '0').replace(/(?!\d)\p{Nd}/gu, toAsciiDigit);

/** The digits of each script follow one another in Unicode, from its zero on. */
function toAsciiDigit(digit: string): string {
	const code = digit.codePointAt(0) ?? 0;
	let first = code;
	while (/\p{Nd}/u.test(String.fromCodePoint(first - 1))) first--;
	return String((code - first) % 10);
}

/** Fewer digits stand in dates, IDs and amounts by chance, so such a number must stand on its own. */
const FEWEST_ANYWHERE = 9;
/** More than any phone number has, with all that is dialed before it. */
const MOST_DIGITS = 24;

/** The contacts' numbers, to be found in digits whose country and spelling are not known. */
class SoughtNumbers {
	/** What each number ends with, however it is written, by how many digits that has: a map of all would be larger and slower. */
	private readonly endings = new Map<number, Set<number>>();
	private readonly found = new Set<number>();

	add(e164Number: number): void {
		for (const digits of endingsOf(e164Number)) {
			let ofLength = this.endings.get(digits.length);
			if (!ofLength) this.endings.set(digits.length, (ofLength = new Set()));
			ofLength.add(Number(digits));
		}
	}

	/** Takes groups of digits that may be one number, or end with one. */
	find(groups: readonly string[]): void {
		const all = groups.join('').slice(-MOST_DIGITS);
		for (const [length, numbers] of this.endings) {
			const ending = all.slice(-length);
			if (ending.length < length || !numbers.has(Number(ending))) continue;
			if (length >= FEWEST_ANYWHERE || isOnItsOwn(length, groups)) this.found.add(keyOf(ending));
		}
	}

	isFound = (e164Number: number) =>
		this.found.size > 0 && endingsOf(e164Number).some((digits) => this.found.has(keyOf(digits)));
}

/** Tells digits of any length apart, with or without zeros in front. */
const keyOf = (digits: string) => Number(`1${digits}`);

/** Whether nothing stands directly before a number of this length but what is dialed: in its country at most one digit, from abroad 00. */
function isOnItsOwn(length: number, groups: readonly string[]): boolean {
	let missing = length;
	for (const group of [...groups].reverse()) {
		if (group.length >= missing) return /^(?:\d?|00)$/.test(group.slice(0, group.length - missing));
		missing -= group.length;
	}
	return false;
}

function endingsOf(e164Number: number): string[] {
	const { code, national: written } = splitE164(e164Number);
	// In a few countries, numbers begin with a zero, which a spreadsheet drops.
	const national = written.replace(/^0+/, '');
	if (code === '54') return argentine(national.slice(1));
	if (code === '55') return [national, withoutNine(national)];
	if (national.length >= FEWEST_ANYWHERE) return [national];
	return [code + written, `${code}0${written}`, ...(national.length >= FEWEST_DIGITS ? [national] : [])];
}

/** As dialed within Argentina, a mobile number has a 15 after its area code of two to four digits. */
const argentine = (number: string) => [number, ...[2, 3, 4].map((at) => `${number.slice(0, at)}15${number.slice(at)}`)];

/** Before 2016, mobile numbers of Brazil had no 9 after the area code, and many lists still write them so. */
const withoutNine = (national: string) => national.slice(0, 2) + national.slice(3);

function throwIfShortened(text: string, name: string): void {
	const [, number] = SHORTENED.exec(text) ?? [];
	if (number === undefined) return;
	throw refusal(
		`${name} holds "${number}", a number that a spreadsheet has shortened`,
		'In the spreadsheet, format its column as text and correct the number. If it is no phone number, leave that column out of the list.',
	);
}

const failedRefusal = (name: string, error: unknown) =>
	refusal(
		`${name} comes from a step that failed: "${shortenName(plainText(isObject(error) ? error.message : error))}"`,
		'Correct the node that it comes from, so that no one who opted out is missing.',
	);

const refusal = (message: string, advice: string) => contactRefusal('unreadableOptOut', message, advice);

const GIVE_ITEMS =
	"Enter phone numbers, or an expression that returns the items of a node, such as {{ $('Opt-outs').all() }}.";
