import { giveWay } from '../../service/clock';
import { counted, isFilled, isObject, plainText } from '../../service/values';
import { hasPhoneName, ITEM_ITSELF, formatPath } from './aliases';
import { issueAboutList, joinNames, joinWords, shortenName, UnusableContacts, type ContactIssue } from '../issues';
import { addPaths, readTextAt, toText } from './itemFields';
import { readPhone, getPhoneKey, maskPhone } from './phone';
import { recognizeFields, findPhoneFields } from './chooseFields';
import { getReasonText } from './reasons';
import type { Exclusion, Field, NumberFormat, Path } from './types';

/**
 * Reads the option: input items of another node, other objects, or phone numbers as a text or a list. To skip an opt-out would be wrong, so
 * an entry whose phone number is not known is refused.
 */
export async function readDoNotContact(doNotContact: unknown, format: NumberFormat): Promise<Exclusion> {
	const listedNumbers = new Set<number>();
	const cache = new PhoneFieldCache();
	const withoutField: Array<{ entryName: string; json: object }> = [];
	let [position, withoutNumber] = [0, 0];
	for (const entry of listEntries(doNotContact)) {
		position++;
		await giveWay();
		// An n8n item has its fields in `json`.
		const json = isObject(entry) && isObject(entry.json) ? entry.json : entry;
		const entryName = `${isItem(json) ? 'Item' : 'Entry'} ${position} of 'Do Not Contact'`;
		// n8n keeps why an item failed in its fields or beside them.
		for (const { error } of [entry, json].filter(isObject)) if (hasFailed(error)) throw failedError(entryName, error);
		// With Always Output Data, a node that found nothing returns one item without any field.
		if (isItem(json) && !isFilled(json)) continue;
		const phone = isItem(json)
			? findPhone(json, entryName, cache.find(json), format.country)
			: readPlainEntry(json, entryName);
		if (phone.kind === 'number') listedNumbers.add(readDigits(phone.text, entryName, format));
		else if (phone.kind === 'empty') withoutNumber++;
		else withoutField.push({ entryName, json: json as object });
	}
	if (position === 0 && typeof doNotContact === 'string')
		throw entryError("'Do Not Contact' is empty", `${GIVE_ITEMS} An empty list is fine.`);
	for (const { entryName, json } of withoutField) {
		// Some services leave out empty fields. If items with a phone have all fields of this one, only its phone is missing, so it counts as empty.
		if (!cache.resemblesItemsWithPhone(json))
			throw entryError(
				`${entryName} has no field with one of the usual names for a phone number. It has: ${joinNames(Object.keys(json))}`,
				KEEP_PHONE,
			);
		withoutNumber++;
	}
	if (withoutNumber > 0 && listedNumbers.size === 0)
		throw entryError("'Do Not Contact' has entries, but none of them holds a phone number", GIVE_ITEMS);
	return {
		name: 'doNotContact',
		entryCount: listedNumbers.size,
		leavesOut: (phone) => listedNumbers.has(phone),
		issues: findDoNotContactIssues(listedNumbers.size, withoutNumber),
	};
}

/** What the user should know about the list. */
function findDoNotContactIssues(numberCount: number, withoutNumber: number): ContactIssue[] {
	const issues: ContactIssue[] = [];
	if (withoutNumber > 0) {
		const [have, leave] = withoutNumber === 1 ? ['has', 'leaves'] : ['have', 'leave'];
		const message = `${counted(withoutNumber, 'item')} of 'Do Not Contact' ${have} an empty phone number, and so ${leave} no one out`;
		issues.push(issueAboutList('optOutsWithoutNumber', message, 'If you know the number, fill it in.'));
	}
	if (numberCount === 0) {
		const advice = 'If anyone has opted out, check the node that the list comes from.';
		issues.push(issueAboutList('noOptOuts', "'Do Not Contact' holds no phone number, so no one was left out", advice));
	}
	return issues;
}

/** One at a time, because a list may be long. */
function* listEntries(value: unknown): Generator {
	if (typeof value !== 'string') {
		yield* [value].flat(Infinity);
		return;
	}
	if (value.includes('[object Object]')) {
		throw entryError(
			'\'Do Not Contact\' contains "[object Object]" instead of phone numbers',
			'Remove every space and line break before {{ and after }} in its expression, so that n8n passes on the items themselves.',
		);
	}
	for (const text of value.split(/[\n\r,;][\s,;]*/)) if (text.trim() !== '') yield text;
}

type FoundPhone = { kind: 'number'; text: string } | { kind: 'empty' | 'noField' };

function readPlainEntry(entry: unknown, entryName: string): FoundPhone {
	// An expression gives undefined for a field that is not there.
	const text = entry === undefined ? undefined : toText(entry);
	if (text === undefined) throw noNumberError(entryName);
	return text === '' ? { kind: 'empty' } : { kind: 'number', text };
}

/**
 * If each contact has its own country, that of an entry is not known, so it must begin with +. 00 is not enough, because in some countries,
 * numbers that are not international begin with it, too.
 */
