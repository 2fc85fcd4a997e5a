import { isFaxLabel, isMobileLabel, nameRank, phoneName, type PhoneKind, serviceColumn } from './names';
import { contactColumns, type ContactColumn } from './types';
import { phoneIn, textIn } from './fieldValues';

/** A field of the contacts: of an item, however deep, or a column of a file. */
export interface Field<Contact> {
	/** As people know it: `properties.phone`, "Phone 1 - Value". */
	text: string;
	/** Its own name, without what it lies in. */
	name: string;
	/** How deep it lies; a field further up is preferred. */
	depth: number;
	read: (contact: Contact) => unknown;
}

/** Where the value of one column comes from, for each contact anew. */
export interface ColumnSource<Contact> {
	/** The field that comes first. */
	home: Field<Contact>;
	/** How many fields it may come from. */
	fields: number;
	read: (contact: Contact) => unknown;
	/** The fields that gave a value so far, the most often used first. */
	used: () => string[];
}

export interface ColumnSources<Contact> {
	columns: Partial<Record<ContactColumn, ColumnSource<Contact>>>;
	/** Fields of equal right that differ, in words; the first of them is taken. */
	rivals: Partial<Record<ContactColumn, string[]>>;
	/** Fields that may hold phone numbers of some kind, but are not taken by guess. */
	unsurePhones: string[];
}

interface Candidate<Contact> extends Field<Contact> {
	kind: PhoneKind;
	rank: number;
	/** The kind of number that the contact itself gives: Google's "Phone 1 - Label". */
	label?: Field<Contact>;
}

/** Which fields are meant by which column: the best name that holds something, for each contact anew. */
export function columnSources<Contact>(
	fields: ReadonlyArray<Field<Contact>>,
	contacts: readonly Contact[],
	{ isSample = false } = {},
): ColumnSources<Contact> {
	const found: ColumnSources<Contact> = { columns: {}, rivals: {}, unsurePhones: [] };
	for (const column of contactColumns) {
		const named = candidates(column, fields);
		const isBlank = ({ read }: Field<Contact>) => contacts.every((contact) => textIn(read(contact)) === '');
		const holds = (field: Field<Contact>) =>
			contacts.some((contact) => holdsSomething(column, field.read(contact))) || (isSample && isBlank(field));
		const usable = named.filter((field) => field.kind !== 'unsure' && holds(field));
		if (column === 'phone') {
			found.unsurePhones = named.filter((field) => field.kind === 'unsure' && holds(field)).map(({ text }) => text);
		}
		const taken = usable.length > 0 ? usable : emptyOnes(named, contacts);
		if (taken.length === 0) continue;
		found.columns[column] = sourceOf(column, taken);
		const rivals = rivalsIn(column, usable, contacts);
		if (rivals.length > 0) found.rivals[column] = rivals;
	}
	return found;
}

/** A name that is right, with nothing usable in it: to be told, unless it only says yes or no. */
function emptyOnes<Contact>(named: Array<Candidate<Contact>>, contacts: readonly Contact[]): Array<Candidate<Contact>> {
	const isAnswer = (value: unknown) =>
		typeof value === 'boolean' || /^(true|false|yes|no|ja|nein|oui|non|si|sim|y|n|0|1)$/i.test(textIn(value) ?? '');
	return named
		.filter(({ kind, name, read }) => {
			const column = serviceColumn(name);
			const isServices = column !== undefined && column !== 'phone';
			return kind !== 'unsure' && (isServices || !contacts.some((contact) => isAnswer(read(contact))));
		})
		.slice(0, 1);
}

function candidates<Contact>(column: ContactColumn, fields: ReadonlyArray<Field<Contact>>): Array<Candidate<Contact>> {
	const found = fields.flatMap((field): Array<Candidate<Contact>> => {
		if (column !== 'phone') {
			const rank = nameRank(column, field.name);
			return rank === undefined ? [] : [{ ...field, kind: 'phone', rank }];
		}
		const name = phoneName(field.name);
		return name ? [{ ...field, ...name, label: labelOf(field, fields) }] : [];
	});
	const exactly = ({ name }: Field<Contact>) => Number(name.trim().toLowerCase() === column);
	const isMobile = ({ kind }: Candidate<Contact>) => Number(kind === 'mobile');
	return found.sort(
		(a, b) => isMobile(b) - isMobile(a) || a.depth - b.depth || a.rank - b.rank || exactly(b) - exactly(a),
	);
}

function labelOf<Contact>(field: Field<Contact>, fields: ReadonlyArray<Field<Contact>>): Field<Contact> | undefined {
	if (!/value$/i.test(field.text)) return undefined;
	const start = field.text.slice(0, -'value'.length);
	return fields.find(({ text }) => text.startsWith(start) && /^(label|type)$/i.test(text.slice(start.length)));
}

function sourceOf<Contact>(column: ContactColumn, candidatesOfIt: Array<Candidate<Contact>>): ColumnSource<Contact> {
	const uses = candidatesOfIt.map(() => 0);
	const [only] = candidatesOfIt;
	const take = (index: number, value: unknown): unknown => {
		uses[index] = (uses[index] ?? 0) + 1;
		return value;
	};
	const read = (contact: Contact): unknown => {
		if (only && candidatesOfIt.length === 1 && !only.label) return only.read(contact);
		let first: unknown;
		for (const mobileOnly of column === 'phone' ? [true, false] : [false]) {
			for (const [index, { kind, label, read: readField }] of candidatesOfIt.entries()) {
				const says = label?.read(contact);
				if (isFaxLabel(says) || (mobileOnly && kind !== 'mobile' && !isMobileLabel(says))) continue;
				const value = readField(contact);
				if (holdsSomething(column, value)) return take(index, value);
				first ??= value === '' ? undefined : value;
			}
		}
		return first;
	};
	return {
		home: only as Field<Contact>,
		fields: candidatesOfIt.length,
		read,
		used: () =>
			candidatesOfIt
				.map(({ text }, index) => ({ text, uses: uses[index] ?? 0 }))
				.filter(({ uses: times }, index) => times > 0 || (index === 0 && uses.every((count) => count === 0)))
				.map(({ text }) => text),
	};
}

/** Two fields of equal right with different values for one contact: only a person knows which is meant. */
function rivalsIn<Contact>(
	column: ContactColumn,
	usable: Array<Candidate<Contact>>,
	contacts: readonly Contact[],
): string[] {
	const [best] = usable;
	if (!best || best.label) return [];
	const valueOf = ({ read }: Field<Contact>, contact: Contact) =>
		column === 'phone' ? phoneIn(read(contact))?.replace(/\D/g, '') : textIn(read(contact));
	const differs = (other: Candidate<Contact>) =>
		contacts.some((contact) => {
			const [one, two] = [valueOf(best, contact), valueOf(other, contact)];
			return one !== undefined && two !== undefined && one !== '' && two !== '' && one !== two;
		});
	return usable
		.filter((other) => other !== best && other.kind === best.kind && other.rank === best.rank && differs(other))
		.map(({ text }) => text);
}

/** A name has letters: what a shop calls an order has none. */
function holdsSomething(column: ContactColumn, value: unknown): boolean {
	if (column === 'phone') return phoneIn(value) !== undefined;
	return column === 'name' ? /\p{L}/u.test(textIn(value) ?? '') : (textIn(value) ?? '') !== '';
}
