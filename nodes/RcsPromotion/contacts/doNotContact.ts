import type { INodeProperties } from 'n8n-workflow';
import { giveWay } from '../../service/clock';
import { counted, isFilled, isObject, plainText } from '../../service/values';
import type { Refusal } from '../../form/refusal';
import { asInfo, asWarning, contactRefusal, issueAboutList, shortenName, type Issue } from '../issues';
import { formatPath } from './aliases';
import { hasKnownPhoneName, hasPhoneName } from './fieldNames';
import { leavesOf, toText } from './itemFields';
import { hasDigitsOfNumber, maskPhone, mayHideNumber, numbersIn, readPhone } from './phone';
import { getReasonText } from './reasons';
import type { DoNotContact, NumberFormat, Path } from './types';

export const DO_NOT_CONTACT = 'Do Not Contact';

export const doNotContactField: INodeProperties = {
	displayName: DO_NOT_CONTACT,
	name: 'doNotContact',
	type: 'string',
	typeOptions: { rows: 3 },
	default: '',
	placeholder: "e.g. {{ $('Opt-outs').all() }}",
	description:
		"If some people have opted out: an expression that returns the items of the node that lists them, or their phone numbers, one per line. Every phone number in an item counts. Numbers without + or 00 need 'Country'.",
};

/**
 * Reads the option: items of another node, other objects, or phone numbers as a text or a list. Every phone number in an entry counts,
 * because leaving out one too many does less harm than one too few. An entry that may hold a number that cannot be read is refused.
 */
export async function readDoNotContact(value: unknown, format: NumberFormat): Promise<DoNotContact> {
	if (typeof value === 'string' && value.trim() === '')
		throw refusal(`'${DO_NOT_CONTACT}' is empty`, `${GIVE_ITEMS} An empty list is fine.`);
	const numbers = new Set<number>();
	let [position, withNumber, withoutNumber, unreadable] = [0, 0, 0, 0];
	for (const entry of entriesOf(value)) {
		position++;
		await giveWay();
		const fields = isObject(entry) && isItem(entry) ? entry.json : entry;
		const name = `${hasFields(fields) ? 'Item' : 'Entry'} ${position} of '${DO_NOT_CONTACT}'`;
		// n8n keeps why an item failed in its fields or beside them.
		for (const { error } of [entry, fields].filter(isObject)) if (hasFailed(error)) throw failedRefusal(name, error);
		const hasFile = fields !== entry && isFilled((entry as { binary?: unknown }).binary);
		// With Always Output Data, a node that found nothing returns one item without any field.
		if (hasFields(fields) && !isFilled(fields) && !hasFile) continue;
		const found = await readEntry(fields, format, numbers);
		if (found.count > 0) unreadable += found.unreadable.length;
		else refuseMissed(name, found, hasFile, format);
		if (found.count > 0) withNumber++;
		else withoutNumber++;
	}
	// What was added in case, such as a date that reads as a number, proves nothing.
	if (withoutNumber > 0 && withNumber === 0)
		throw refusal(`'${DO_NOT_CONTACT}' has entries, but none of them holds a phone number`, GIVE_ITEMS);
	return { numbers, issues: describeList(withNumber, withoutNumber, unreadable) };
}

/** What the user should know about the list. */
function describeList(withNumber: number, withoutNumber: number, unreadable: number): Issue[] {
	const parts = [
		...(withoutNumber > 0 ? [`${counted(withoutNumber, 'item')} without a phone number`] : []),
		...(unreadable > 0 ? [`${counted(unreadable, 'number')} that cannot be read`] : []),
	];
	const useless = `'${DO_NOT_CONTACT}' has ${parts.join(' and ')}, which leave no one out`;
	const none = `'${DO_NOT_CONTACT}' holds no phone number, so no one was left out`;
	const checkIt = 'If anyone has opted out, check the node that the list comes from.';
	return [
		...(withNumber > 0 ? [] : [asWarning(issueAboutList('noOptOuts', none, checkIt))]),
		...(parts.length === 0
			? []
			: [asInfo(issueAboutList('optOutsWithoutNumber', useless, 'If you know a number, fill it in.'))]),
	];
}

/** One at a time, because a list, or a text, may hold a million. */
function* entriesOf(value: unknown): Generator {
	if (Array.isArray(value)) {
		for (const entry of value) yield* entriesOf(entry);
	} else if (typeof value !== 'string' || value.trim() === '') {
		yield value;
	} else if (value.includes('[object Object]')) {
		throw refusal(
			`'${DO_NOT_CONTACT}' contains "[object Object]" instead of phone numbers`,
			'Remove every space and line break before {{ and after }} in its expression, so that n8n passes on the items themselves.',
		);
	} else {
		for (const [text] of value.matchAll(/[^\s,;][^\n\r,;]*/g)) yield text;
	}
}

/** The keys of an n8n item. An object with any other key has fields of its own, even one called json. */
const ITEM_KEYS = 'json, binary, pairedItem, error, index, metadata, evaluationData, redaction, sendMessage'.split(
	', ',
);
const isItem = (entry: Record<string, unknown>) =>
	isObject(entry.json) && Object.keys(entry).every((key) => ITEM_KEYS.includes(key));

/** Set, Map and Date have no fields, but are not empty. */
const hasFields = (value: unknown): value is Record<string, unknown> =>
	Object.prototype.toString.call(value) === '[object Object]';

const hasFailed = (error: unknown) => isFilled(error) || (typeof error === 'string' && error !== '');

