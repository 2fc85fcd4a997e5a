import { giveWay } from '../../service/clock';
import { grouped } from '../../service/values';
import { findAliasTarget, hasPhoneName, ITEM_ITSELF, formatPath, type AliasTarget } from './aliases';
import { SET_MAP_MANUALLY, SPLIT_OUT } from './advice';
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

/** A field whose name is an alias. */
interface RecognizedField extends AliasTarget, Field {}

export type ChosenFields = Partial<Record<ContactColumn, Field>>;

export function toColumnNames(chosen: ChosenFields): ColumnNames {
	const names: ColumnNames = {};
	for (const column of contactColumns) if (chosen[column]) names[column] = chosen[column].name;
	return names;
}

/** No real list has more fields than this, or more that could be the phone. Reading so many would hold n8n up. */
export const MOST_FIELDS = 20_000;
export const MOST_PHONE_FIELDS = 20;

/** The fields whose names are aliases, the preferred ones first. */
export const recognizeFields = (paths: readonly Path[]): RecognizedField[] =>
	paths
		.flatMap((path, position): RecognizedField[] => {
			const alias = findAliasTarget(path);
			return alias ? [{ ...alias, path, name: formatPath(path), position }] : [];
		})
		.sort((one, other) => one.rank - other.rank);

/** The phone fields at the top level, filled in or not; if there are none, nested ones, unless an unknown object such as `phone.work` may hold the phone. */
export function findPhoneFields(recognized: readonly RecognizedField[], paths: readonly Path[]): RecognizedField[] {
	const phones = recognized.filter(({ column }) => column === 'phone');
	const own = phones.filter(({ container }) => container === ITEM_ITSELF);
	const hasPhoneObject = paths.some((path) => hasPhoneName(path.slice(0, 1)));
	return own.length > 0 || hasPhoneObject ? own : phones;
}

/** For each column but the phone, the preferred field in this container. */
export function findFieldsBeside(container: string, recognized: readonly RecognizedField[]): ChosenFields {
	const chosen: ChosenFields = {};
	for (const field of recognized) {
		if (field.container === container && field.column !== 'phone') chosen[field.column] ??= field;
	}
	return chosen;
}

/** What the contacts hold for the phone fields, in portions. */
type PhoneValues = (fields: readonly Field[]) => AsyncIterable<string[][]>;

/** One field for each column, all in the phone's container. Throws, so that the user chooses, if the phone is not certain. */
export async function chooseFields(
	paths: readonly Path[],
	valuesOf: PhoneValues,
	from: ContactOrigin,
	country: string,
): Promise<ChosenFields> {
	const recognized = recognizeFields(paths);
	const phones = findPhoneFields(recognized, paths);
	if (phones.length > MOST_PHONE_FIELDS) throw tooManyPhonesError(phones, from);
	const phone = phones.length > 1 ? await choosePhone(phones, valuesOf, from, country) : phones[0];
	return phone ? { phone, ...findFieldsBeside(phone.container, recognized) } : {};
}

/** The first field with a number. Throws, so that the user chooses, if another one differs or is empty in any contact that has a number. */
async function choosePhone(
	fields: readonly RecognizedField[],
	valuesOf: PhoneValues,
	from: ContactOrigin,
	country: string,
): Promise<RecognizedField | undefined> {
	const { phones, differ, contactsWithPhone } = await comparePhones(fields, valuesOf, country);
	const filled = phones.filter(({ count }) => count > 0);
	const filledContainers = new Set(filled.map(({ container }) => container));
	// A field that is empty in all contacts is ignored if another in its container is filled in. If all in a container are empty, the user is
	// asked, because the contact may be the person without a number.
	const candidates = phones.filter(({ container, count }) => count > 0 || !filledContainers.has(container));
	const isAnyEmpty = candidates.some(({ count }) => count < contactsWithPhone);
	if (differ || isAnyEmpty) throw severalPhonesError(from, candidates);
	return filled[0] ?? fields[0];
}

