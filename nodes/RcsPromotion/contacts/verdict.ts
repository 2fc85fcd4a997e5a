import { counted, grouped } from '../../service/values';
import { BY_HAND, listed, ofList, short, type ContactFinding } from './contactFinding';
import { columnLabel } from './fields';
import { phoneOddities, type PhoneOddity } from './phone';
import type { Occurrences, Review } from './review';
import type { ContactCheckOptions, ContactColumn, ContactPlace, ContactSource } from './types';

/** With 'warn', a larger share of odd numbers than this stops a launch. */
const MOST_ODD_PHONES = 0.05;
/** In a shorter list, all contacts may lack a value by chance. */
const FEWEST_ALIKE = 3;
const LEAVE_OUT = "To send to the others, set 'Check Contacts' to 'Leave Out Invalid'.";
const NORMALIZE = "To leave such numbers out, turn on 'Normalize File'.";

/** What is wrong with the number, to follow its first digits in a message, and how to correct it. */
const oddities: Record<PhoneOddity, { is: string; wayOut?: string }> = {
	missing: { is: 'is empty' },
	otherCharacters: { is: 'contains something other than digits, spaces and + - . ( )' },
	leadingZero: {
		is: 'starts with 0 instead of a country code',
		wayOut: "Add the option 'Country' (such as US) to add the country code.",
	},
	trunkZero: { is: 'has a (0), which is dialed only within its country', wayOut: 'Remove the (0).' },
	decimal: {
		is: 'ends in .0, which spreadsheets add to numbers',
		wayOut: 'Format the column as text and export it again.',
	},
	wrongLength: { is: 'has fewer than 7 or more than 15 digits' },
	impossible: { is: 'has too many or too few digits for its country' },
	ambiguous: { is: 'may be a number from another country', wayOut: 'Write such numbers with + and the country code.' },
	unknownCountry: {
		is: 'has a country next to it that is not a two-letter code',
		wayOut: "Map a field with codes such as US, DE or GB to 'Country'.",
	},
};

/** One kind of finding, before it becomes a refusal or a warning. */
interface Told {
	what: string;
	wayOut: string;
	refuses: boolean;
}

/** Turns the review of the contacts into refusals and warnings. */
export function verdictOn(source: ContactSource, review: Review, options: ContactCheckOptions) {
	const { place, columns, width, file } = source;
	const isStrict = options.checkContacts === 'strict';
	const goesAsItIs = file?.goesAsItIs === true;
	const leaveOut = goesAsItIs ? NORMALIZE : LEAVE_OUT;
	const refusals: ContactFinding[] = missingColumns(source, options);
	const warnings: ContactFinding[] = [];
	const tell = (code: string, found: Occurrences, { what, wayOut, refuses }: Told) => {
		if (found.count === 0) return;
		const message = `${first(found, place)}: ${what}${others(found, place)}`;
		(refuses ? refusals : warnings).push({ code, message, wayOut, count: found.count, lines: found.lines });
	};

	const rowsOfOtherWidth = review.found('columnCount');
	tell('columnCount', rowsOfOtherWidth, {
		what: `the row has more or fewer values than the ${counted(width, 'column')} of the header`,
		wayOut:
			'Give each row as many values as the header, and put a value that contains the delimiter in quotation marks.',
		refuses: true,
	});
	for (const { name } of columns) {
		tell('notText', review.found(`notText ${name}`), {
			what: `the value for ${name} is a list, an object or a date, not text`,
			wayOut: `${BY_HAND} and choose a field with text; turn a date into text with .toFormat('MMMM d').`,
			refuses: true,
		});
	}

	if (rowsOfOtherWidth.count === 0 && review.found('notText phone').count === 0)
		refusals.push(...fewLeft(source, review, options));
	for (const oddity of phoneOddities) {
		const found = review.found(oddity);
		const correction = correctionOf(oddity, options);
		const isSent = goesAsItIs ? 'Sent as is.' : 'Left out.';
		tell('oddPhone', found, {
			what:
				oddity === 'missing' ? 'there is no phone number' : `the phone number ${found.sample} ${oddities[oddity].is}`,
			wayOut: isStrict ? (correction ?? leaveOut) : [isSent, correction ?? []].flat().join(' '),
			refuses: isStrict,
		});
	}
	const noCode = review.found('noCode');
	tell('noCountryCode', noCode, {
		what: `the phone number ${noCode.sample} may lack its country code`,
		wayOut: goesAsItIs
			? 'If so, add it in the file.'
			: "If so, add the option 'Country' (such as US). Otherwise, it is sent as it is.",
		refuses: false,
	});
	tell('duplicate', review.found('duplicate'), {
		what: 'an earlier contact has the same phone number',
		wayOut: goesAsItIs
			? "Both would get the message. To keep only the first, turn on 'Normalize File'."
			: 'Only the first one is kept.',
		refuses: isStrict && goesAsItIs,
	});
	for (const { name } of columns) {
		const empty = review.found(`empty ${name}`);
		const isEmpty = empty.sample === '' ? 'is empty' : `is "${short(empty.sample)}"`;
		// A column without a single value is as good as missing.
		const isEmptyForAll = empty.count >= FEWEST_ALIKE && empty.count === review.counts.ready;
		tell('emptyValue', empty, {
			what: `${name} ${isEmpty}, but ${placesWith(name, options)} shows it`,
			wayOut: 'Fill it in, or use a fixed text instead.',
			refuses: isStrict || isEmptyForAll,
		});
	}
	const entry = options.doNotContact?.withoutCode;
	if (entry !== undefined) {
		const message = `'Do Not Contact' has numbers that may lack their country code, such as ${entry}`;
		const wayOut =
			"They match only contacts written the same way. Add the option 'Country', or write them with + and the code.";
		warnings.push(ofList('doNotContactCode', message, wayOut));
	}
	if (goesAsItIs && file.departures.length > 0) {
		const departures = file.departures.join(', ');
		const message = `The file is sent unchanged, but the service may expect a different format (${departures})`;
		warnings.push(ofList('otherForm', message, "To convert it, turn on 'Normalize File'."));
	}
	return { refusals, warnings };
}

