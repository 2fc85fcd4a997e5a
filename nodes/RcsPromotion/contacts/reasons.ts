import type { CsvFault } from '../../vendor/csvParse';
import { CODE_INCLUDED_LABEL } from './countries';
import type { NoPhoneReason } from './phone';

/** Advice that several messages about contacts share. */
export const SET_MAP_MANUALLY = "Set 'Mapping Column Mode' to 'Map Each Column Manually'";
export const SPLIT_OUT = 'If one item holds a list of contacts, add a Split Out node before this one.';

/** Why a contact gets nothing. Shown in outputs, so that workflows can rely on the names. */
export type WhyNotSent =
	| NoPhoneReason
	| 'doNotContact'
	| 'landline'
	| 'duplicate'
	| 'columnCount'
	| 'swallowedRows'
	| 'notText'
	| 'inexact'
	| 'lineBreak';
/** What else is wrong with a contact that a launch would send to. */
type Defect = 'noName' | 'withoutNine';

export interface ReasonText {
	/** What is wrong, to follow "Line 7: ". */
	what: string;
	/** What to do. */
	advice: string;
}

/** In `what`, % stands for the phone number, or for the column whose value cannot be used. */
const REASONS: Record<WhyNotSent | Defect | CsvFault['kind'], ReasonText> = {
	noCountry: {
		what: 'the phone number "%" does not begin with + or 00, so its country is not known',
		advice: `Write such numbers with + and the country code, or set 'Country' to the country of these numbers or to '${CODE_INCLUDED_LABEL}'.`,
	},
	spreadsheet: {
		what: 'the phone number "%" was shortened or given decimals by a spreadsheet',
		advice: 'In the spreadsheet, format the column as text, correct the numbers, and export it again.',
	},
	letterO: {
		what: 'the phone number "%" contains the letter O where a zero belongs',
		advice: 'Replace the letter with a zero.',
	},
	notOneNumber: {
		what: '"%" is not a phone number, or contains more than one',
		advice: 'Enter a single phone number.',
	},
	impossible: {
		what: 'the phone number "%" has too many or too few digits for a phone number',
		advice: "Correct it. If there are many, check 'Country'.",
	},
	ambiguous: {
		what: 'the phone number "%" may also be a number from another country',
		advice: 'Write such numbers with + and the country code.',
	},
	unknownCountry: {
		what: 'the phone number "%" has a country next to it that is not a two-letter code',
		advice: "Map a field with codes such as US, DE or GB to 'Country of the Contact'.",
	},
	noNumber: { what: 'there is no phone number', advice: 'Fill it in.' },
	duplicate: { what: 'an earlier contact has the same phone number', advice: 'Only the first one is kept.' },
	doNotContact: { what: "the phone number is listed in 'Do Not Contact'", advice: 'There is nothing to do.' },
	columnCount: {
		what: 'the row has more or fewer values than the header has columns',
		advice:
			'Give each row as many values as the header, and put a value that contains the delimiter in quotation marks.',
	},
	longRow: {
		what: 'the row is longer than 1 MB',
		advice:
			'If a quotation mark (") in it is never closed, close it. Otherwise, remove the column that holds so much text.',
	},
	brokenQuotes: {
		what: 'a quotation mark (") is in the wrong place or never closed',
		advice: 'Put the whole value in quotation marks and double each one inside it, or export the file again.',
	},
	swallowedRows: {
		what: 'a value holds whole rows, because a quotation mark (") was never closed',
		advice: 'Close the quotation mark or remove it, or export the file again.',
	},
	inexact: {
		what: "the value for '%' is a number too long to be exact",
		advice: 'Keep it as text where it comes from: in a spreadsheet, format the column as text and export it again.',
	},
	notText: {
		what: "the value for '%' is a list, an object or a date, or longer than 1 MB",
		advice: `${SET_MAP_MANUALLY} and choose a field with text; turn a date into text with .toFormat('MMMM d').`,
	},
	lineBreak: {
		what: "the value for '%' has a line break in it",
		advice:
			'Remove the line break. In a file, it may come from a quotation mark (") that is never closed, which makes the rows below part of the value.',
	},
	landline: {
		what: 'the phone number "%" is a landline, toll-free or premium number, which gets no RCS messages',
		advice: "Find a mobile number. If it is one, check 'Country'.",
	},
	withoutNine: {
		what: 'the Argentine phone number "%" has no 9 after +54, so it may be a landline',
		advice: 'It gets the message. If it is a mobile number, write it as +54 9.',
	},
	noName: { what: 'there is no usable name', advice: 'Fill it in if your template shows names.' },
};

export function getReasonText(reason: keyof typeof REASONS, shown = ''): ReasonText {
	const { what, advice } = REASONS[reason];
	return { what: what.replace('%', () => shown), advice };
}