/** How many contacts have each of the phones, with an example, and whether any contact has different ones. */
async function comparePhones(fields: readonly RecognizedField[], valuesOf: PhoneValues, country: string) {
	const phones = fields.map((field) => ({ ...field, count: 0, example: '' }));
	let contactsWithPhone = 0;
	let differ = false;
	for await (const portion of valuesOf(fields)) {
		for (const values of portion) {
			// Each contact may have many numbers that take long to read.
			await giveWay();
			const keys = values.map((value) => getPhoneKey(value, country));
			const different = new Set(keys.filter((key) => key !== ''));
			if (different.size === 0) continue;
			contactsWithPhone++;
			const isFirstToDiffer: boolean = different.size > 1 && !differ;
			for (const [index, phone] of phones.entries()) {
				if (keys[index] === '') continue;
				// Examples from the first contact whose numbers differ help users choose.
				if (isFirstToDiffer || phone.count === 0) phone.example = values[index] ?? '';
				phone.count++;
			}
			differ ||= isFirstToDiffer;
		}
	}
	return { phones, differ, contactsWithPhone };
}

export const tooManyFieldsError = (): UnusableContacts =>
	new UnusableContacts(
		'tooManyFields',
		`The contacts have more than ${grouped(MOST_FIELDS)} different fields`,
		`Keep only the fields about the contact. ${SPLIT_OUT} If it is a file, choose the right 'Delimiter' in 'Options'.`,
	);

function tooManyPhonesError(fields: readonly RecognizedField[], from: ContactOrigin): UnusableContacts {
	const [first] = fields;
	const noun = from === 'csvFile' ? 'columns' : 'fields';
	return new UnusableContacts(
		'severalPhones',
		`${grouped(fields.length)} ${noun} could hold the phone number, such as "${shortenName(first?.name ?? '')}"`,
		from === 'csvFile' ? adviseForFile(fields, true) : `${SET_MAP_MANUALLY} and drag the field to use into 'Phone'.`,
	);
}

/** Shows an example of each phone field, and says how to choose one. */
function severalPhonesError(
	from: ContactOrigin,
	fields: ReadonlyArray<RecognizedField & { example: string }>,
): UnusableContacts {
	const isFile = from === 'csvFile';
	const hasDuplicateNames = new Set(fields.map(({ name }) => name)).size < fields.length;
	const described = fields.map(({ name, position, example }) => {
		const column = isFile && hasDuplicateNames ? `column ${position + 1}, ` : '';
		return `${shortenName(name)} (${column}${maskMiddle(example.trim()) || 'empty'})`;
	});
	const noun = isFile ? 'columns' : 'fields';
	const isOneEmpty = fields.some(({ example }) => example.trim() === '');
	const message = isOneEmpty
		? `It is not clear whose phone number to use: ${joinWords(described)}`
		: `${grouped(fields.length)} ${noun} hold different phone numbers: ${joinWords(described)}`;
	return new UnusableContacts(
		'severalPhones',
		message,
		isFile ? adviseForFile(fields, hasDuplicateNames) : adviseForItems(fields, isOneEmpty),
	);
}

const adviseForFile = ([first]: readonly RecognizedField[], hasDuplicateNames: boolean) =>
	hasDuplicateNames
		? 'In the file, rename the ones you do not want to use.'
		: `Add the option 'File Columns' and enter the name of the column to use under 'Phone', such as ${first?.name}. Contacts without a number in that column get nothing.`;

/** Suggests no expression if one person has no number, because it would take the other person's. */
function adviseForItems(fields: readonly RecognizedField[], isOneEmpty: boolean): string {
	const choose = `${SET_MAP_MANUALLY} and drag the field to use into 'Phone'. If the template shows names, map 'Name' there, too.`;
	if (isOneEmpty) return choose;
	return `${choose} To use the first phone field that is filled in, paste this into 'Phone': ${buildExpression(fields.map(({ path }) => path))}`;
}

/** Keeps the start as well as the end, because two numbers may end alike. */
const maskMiddle = (text: string) => (text.length <= 8 ? text : `${text.slice(0, 4)}…${text.slice(-4)}`);

/** An expression that takes the first of these fields that is filled in. */
export const buildExpression = (paths: readonly Path[]): string =>
	`{{ ${paths.map((path) => `$json${path.map(formatStep).join('')}`).join(' || ')} }}`;

function formatStep(step: string | number, at: number): string {
	// The expression must not fail for an item that lacks the surrounding object.
	const isOptional = at > 0;
	if (typeof step === 'string' && /^[A-Za-z_$][\w$]*$/.test(step)) return `${isOptional ? '?.' : '.'}${step}`;
	return `${isOptional ? '?.' : ''}[${JSON.stringify(step)}]`;
}
