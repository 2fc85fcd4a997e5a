import { CODE_INCLUDED_LABEL } from './countries';
import { noPhoneReasons, type NoPhoneReason } from './phone';

/** Why a contact gets nothing. Shown in outputs, so that workflows can rely on the names. */
export type WhyNotSent =
	NoPhoneReason | 'doNotContact' | 'landline' | 'duplicate' | 'notText' | 'inexact' | 'tooManyValues' | 'swallowedRows';

/** The reasons for which a number, or another value that is needed, cannot be used. */
export const invalidReasons: readonly WhyNotSent[] = [
	...noPhoneReasons.filter((reason) => reason !== 'noNumber'),
	...(['notText', 'inexact', 'tooManyValues', 'swallowedRows'] as const),
];

interface ReasonText {
	/** What is wrong, to follow "Line 7: ". */
	what: string;
	/** What to do. */
	advice: string;
}

const AS_TEXT = 'In the spreadsheet, format the column as text, correct the numbers, and export it again.';

/** In `what`, % stands for the phone number, or for the field whose value cannot be used. */
const REASONS: Record<WhyNotSent | 'longRow' | 'brokenQuotes', ReasonText> = {
	noCountry: {
		what: 'the phone number "%" does not begin with + or 00, so its country is not known',
		advice: `Set 'Country' to the country of these numbers or to '${CODE_INCLUDED_LABEL}', or write them with + and the country code.`,
	},
	spreadsheet: { what: 'the phone number "%" was shortened or given decimals by a spreadsheet', advice: AS_TEXT },
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
		advice: "Choose a field with codes such as US, DE or GB as 'Country Field'.",
	},
	noNumber: { what: 'there is no phone number', advice: 'Fill it in.' },
	landline: {
		what: 'the phone number "%" is a landline, toll-free or premium number, which gets no RCS message',
		advice: "Find a mobile number. If it is one, check 'Country'.",
	},
	duplicate: { what: 'an earlier contact has the same phone number', advice: 'Only the first one is kept.' },
	doNotContact: { what: "the phone number is listed in 'Do Not Contact'", advice: 'There is nothing to do.' },
	notText: {
		what: "the value for '%' is a list, an object or a date, or longer than 1 MB",
		advice:
			'Choose the field with the text inside it, such as phones[0].value, or turn it into text with an Edit Fields (Set) node.',
	},
	inexact: { what: "the value for '%' is a number that lost its last digits", advice: AS_TEXT },
	tooManyValues: {
		what: 'the row has more values than the header has columns',
		advice: 'Put a value that contains the delimiter in quotation marks, or export the file again.',
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
};

/** `shown` takes the place of %. */
export function getReasonText(reason: keyof typeof REASONS, shown = ''): ReasonText {
	const { what, advice } = REASONS[reason];
	return { what: what.replace('%', () => shown), advice };
}

/** How often one kind of thing was found, and where. */
export interface Finding {
	count: number;
	/** The first ten: lines of a file, or items. */
	lines: number[];
	/** The first value. */
	example: string;
}

/** `emptyValue`: a text shows a value that the contact lacks. */
export type FindingKind = WhyNotSent | 'emptyValue';

/** How many lines an issue names. */
const SHOWN_LINES = 10;
const NOTHING: Finding = { count: 0, lines: [], example: '' };

/** What was found while the contacts were read. */
export class Findings {
	private readonly all = new Map<string, Finding>();

	add(kind: FindingKind, line: number, example: string, field = ''): void {
		const key = `${kind} ${field}`;
		let found = this.all.get(key);
		if (!found) this.all.set(key, (found = { count: 0, lines: [], example }));
		if (++found.count <= SHOWN_LINES) found.lines.push(line);
	}

	/** If it turns out that the contact is left out for another reason. */
	remove(kind: FindingKind, line: number, field: string): void {
		const found = this.get(kind, field);
		found.count--;
		found.lines = found.lines.filter((one) => one !== line);
	}

	get(kind: FindingKind, field = ''): Finding {
		return this.all.get(`${kind} ${field}`) ?? NOTHING;
	}

	/** How many there are of these kinds, for any field. */
	count(...kinds: FindingKind[]): number {
		let count = 0;
		for (const [key, found] of this.all) if (kinds.some((kind) => key.startsWith(`${kind} `))) count += found.count;
		return count;
	}
}
