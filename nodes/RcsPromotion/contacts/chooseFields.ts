import { contactRefusal, joinWords, shortenName } from '../issues';
import type { Refusal } from '../../form/refusal';
import { counted, grouped } from '../../service/values';
import { findAliasTarget, formatPath, ITEM_ITSELF, type AliasTarget } from './aliases';
import { hasMobileName, hasPhoneName, mayBePhone } from './fieldNames';
import { getPhoneKey, numbersIn } from './phone';
import { SET_MAP_MANUALLY, SPLIT_OUT } from './reasons';
import {
	contactColumns,
	type ColumnNames,
	type ContactColumn,
	type ContactOrigin,
	type Field,
	type Path,
} from './types';

export type ChosenFields = Partial<Record<ContactColumn, Field>>;

export function toColumnNames(chosen: ChosenFields): ColumnNames {
	const names: ColumnNames = {};
	for (const column of contactColumns) if (chosen[column]) names[column] = chosen[column].name;
	return names;
}

/** No real list has more fields than this. */
export const MOST_FIELDS = 20_000;
/** How many fields a question describes. */
const MOST_SHOWN = 8;

/** For each column but the phone, the preferred field in this container. */
export function findFieldsBeside(container: string, paths: readonly Path[]): ChosenFields {
	const chosen: ChosenFields = {};
	const fields = paths.flatMap((path, position) => {
		const alias = findAliasTarget(path);
		const isBeside = alias?.container === container && alias.column !== 'phone';
		return isBeside ? [{ ...alias, path, name: formatPath(path), position }] : [];
	});
	for (const field of fields.sort((one, other) => one.rank - other.rank)) chosen[field.column] ??= field;
	return chosen;
}

/** A field that may be the phone by its name. */
export interface PhoneField extends Field {
	/** Set if the table has its name, so that it may be used without a question. */
	alias?: AliasTarget;
	/** How many contacts have a number in it. */
	count: number;
	example: string;
}

/** Finds the phone among all fields that may be it. A known one is used only if none of the others would give any contact another number. */
export class PhoneSurvey {
	private readonly fields: PhoneField[] = [];
	private contactsWithNumber = 0;
	private differ = false;

	constructor(
		private readonly from: ContactOrigin,
		private readonly country: string,
	) {}

	/** Undefined if its name does not look like a phone's. */
	addField(path: Path, position: number): PhoneField | undefined {
		const target = findAliasTarget(path);
		const alias = target?.column === 'phone' ? target : undefined;
		if (!alias && !mayBePhone(path)) return undefined;
		const field = { path, name: formatPath(path), position, alias, count: 0, example: '' };
		this.fields.push(field);
		return field;
	}

	/** Whether the values decide nothing, because there is but one field, and it is known. */
	get isCertain(): boolean {
		return this.fields.length < 2 && this.fields.every(({ alias }) => alias);
	}

	/** The values that one contact has for these fields. */
	addContact(values: ReadonlyArray<readonly [field: PhoneField, text: string]>): void {
		let first = '';
		let differs = false;
		const holding: (typeof values)[number][] = [];
		for (const value of values) {
			const key = this.keyOf(...value);
			if (key === '') continue;
			first ||= key;
			differs ||= key !== first;
			holding.push(value);
		}
		if (first !== '') this.contactsWithNumber++;
		// Examples from the first contact whose numbers differ help users choose.
		const isFirstToDiffer = differs && !this.differ;
		for (const [field, text] of holding) {
			if (isFirstToDiffer || field.count === 0) field.example = text;
			field.count++;
		}
		this.differ ||= differs;
	}

	/** The phone, and the others that hold numbers, all the same. Throws, so that the user chooses, if the phone is not certain. */
	choose(): { phone?: PhoneField; rivals: PhoneField[] } {
		const ranked = this.fields.sort((one, other) => rankOf(one) - rankOf(other));
		const preferred = ranked.find(({ alias }) => alias);
		if (this.contactsWithNumber === 0) return { phone: preferred, rivals: [] };
		const holding = ranked.filter(({ count }) => count > 0);
		const phone = this.differ
			? undefined
			: holding.find((field) => field.alias && field.count === this.contactsWithNumber);
		// The preferred one may be in the contact itself and empty everywhere. Then the other one may be another person's.
		if (phone && phone.alias?.container === preferred?.alias?.container)
			return { phone, rivals: holding.filter((field) => field !== phone) };
		const emptyOne = preferred?.count === 0 && !this.differ ? [preferred] : [];
		throw this.question(groupByObject([...emptyOne, ...holding]));
	}

