import type { INodeProperties } from 'n8n-workflow';
import { giveWay } from '../../service/clock';
import { counted, isFilled, isObject, plainText } from '../../service/values';
import { contactRefusal, issueAboutList, joinNames, shortenName, type Issue } from '../issues';
import { formatPath } from './aliases';
import { hasKnownPhoneName, hasPhoneName } from './fieldNames';
import { leavesOf, toText } from './itemFields';
import { maskPhone, numbersIn, readPhone } from './phone';
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
 * because leaving out one too many does less harm than one too few. An entry that may hold a number nobody can read is refused.
 */
export async function readDoNotContact(value: unknown, format: NumberFormat): Promise<DoNotContact> {
	if (typeof value === 'string' && value.trim() === '')
		throw refusal(`'${DO_NOT_CONTACT}' is empty`, `${GIVE_ITEMS} An empty list is fine.`);
	const numbers = new Set<number>();
	let [position, withoutNumber, unreadable] = [0, 0, 0];
	for (const entry of entriesOf(value)) {
		position++;
		await giveWay();
		const reader = new EntryReader(entry, position, format, numbers);
		// With Always Output Data, a node that found nothing returns one item without any field.
		if (reader.isEmptyItem) continue;
		await reader.read();
		if (reader.count === 0) withoutNumber++;
		else unreadable += reader.unreadableCount;
	}
	if (withoutNumber > 0 && numbers.size === 0)
		throw refusal(`'${DO_NOT_CONTACT}' has entries, but none of them holds a phone number`, GIVE_ITEMS);
	return { numbers, ...describeList(numbers.size, withoutNumber, unreadable) };
}

