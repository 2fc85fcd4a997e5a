import { giveWay } from '../../service/clock';
import { isFilled, isObject, plainText } from '../../service/values';
import { ContactRefusal, inWords, listed, short } from './contactFinding';
import { addPaths, textAt, textOf } from './itemFields';
import { readPhone, phoneKey, sampleOf } from './phone';
import { knownFields, phonesInPlace } from './place';
import type { ContactOptions, Field, Path } from './types';

/** Who must get no message. */
export interface DoNotContact {
	/** The digits of their numbers. */
	digits: ReadonlySet<number>;
	/** How many numbers there are; null if the option was not added. */
	numbers: number | null;
	/** How many entries have an empty phone field, so that they leave nobody out. */
	withoutNumber: number;
}

/**
 * Reads the option: input items of another node, other objects, or phone numbers as a text or a list. An opt-out that cannot be matched must
 * not be passed over, so an entry whose phone number is not known is refused. Where each contact has its own country, a number without +
 * could be anyone's: even 00 begins other numbers in some countries.
 */
export async function readDoNotContact(
	{ doNotContact, country }: ContactOptions,
	haveOwnCountries = false,
): Promise<DoNotContact> {
	if (doNotContact === undefined) return { digits: new Set(), numbers: null, withoutNumber: 0 };
	const digits = new Set<number>();
	const phoneFieldsOf = phoneFieldFinder();
	let [at, withoutNumber] = [0, 0];
	for (const entry of entriesOf(doNotContact)) {
		at++;
		await giveWay();
		const json = isObject(entry) && isObject(entry.json) ? entry.json : entry;
		// Always Output Data leaves an item without any field where there is none.
		if (isObject(json) && !isFilled(json)) continue;
		const what = `${isObject(json) ? 'Item' : 'Entry'} ${at} of 'Do Not Contact'`;
		const text = isObject(json) ? phoneOfItem(json, what, phoneFieldsOf(json), country) : textOf(json);
		// An expression gives undefined for a field that is not there.
		if (json === undefined || text === undefined) throw unreadable(`${what} holds no phone number`, GIVE_ITEMS);
		if (text === '') {
			withoutNumber++;
			continue;
		}
		const phone = readPhone(text, country);
		const lacksPlus = haveOwnCountries && !text.includes('+');
		if (phone.problem === undefined && !lacksPlus) digits.add(phone.digits);
		else if (lacksPlus) throw unreadable(`${what} is "${sampleOf(text)}", which does not begin with +`, WITH_CODE);
		else {
			const advice = country === '' ? `${GIVE_ITEMS} If the numbers have no country code, set 'Country'.` : GIVE_ITEMS;
			const found = `${what} is "${sampleOf(text)}", which is not a phone number with a country code`;
			throw unreadable(found, advice);
		}
	}
	if (at === 0 && typeof doNotContact === 'string') {
		throw unreadable("'Do Not Contact' is empty", `${GIVE_ITEMS} An empty list is fine.`);
	}
	if (withoutNumber > 0 && digits.size === 0) {
		throw unreadable("'Do Not Contact' has entries, but none of them holds a phone number", GIVE_ITEMS);
	}
	return { digits, numbers: digits.size, withoutNumber };
}

/** One at a time, because a list may be long. */
function* entriesOf(value: unknown): Generator {
	if (typeof value !== 'string') {
		yield* [value].flat(Infinity);
		return;
	}
	if (value.includes('[object Object]')) {
		throw unreadable(
			'\'Do Not Contact\' contains "[object Object]" instead of phone numbers',
			'Remove every space and line break before {{ and after }} in its expression, so that n8n passes on the items themselves.',
		);
	}
	for (const text of value.split(/[\n\r,;]/)) if (text.trim() !== '') yield text;
}

/** The phone number of an item, found like that of a contact; empty if its phone field is. */
function phoneOfItem(
	json: Record<string, unknown>,
	what: string,
	fields: readonly Field[],
	country: string,
): string | undefined {
	if ((json.error ?? '') !== '') {
		throw unreadable(
			`${what} comes from a step that failed: "${short(plainText(json.error))}"`,
			'Correct the node that it comes from, so that nobody who opted out is missing.',
		);
	}
	if (fields.length === 0) {
		throw unreadable(
			`${what} has no field with one of the usual names for a phone number. It has: ${listed(Object.keys(json))}`,
			"Before this node, add an Edit Fields (Set) node that keeps the phone number in a field called 'phone'.",
		);
	}
	const texts = fields.map(({ path }) => textAt(json, path));
	if (texts.includes(undefined)) return undefined;
	const filled = fields.filter((_, index) => texts[index] !== '');
	if (new Set(filled.map(({ path }) => phoneKey(textAt(json, path) ?? '', country))).size > 1) {
		throw unreadable(
			`${what} has different phone numbers in ${inWords(filled.map(({ label }) => `"${label}"`))}`,
			'Before this node, add an Edit Fields (Set) node that keeps one of them, or makes an item of each.',
		);
	}
	return texts.find((text) => text !== '') ?? '';
}

/** Most items have the same fields, and to look all their names up for each would take long. */
function phoneFieldFinder(): (json: object) => readonly Field[] {
	const found = new Map<string, readonly Field[]>();
	return (json) => {
		const paths = new Map<string, Path>();
		addPaths(json, paths);
		const shape = [...paths.keys()].join('\n');
		let fields = found.get(shape);
		if (!fields) {
			const all = [...paths.values()];
			fields = phonesInPlace(knownFields(all), all);
			found.set(shape, fields);
		}
		return fields;
	};
}

const unreadable = (message: string, advice: string) => new ContactRefusal('unreadableOptOut', message, advice);

const GIVE_ITEMS =
	"Enter phone numbers, or an expression that returns the items of a node, such as {{ $('Opt-outs').all() }}.";

const WITH_CODE =
	"Each contact has its own country ('Country' under 'Values to Send'), so write each number here with + and its country code.";