	/** Equal for the same number; empty for what is no number. A field that is not known may hold times or dates, which may be read as one. */
	private keyOf({ alias }: PhoneField, text: string): string {
		if (text === '' || (!alias && numbersIn(text).next().done)) return '';
		return getPhoneKey(text, this.country);
	}

	private question(fields: readonly PhoneField[]): Refusal {
		const isFile = this.from === 'csvFile';
		const hasDuplicateNames = new Set(fields.map(({ name }) => name)).size < fields.length;
		const described = fields.slice(0, MOST_SHOWN).map(({ name, position, example, count }) => {
			const column = isFile && hasDuplicateNames ? `column ${position + 1}, ` : '';
			const held = count === 0 ? 'empty' : `${maskMiddle(example)}, ${counted(count, 'contact')}`;
			return `${shortenName(name)} (${column}${held})`;
		});
		if (fields.length > MOST_SHOWN) described.push(`${grouped(fields.length - MOST_SHOWN)} more`);
		const what = this.differ
			? `${grouped(fields.length)} ${isFile ? 'columns' : 'fields'} hold different phone numbers`
			: 'It is not clear whose phone number to use';
		const advice = isFile ? this.adviseForFile(fields, hasDuplicateNames) : this.adviseForItems(fields);
		return contactRefusal('severalPhones', `${what}: ${joinWords(described)}`, advice);
	}

	private adviseForFile(fields: readonly PhoneField[], hasDuplicateNames: boolean): string {
		if (hasDuplicateNames) return 'In the file, rename the ones you do not want to use.';
		const choose = `Add the option 'File Columns' and enter the name of the column to use under 'Phone', such as ${fields[0]?.name}. Contacts without a number in that column get nothing.`;
		if (fields.every(({ count }) => count === this.contactsWithNumber)) return choose;
		return `${choose} To fill gaps from another column, read the file with Extract from File and set 'Recipients' to 'Input Items'.`;
	}

	private adviseForItems(fields: readonly PhoneField[]): string {
		const choose = `${SET_MAP_MANUALLY} and drag the field to use into 'Phone'. If the template shows names, map 'Name' there, too.`;
		// Where numbers differ, those of another object may be another person's.
		const [first] = fields.map(containerOf);
		const suggested = fields.filter((field) => !this.differ || containerOf(field) === first).slice(0, MOST_SHOWN);
		const isList = fields.some(({ path }) => path.some((step) => typeof step === 'number'));
		if (suggested.length < 2) return isList ? `${choose} ${SPLIT_OUT}` : choose;
		return `${choose} To use the first phone field that is filled in, paste this into 'Phone': ${buildExpression(suggested.map(({ path }) => path))}`;
	}
}

const rankOf = ({ alias }: PhoneField) => alias?.rank ?? Number.MAX_SAFE_INTEGER;

/** The item's own fields first, and in each object what speaks of a mobile phone. */
function groupByObject(fields: readonly PhoneField[]): PhoneField[] {
	const groups = new Map<string, PhoneField[]>([[ITEM_ITSELF, []]]);
	for (const field of fields) {
		const group = groups.get(containerOf(field));
		if (group) group.push(field);
		else groups.set(containerOf(field), [field]);
	}
	const isMobile = ({ path }: PhoneField) => Number(hasMobileName(path));
	return [...groups.values()].flatMap((group) => group.sort((one, other) => isMobile(other) - isMobile(one)));
}

/** The object that holds the field with the phone's name: that of `mother.phone[0].value` is `mother`. */
function containerOf({ alias, path }: PhoneField): string {
	const at = path.findIndex((step) => hasPhoneName([step]));
	return alias?.container ?? formatPath(path.slice(0, Math.max(0, at)));
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

export const tooManyFieldsError = (): Refusal =>
	contactRefusal(
		'tooManyFields',
		`The contacts have more than ${grouped(MOST_FIELDS)} different fields`,
		`Keep only the fields about the contact. ${SPLIT_OUT} If it is a file, choose the right 'Delimiter' in 'Options'.`,
	);