/** Nothing that people store is deeper. */
const DEEPEST = 20;
/** How a phone is written, so not a bare number, which may be an ID. */
const WRITTEN_LIKE_PHONE = /^(?:[+(]|0\d)|\d[\s./()-]/;

/** What an entry holds. */
interface FoundInEntry {
	/** How many numbers that can be read. */
	count: number;
	unreadable: string[];
	/** Texts in other fields that are written like a phone. */
	elsewhere: Array<[path: Path, text: string]>;
}

/** Adds the numbers of an entry to the list. */
async function readEntry(entry: unknown, format: NumberFormat, numbers: Set<number>): Promise<FoundInEntry> {
	const found: FoundInEntry = { count: 0, unreadable: [], elsewhere: [] };
	const addNumber = (text: string): boolean => {
		const phone = lacksCode(text, format) ? undefined : readPhone(text, format.country);
		if (phone?.reason !== undefined || !phone) return false;
		numbers.add(phone.e164Number);
		return true;
	};
	const addNumbers = async (text: string, mayHide: boolean): Promise<void> => {
		// Without its letter, the rest may read as another number.
		const hasLetterO = readPhone(text, format.country).reason === 'letterO';
		let isMissed = hasLetterO || mayHide;
		for (const part of hasLetterO ? [] : numbersIn(text)) {
			await giveWay();
			isMissed = false;
			if (addNumber(part)) found.count++;
			// Our own reports have each number in digits alone, too.
			else if (!numbers.has(Number(part))) found.unreadable.push(part);
		}
		if (isMissed) found.unreadable.push(text);
	};
	if (!hasFields(entry)) {
		// An expression gives undefined for a field that is not there.
		const text = entry === undefined ? undefined : toText(entry);
		if (text === undefined) found.unreadable.push('');
		else if (addNumber(text)) found.count++;
		else await addNumbers(text, hasDigitsOfNumber(text));
		return found;
	}
	for (const { outer, step, value } of leavesOf(entry, DEEPEST)) {
		await giveWay();
		const path = [...outer, step];
		// A text may be as long as it likes.
		const text = typeof value === 'string' ? value.trim() : (toText(value) ?? '');
		const isPhone = hasKnownPhoneName(path) || wasChosen(path, format);
		if (isPhone || hasPhoneName(path)) {
			// A date or a time may read as a number. Elsewhere than in a field that is a phone for certain, it counts for nothing.
			const isNumber = addNumber(text);
			if (isPhone && isNumber) found.count++;
			else await addNumbers(text, isPhone && mayHideNumber(text));
		} else if (typeof value === 'string' && WRITTEN_LIKE_PHONE.test(text)) found.elsewhere.push([path, text]);
	}
	return found;
}

/** Throws if an entry without a number that can be read may hold one. */
function refuseMissed(name: string, found: FoundInEntry, hasFile: boolean, format: NumberFormat): void {
	const [text] = found.unreadable;
	if (text !== undefined) throw unreadableRefusal(name, text, format);
	if (hasFile)
		throw refusal(
			`${name} holds a file, but no phone number`,
			'Before this node, read the file with an Extract from File node.',
		);
	const other = found.elsewhere.find(([, written]) => readsAsMobile(written, format.country));
	if (other)
		throw refusal(
			`${name} holds a phone number only in "${shortenName(formatPath(other[0]))}", which has no usual name for one`,
			"After the node that this list comes from, add an Edit Fields (Set) node that keeps the phone number in a field called 'phone', and name that node here.",
		);
}

function readsAsMobile(text: string, country: string): boolean {
	const phone = readPhone(text, country);
	return phone.reason === undefined && phone.kind === undefined && !numbersIn(text).next().done;
}

/** If each contact has its own country, that of an entry is not known. In some countries, 00 does not begin a country code. */
const lacksCode = (text: string, { hasOwnCountries }: NumberFormat) => hasOwnCountries === true && !text.includes('+');

/** Whether the contacts' phone was taken from a field of this name, in this place or another. */
function wasChosen(path: Path, { chosenFields }: NumberFormat): boolean {
	return chosenFields.some((chosen) => {
		const [own, name] = [path, chosen].map(
			(steps) => `.${steps.filter((step) => typeof step === 'string').join('.')}.`,
		);
		return own?.includes(name ?? '') || name?.endsWith(own ?? '');
	});
}

function unreadableRefusal(name: string, text: string, format: NumberFormat): Refusal {
	const shown = maskPhone(text);
	if (text !== '' && lacksCode(text, format))
		return refusal(
			`${name} is "${shown}", which does not begin with +`,
			"Each contact has its own country ('Country of the Contact' under 'Values to Send'), so write each number here with + and its country code.",
		);
	const { reason = 'notOneNumber' } = readPhone(text, format.country);
	const advice =
		reason === 'noCountry'
			? "Write it with + and the country code, or set 'Country'."
			: 'Correct it, or remove it, in the list that it comes from.';
	return refusal(`${name}: ${getReasonText(reason, shown).what}`, advice);
}

const failedRefusal = (name: string, error: unknown) =>
	refusal(
		`${name} comes from a step that failed: "${shortenName(plainText(isObject(error) ? error.message : error))}"`,
		'Correct the node that it comes from, so that no one who opted out is missing.',
	);

const refusal = (message: string, advice: string) => contactRefusal('unreadableOptOut', message, advice);

const GIVE_ITEMS =
	"Enter phone numbers, or an expression that returns the items of a node, such as {{ $('Opt-outs').all() }}.";
