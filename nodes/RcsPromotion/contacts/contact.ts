/** The columns the service can refer to. Its document does not name the file's header columns, so we use the names of these references. */
export const contactColumns = ['name', 'phone', 'language', 'businesssubscriberid'] as const;
export type ContactColumn = (typeof contactColumns)[number];

/** The user names a field for each of these. The country only says how the contact's own number is read. */
export type FieldKind = ContactColumn | 'country';
/** The parameter that names the field, and what such a field holds: one of them, and many. */
export const FIELD_KINDS: Record<FieldKind, { parameter: string; one: string; many: string }> = {
	phone: { parameter: 'phoneField', one: 'Phone', many: 'phone numbers' },
	name: { parameter: 'nameField', one: 'Name', many: 'names' },
	language: { parameter: 'languageField', one: 'Language', many: 'languages' },
	businesssubscriberid: { parameter: 'businessSubscriberIdField', one: 'Business Subscriber ID', many: 'IDs' },
	country: { parameter: 'countryField', one: 'Country', many: 'countries' },
};
/** The others are in 'More Fields'. */
export const isMainField = (kind: FieldKind): boolean => kind === 'phone' || kind === 'name';
/** As the form names the field that holds its name. */
export const fieldLabel = (kind: FieldKind): string => `${FIELD_KINDS[kind].one} Field`;
/** The name of a field for each kind that was chosen, as it was typed. */
export type FieldNames = Partial<Record<FieldKind, string>>;

export type RowValues = Partial<Record<ContactColumn, string>>;

/** How many phones of the user a test may go to. */
export const MOST_TEST_PHONES = 10;

export type ContactOrigin = 'csvFile' | 'inputItems';
export type RecipientsChoice = ContactOrigin | 'uploadedList';

/** A text of the template that shows a value of each contact. */
export interface ContactReference {
	column: ContactColumn;
	/** As shown in the form: "Card 2, variable 1". */
	where: string;
}

/** One contact as found: the value of each field that was chosen, or undefined if that cannot be text. */
export interface Contact extends Partial<Record<FieldKind, string>> {
	/** The line of the file, or the number of the item. The first is 1. */
	line: number;
	/** What is wrong with its row in the file. */
	fault: 'tooManyValues' | 'swallowedRows' | undefined;
}

/** How many contacts there are, and what happens to them. Null for what was not looked at. */
export interface RecipientCounts {
	[name: string]: number | null;
	rows: number | null;
	ready: number | null;
	/** Those that were handed over to the service; 0 until then. */
	handedOver: number | null;
	duplicatesRemoved: number | null;
	/** Their number, or another value that is needed, cannot be used. */
	invalid: number | null;
	/** They have no number, or a landline. */
	leftOut: number | null;
	doNotContact: number | null;
}

export interface OutgoingFile {
	fileName: string;
	chunks: readonly Uint8Array[];
}

export interface CheckOptions {
	/** The country of numbers without +: two letters, CODE_INCLUDED, or empty if all begin with + or 00. */
	country: string;
	/** Whether a large share of wrong numbers stops a launch. */
	checkContacts: 'stop' | 'leaveOut';
	/** Not read yet; undefined if the option was not added. */
	doNotContact?: unknown;
	/** Which contact values the template shows. Undefined if there is no template: then every chosen field counts as shown. */
	references?: readonly ContactReference[];
	phoneFormat: 'plus' | 'digits';
}
