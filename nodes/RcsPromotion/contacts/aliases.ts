import { contactColumns, type ContactColumn, type Path } from './types';

/** A path as people and n8n write it: `properties.phone`, `phone[0].value`. */
export const formatPath = (path: Path): string =>
	path.map((step, at) => (typeof step === 'number' ? `[${step}]` : at === 0 ? step : `.${step}`)).join('');

export const splitNames = (names: string): string[] => names.split(',').map((name) => name.trim());

/** The usual names of each column, and paths in the output of n8n's own nodes; the preferred ones first. `[]` is any position in a list. */
export const aliases: Record<ContactColumn, string[]> = {
	name: splitNames(`name, full name, display name, first name, given name, fname, Vorname, Rufname, Vor- und Nachname, Kundenname,
		Prénom, Nom complet, Nom et prénom, Nom, Nombre, Nombre completo, Nome, Nome completo, Primeiro nome,
		names.displayName, names[].displayName`),
	phone:
		splitNames(`mobile, mobile phone, mobile phone number, mobile number, mobile no, mob no, phone mobile, cell, cell phone, cell phone number,
		cell number, cell no, msisdn, Handy, Handynummer, Handy-Nr, Mobil, Mobilnummer, Mobiltelefon, Mobiltelefonnummer, Mobilfunk,
		Mobilfunknummer, Mobilfunk-Nr, Mobiel, Mobiel nummer, Portable, Téléphone portable, Téléphone mobile, Numéro de téléphone mobile,
		Numéro de portable, Móvil, Celular, Teléfono móvil, Teléfono celular, Número de móvil, Número de celular, Telemóvel, Telefone celular,
		Cellulare, Telefono cellulare, Numero di cellulare, sms phone number, PersonMobilePhone, Mobile.FreeFormNumber, phoneNumbers.mobile[],
		phone, phone number, phone no, ph no, telephone, telephone number, tel, contact number, contact no, Telefon, Telefonnummer, Telefon-Nr,
		Tel-Nr, Tlf, Rufnummer, Telefoonnummer, Tél, Numéro de téléphone, Teléfono, Número de teléfono, Telefone, Fone, Número de telefone,
		Numero di telefono, phone[].value, phones[].value, phones[], phone_numbers[].number, phoneNumbers[].value, phoneNumbers.home[],
		phoneNumbers.work[], PrimaryPhone.FreeFormNumber, defaultPhoneNumber.phoneNumber, phones, phone numbers, Phone 1 - Value,
		whatsapp number, whatsapp no`),
	language:
		splitNames(`language, language code, preferred language, lang, locale, hs_language, customer_locale, Language__c,
		Sprache, Korrespondenzsprache, Langue, Idioma, Lingua`),
	businesssubscriberid: ['businesssubscriberid'],
};

/** The container of fields at the top level of an item. */
export const ITEM_ITSELF = '';

/** The objects in which n8n's own nodes and webhooks put a contact, and how fields are written there. The item itself comes first. */
export const containers: ReadonlyArray<[container: string, fields: string[]]> = [
	[ITEM_ITSELF, ['*', 'property_*']],
	['properties', ['properties.*', 'properties.*.value', 'properties.*.phone_number']],
	['data.attributes', ['data.attributes.*']],
	...splitNames(`fields, attributes, merge_fields, body, query, data, contact, customer, customer_details, recipient, billing, billing_address,
		default_address`).map((name): [string, string[]] => [name, [`${name}.*`]]),
];

/** What a field with a usual name stands for. */
export interface AliasTarget {
	column: ContactColumn;
	/** The object in the item that holds it: a path, or ITEM_ITSELF. */
	container: string;
	/** The lowest is preferred. */
	rank: number;
}

/** Ignores case, accents, spaces, and the characters _ - . */
export const normalizeName = (name: string): string =>
	name
		.normalize('NFKD')
		.replace(/[\p{M}\s_.-]/gu, '')
		.toLowerCase();

/** Each step as it is compared: `phone.[].value`. Names have no dots then, so phone → number differs from "phone number". */
const normalizePath = (path: Path): string =>
	path.map((step) => (typeof step === 'number' ? '[]' : normalizeName(step))).join('.');

/** For headers and top-level fields of an item, which may be named "properties.phone". */
const byName = new Map<string, AliasTarget>();
const byPath = new Map<string, AliasTarget>();

/** How deep a field may be nested: `contact.phones[0].value`. Items are read no deeper, so deeper aliases are not added. */
export const DEEPEST = 4;

function addAlias(column: ContactColumn, container: string, text: string): void {
	const alias = { column, container, rank: byPath.size };
	const steps = text.replaceAll('[]', '.[]').split('.');
	if (steps.length > DEEPEST) return;
	const [name, path] = [normalizeName(text), normalizePath(steps)];
	if (!byName.has(name)) byName.set(name, alias);
	if (!byPath.has(path)) byPath.set(path, alias);
}

for (const [container, fields] of containers) {
	for (const column of contactColumns) {
		for (const name of aliases[column])
			for (const field of fields) addAlias(column, container, field.replace('*', name));
	}
}
// Brevo's name for it; elsewhere, a field called SMS may hold anything.
addAlias('phone', 'attributes', 'attributes.SMS');

/** The column that a header or an item's field stands for. Undefined if its name is no alias. */
export function findAliasTarget(path: Path): AliasTarget | undefined {
	const [first] = path;
	return path.length === 1 && typeof first === 'string'
		? byName.get(normalizeName(first))
		: byPath.get(normalizePath(path));
}

const phoneNames = new Set(aliases.phone.map(normalizeName));

/** Whether the table has this name for a phone, wherever the field is. */
export const isKnownPhoneName = (name: string): boolean => phoneNames.has(normalizeName(name));
