import { giveWay } from '../../service/clock';
import { grouped } from '../../service/values';
import { findAlias, isCalledPhone, ITEM_ITSELF, formatPath, type Alias } from './aliases';
import { BY_HAND, SPLIT_OUT } from './advice';
import { joinWords, shortenName, UnusableContacts } from '../issues';
import { getPhoneKey } from './phone';
import {
	contactColumns,
	type ColumnNames,
	type ContactColumn,
	type ContactOrigin,
	type Field,
	type Path,
} from './types';

/** A field whose name is in the table. */
interface RecognizedField extends Alias, Field {}

export type ChosenFields = Partial<Record<ContactColumn, Field>>;

export function getLabels(chosen: ChosenFields): ColumnNames {
	const labels: ColumnNames = {};
	for (const column of contactColumns) if (chosen[column]) labels[column] = chosen[column].label;
	return labels;
}

/** No list of contacts has more fields than this, or more that could be the phone. Looking at all of them would hold n8n up. */
export const MOST_FIELDS = 20_000;
export const MOST_PHONE_FIELDS = 20;

/** The fields of the table, in its order. */
export const recognizeFields = (fields: readonly Path[]): RecognizedField[] =>
	fields
		.flatMap((path, position): RecognizedField[] => {
			const alias = findAlias(path);
			return alias ? [{ ...alias, path, label: formatPath(path), position }] : [];
		})
		.sort((one, other) => one.rank - other.rank);

/** The phone fields in the contact's place: the item itself if it has any, filled in or not; else all nested places that have one. */
export function findPhoneFields(recognized: readonly RecognizedField[], fields: readonly Path[]): RecognizedField[] {
	const phones = recognized.filter(({ column }) => column === 'phone');
	const own = phones.filter(({ container }) => container === ITEM_ITSELF);
	// The person's own number may also be within a list or an object that the table does not know.
	const isWithinItem = fields.some((path) => isCalledPhone(path.slice(0, 1)));
	return own.length > 0 || isWithinItem ? own : phones;
}

/** In the place of the phone, the first field of the table for each other column. */
export function findFieldsBeside(container: string, recognized: readonly RecognizedField[]): ChosenFields {
	const chosen: ChosenFields = {};
	for (const field of recognized) {
		if (field.container === container && field.column !== 'phone') chosen[field.column] ??= field;
	}
	return chosen;
}

/** What the contacts hold for the phone fields, in portions. */
type PhoneValues = (fields: readonly Field[]) => AsyncIterable<string[][]>;

/** One field for each column, all of them in the place of the phone. Asks the user if the contacts hold different numbers. */
export async function chooseFields(
	fields: readonly Path[],
	valuesOf: PhoneValues,
	from: ContactOrigin,
	country: string,
): Promise<ChosenFields> {
	const recognized = recognizeFields(fields);
	const phones = findPhoneFields(recognized, fields);
	if (phones.length > MOST_PHONE_FIELDS) throw tooManyPhonesError(phones, from);
	const phone = phones.length > 1 ? await choosePhone(phones, valuesOf, from, country) : phones[0];
	return phone ? { phone, ...findFieldsBeside(phone.container, recognized) } : {};
}

/** The first field that is filled in. Asks if any other differs in any contact, also where one of them is empty. */
async function choosePhone(
	fields: readonly RecognizedField[],
	valuesOf: PhoneValues,
	from: ContactOrigin,
	country: string,
): Promise<RecognizedField | undefined> {
	const filled = fields.map(() => 0);
	const examples = fields.map(() => '');
	let contactsWithPhone = 0;
	let foundTwo = false;
	for await (const portion of valuesOf(fields)) {
		for (const values of portion) {
			// Each contact may have many numbers that take long to read.
			await giveWay();
			const keys = values.map((value) => getPhoneKey(value, country));
			const different = new Set(keys.filter((key) => key !== ''));
			if (different.size === 0) continue;
			contactsWithPhone++;
			const isFirstToDiffer: boolean = different.size > 1 && !foundTwo;
			for (const [at, key] of keys.entries()) {
				if (key === '') continue;
				// An example that is the same in both fields would not help users choose.
				if (isFirstToDiffer || filled[at] === 0) examples[at] = values[at] ?? '';
				filled[at] = (filled[at] ?? 0) + 1;
			}
			foundTwo ||= isFirstToDiffer;
		}
	}
	const described = fields.map((field, at) => ({ ...field, example: examples[at] ?? '', count: filled[at] ?? 0 }));
	const holding = described.filter(({ count }) => count > 0);
	const placesHolding = new Set(holding.map(({ container }) => container));
	// A person may leave one of their fields empty. If all fields of a container are empty, that person has no number.
	const compared = described.filter(({ container, count }) => count > 0 || !placesHolding.has(container));
	const isAnyEmpty = compared.some(({ count }) => count < contactsWithPhone);
	if (foundTwo || isAnyEmpty) throw severalPhonesError(from, compared);
	return holding[0] ?? fields[0];
}