/** What the user should know about the list. */
function describeList(
	numberCount: number,
	withoutNumber: number,
	unreadable: number,
): Record<'warnings' | 'notes', Issue[]> {
	const parts = [
		...(withoutNumber > 0 ? [`${counted(withoutNumber, 'item')} without a phone number`] : []),
		...(unreadable > 0 ? [`${counted(unreadable, 'number')} that cannot be read`] : []),
	];
	const message = `'${DO_NOT_CONTACT}' has ${parts.join(' and ')}, which leave no one out`;
	const noOptOuts = issueAboutList(
		'noOptOuts',
		`'${DO_NOT_CONTACT}' holds no phone number, so no one was left out`,
		'If anyone has opted out, check the node that the list comes from.',
	);
	return {
		warnings: numberCount === 0 ? [noOptOuts] : [],
		notes:
			parts.length === 0 ? [] : [issueAboutList('optOutsWithoutNumber', message, 'If you know a number, fill it in.')],
	};
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

/** Nothing that people store is deeper. */
const DEEPEST = 20;

/** Adds the numbers of one entry to the list. */
class EntryReader {
	/** How many it holds that can be read. */
	count = 0;
	unreadableCount = 0;
	private readonly fields: unknown;
	private readonly name: string;
	private firstUnreadable?: string;

	constructor(
		private readonly entry: unknown,
		position: number,
		private readonly format: NumberFormat,
		private readonly numbers: Set<number>,
	) {
		this.fields = isObject(entry) && isItem(entry) ? entry.json : entry;
		this.name = `${hasFields(this.fields) ? 'Item' : 'Entry'} ${position} of '${DO_NOT_CONTACT}'`;
		// n8n keeps why an item failed in its fields or beside them.
		for (const { error } of [entry, this.fields].filter(isObject)) if (hasFailed(error)) throw this.failed(error);
	}

	get isEmptyItem(): boolean {
		return hasFields(this.fields) && !isFilled(this.fields) && !this.hasFile;
	}

	private get hasFile(): boolean {
		return this.fields !== this.entry && isFilled((this.entry as { binary?: unknown }).binary);
	}

	/** Refuses the entry if it has no number that can be read, but may hold one. */
	async read(): Promise<void> {
		if (hasFields(this.fields)) await this.readFields(this.fields);
		else this.readEntry(this.fields);
		if (this.count > 0) return;
		if (this.firstUnreadable !== undefined) throw this.unreadable(this.firstUnreadable);
		if (this.hasFile)
			throw refusal(
				`${this.name} holds a file, but no phone number`,
				'Before this node, read the file with an Extract from File node.',
			);
		if (hasFields(this.fields)) await this.refuseNumberElsewhere(this.fields);
	}

	private async readFields(fields: object): Promise<void> {
		for (const { outer, step, value } of leavesOf(fields, DEEPEST)) {
			await giveWay();
			const path = [...outer, step];
			const isPhone = hasKnownPhoneName(path) || this.wasChosen(path);
			if (isPhone || hasPhoneName(path)) this.addNumbers(toText(value) ?? '', isPhone);
		}
	}

	/** A text or a number of its own. An expression gives undefined for a field that is not there. */
	private readEntry(value: unknown): void {
		const text = value === undefined ? undefined : toText(value);
		if (text === undefined) throw refusal(`${this.name} holds no phone number`, GIVE_ITEMS);
		this.addNumbers(text, true);
		const digits = text.replace(/\D/g, '').length;
		if (this.count === 0 && digits >= 7) this.firstUnreadable ??= text;
	}

	/** `isPhone`: whether it is a phone for certain, so that even what looks like a date or a time is its number. */
	private addNumbers(text: string, isPhone: boolean): void {
		if (isPhone && this.addNumber(text)) return;
		for (const written of numbersIn(text)) {
			if (this.addNumber(written)) continue;
			this.unreadableCount++;
			this.firstUnreadable ??= text;
		}
	}

	private addNumber(text: string): boolean {
		const phone = this.lacksCode(text) ? undefined : readPhone(text, this.format.country);
		if (phone?.reason !== undefined || !phone) return false;
		this.numbers.add(phone.e164Number);
		this.count++;
		return true;
	}

	/**
	 * If each contact has its own country, that of an entry is not known. 00 is not enough, because in some countries, numbers that are not
	 * international begin with it, too.
	 */
	private lacksCode(text: string): boolean {
		return this.format.hasOwnCountries === true && !text.includes('+');
	}

	/** Whether the contacts' phone was taken from a field of this name, in this place or another. */
	private wasChosen(path: Path): boolean {
		if (this.format.chosenFields.length === 0) return false;
		const own = `.${withoutPositions(path)}.`;
		return this.format.chosenFields.some((chosen) => {
			const name = `.${withoutPositions(chosen)}.`;
			return own.includes(name) || name.endsWith(own);
		});
	}

	/** A field of any name that is written as phones are and reads as a mobile's, so not a bare number, which may be an ID. */
	private async refuseNumberElsewhere(fields: object): Promise<void> {
		for (const { outer, step, value } of leavesOf(fields, DEEPEST)) {
			await giveWay();
			if (typeof value !== 'string' || !/^(?:[+(]|0\d)|\d[\s./()-]/.test(value.trim())) continue;
			const [written] = numbersIn(value);
			if (written !== value.trim()) continue;
			const phone = readPhone(value, this.format.country);
			if (phone.reason !== undefined || phone.kind !== undefined) continue;
			const name = shortenName(formatPath([...outer, step]));
			throw refusal(
				`${this.name} holds a phone number only in "${name}", which has no usual name for one. It has: ${joinNames(Object.keys(fields))}`,
				KEEP_PHONE,
			);
		}
	}

	private unreadable(text: string) {
		const shown = maskPhone(text);
		if (this.lacksCode(text))
			return refusal(`${this.name} is "${shown}", which does not begin with +`, ADD_COUNTRY_CODE);
		const { reason = 'notOneNumber' } = readPhone(text, this.format.country);
		const advice =
			reason === 'noCountry'
				? "Write it with + and the country code, or set 'Country'."
				: 'Correct it, or remove it, in the list that it comes from.';
		return refusal(`${this.name}: ${getReasonText(reason, shown).what}`, advice);
	}

	private failed(error: unknown) {
		const why = plainText(isObject(error) ? error.message : error);
		return refusal(
			`${this.name} comes from a step that failed: "${shortenName(why)}"`,
			'Correct the node that it comes from, so that no one who opted out is missing.',
		);
	}
}

const hasFailed = (error: unknown) => isFilled(error) || (typeof error === 'string' && error !== '');

const withoutPositions = (path: Path) =>
	path
		.filter((step) => typeof step === 'string')
		.join('.')
		.toLowerCase();

const refusal = (message: string, advice: string) => contactRefusal('unreadableOptOut', message, advice);

const GIVE_ITEMS =
	"Enter phone numbers, or an expression that returns the items of a node, such as {{ $('Opt-outs').all() }}.";
const KEEP_PHONE =
	"Before this node, add an Edit Fields (Set) node that keeps the phone number in a field called 'phone'.";
const ADD_COUNTRY_CODE =
	"Each contact has its own country ('Country' under 'Values to Send'), so write each number here with + and its country code.";
