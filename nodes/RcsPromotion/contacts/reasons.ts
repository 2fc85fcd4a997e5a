import { BY_HAND } from './contactFinding';
import { CODE_INCLUDED_LABEL } from './countries';
import type { PhoneProblem } from './phone';

/** Why a contact gets nothing. Shown in outputs, so that workflows can rely on the names. */
export type Rejection = PhoneProblem | 'duplicate' | 'doNotContact' | 'columnCount' | 'notText';
/** What else is wrong with a contact that a launch would send to. */
export type Defect = 'landline' | 'noName';

export interface Reason {
	/** What is wrong, to follow "Line 7: ". */
	what: string;
	/** What to do. */
	advice: string;
}

/** In `what`, % stands for the phone number, or for the column whose value is no text. */
const REASONS: Record<Rejection | Defect, Reason> = {
	noCountry: {
		what: 'the phone number "%" does not begin with + or 00, so its country is not known',
		advice: `Write such numbers with + and the country code, or add the option 'Country': the country of these numbers, or '${CODE_INCLUDED_LABEL}'.`,
	},
	spreadsheet: {
		what: 'the phone number "%" was shortened or given decimals by a spreadsheet',
		advice: 'In the spreadsheet, format the column as text, correct the numbers, and export it again.',
	},
	notOneNumber: {
		what: '"%" is not a phone number, or contains more than one',
		advice: 'Enter a single phone number.',
	},
	impossible: {
		what: 'the phone number "%" has too many or too few digits for a phone number',
		advice: "Correct it. If there are many and you added the option 'Country', check it.",
	},
	ambiguous: {
		what: 'the phone number "%" may also be a number from another country',
		advice: 'Write such numbers with + and the country code.',
	},
	unknownCountry: {
		what: 'the phone number "%" has a country next to it that is not a two-letter code',
		advice: "Map a field with codes such as US, DE or GB to 'Country'.",
	},
	noNumber: { what: 'there is no phone number', advice: 'Fill it in.' },
	duplicate: { what: 'an earlier contact has the same phone number', advice: 'Only the first one is kept.' },
	doNotContact: { what: "the phone number is listed in 'Do Not Contact'", advice: 'There is nothing to do.' },
	columnCount: {
		what: 'the row has more or fewer values than the header has columns',
		advice:
			'Give each row as many values as the header, and put a value that contains the delimiter in quotation marks.',
	},
	notText: {
		what: "the value for '%' is a list, an object or a date, or longer than 1 MB",
		advice: `${BY_HAND} and choose a field with text; turn a date into text with .toFormat('MMMM d').`,
	},
	landline: { what: 'this is a landline, which gets no RCS messages', advice: 'Find a mobile number.' },
	noName: { what: 'there is no usable name', advice: 'Fill it in if your template shows names.' },
};

export function reasonFor(why: Rejection | Defect, shown = ''): Reason {
	const { what, advice } = REASONS[why];
	return { what: what.replace('%', () => shown), advice };
}