function missingColumns(source: ContactSource, options: ContactCheckOptions): ContactFinding[] {
	const missing = new Set(options.references.map(({ column }) => column));
	for (const { name } of source.columns) missing.delete(name);
	return [...missing].map((column) => {
		const label = columnLabel(column);
		const [why, add] = missingIn(source, label);
		const message = `${placesWith(column, options)} uses the contact field '${label}', but ${why}`;
		return ofList('missingColumn', message, `${add}, or use a fixed text instead.`);
	});
}

function missingIn({ fields, place, isMapped, file }: ContactSource, label: string): [why: string, add: string] {
	if (isMapped) return [`'${label}' under 'Values to Send' is empty`, `There, drag a field into '${label}'`];
	const why = `the contacts have none, only: ${listed(fields)}`;
	if (place === 'inputItems') return [why, `${BY_HAND} and drag fields into 'Phone' and '${label}'`];
	if (file?.goesAsItIs) return [why, "Turn on 'Normalize File' and add the option 'File Columns'"];
	return [
		why,
		`Add the option 'File Columns' and enter the name of the right column under '${label}', add the column to the file`,
	];
}

/** Refuses if nobody would get the message, or if too many numbers look wrong. */
function fewLeft(
	{ columns, place, file }: ContactSource,
	review: Review,
	options: ContactCheckOptions,
): ContactFinding[] {
	const { ready, leftOut, suppressed } = review.counts;
	const rows = review.counts.rows ?? 0;
	const odd = review.found('odd');
	if (rows === 0) return [ofList('noRows', 'There are no contacts', 'Check the step that creates the list.')];

	const usual = review.usualOddity;
	const { lines, sample } = review.found(usual);
	const begins = usual === 'missing' ? 'which has none' : `${sample} ${oddities[usual].is}`;
	const where = place === 'csvFile' ? `line ${lines[0]}` : `item ${(lines[0] ?? 0) + 1}`;
	const field = columns.find(({ name }) => name === 'phone')?.label ?? 'phone';
	const check = `Check that "${short(field)}" holds phone numbers with a country code.`;
	const example = `First: ${where}, ${begins}. ${correctionOf(usual, options) ?? check}`;
	if (ready === 0) {
		const why = [
			leftOut > 0 ? `${grouped(leftOut)} left out because of their phone number` : [],
			suppressed > 0 ? `${grouped(suppressed)} listed in 'Do Not Contact'` : [],
		].flat();
		return [
			ofList('nobodyLeft', `No contacts are left: ${why.join(', ')}`, leftOut > 0 ? example : 'Check that list.'),
		];
	}
	if (options.checkContacts !== 'warn' || odd.count <= rows * MOST_ODD_PHONES) return [];
	const leaveOut = file?.goesAsItIs ? NORMALIZE : LEAVE_OUT;
	const message = `${grouped(odd.count)} of ${grouped(rows)} phone numbers look wrong`;
	return [{ ...ofList('manyOddPhones', message, `${example} ${leaveOut}`), count: odd.count, lines: odd.lines }];
}

/** How to correct numbers with this oddity; undefined if they can only be left out. */
function correctionOf(oddity: PhoneOddity, { country, normalizeFile }: ContactCheckOptions): string | undefined {
	if (oddity === 'leadingZero' && (country !== '' || !normalizeFile)) return undefined;
	return oddities[oddity].wayOut;
}

function first({ lines: [line = 0] }: Occurrences, place: ContactPlace): string {
	return place === 'csvFile' ? `Line ${line}` : `Item ${line + 1}`;
}

function others({ count, lines }: Occurrences, place: ContactPlace): string {
	if (count <= 1) return '';
	const more = count > lines.length ? `, and ${grouped(count - lines.length)} more` : '';
	const numbers = lines.map((line) => (place === 'csvFile' ? line : line + 1)).join(', ');
	return `. This applies to ${grouped(count)} contacts: ${place === 'csvFile' ? 'lines' : 'items'} ${numbers}${more}`;
}

/** Where the template uses the column. */
function placesWith(column: ContactColumn, { references }: ContactCheckOptions): string {
	const [one, ...more] = references.filter((reference) => reference.column === column);
	return `${one?.place}${more.length > 0 ? ` (and ${more.length} more)` : ''}`;
}
