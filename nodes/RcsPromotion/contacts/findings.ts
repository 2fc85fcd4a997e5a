import type { FieldKind } from './contact';
import { CODE_INCLUDED_LABEL } from './countries';

interface ReasonText {
	/** What is wrong, to follow "Line 7: ". % stands for the phone number, or for the field whose value cannot be used. */
	what: string;
	advice: string;
}

const AS_TEXT = 'In the spreadsheet, format the column as text, correct the numbers, and export it again.';

/** A fault of one row may be one of the whole file, so these are never just left out. */
const STRUCTURAL = {
	tooManyValues: {
		what: 'the row has more values than the header has columns',
		advice: 'Put a value that contains the delimiter in quotation marks, or export the file again.',
	},
	swallowedRows: {
		what: 'a value holds whole rows, because a quotation mark (") was never closed',
		advice: 'Close the quotation mark or remove it, or export the file again.',
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
};

/** The number, or another value that is needed, cannot be used. */
const INVALID = {
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
	notText: {
		what: "the value for '%' is a list, an object or a date, or longer than 1 MB",
		advice:
			'Choose the field with the text inside it, such as phones[0].value, or turn it into text with an Edit Fields (Set) node.',
	},
	inexact: { what: "the value for '%' is a number that lost its last digits", advice: AS_TEXT },
};

/** There is nothing wrong with the list, but nothing can be sent to them. */
const NOT_REACHABLE = {
	noNumber: { what: 'there is no phone number', advice: 'Fill it in.' },
	landline: {
		what: 'the phone number "%" is a landline, toll-free or premium number, which gets no RCS message',
		advice: "Find a mobile number. If it is one, check 'Country'.",
	},
};

const OTHERS = {
	duplicate: { what: 'an earlier contact has the same phone number', advice: 'Only the first one is kept.' },
	doNotContact: { what: "the phone number is listed in 'Do Not Contact'", advice: 'There is nothing to do.' },
	/** This one gets the message, but with a gap. % stands for all that is said of it. */
	emptyValue: { what: '%', advice: 'Fill it in, or use fixed text instead.' },
};

const REASONS = { ...STRUCTURAL, ...INVALID, ...NOT_REACHABLE, ...OTHERS };

/** What may be wrong with a contact. Shown in outputs, so that workflows can rely on the names. */
export type Reason = keyof typeof REASONS;

const namesOf = (reasons: Partial<Record<Reason, ReasonText>>) => Object.keys(reasons) as Reason[];
export const structuralReasons = namesOf(STRUCTURAL);
export const invalidReasons = namesOf(INVALID);
export const notReachableReasons = namesOf(NOT_REACHABLE);

/** `shown` takes the place of %. */
export function getReasonText(reason: Reason, shown = ''): ReasonText {
	const { what, advice } = REASONS[reason];
	return { what: what.replace('%', () => shown), advice };
}

/** All contacts with one reason. */
export interface Finding {
	reason: Reason;
	/** Whose value it is about, if not the phone number. */
	field?: FieldKind;
	/** Of a file, or the numbers of the items. */
	lines: number[];
	example: string;
}

export class Findings {
	/** In the order in which they were found. */
	private readonly all = new Map<string, Finding>();

	add(reason: Reason, line: number, example: string, field?: FieldKind): void {
		const key = `${reason} ${field}`;
		const found = this.all.get(key);
		if (found) found.lines.push(line);
		else this.all.set(key, { reason, field, lines: [line], example });
	}

	/** Those of these contacts that turn out to be left out for another reason. */
	remove(reason: Reason, lines: ReadonlySet<number>): void {
		for (const found of this.of([reason])) found.lines = found.lines.filter((line) => !lines.has(line));
	}

	of(reasons: readonly Reason[]): Finding[] {
		return [...this.all.values()].filter(({ reason, lines }) => reasons.includes(reason) && lines.length > 0);
	}

	count(reasons: readonly Reason[]): number {
		return this.of(reasons).reduce((count, { lines }) => count + lines.length, 0);
	}
}
