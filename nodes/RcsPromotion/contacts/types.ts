import type { TextEncoding } from '../../service/encoding';
/** The columns the service can refer to. Its document names no header row, so these references are the names we go by. */
export const contactColumns = ['name', 'phone', 'language', 'businesssubscriberid'] as const;
export type ContactColumn = (typeof contactColumns)[number];

export type CheckStrictness = 'off' | 'warn' | 'strict';
export type DelimiterChoice = 'auto' | 'comma' | 'semicolon' | 'tab';
export type Delimiter = Exclude<DelimiterChoice, 'auto'>;
export type ContactEncoding = TextEncoding;

/** A file of contacts, wherever n8n keeps it. */
export interface ContactSource {
	fileName: string;
	/** Its bytes from the start; may be called again for another pass. */
	open(): Promise<AsyncIterable<Uint8Array>>;
}

/** A place of the template that takes a value from each contact. */
export interface ContactReference {
	column: ContactColumn;
	/** In words of the form: "Card 2, variable 1". */
	place: string;
}

export interface ContactCheckOptions {
	checkContacts: CheckStrictness;
	removeDuplicates: boolean;
	delimiter: DelimiterChoice;
	normalizeFile: boolean;
	/** What the template takes from the contacts; empty when there is no template to look at. */
	references: readonly ContactReference[];
}

export type ContactFindingCode =
	| 'empty'
	| 'spreadsheet'
	| 'undecodable'
	| 'brokenQuotes'
	| 'noHeader'
	| 'noPhoneColumn'
	| 'repeatedColumn'
	| 'missingColumn'
	| 'noRows'
	| 'columnCount'
	| 'notText'
	| 'manyOddPhones'
	| 'oddPhone'
	| 'duplicate'
	| 'emptyValue'
	| 'otherForm'
	| 'notRewritten'
	| 'ambiguousMapping';

/** One kind of finding, however many contacts it concerns. */
export interface ContactFinding {
	code: ContactFindingCode;
	/** What was found, where, and the way out: one text for people. */
	message: string;
	/** How many contacts it concerns; 0 when it concerns the file as a whole. */
	count: number;
	/** The first ten line numbers (the first line is 1), or input items (the first is 0, as n8n counts them). */
	lines: number[];
}

export interface ContactReport {
	/** Contacts as found, duplicates and odd ones included; null when the file cannot be read to its end. */
	rows: number | null;
	/** Contacts that would go out; null when they cannot be counted. */
	sent: number | null;
	/** 0 when they are kept. */
	duplicatesRemoved: number;
	/** Contacts whose phone number is odd or missing. */
	invalid: number;
	/** The header as it stands in the file; for input items the columns written. */
	columns: string[];
	/** Where each known column comes from: the header in the file, or the field of the item. */
	columnsUsed: Partial<Record<ContactColumn, string>>;
	/** Null for contacts from input items. */
	encoding: ContactEncoding | null;
	delimiter: Delimiter | null;
	/** Reasons not to send. Empty: the contacts may go out. Depends on checkContacts. */
	refusals: ContactFinding[];
	/** What else is worth telling. */
	warnings: ContactFinding[];
	/**
	 * SHA-256 of the set of recipients, whatever their order, spelling of the number, or other columns:
	 * equal for two lists exactly if they would reach the same phones.
	 */
	recipientsDigest: string;
	/** Whether the file goes out byte for byte. */
	asItIs: boolean;
}

/** The file as it goes out. */
export interface WireFile {
	fileName: string;
	mimeType: 'text/csv';
	/** Exact: it becomes part of the content-length. */
	byteLength: number;
	/** The bytes; may be called again. Throws if the file has changed since it was measured. */
	chunks(): AsyncIterable<Uint8Array>;
}

export interface CheckedContacts {
	report: ContactReport;
	/** Undefined exactly when there are refusals. */
	file?: WireFile;
}
