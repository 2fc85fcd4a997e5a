import type { TextEncoding } from '../../service/textDecoder';
import type { ContactFinding } from './contactFinding';

/** The columns the service can refer to. Its document does not name the file's header columns, so we use the names of these references. */
export const contactColumns = ['name', 'phone', 'language', 'businesssubscriberid'] as const;
export type ContactColumn = (typeof contactColumns)[number];
export const isKnownColumn = (text: string): text is ContactColumn =>
	(contactColumns as readonly string[]).includes(text);
/** For each column, where its values come from. */
export type ColumnNames = Partial<Record<ContactColumn, string>>;
/** The values a contact is sent with, by column. */
export type PreviewContact = Partial<Record<ContactColumn, string>>;

export type ContactPlace = 'csvFile' | 'inputItems';
export type CheckStrictness = 'warn' | 'strict' | 'leaveOut';
export type EncodingChoice = Lowercase<TextEncoding> | 'detect';
export type Delimiter = 'comma' | 'semicolon' | 'tab' | 'pipe';

/** A place in the template that takes a value from each contact. */
export interface ContactReference {
	column: ContactColumn;
	/** As shown in the form: "Card 2, variable 1". */
	place: string;
}

/** The form's settings for contacts, for a launch and for a check. */
export interface ContactOptions {
	checkContacts: CheckStrictness;
	/** Two letters; empty if every number has its country code. */
	country: string;
	/** Who must get no message; undefined if there is no such list. */
	doNotContact?: SuppressedPhones;
	encoding: EncodingChoice;
	delimiter: Delimiter | 'detect';
	/** The header name the user entered for each column. */
	fileColumns: ColumnNames;
	normalizeFile: boolean;
	/** Whether the bytes of the file go out as they are. */
	sendFileUnchanged: boolean;
}

export interface SuppressedPhones {
	has(key: number): boolean;
	/** The first number that may lack its country code, and so may match nobody. */
	withoutCode?: string;
}

export interface ContactCheckOptions extends ContactOptions {
	/** Which contact values the template uses; empty if there is no template. */
	references: readonly ContactReference[];
}

/** How many contacts there are, and what happens to them. */
export interface RecipientCounts {
	[name: string]: number | null;
	/** All contacts found, including duplicates and odd ones; null if they cannot be counted. */
	rows: number | null;
	/** Contacts that would get the message; null if they cannot be counted. */
	ready: number | null;
	/** 0 if duplicates cannot be removed. */
	duplicatesRemoved: number;
	/** Contacts whose phone number is odd or missing. */
	invalid: number;
	/** Invalid contacts that get no message. */
	leftOut: number;
	/** Contacts listed in Do Not Contact. */
	suppressed: number;
}

export interface CheckResult {
	recipients: RecipientCounts;
	/** The first three contacts as they would be sent. */
	preview: PreviewContact[];
	/** Where each column comes from: the header in the file, or the item's field. */
	columnsUsed: ColumnNames;
	/** Null for contacts from input items. */
	encoding: TextEncoding | null;
	delimiter: Delimiter | null;
	/** Reasons not to send. If empty, the contacts may be sent. */
	refusals: ContactFinding[];
	/** Other things worth mentioning. */
	warnings: ContactFinding[];
	/** By whom the list is recognized when it is sent again: a text for each person, or one for a list whose people are not seen. */
	sample: readonly string[];
	/** How the file that is sent differs from the input, apart from contacts left out; empty for a file that is sent byte for byte. */
	changes: string[];
}

export interface CheckedContacts {
	result: CheckResult;
	/** Undefined exactly when there are refusals. */
	file?: OutgoingFile;
	/** The first contacts with other phones in place of their own. If there are more phones than contacts, contacts repeat. */
	forPhones(phones: readonly string[]): { file: OutgoingFile; preview: PreviewContact[] };
}

/** The file as it is sent. */
export interface OutgoingFile {
	fileName: string;
	mimeType: 'text/csv';
	/** Exact, because it becomes part of the content-length. */
	byteLength: number;
	/** The bytes; may be called again. Throws if the file has changed since it was measured. */
	chunks(): AsyncIterable<Uint8Array>;
}

/** One contact as found. A value that is not text, such as a list, is undefined. */
export interface ContactRow {
	values: ReadonlyArray<string | undefined>;
	/** The line of the file (from 1), or the item (from 0). */
	line: number;
}

/** A column of the service, and where its values come from. */
export interface SourceColumn {
	name: ContactColumn;
	/** The header in the file, or the item's field. */
	label: string;
	/** Its index among the values of each contact. */
	position: number;
}

/** Contacts from any source. Read once for the review, and again to write the file. */
export interface ContactSource {
	place: ContactPlace;
	/** In the order of `contactColumns`. */
	columns: readonly SourceColumn[];
	/** Whether the user mapped each column, so that names in messages are those of the form. */
	isMapped?: boolean;
	/** The index of each contact's own country; only for items mapped by hand. */
	countryAt?: number;
	/** How many values each contact has. */
	width: number;
	/** The names of all fields, for messages. */
	fields: readonly string[];
	/** The contacts in portions, because awaiting each of a million would take longer than reading them. May be called again. */
	rows(): AsyncIterable<ContactRow[]>;
	file?: SourceFile;
}

/** A file of contacts, wherever n8n stores it. */
export interface ContactFile {
	fileName: string;
	/** Its bytes from the start; may be called again for another pass. */
	open(): Promise<AsyncIterable<Uint8Array>>;
}

export interface SourceFile extends ContactFile {
	encoding: TextEncoding;
	delimiter: Delimiter;
	/** How it differs from the format we write, in words for the user. */
	departures: string[];
	/** Whether it is sent as is, so that nobody can be left out. */
	goesAsItIs: boolean;
	/** Rows without any value, counted by the last read. */
	emptyRows: number;
	/** Set by the last read. */
	byteLength: number;
}
