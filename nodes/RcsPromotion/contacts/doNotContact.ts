import { giveWay } from '../../service/clock';
import { counted, isFilled, isObject, plainText } from '../../service/values';
import { isCalledPhone, ITEM_ITSELF, formatPath } from './aliases';
import { issueAboutList, joinNames, joinWords, shortenName, UnusableContacts, type ContactIssue } from '../issues';
import { addPaths, readTextAt, toText } from './itemFields';
import { readPhone, getPhoneKey, maskPhone } from './phone';
import { recognizeFields, findPhoneFields } from './chooseFields';
import { getReason } from './reasons';
import type { Exclusion, Field, NumberFormat, Path } from './types';

/**
 * Reads the option: input items of another node, other objects, or phone numbers as a text or a list. An opt-out that cannot be matched must
 * not be passed over, so an entry whose phone number is not known is refused. Where each contact has its own country, a number without +
 * could be anyone's: even 00 begins other numbers in some countries.
 */
export async function readDoNotContact(
	doNotContact: unknown,
	{ country, hasOwnCountries }: NumberFormat,
): Promise<Exclusion> {
	const digits = new Set<number>();
	const fields = new PhoneFields();
	const withoutField: Array<{ what: string; json: object }> = [];
	let [at, withoutNumber] = [0, 0];
	for (const entry of listEntries(doNotContact)) {
		at++;
		await giveWay();
		const json = isObject(entry) && isObject(entry.json) ? entry.json : entry;
		// Always Output Data leaves an item without any field where there is none.
		if (isObject(json) && !isFilled(json)) continue;
		const what = `${isObject(json) ? 'Item' : 'Entry'} ${at} of 'Do Not Contact'`;
		const text = isObject(json) ? findPhone(json, what, fields.find(json), country) : toText(json);
		if (text === NO_FIELD) {
			withoutField.push({ what, json: json as object });
			continue;
		}
		// An expression gives undefined for a field that is not there.
		if (json === undefined || text === undefined)
			throw unreadableEntryError(`${what} holds no phone number`, GIVE_ITEMS);
		if (text === '') {
			withoutNumber++;
			continue;
		}
		const phone = readPhone(text, country);
		const lacksPlus = hasOwnCountries && !text.includes('+');
		if (lacksPlus)
			throw unreadableEntryError(`${what} is "${maskPhone(text)}", which does not begin with +`, WITH_CODE);
		if (phone.problem !== undefined) {
			const advice =
				phone.problem === 'noCountry' ? "Write it with + and the country code, or set 'Country'." : CORRECT;
			throw unreadableEntryError(`${what}: ${getReason(phone.problem, maskPhone(text)).what}`, advice);
		}
		digits.add(phone.digits);
	}
	if (at === 0 && typeof doNotContact === 'string') {
		throw unreadableEntryError("'Do Not Contact' is empty", `${GIVE_ITEMS} An empty list is fine.`);
	}
	for (const { what, json } of withoutField) {
		// Some services leave out a field that is empty.
		if (!fields.hasOnlyFieldsOfOthers(json))
			throw unreadableEntryError(
				`${what} has no field with one of the usual names for a phone number. It has: ${joinNames(Object.keys(json))}`,
				KEEP_PHONE,
			);
		withoutNumber++;
	}
	if (withoutNumber > 0 && digits.size === 0) {
		throw unreadableEntryError("'Do Not Contact' has entries, but none of them holds a phone number", GIVE_ITEMS);
	}
	return {
		name: 'doNotContact',
		size: digits.size,
		leavesOut: (phone) => digits.has(phone),
		issues: describeList(digits.size, withoutNumber),
	};
}

/** What a person should know about the list. */
function describeList(numbers: number, withoutNumber: number): ContactIssue[] {
	const issues: ContactIssue[] = [];
	if (withoutNumber > 0) {
		const [have, leave] = withoutNumber === 1 ? ['has', 'leaves'] : ['have', 'leave'];
		const message = `${counted(withoutNumber, 'item')} of 'Do Not Contact' ${have} an empty phone number, and so ${leave} no one out`;
		issues.push(issueAboutList('optOutsWithoutNumber', message, 'If you know the number, fill it in.'));
	}
	if (numbers !== 0) return issues;
	const advice = 'If anyone has opted out, check the node that the list comes from.';
	return [
		...issues,
		issueAboutList('noOptOuts', "'Do Not Contact' holds no phone number, so no one was left out", advice),
	];
}

