import type { TextEncoding } from '../../service/textDecoder';
import type { ContactFinding } from './contactFinding';

/** The columns the service can refer to. Its document names no header row, so these references are the names we go by. */
export const contactColumns = ['name', 'phone', 'language', 'businesssubscriberid'] as const;
export type ContactColumn = (typeof contactColumns)[number];
export const isKnownColumn = (text: string): text is ContactColumn =>
	(contactColumns as readonly string[]).includes(text);
/** For each column, where its values come from. */
export type ColumnNames = Partial<Record<ContactColumn, string>>;
/** What a contact is sent with, column by column. */
export type PreviewContact = Partial<Record<ContactColumn, string>>;

export type ContactPlace = 'csvFile' | 'inputItems';
export type CheckStrictness = 'warn' | 'strict' | 'leaveOut';
export type EncodingChoice = Lowercase<TextEncoding> | 'detect';
export type Delimiter = 'comma' | 'semicolon' | 'tab' | 'pipe';

/** A place of the template that takes a value from each contact. */
export interface ContactReference {
	column: ContactColumn;
	/** In words of the form: "Card 2, variable 1". */
	place: string;
}

/** What the form says about contacts, for a launch and for a check. */
export interface ContactOptions {
	checkContacts: CheckStrictness;
	/** Two letters; empty when every number has its country code. */
	country: string;
	/** Whom not to write to; undefined without such a list. */
	doNotContact?: { has(key: number): boolean };
	encoding: EncodingChoice;
	delimiter: Delimiter | 'detect';
	/** The header's name for each column that the user chose. */
	fileColumns: ColumnNames;
	normalizeFile: boolean;
}

export interface ContactCheckOptions extends ContactOptions {
	/** What the template takes from the contacts; empty when there is no template to look at. */
	references: readonly ContactReference[];
}

/** How many contacts there are, and what becomes of them. */
export interface RecipientCounts {
	[name: string]: number | null;
	/** Contacts as found, duplicates and odd ones included; null when they cannot be counted. */
	rows: number | null;
	/** Contacts that would get the message; null when they cannot be counted. */
	ready: number | null;
	/** 0 when they cannot be removed. */
	duplicatesRemoved: number;
	/** Contacts whose phone number is odd or missing. */
	invalid: number;
	/** Those of them that get nothing. */
	leftOut: number;
	/** Contacts that Do Not Contact lists. */
	suppressed: number;
}

export interface CheckResult {
	recipients: RecipientCounts;
	/** The first three contacts as they would go out. */
	preview: PreviewContact[];
	/** Where each column comes from: the header in the file, or the field of the item. */
	columnsUsed: ColumnNames;
	/** Null for contacts from input items. */
	encoding: TextEncoding | null;
	delimiter: Delimiter | null;
	/** Reasons not to send. Empty: the contacts may go out. */
	refusals: ContactFinding[];
	/** What else is worth telling. */
	warnings: ContactFinding[];
	/** Equal for two lists exactly if they would reach the same phones, whatever their order and spelling. */
	recipientsDigest: string;
	/** How what goes out differs from what came in, but for contacts left out; empty for a file that is sent byte for byte. */
	changes: string[];
}

export interface CheckedContacts {
	result: CheckResult;
	/** Undefined exactly when there are refusals. */
	file?: OutgoingFile;
}

/** The file as it goes out. */
export interface OutgoingFile {
	fileName: string;
	mimeType: 'text/csv';
	/** Exact: it becomes part of the content-length. */
	byteLength: number;
	/** The bytes; may be called again. Throws if the file has changed since it was measured. */
	chunks(): AsyncIterable<Uint8Array>;
}

/** One contact as it was found. A value that is no text, such as a list, is undefined. */
export interface ContactRow {
	values: ReadonlyArray<string | undefined>;
	/** The line of the file, from 1, or the item, from 0. */
	line: number;
}

/** A column of the service, and where its values are. */
export interface SourceColumn {
	name: ContactColumn;
	/** The header in the file, or the field of the item. */
	label: string;
	/** Among the values of each contact. */
	position: number;
}

/** Contacts, wherever they come from: what a review reads, and reads again to write what goes out. */
export interface ContactSource {
	place: ContactPlace;
	/** In the order of the four. */
	columns: readonly SourceColumn[];
	/** Where a contact names its own country; items mapped by hand only. */
	countryAt?: number;
	/** How many values each contact has. */
	width: number;
	/** All there is to choose from, in words. */
	fields: readonly string[];
	/** The contacts in portions, as waiting for each of a million would take longer than reading them. May be called again. */
	rows(): AsyncIterable<ContactRow[]>;
	file?: SourceFile;
}

/** A file of contacts, wherever n8n keeps it. */
export interface ContactFile {
	fileName: string;
	/** Its bytes from the start; may be called again for another pass. */
	open(): Promise<AsyncIterable<Uint8Array>>;
}

export interface SourceFile extends ContactFile {
	encoding: TextEncoding;
	delimiter: Delimiter;
	/** How it differs from the form in which it would be written, in words. */
	departures: string[];
	/** Whether it goes out as it is, so that nobody can be left out. */
	goesAsItIs: boolean;
	/** Rows without any value, as seen by the last reading. */
	emptyRows: number;
	/** As seen by the last reading. */
	byteLength: number;
}
