import type { TextEncoding } from '../../service/textDecoder';
import type { ContactIssue } from '../issues';
import type { ExclusionCounts, ExclusionName, ExclusionValues } from './exclusions';
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
export type CheckStrictness = 'warn' | 'strict' | 'leaveOut';
export type EncodingChoice = 'detect' | 'utf8OrWindows1252' | 'windows-1252';
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
}

/** How contacts are read. */
export interface ReadingOptions extends ExclusionValues, Pick<NumberFormat, 'country'> {
	encoding: EncodingChoice;
	delimiter: Delimiter | 'detect';
	/** The header name the user entered for each column. */
	fileColumns: ColumnNames;
}

/** The form's settings for contacts, for a launch and for a check. */
export interface ContactOptions extends ReadingOptions {
	strictness: CheckStrictness;
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
	/** Why it is not sent, if its values cannot be read. */
	notSent?: NotSent;
}

/** Why a contact gets nothing. */
export interface NotSent {
	reason: WhyNotSent;
	/** The column whose value cannot be used, if that is the reason. */
	column?: ContactColumn;
}

/** An option that leaves people out, once it was read. */
export interface Exclusion {
	name: ExclusionName;
	/** How many entries it has, such as phone numbers. */
	entryCount: number;
	/** Whether it leaves out this contact. `e164Number`: its phone, as in Phone. */
	leavesOut(e164Number: number, contact: Contact): boolean;
	/** What the user should know about it, apart from how many it left out. */
	issues: ContactIssue[];
}

/** Contacts from items or from a file. */
export interface ContactSource {
	from: ContactOrigin;
	columnsUsed: ColumnNames;
	/** Whether the user mapped each column, so that names in messages are those of the form. */
	isMapped?: boolean;
	/** The names of all fields, for messages. */
	fieldNames: readonly string[];
	/** The names of the fields that may say whether a contact agreed to messages. Nothing here reads them, because only the user knows what they mean. */
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
export interface RecipientCounts extends ExclusionCounts {
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
	/** Contacts whose phone number is missing, invalid or a landline; without those whom an option leaves out. */
	leftOut: number;
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
	/** Reasons not to send. If empty, the contacts may be sent. */
	refusals: ContactIssue[];
	/** What the user should correct, or what could not be checked. */
	warnings: ContactIssue[];
	/** What else happened, such as contacts left out. */
	notes: ContactIssue[];
	/** By which a later launch recognizes this list. */
	fingerprint: readonly string[];
	/** How the file that is sent differs from the input, apart from contacts left out. */
	changes: string[];
	/** Undefined if there are refusals, or if the contacts are only checked. */
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