/** One at a time, because a list may be long. */
function* listEntries(value: unknown): Generator {
	if (typeof value !== 'string') {
		yield* [value].flat(Infinity);
		return;
	}
	if (value.includes('[object Object]')) {
		throw unreadableEntryError(
			'\'Do Not Contact\' contains "[object Object]" instead of phone numbers',
			'Remove every space and line break before {{ and after }} in its expression, so that n8n passes on the items themselves.',
		);
	}
	for (const text of value.split(/[\n\r,;][\s,;]*/)) if (text.trim() !== '') yield text;
}

const NO_FIELD = Symbol('no phone field');

/**
 * The phone number of an item, found like that of a contact; empty if its phone field is. Without one of its own, all numbers that are
 * nested in it must be the same, because any of these people may be the one who opted out.
 */
function findPhone(
	json: Record<string, unknown>,
	what: string,
	{ own, nested }: ItemFields,
	country: string,
): string | undefined | typeof NO_FIELD {
	if (hasFailed(json.error)) {
		throw unreadableEntryError(
			`${what} comes from a step that failed: "${shortenName(describeFailure(json.error))}"`,
			'Correct the node that it comes from, so that no one who opted out is missing.',
		);
	}
	const texts = own.map(({ path }) => readTextAt(json, path));
	if (texts.includes(undefined)) return undefined;
	const isOwn = own.some(({ container }, index) => container === ITEM_ITSELF && texts[index] !== '');
	const filled = (isOwn ? own : [...own, ...nested]).filter(({ path }) => (readTextAt(json, path) ?? '') !== '');
	const [first] = filled;
	if (!first) return own.length > 0 ? '' : NO_FIELD;
	if (new Set(filled.map(({ path }) => getPhoneKey(readTextAt(json, path) ?? '', country))).size > 1) {
		throw unreadableEntryError(
			`${what} has different phone numbers in ${joinWords(filled.map(({ label }) => `"${label}"`))}`,
			'Before this node, add an Edit Fields (Set) node that keeps one of them, or makes an item of each.',
		);
	}
	if (texts.every((text) => text === '')) {
		throw unreadableEntryError(
			`${what} holds a phone number only in "${first.label}", which may be another person's`,
			KEEP_PHONE,
		);
	}
	return readTextAt(json, first.path) ?? '';
}

const hasFailed = (error: unknown) => isFilled(error) || (typeof error === 'string' && error !== '');
const describeFailure = (error: unknown) => plainText(isObject(error) ? error.message : error);

interface ItemFields {
	/** Where a contact's phone would be looked for. */
	own: ReturnType<typeof findPhoneFields>;
	/** Whatever else is called like a phone. */
	nested: readonly Field[];
}

/** Most items have the same fields, and to look all their names up for each would take long. */
class PhoneFields {
	private readonly byShape = new Map<string, ItemFields>();
	/** The names of the fields of all items that have a phone field. */
	private readonly names = new Set<string>();

	find(json: object): ItemFields {
		const paths = new Map<string, Path>();
		addPaths(json, paths);
		const shape = [...paths.keys()].join('\n');
		let fields = this.byShape.get(shape);
		if (!fields) {
			const all = [...paths.values()];
			const own = findPhoneFields(recognizeFields(all), all);
			const called = all.map((path, position) => ({ path, label: formatPath(path), position }));
			const isElsewhere = ({ label }: Field) => !own.some((field) => field.label === label);
			fields = { own, nested: called.filter((field) => isCalledPhone(field.path) && isElsewhere(field)) };
			this.byShape.set(shape, fields);
			if (own.length > 0) for (const key of paths.keys()) this.names.add(key);
		}
		return fields;
	}

	/** Whether all its fields are those of items with a phone field, so that it lacks nothing but an empty one. */
	hasOnlyFieldsOfOthers(json: object): boolean {
		const paths = new Map<string, Path>();
		addPaths(json, paths);
		return [...paths.keys()].every((key) => this.names.has(key));
	}
}

const unreadableEntryError = (message: string, advice: string) =>
	new UnusableContacts('unreadableOptOut', message, advice);

const GIVE_ITEMS =
	"Enter phone numbers, or an expression that returns the items of a node, such as {{ $('Opt-outs').all() }}.";

const CORRECT = 'Correct it, or remove it, in the list that it comes from.';

const KEEP_PHONE =
	"Before this node, add an Edit Fields (Set) node that keeps the phone number in a field called 'phone'.";

const WITH_CODE =
	"Each contact has its own country ('Country' under 'Values to Send'), so write each number here with + and its country code.";