export const tooManyFieldsError = (): UnusableContacts =>
	new UnusableContacts(
		'tooManyFields',
		`The contacts have more than ${grouped(MOST_FIELDS)} different fields`,
		`Keep only the fields about the contact. ${SPLIT_OUT} If it is a file, choose the right 'Delimiter' in 'Options'.`,
	);

function tooManyPhonesError(fields: readonly RecognizedField[], from: ContactOrigin): UnusableContacts {
	const [first] = fields;
	const what = from === 'csvFile' ? 'columns' : 'fields';
	return new UnusableContacts(
		'severalPhones',
		`${grouped(fields.length)} ${what} could hold the phone number, such as "${shortenName(first?.label ?? '')}"`,
		from === 'csvFile' ? adviseForFile(fields, true) : `${BY_HAND} and drag the field to use into 'Phone'.`,
	);
}

/** Asks which phone field to use, with an example of each, and says how to choose. */
function severalPhonesError(
	from: ContactOrigin,
	fields: ReadonlyArray<RecognizedField & { example: string }>,
): UnusableContacts {
	const isFile = from === 'csvFile';
	const hasTwins = new Set(fields.map(({ label }) => label)).size < fields.length;
	const named = fields.map(({ label, position, example }) => {
		const column = isFile && hasTwins ? `column ${position + 1}, ` : '';
		return `${shortenName(label)} (${column}${maskMiddle(example.trim()) || 'empty'})`;
	});
	const what = isFile ? 'columns' : 'fields';
	const isOneEmpty = fields.some(({ example }) => example.trim() === '');
	const message = isOneEmpty
		? `It is not clear whose phone number to use: ${joinWords(named)}`
		: `${grouped(fields.length)} ${what} hold different phone numbers: ${joinWords(named)}`;
	return new UnusableContacts(
		'severalPhones',
		message,
		isFile ? adviseForFile(fields, hasTwins) : adviseForItems(fields, isOneEmpty),
	);
}

const adviseForFile = ([first]: readonly RecognizedField[], hasTwins: boolean) =>
	hasTwins
		? 'In the file, rename the ones you do not want to use.'
		: `Add the option 'File Columns' and enter the name of the column to use under 'Phone', such as ${first?.label}. Contacts without a number in that column get nothing.`;

/** Offers no expression if one of the people has no number: it would take the other person's. */
function adviseForItems(fields: readonly RecognizedField[], isOneEmpty: boolean): string {
	const choose = `${BY_HAND} and drag the field to use into 'Phone'. If the template shows names, map 'Name' there, too.`;
	if (isOneEmpty) return choose;
	return `${choose} To use the first phone field that is filled in, paste this into 'Phone': ${buildExpression(fields.map(({ path }) => path))}`;
}

/** Two numbers may end alike, as one number does in two spellings. */
const maskMiddle = (text: string) => (text.length <= 8 ? text : `${text.slice(0, 4)}…${text.slice(-4)}`);

/** An expression that takes the first of these fields that is filled in. */
export const buildExpression = (paths: readonly Path[]): string =>
	`{{ ${paths.map((path) => `$json${path.map(formatStep).join('')}`).join(' || ')} }}`;

function formatStep(step: string | number, at: number): string {
	// The expression must not fail for an item that lacks the surrounding object.
	const optional = at === 0 ? '' : '?.';
	if (typeof step === 'string' && /^[A-Za-z_$][\w$]*$/.test(step)) return `${optional || '.'}${step}`;
	return `${optional}[${JSON.stringify(step)}]`;
}
