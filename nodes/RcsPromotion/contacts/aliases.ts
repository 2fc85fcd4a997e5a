import { contactColumns, type ContactColumn } from './types';

/** The way to a field within an item. */
export type Path = ReadonlyArray<string | number>;

const list = (names: string): string[] => names.split(',').map((name) => name.trim());

/** The usual names of each column, the preferred first. Numbers that are mostly those of mobile phones stand last. */
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

/** Where n8n's own nodes and webhooks put fields that belong to the contact itself. */
const places =
	list(`*, properties.*, properties.*.value, fields.*, attributes.*, merge_fields.*, property_*, body.*, query.*, data.*,
	contact.*, customer.*, customer_details.*, recipient.*, billing.*, billing_address.*, default_address.*`);

/** Further paths that n8n's own nodes give. `[]` is any place in a list. */
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
	/** The lower, the earlier in the table. */
	rank: number;
}

/** Names are equal whatever their case, accents, spaces, and _ - and . */
export const comparableName = (name: string): string =>
	name
		.normalize('NFKD')
		.replace(/[\p{M}\s_.-]/gu, '')
		.toLowerCase();

/** The steps of a path, each as it is compared: `phone.[].value`. So "phone.number" is no "phone number". */
const comparablePath = (path: Path): string =>
	path.map((step) => (typeof step === 'number' ? '[]' : comparableName(step))).join('.');

/** Headers, and fields at the top of an item, which may have "properties.phone" for a name. */
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
const knownPaths = [...byPath.keys()];

/** What a header's name, or the path of an item's field, stands for. Undefined for all that is not in the table. */
export function aliasOf(path: Path): Alias | undefined {
	const [first] = path;
	return path.length === 1 && typeof first === 'string'
		? byName.get(comparableName(first))
		: byPath.get(comparablePath(path));
}

/** Whether a path of the table begins like this one, so that it is worth looking further in. */
export function leadsToAlias(path: Path): boolean {
	const start = `${comparablePath(path)}.`;
	return knownPaths.some((known) => known.startsWith(start));
}
