import { contactColumns, type ContactColumn } from './types';

/** The path to a field in an item. */
export type Path = ReadonlyArray<string | number>;

/** A path as people write it: `properties.phone`, `phone[0].value`. */
export const pathText = (path: Path): string =>
	path.map((step, at) => (typeof step === 'number' ? `[${step}]` : at === 0 ? step : `.${step}`)).join('');

const list = (names: string): string[] => names.split(',').map((name) => name.trim());

/** The usual names of each column, the preferred ones first. Names of mobile phone fields come last. */
const names: Record<ContactColumn, string[]> = {
	name: list(`name, full name, display name, first name, given name, fname, Vorname, Rufname, Vor- und Nachname, Kundenname,
		Prénom, Nom complet, Nom et prénom, Nom, Nombre, Nombre completo, Nome, Nome completo, Primeiro nome`),
	phone:
		list(`phone, phone number, phone no, telephone, telephone number, tel, Telefon, Telefonnummer, Telefon-Nr, Tel-Nr, Rufnummer,
		Tél, Numéro de téléphone, Teléfono, Número de teléfono, Telefone, Número de telefone, Numero di telefono,
		sms phone number, mobile, mobile phone, mobile phone number, mobile number, phone mobile, cell, cell phone, cell phone number, msisdn,
		Handy, Handynummer, Handy-Nr, Mobil, Mobilnummer, Mobiltelefon, Mobilfunk, Mobilfunknummer, Mobilfunk-Nr,
		Portable, Téléphone portable, Téléphone mobile, Numéro de portable, Móvil, Celular, Teléfono móvil, Teléfono celular,
		Telemóvel, Telefone celular, Cellulare, Telefono cellulare, Numero di cellulare`),
	language: list(`language, language code, preferred language, lang, locale, hs_language, customer_locale, Language__c,
		Sprache, Korrespondenzsprache, Langue, Idioma, Lingua`),
	businesssubscriberid: ['businesssubscriberid'],
};

/** Where n8n's own nodes and webhooks put the contact's own fields. */
const places =
	list(`*, properties.*, properties.*.value, fields.*, attributes.*, merge_fields.*, property_*, body.*, query.*, data.*,
	contact.*, customer.*, customer_details.*, recipient.*, billing.*, billing_address.*, default_address.*`);

/** Other paths in the output of n8n's own nodes. `[]` is any position in a list. */
const paths: Partial<Record<ContactColumn, string[]>> = {
	name: list('names.displayName, names[].displayName'),
	phone:
		list(`phone[].value, phones[].value, phones[], phone_numbers[].number, phoneNumbers[].value, phoneNumbers.home[],
		phoneNumbers.work[], phoneNumbers.mobile[], data.attributes.phone_number, PersonMobilePhone, PrimaryPhone.FreeFormNumber,
		Mobile.FreeFormNumber, defaultPhoneNumber.phoneNumber, properties.Phone.phone_number, attributes.SMS`),
};

/** What a name in the table stands for. */
export interface Alias {
	column: ContactColumn;
	/** Lower means earlier in the table. */
	rank: number;
}

/** Ignores case, accents, spaces, and the characters _ - . */
const comparableName = (name: string): string =>
	name
		.normalize('NFKD')
		.replace(/[\p{M}\s_.-]/gu, '')
		.toLowerCase();

/** Each step of a path as it is compared, such as `phone.[].value`. The path "phone.number" does not match the name "phone number". */
const comparablePath = (path: Path): string =>
	path.map((step) => (typeof step === 'number' ? '[]' : comparableName(step))).join('.');

/** For headers and top-level fields of an item, which may be named "properties.phone". */
const byName = new Map<string, Alias>();
const byPath = new Map<string, Alias>();
for (const column of contactColumns) {
	const inPlaces = names[column].flatMap((name) => places.map((place) => place.replace('*', name)));
	for (const text of [...inPlaces, ...(paths[column] ?? [])]) {
		const alias = { column, rank: byPath.size };
		const steps = text.replaceAll('[]', '.[]').split('.');
		const [name, path] = [comparableName(text), comparablePath(steps)];
		if (!byName.has(name)) byName.set(name, alias);
		if (!byPath.has(path)) byPath.set(path, alias);
	}
}

/** The column that a header or an item's field stands for. Undefined for anything not in the table. */
export function aliasOf(path: Path): Alias | undefined {
	const [first] = path;
	return path.length === 1 && typeof first === 'string'
		? byName.get(comparableName(first))
		: byPath.get(comparablePath(path));
}
