import type { TextEncoding } from '../../service/textDecoder';
import type { Issue } from '../issues';
import type { WhyNotSent } from './reasons';

/** The columns the service can refer to. Its document does not name the file's header columns, so we use the names of these references. */
export const contactColumns = ['name', 'phone', 'language', 'businesssubscriberid'] as const;
export type ContactColumn = (typeof contactColumns)[number];
export const isKnownColumn = (text: string): text is ContactColumn =>
	(contactColumns as readonly string[]).includes(text);
/** For each column, where its values come from: the header in the file, or the item's field. */
export type ColumnNames = Partial<Record<ContactColumn, string>>;
/** The values a contact is sent with, by column. */
export type RowValues = Partial<Record<ContactColumn, string>>;

/** How many phones of the user a test may go to. */
export const MOST_TEST_PHONES = 10;

/** The path to a field in an item; of a column in a file, its header. */
export type Path = ReadonlyArray<string | number>;

/** A field of the contacts. */
export interface Field {
	path: Path;
	/** The header, or the path in the item as people write it. */
	name: string;
	/** Its index among all fields. */
	position: number;
}

export type ContactOrigin = 'csvFile' | 'inputItems';
export type RecipientsChoice = ContactOrigin | 'uploadedList';
export type CheckMode = 'warn' | 'strict' | 'leaveOut';
export type EncodingChoice = 'detect' | 'utf8OrWindows1252';
export type Delimiter = 'comma' | 'semicolon' | 'tab' | 'pipe';

/** A variable of the template that takes a value from each contact. */
export interface ContactReference {
	column: ContactColumn;
	/** As shown in the form: "Card 2, variable 1". */
	where: string;
}

/** How the phone numbers of a list are written. */
export interface NumberFormat {
	/** The country of numbers without +: two letters, CODE_INCLUDED, or empty if all begin with + or 00. */
	country: string;
	/** Whether each contact has its own country. Then that of any other number, such as an opt-out, is not known. */
	hasOwnCountries?: boolean;
	/** The fields that the user took the contacts' phone from. */
	chosenFields: readonly Path[];
}

/** How contacts are read. */
export interface ReadingOptions extends Pick<NumberFormat, 'country'> {
	/** Not read yet; undefined if the option was not added. */
	doNotContact?: unknown;
	encoding: EncodingChoice;
	delimiter: Delimiter | 'detect';
	/** The header name the user entered for each column. */
	fileColumns: ColumnNames;
}

/** The form's settings for contacts, for a launch and for a check. */
export interface ContactOptions extends ReadingOptions {
	checkMode: CheckMode;
	sendFileUnchanged: boolean;
}

/** ContactOptions, and what an operation needs of the check. */
export interface ContactCheckOptions extends ContactOptions {
	/** Which contact values the template uses; empty if there is no template. */
	references: readonly ContactReference[];
	/** Whether the contacts are read a second time, to write the file that is sent; false if they are only checked. */
	makesFile: boolean;
}

/** One contact as found. */
export interface Contact {
	/** The line of the file, or the number of the item. The first is 1. */
	line: number;
	phone: string;
	/** Undefined if the contacts have no such column. */
	name?: string;
	language?: string;
	businesssubscriberid?: string;
	/** Its own country; only from items mapped by hand. */
	country?: string;
	/** What cannot be read of it. It is sent all the same if nothing uses the column. */
	faults?: readonly NotSent[];
}

/** Why a contact gets nothing. */
export interface NotSent {
	reason: WhyNotSent;
	/** The column whose value cannot be used, if that is the reason. */
	column?: ContactColumn;
}

/** The people to leave out. */
export interface DoNotContact {
	/** As e164Number in Phone. */
	numbers: ReadonlySet<number>;
	/** What the user should know about the list, apart from how many it left out. */
	issues: readonly Issue[];
}

/** Contacts from items or from a file. */
export interface ContactSource {
	from: ContactOrigin;
	columnsUsed: ColumnNames;
	/** The names of other fields that hold phone numbers, the same as far as they do. */
	otherPhones: readonly string[];
	/** Whether the user mapped each column, so that names in messages are those of the form. */
	isMapped?: boolean;
	/** The names of all fields, for messages. */
	fieldNames: readonly string[];
	/** The names of the fields that may say whether a contact agreed to messages. Only the user knows what they mean, so none is read. */
	consentFields: readonly string[];
	/** In portions, because awaiting each of a million would take longer than reading them. May be called again. */
	contacts(): AsyncIterable<Contact[]>;
	file?: CsvFile;
}

/** A file of contacts, wherever n8n stores it. */
export interface ContactFile {
	fileName: string;
	/** Its bytes from the start; may be called again for another pass. */
	open(): Promise<AsyncIterable<Uint8Array>>;
}

export interface CsvFile extends ContactFile {
	encoding: TextEncoding;
	delimiter: Delimiter;
	/** The names in its header, without spaces around them. */
	headers: readonly string[];
	headerLine: number;
}

/** How many contacts there are, and what happens to them. */
export interface RecipientCounts {
	[name: string]: number | null;
	/** All contacts found, including duplicates and invalid ones; null if they cannot be counted. */
	rows: number | null;
	/** Contacts that would get the message; null if they cannot be counted. */
	ready: number | null;
	/** Contacts that got the message; 0 until it is sent. */
	sent: number | null;
	duplicatesRemoved: number;
	/** Contacts whose phone number cannot be used; null if that was not checked. */
	invalid: number | null;
	/** Contacts with a landline, toll-free or premium number; null if that was not checked. */
	landlines: number | null;
	/** Contacts whose phone number is missing, invalid or a landline; without those listed in 'Do Not Contact'. */
	leftOut: number;
	/** Contacts listed in 'Do Not Contact'. */
	doNotContact: number;
	/** How many numbers that option holds; null if it was not added. */
	doNotContactNumbers: number | null;
}

/** The result of checking contacts. */
export interface CheckedContacts {
	recipients: RecipientCounts;
	/** See ContactChecker. */
	firstRecipients: readonly RowValues[];
	columnsUsed: ColumnNames;
	/** Null for contacts from input items. */
	encoding: TextEncoding | null;
	delimiter: Delimiter | null;
	/** The contacts may be sent if none of them is a refusal. */
	issues: readonly Issue[];
	/** By which a later launch recognizes this list. */
	fingerprint: readonly string[];
	/** How the file that is sent differs from the input, apart from contacts left out. */
	changes: string[];
	/** Undefined if an issue is a refusal, or if the contacts are only checked. */
	file?: OutgoingFile;
}

/** The file as it is sent. */
export interface OutgoingFile {
	fileName: string;
	/** Exact, because it becomes part of the content-length. */
	byteLength: number;
	/** The bytes; may be called again. Throws if the file has changed since it was measured. */
	chunks(): AsyncIterable<Uint8Array>;
}
