import type { Issue } from '../issues';
import type { WhyNotSent } from './reasons';

/** The columns the service can refer to. Its document does not name the file's header columns, so we use the names of these references. */
export const contactColumns = ['name', 'phone', 'language', 'businesssubscriberid'] as const;
export type ContactColumn = (typeof contactColumns)[number];
export const isContactColumn = (text: string): text is ContactColumn =>
	(contactColumns as readonly string[]).includes(text);

/** The user names a field for each of these. The country only says how the contact's own number is read. */
export type FieldKind = ContactColumn | 'country';
/** What a field of each kind holds: one of them, and many. */
export const FIELD_KINDS: Record<FieldKind, readonly [one: string, many: string]> = {
	phone: ['Phone', 'phone numbers'],
	name: ['Name', 'names'],
	language: ['Language', 'languages'],
	businesssubscriberid: ['Business Subscriber ID', 'IDs'],
	country: ['Country', 'countries'],
};
/** As the form names the field that holds its name. */
export const fieldLabel = (kind: FieldKind): string => `${FIELD_KINDS[kind][0]} Field`;
/** The name of a field for each kind that was chosen, as it was typed. */
export type FieldNames = Partial<Record<FieldKind, string>>;

/** The values a contact is sent with, by column. */
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

/** One contact as found. Every contact of a list has the same keys, because there may be a million of them. */
export interface Contact {
	/** The line of the file, or the number of the item. The first is 1. */
	line: number;
	phone: string;
	/** Undefined if no field was chosen for it. */
	name: string | undefined;
	language: string | undefined;
	businesssubscriberid: string | undefined;
	country: string | undefined;
	/** The fields whose value is no text, such as a list. */
	notText: readonly FieldKind[];
	/** What is wrong with its row in the file. */
	fault: 'tooManyValues' | 'swallowedRows' | undefined;
}

/** How many contacts there are, and what happens to them. Null for what was not looked at. */
export interface RecipientCounts {
	[name: string]: number | null;
	/** All contacts found. */
	rows: number | null;
	/** Those who would get the message. */
	ready: number | null;
	/** Those that were handed over to the service; 0 until then. */
	handedOver: number | null;
	duplicatesRemoved: number | null;
	/** Their number, or another value that is needed, cannot be used. */
	invalid: number | null;
	/** They have no number, or a landline. */
	leftOut: number | null;
	/** They are listed in 'Do Not Contact'. */
	doNotContact: number | null;
}

/** The contact list as it is sent. */
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
	/** How phones are written in the file. */
	phoneFormat: 'plus' | 'digits';
}

/** A contact that gets nothing. */
export interface LeftOut {
	line: number;
	name: string | undefined;
	phone: string;
	reason: WhyNotSent;
	/** The field whose value cannot be used, if that is why. */
	field?: FieldKind;
}

/** The result of checking contacts. */
export interface CheckedContacts {
	from: ContactOrigin;
	recipients: RecipientCounts;
	/** The contacts may be sent if none of them is a refusal. */
	issues: readonly Issue[];
	fieldsUsed: FieldNames;
	/** How many entries that option has, and how many contacts they left out; null if it was not added. */
	doNotContact: { entries: number; leftOut: number } | null;
	/** The first contacts as they are sent, for tests; a preview shows PREVIEW_SIZE of them. */
	first: readonly RowValues[];
	/** By which a later launch recognizes this list. */
	fingerprint: readonly string[];
	/** Undefined for a check, which sends nothing. */
	file?: OutgoingFile;
}
