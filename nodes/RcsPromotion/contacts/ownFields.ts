import { isCodeName, isPlaceholder, phoneIn, textIn } from './fieldValues';
import {
	isPersonName,
	isSamePerson,
	isStaff,
	mayBeOthers,
	personWords,
	phoneName,
	whoseWords,
	type PhoneKind,
} from './names';
import type { ContactColumn } from './types';

/** A field of the contacts: of an item, however deep, or a column of a file. */
export interface Field<Contact> {
	/** As people know it: `properties.phone`, "Phone 1 - Value". */
	text: string;
	/** Its own name, without what it lies in. */
	name: string;
	/** How deep it lies; a field further up is preferred. */
	depth: number;
	/** Of a column of a file. */
	position?: number;
	read: (contact: Contact) => unknown;
	/** Whether it is the contact's own, whose name is given; without this it always is. */
	isOf?: (contact: Contact, name: string) => boolean;
}

/** A field that may be meant by a column. */
export interface Candidate<Contact> extends Field<Contact> {
	kind: PhoneKind;
	rank: number;
	/** The kind of number that the contact itself gives: Google's "Phone 1 - Label". */
	label?: Field<Contact>;
	/** Fields beside it with the country code, and with the area code. */
	codes: Array<Field<Contact>>;
	areas: Array<Field<Contact>>;
}

/** What a field lies in, in words. */
export const placeOf = ({ text, name, depth }: Field<never>) =>
	depth === 0 ? '' : text.slice(0, text.length - name.length);

/** A name has letters: what a shop calls an order has none. */
export function holdsSomething(column: ContactColumn, value: unknown): boolean {
	if (column === 'phone') return phoneIn(value) !== undefined;
	const text = textIn(value) ?? '';
	return !isPlaceholder(text) && (column !== 'name' || /\p{L}/u.test(text));
}

/** In a flat table a name before the phone's says whose it is: `user_phone` lies beside `user_name` as `user: {phone, name}` holds both. */
export function ownership<Contact>(
	field: Field<Contact>,
	fields: ReadonlyArray<Field<Contact>>,
): Field<Contact>['isOf'] {
	const whose = whoseWords(field.name);
	const beside = fields.filter((other) => placeOf(other) === placeOf(field));
	const ofNobodyElse = beside.filter(({ name }) => whoseWords(name).length === 0);
	const hasOwn = ofNobodyElse.some(({ name }) => !isCodeName(name) && (phoneName(name)?.kind ?? 'unsure') !== 'unsure');
	if (whose.length === 0 || !(hasOwn || whose.some(mayBeOthers))) return undefined;
	const personIn = (contact: Contact, among: ReadonlyArray<Field<Contact>>) =>
		among.flatMap(({ name, read }) => (isPersonName(name) ? personWords(textIn(read(contact)) ?? '') : []));
	const theirs = beside.filter(({ name }) => whoseWords(name).some((word) => whose.includes(word)));
	return (contact, name) => {
		const others = personIn(contact, theirs);
		const isNameless = others.length === 0 || personIn(contact, ofNobodyElse).length === 0;
		if (hasOwn && whose.some(isStaff) && isNameless) return false;
		return isSamePerson(personWords(name), others);
	};
}

/** Of a field that may be somebody else's, what is the contact's own. */
export function ownOnly<Contact>(field: Candidate<Contact>, nameOf: (contact: Contact) => string): Candidate<Contact> {
	const { isOf, read } = field;
	if (!isOf) return field;
	return { ...field, read: (contact) => (isOf(contact, nameOf(contact)) ? read(contact) : undefined) };
}

/** What the first of the fields says that says anything. */
export const textOfAny = <Contact>(
	column: ContactColumn,
	fields: ReadonlyArray<Field<Contact>>,
	contact: Contact,
): string => textIn(fields.map(({ read }) => read(contact)).find((value) => holdsSomething(column, value))) ?? '';

/**
 * Of several names the one that belongs to the phone number: one around it may be that of a company or a form and not of the person
 * beside it, and one elsewhere may be anything's.
 */
export function nearest<Contact>(
	column: ContactColumn,
	named: Array<Candidate<Contact>>,
	home: Field<Contact> | undefined,
): Array<Candidate<Contact>> {
	const place = home ? placeOf(home) : '';
	if (place === '') return named;
	const around = named.filter((field) => place.startsWith(placeOf(field)));
	const beside = around.filter((field) => placeOf(field) === place);
	const isOf = (contact: Contact, field: Field<Contact>) =>
		isSamePerson(personWords(textIn(field.read(contact)) ?? ''), personWords(textOfAny(column, beside, contact)));
	return [
		...around.map((field) => ({
			...field,
			read: (contact: Contact) => (isOf(contact, field) ? field.read(contact) : undefined),
		})),
		...named.filter((field) => !around.includes(field)),
	];
}
