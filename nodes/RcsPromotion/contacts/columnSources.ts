import {
	countriesIn,
	dialCode,
	isAreaName,
	isCodeName,
	isCountryName,
	phoneIn,
	textIn,
	withCodes,
} from './fieldValues';
import {
	givenNameKind,
	isBareName,
	isMobileLabel,
	isSamePerson,
	isStrangersLabel,
	mayBeOthers,
	nameRank,
	personWords,
	phoneName,
	serviceColumn,
	WORDLESS_RANK,
	wordsOf,
} from './names';
import {
	holdsSomething,
	nearest,
	ownership,
	ownOnly,
	placeOf,
	textOfAny,
	type Candidate,
	type Field,
} from './ownFields';
import { contactColumns, type ContactColumn } from './types';

/** Where the value of one column comes from, for each contact anew. */
export interface ColumnSource<Contact> {
	/** The field that comes first. */
	home: Field<Contact>;
	/** How many fields it may come from. */
	fields: number;
	read: (contact: Contact) => unknown;
	/** The countries that the contact names for itself, as they are written there. */
	countries: (contact: Contact) => string[];
	/** The fields that gave a value so far, the preferred first. */
	used: () => string[];
}

export interface ColumnSources<Contact> {
	columns: Partial<Record<ContactColumn, ColumnSource<Contact>>>;
	/** Fields of equal right that differ, in words; the first of them is taken. */
	rivals: Partial<Record<ContactColumn, string[]>>;
	/** Fields that may hold phone numbers of some kind, but are not taken by guess. */
	unsurePhones: string[];
}

const PHONE_FIRST = ['phone', ...contactColumns.filter((column) => column !== 'phone')] as const;

/** Which fields are meant by which column: the best name that holds something, for each contact anew. */
export function columnSources<Contact>(
	fields: ReadonlyArray<Field<Contact>>,
	contacts: readonly Contact[],
	{ isSample = false } = {},
): ColumnSources<Contact> {
	const found: ColumnSources<Contact> = { columns: {}, rivals: {}, unsurePhones: [] };
	const names = candidates('name', fields);
	const nameOf = (contact: Contact) => textOfAny('name', names, contact);
	for (const column of PHONE_FIRST) {
		const all = candidates(column, fields);
		const named =
			column === 'phone' ? all.map((field) => ownOnly(field, nameOf)) : nearest(column, all, found.columns.phone?.home);
		const isBlank = ({ read }: Field<Contact>) => contacts.every((contact) => textIn(read(contact)) === '');
		const holds = (field: Field<Contact>) =>
			contacts.some((contact) => holdsSomething(column, field.read(contact))) || (isSample && isBlank(field));
		const holding = named.filter((field) => field.kind !== 'unsure' && holds(field));
		const saysPhone = named.some(({ kind, rank }) => kind !== 'unsure' && rank < WORDLESS_RANK);
		const held = saysPhone ? holding.filter(({ rank }) => rank < WORDLESS_RANK) : holding;
		const usable = column === 'name' ? givenNameFirst(held, contacts) : held;
		if (column === 'phone') {
			found.unsurePhones = named.filter((field) => field.kind === 'unsure' && holds(field)).map(({ text }) => text);
		}
		const taken = usable.length > 0 ? usable : emptyOnes(named, contacts);
		if (taken.length === 0) continue;
		found.columns[column] = sourceOf(column, taken, column === 'phone' ? fields.filter(isOwnCountry) : []);
		const rivals = rivalsIn(column, usable, contacts);
		if (rivals.length > 0) found.rivals[column] = rivals;
	}
	return found;
}

/** In "Name;Vorname" the first column has family names, unless both name the same person. */
function givenNameFirst<Contact>(
	usable: Array<Candidate<Contact>>,
	contacts: readonly Contact[],
): Array<Candidate<Contact>> {
	const given = givenNameBeside(usable, contacts);
	if (!given || givenNameKind(given.name) !== 'besideFamilyName') return usable;
	return [given, ...usable.filter((field) => field !== given)];
}

/** A field with first names that are mostly no part of what is called "name" beside it. */
function givenNameBeside<Contact>(
	[best, ...others]: Array<Candidate<Contact>>,
	contacts: readonly Contact[],
): Candidate<Contact> | undefined {
	if (!best || !isBareName(best.name)) return undefined;
	const given = others.find((field) => givenNameKind(field.name) !== undefined && placeOf(field) === placeOf(best));
	if (!given) return undefined;
	let both = 0;
	let parts = 0;
	for (const contact of contacts) {
		const [whole, first] = [best, given].map(({ read }) => personWords(textIn(read(contact)) ?? '')) as [
			string[],
			string[],
		];
		if (whole.length === 0 || first.length === 0) continue;
		both++;
		if (isSamePerson(whole, first)) parts++;
	}
	return both > 2 * parts ? given : undefined;
}

