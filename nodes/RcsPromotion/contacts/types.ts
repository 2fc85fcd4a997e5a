import type { TextEncoding } from '../../service/textDecoder';

/** The columns the service can refer to. Its document names no header row, so these references are the names we go by. */
export const contactColumns = ['name', 'phone', 'language', 'businesssubscriberid'] as const;
export type ContactColumn = (typeof contactColumns)[number];
export const isKnownColumn = (text: string): text is ContactColumn =>
	(contactColumns as readonly string[]).includes(text);

export type CheckStrictness = 'off' | 'warn' | 'strict' | 'leaveOut';
export type DelimiterChoice = 'auto' | 'comma' | 'semicolon' | 'tab';
export type Delimiter = Exclude<DelimiterChoice, 'auto'>;
export type PhoneFormat = 'asIs' | 'international';

/** A file of contacts, wherever n8n keeps it. */
export interface ContactFile {
	fileName: string;
	/** What there is to say about how it was found. */
	remark?: string;
	/** Its bytes from the start; may be called again for another pass. */
	open(): Promise<AsyncIterable<Uint8Array>>;
}

/** A place of the template that takes a value from each contact. */
export interface ContactReference {
	column: ContactColumn;
	/** In words of the form: "Card 2, variable 1". */
	place: string;
}

/** What the form says about contacts, for a launch and for a check. */
export interface ContactOptions {
	checkContacts: CheckStrictness;
	removeDuplicates: boolean;
	delimiter: DelimiterChoice;
	normalizeFile: boolean;
	phoneFormat: PhoneFormat;
	/** Two letters; empty when every number has its country code. */
	country: string;
	/** Whom not to write to; undefined without such a list. */
	doNotContact?: { has(phone: { text: string; key: number; oddity?: string }): boolean };
}

/** Says what is wrong with an option, and what to do about it. */
export type Refuse = (message: string, description: string) => never;

export interface ContactCheckOptions extends ContactOptions {
	/** What the template takes from the contacts; empty when there is no template to look at. */
	references: readonly ContactReference[];
}

export type ContactFindingCode =
	| 'empty'
	| 'notCsv'
	| 'undecodable'
	| 'brokenQuotes'
	| 'noHeader'
	| 'noPhoneColumn'
	| 'repeatedColumn'
	| 'missingColumn'
	| 'noRows'
	| 'columnCount'
	| 'codeApart'
	| 'notText'
	| 'manyOddPhones'
	| 'oddPhone'
	| 'duplicate'
	| 'emptyValue'
	| 'countryUnused'
	| 'missingCountryCodes'
	| 'sameForAll'
	| 'nobodyLeft'
	| 'otherForm'
	| 'notRewritten'
	| 'otherBinaryField'
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

/** How many contacts there are, and what becomes of them. */
export interface RecipientCounts {
	[name: string]: number | null;
	/** Contacts as found, duplicates and odd ones included; null when the file cannot be read to its end. */
	rows: number | null;
	/** Contacts that would get the message; null when they cannot be counted. */
	ready: number | null;
	/** 0 when they are kept. */
	duplicatesRemoved: number;
	/** Contacts whose phone number is odd or missing. */
	invalid: number;
	/** Those of them that get nothing. */
	leftOut: number;
	/** Contacts that Do Not Contact lists. */
	suppressed: number;
}

/** What a contact is sent with, column by column. */
export type PreviewContact = Partial<Record<ContactColumn, string>>;

export interface CheckResult {
	recipients: RecipientCounts;
	/** The first three contacts as they would go out. */
	preview: PreviewContact[];
	/** The header as it stands in the file; for input items the columns written. */
	columns: string[];
	/** Where each known column comes from: the header in the file, or the field of the item. */
	columnsUsed: Partial<Record<ContactColumn, string>>;
	/** Null for contacts from input items. */
	encoding: TextEncoding | null;
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
	/** How what goes out differs from what came in, but for contacts left out; empty for a file that is sent byte for byte. */
	changes: string[];
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

export interface CheckedContacts {
	result: CheckResult;
	/** Undefined exactly when there are refusals. */
	file?: OutgoingFile;
}