function readDigits(text: string, entryName: string, { country, hasOwnCountries }: NumberFormat): number {
	const shown = maskPhone(text);
	if (hasOwnCountries && !text.includes('+'))
		throw entryError(`${entryName} is "${shown}", which does not begin with +`, ADD_COUNTRY_CODE);
	const phone = readPhone(text, country);
	if (phone.reason === undefined) return phone.e164Number;
	const advice = phone.reason === 'noCountry' ? "Write it with + and the country code, or set 'Country'." : CORRECT_IT;
	throw entryError(`${entryName}: ${getReasonText(phone.reason, shown).what}`, advice);
}

/**
 * The phone number in an item's own fields. All its own numbers must be the same, and if none is at the top level, those in other fields, too,
 * because any of these people may be the one who opted out.
 */
function findPhone(
	json: Record<string, unknown>,
	entryName: string,
	{ ownFields, otherFields }: ItemPhoneFields,
	country: string,
): FoundPhone {
	if (ownFields.some(({ path }) => readTextAt(json, path) === undefined)) throw noNumberError(entryName);
	const ownNumbers = listNumbers(json, ownFields);
	const isAtTopLevel = ownNumbers.length > 0 && ownFields[0]?.container === ITEM_ITSELF;
	const numbers = isAtTopLevel ? ownNumbers : [...ownNumbers, ...listNumbers(json, otherFields)];
	const [first] = numbers;
	if (!first) return { kind: ownFields.length > 0 ? 'empty' : 'noField' };
	if (new Set(numbers.map(({ text }) => getPhoneKey(text, country))).size > 1)
		throw entryError(
			`${entryName} has different phone numbers in ${joinWords(numbers.map(({ name }) => `"${name}"`))}`,
			'Before this node, add an Edit Fields (Set) node that keeps one of them, or makes an item of each.',
		);
	if (ownNumbers.length > 0) return { kind: 'number', text: first.text };
	const message = `${entryName} holds a phone number only in "${first.name}", which may be another person's`;
	throw entryError(message, KEEP_PHONE);
}

const listNumbers = (json: object, fields: readonly Field[]) =>
	fields.map(({ name, path }) => ({ name, text: readTextAt(json, path) ?? '' })).filter(({ text }) => text !== '');

/** A Set, a Map and a date have no fields, but are not empty. */
const isItem = (value: unknown): value is Record<string, unknown> =>
	Object.prototype.toString.call(value) === '[object Object]';

const hasFailed = (error: unknown) => isFilled(error) || (typeof error === 'string' && error !== '');
const describeFailure = (error: unknown) => plainText(isObject(error) ? error.message : error);

interface ItemPhoneFields {
	/** Those that would be a contact's phone: all at the item's top level, or all nested. */
	ownFields: ReturnType<typeof findPhoneFields>;
	/** Other fields with a phone's name, which may be another person's. */
	otherFields: readonly Field[];
}

/** The phone fields of items. Most items have the same fields, and to recognize them anew in each item would take long. */
class PhoneFieldCache {
	private readonly byPaths = new Map<string, ItemPhoneFields>();
	/** The fields of all items that have a phone field. */
	private readonly pathsBesidePhone = new Set<string>();

	find(json: object): ItemPhoneFields {
		const paths = addPaths(json, new Map<string, Path>());
		const key = [...paths.keys()].join('\n');
		let fields = this.byPaths.get(key);
		if (!fields) {
			const all = [...paths.values()];
			const ownFields = findPhoneFields(recognizeFields(all), all);
			const otherFields = all
				.map((path, position) => ({ path, name: formatPath(path), position }))
				.filter(({ path, name }) => hasPhoneName(path) && !ownFields.some((field) => field.name === name));
			fields = { ownFields, otherFields };
			this.byPaths.set(key, fields);
			if (ownFields.length > 0) for (const path of paths.keys()) this.pathsBesidePhone.add(path);
		}
		return fields;
	}

	/** Whether it looks like the items with a phone field, with only that field missing. Call it after `find` has seen all items. */
	resemblesItemsWithPhone(json: object): boolean {
		const paths = addPaths(json, new Map<string, Path>());
		return [...paths.keys()].every((path) => this.pathsBesidePhone.has(path));
	}
}

const failedError = (entryName: string, error: unknown) =>
	entryError(
		`${entryName} comes from a step that failed: "${shortenName(describeFailure(error))}"`,
		'Correct the node that it comes from, so that no one who opted out is missing.',
	);
const noNumberError = (entryName: string) => entryError(`${entryName} holds no phone number`, GIVE_ITEMS);
const entryError = (message: string, advice: string) => new UnusableContacts('unreadableOptOut', message, advice);

const GIVE_ITEMS =
	"Enter phone numbers, or an expression that returns the items of a node, such as {{ $('Opt-outs').all() }}.";
const CORRECT_IT = 'Correct it, or remove it, in the list that it comes from.';
const KEEP_PHONE =
	"Before this node, add an Edit Fields (Set) node that keeps the phone number in a field called 'phone'.";
const ADD_COUNTRY_CODE =
	"Each contact has its own country ('Country' under 'Values to Send'), so write each number here with + and its country code.";