/** A name that is right, with nothing usable in it: to be reported, unless it only says yes or no. */
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
			return rank === undefined ? [] : [{ ...field, kind: 'phone', rank, codes: [], areas: [] }];
		}
		const name = phoneName(field.name);
		if (!name || isCodeName(field.name) || isAreaName(field.name)) return [];
		const beside = (is: (name: string) => boolean) =>
			fields.filter((other) => is(other.name) && placeOf(field).startsWith(placeOf(other)));
		const isOf = field.isOf ?? ownership(field, fields);
		const codes = beside(isCodeName);
		return [
			{ ...field, ...name, label: labelOf(field, fields), codes, areas: beside(isAreaName), ...(isOf && { isOf }) },
		];
	});
	const exactly = ({ name }: Field<Contact>) => Number(name.trim().toLowerCase() === column);
	const isMobile = ({ kind }: Candidate<Contact>) => Number(kind === 'mobile');
	return found.sort(
		(a, b) => isMobile(b) - isMobile(a) || a.depth - b.depth || a.rank - b.rank || exactly(b) - exactly(a),
	);
}

export const isOwnCountry = <Contact>(field: Field<Contact>) =>
	isCountryName(field.name) && !wordsOf(placeOf(field)).some(mayBeOthers);

function labelOf<Contact>(field: Field<Contact>, fields: ReadonlyArray<Field<Contact>>): Field<Contact> | undefined {
	if (!/value$/i.test(field.text)) return undefined;
	const start = field.text.slice(0, -'value'.length);
	return fields.find(({ text }) => text.startsWith(start) && /^(label|type)$/i.test(text.slice(start.length)));
}

function sourceOf<Contact>(
	column: ContactColumn,
	candidatesOfIt: Array<Candidate<Contact>>,
	countryFields: Array<Field<Contact>>,
): ColumnSource<Contact> {
	const used = new Set<Field<Contact>>();
	const [home] = candidatesOfIt as [Candidate<Contact>];
	const fields = candidatesOfIt.reduce((sum, { codes, areas }) => sum + 1 + codes.length + areas.length, 0);
	const isChoice = fields > 1 || home.label !== undefined;
	const read = (contact: Contact): unknown => {
		if (!isChoice && used.size > 0) return home.read(contact);
		let first: unknown;
		for (const mobileOnly of column === 'phone' ? [true, false] : [false]) {
			for (const field of candidatesOfIt) {
				const says = field.label?.read(contact);
				if (isStrangersLabel(says) || (mobileOnly && field.kind !== 'mobile' && !isMobileLabel(says))) continue;
				const value = field.read(contact);
				if (!holdsSomething(column, value)) first = (first ?? '') === '' && value !== undefined ? value : first;
				else {
					used.add(field);
					return withCodesBeside(field, value, contact, used);
				}
			}
		}
		return first;
	};
	return {
		home,
		fields,
		read,
		countries: (contact) =>
			[
				...candidatesOfIt.flatMap((field) => countriesIn(field.read(contact))),
				...countryFields.map((field) => textIn(field.read(contact)) ?? ''),
			].filter((text) => text !== ''),
		used: () => {
			const all = candidatesOfIt.flatMap((field) => [...field.codes, ...field.areas, field]);
			const texts = all.filter((field) => used.has(field)).map(({ text }) => text);
			return texts.length > 0 ? [...new Set(texts)] : candidatesOfIt.slice(0, 1).map(({ text }) => text);
		},
	};
}

/** A number whose codes stand in fields of their own. */
function withCodesBeside<Contact>(
	{ codes, areas }: Candidate<Contact>,
	value: unknown,
	contact: Contact,
	used: Set<Field<Contact>>,
): unknown {
	if (codes.length + areas.length === 0) return value;
	const code = codes.find((field) => dialCode(field.read(contact)) !== undefined);
	const area = areas.find((field) => textIn(field.read(contact)));
	const number = phoneIn(value);
	const joined = withCodes(number, code?.read(contact), area?.read(contact));
	if (joined === number) return value;
	for (const field of [code, area]) if (field) used.add(field);
	return joined;
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
	const given = column === 'name' ? givenNameBeside(usable, contacts) : undefined;
	const isRival = (other: Candidate<Contact>) =>
		other === given || (other !== best && other.kind === best.kind && other.rank === best.rank && differs(other));
	return usable.filter(isRival).map(({ text }) => text);
}
