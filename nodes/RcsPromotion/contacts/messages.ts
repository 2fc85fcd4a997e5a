import type { CsvFault, CsvFaultCode } from '../../vendor/csvParse';
import { grouped, shortened } from '../../service/values';
import type { ListOfContacts } from './itemFields';
import { phoneName } from './names';
import type { PhoneOddity } from './phones';
import type { Occurrences } from './review';
import type { ContactCheckOptions, ContactColumn, RecipientCounts } from './types';

/** What a contact is called by: a line of a file, or an input item. */
export type Place = 'line' | 'item';

/** The way out for whoever has some wrong numbers among many. */
const LEAVE_OUT = "To send to the others, set 'Check Contacts' to 'Leave Out Invalid'.";
const INTERNATIONAL = "Add the option 'Phone Format' and set it to 'International' to correct this.";
const WITH_COUNTRY =
	"Add the options 'Phone Format' (International) and 'Country' (such as US) to add the country code.";

export const empty = () => 'The file is empty. Provide a CSV file with a header row and one row for each contact.';

/** `what` as in "a PDF". */
export const notCsv = (what: string) =>
	`This is ${what}, not a CSV file. Save the contacts as "CSV UTF-8", or read the file with Extract from File and set 'Recipients' to 'Input Items'.`;

export const unreadable = (found: Occurrences, place: Place) =>
	place === 'line'
		? `${first(found, place)}: some characters cannot be read because the file is damaged or saved in an encoding that is not supported. Save it again as "CSV UTF-8".${others(found, place)}`
		: `${first(found, place)}: a value is cut off in the middle of an emoji or another character. Check where that happens.${others(found, place)}`;

const faults: Record<CsvFaultCode, string> = {
	unclosedQuote: 'a quotation mark (") opens a value and is never closed',
	textAfterQuote: 'a quotation mark (") in the wrong place',
	quoteInsideValue: 'a quotation mark (") inside a value that does not begin with one',
	rowTooLong: 'the row does not end, so a quotation mark (") is probably never closed',
	unreadable: 'the row cannot be read',
};

export const brokenQuotes = ({ code, line, column }: CsvFault) =>
	`Line ${line}: ${faults[code]} (value ${column} of the row). Put the whole value in quotation marks and double each one inside it, or export the file again. The rows after it could not be checked.`;

export const noHeader = (line: number) =>
	`Line ${line}: the first row already holds a contact, so the columns have no names. Add a row above it, for example: name,phone,language`;

export function noPhoneColumn(
	line: number,
	cells: readonly string[],
	unsure: readonly string[],
	maps: boolean,
): string {
	const [cell = ''] = cells;
	if (cells.length === 1 && cell.includes('|')) {
		return `Line ${line}: The columns are separated by |. Use comma, semicolon or tab.`;
	}
	const has = `Line ${line}: no column is named "phone". The file has: ${listed(cells)}.`;
	const meant = maps ? undefined : cells.find((name) => ['phone', 'mobile'].includes(phoneName(name)?.kind ?? ''));
	if (meant !== undefined) return `${has} Turn on 'Normalize File', or rename "${short(meant.trim())}" to phone.`;
	if (unsure.length > 0) return `${has} ${listed(unsure)} may not be a mobile number: rename the right one to phone.`;
	const mayBeTitle = cells.filter((name) => name.trim() !== '').length < 2 || cell.startsWith('#');
	const further = mayBeTitle ? ' If the column names are further down, delete the lines above them.' : '';
	return `${has} Rename the one with the phone numbers to phone.${further}`;
}

export const repeatedColumn = (line: number, column: ContactColumn) =>
	`Line ${line}: more than one column is named "${column}". Rename or remove the others.`;

export const missingColumn = (
	column: ContactColumn,
	cards: readonly string[],
	fields: readonly string[],
	place: Place,
) =>
	`${placesInWords(cards)} shows \${${column}}, but the contacts have no "${column}", only: ${listed(fields)}. ${place === 'line' ? 'Add the column to the file' : 'Map a field to it'}, or use a fixed text instead.`;

export const noRows = () => 'There are no contacts below the header. Check the step that made the list.';

export const countryUnused = () =>
	"While 'Phone Format' is 'As Is', 'Country' is only used to compare phone numbers. To add country codes, set 'Phone Format' to 'International'.";

export const missingCountryCodes = (sample: string) =>
	`Phone numbers seem to have no country code or to be landlines (the first begins with ${sample}), so messages may go to the wrong people. ${WITH_COUNTRY}`;

export function nobodyLeft(
	{ leftOut, suppressed }: RecipientCounts,
	usual: UsualOddity,
	options: ContactCheckOptions,
): string {
	const why = [
		leftOut > 0 ? `${grouped(leftOut)} left out because of their phone number` : [],
		suppressed > 0 ? `${grouped(suppressed)} listed in 'Do Not Contact'` : [],
	].flat();
	const wayOut = correctionOf(usual.oddity, options) ?? 'Check the field with the phone numbers.';
	const advice = leftOut > 0 ? `${firstOdd(usual)} ${wayOut}` : 'Check that list.';
	return `No contacts are left: ${why.join(', ')}. ${advice}`;
}

export const columnCount = (found: Occurrences, width: number, place: Place) =>
	`${first(found, place)}: the row has more or fewer values than the ${width} columns of the header. A value that contains the delimiter must be in quotation marks.${others(found, place)}`;

/** After "Line 3, " and how the number begins. */
const oddities: Record<PhoneOddity, { is: string; wayOut: string }> = {
	missing: { is: 'is empty', wayOut: LEAVE_OUT },
	apostrophe: { is: 'starts with an apostrophe', wayOut: INTERNATIONAL },
	prefix: { is: 'starts with a word', wayOut: INTERNATIONAL },
	decimal: { is: 'ends in .0, which spreadsheets add to numbers', wayOut: INTERNATIONAL },
	shortened: {
		is: 'was shortened by a spreadsheet (like 4.9E+11)',
		wayOut: 'Format the column as text there and export it again.',
	},
	leadingZero: { is: 'starts with 0 instead of a country code', wayOut: WITH_COUNTRY },
	trunkZero: { is: 'has a (0) that is only dialed within its country', wayOut: INTERNATIONAL },
	noCountryCode: { is: 'has no country code', wayOut: "Add the option 'Country' (such as US)." },
	ambiguous: {
		is: 'may be a number of another country',
		wayOut: 'Write these numbers with + and the country code.',
	},
	otherDigits: { is: 'uses digits other than 0 to 9', wayOut: INTERNATIONAL },
	invisible: { is: 'contains invisible characters', wayOut: INTERNATIONAL },
	otherCharacters: { is: 'contains characters other than digits, spaces and + - . ( )', wayOut: LEAVE_OUT },
	tooShort: { is: 'has fewer than 7 digits', wayOut: LEAVE_OUT },
	tooLong: { is: 'has more than 15 digits', wayOut: LEAVE_OUT },
	impossible: { is: 'has too many or too few digits for its country', wayOut: LEAVE_OUT },
	notPhone: { is: 'is a date or an IP address', wayOut: LEAVE_OUT },
};

/** The oddity found most often, and where. */
export interface UsualOddity {
	oddity: PhoneOddity;
	found: Occurrences;
	place: Place;
}

function firstOdd({ oddity, found: { places, sample }, place }: UsualOddity): string {
	const what = oddity === 'missing' ? 'which has none' : `${sample} ${oddities[oddity].is}`;
	return `First: ${placeOf(places[0] ?? 0, place)}, ${what}.`;
}

export function manyOddPhones(
	odd: number,
	rows: number,
	usual: UsualOddity,
	phoneField: string,
	options: ContactCheckOptions,
): string {
	const wayOut = wayOutOf(usual.oddity, options);
	const isWrongField = 2 * odd > rows && oddities[usual.oddity].wayOut === LEAVE_OUT;
	return [
		`${grouped(odd)} of ${grouped(rows)} phone numbers look wrong.`,
		firstOdd(usual),
		isWrongField ? `Check whether "${short(phoneField)}" really holds the phone numbers.` : [],
		odd === rows && wayOut === LEAVE_OUT ? [] : wayOut,
	]
		.flat()
		.join(' ');
}

function wayOutOf(oddity: PhoneOddity, options: ContactCheckOptions): string {
	const correction = correctionOf(oddity, options);
	return options.checkContacts === 'leaveOut'
		? ['Left out.', correction ?? []].flat().join(' ')
		: (correction ?? LEAVE_OUT);
}

/** How such numbers can be kept; undefined where they can only be left out. */
function correctionOf(oddity: PhoneOddity, { phoneFormat }: ContactCheckOptions): string | undefined {
	const { wayOut } = oddities[oddity];
	const isDone = phoneFormat === 'international' && [INTERNATIONAL, WITH_COUNTRY].includes(wayOut);
	return isDone || wayOut === LEAVE_OUT ? undefined : wayOut;
}

export const oddPhone = (oddity: PhoneOddity, found: Occurrences, place: Place, options: ContactCheckOptions) => {
	const what =
		oddity === 'missing' ? 'there is no phone number' : `the phone number ${found.sample} ${oddities[oddity].is}`;
	return `${first(found, place)}: ${what}. ${wayOutOf(oddity, options)}${others(found, place)}`;
};

export function duplicate(found: Occurrences, place: Place, options: ContactCheckOptions): string {
	const { checkContacts, removeDuplicates } = options;
	const consequence =
		checkContacts === 'strict'
			? "'Check Contacts' is 'Strict', so duplicates stop the launch."
			: removeDuplicates
				? 'Only the first of them is kept.'
				: "Both would get the message. To keep only the first, turn on 'Remove Duplicates'.";
	return `${first(found, place)}: an earlier contact has the same phone number. ${consequence}${others(found, place)}`;
}

export const emptyValue = (column: ContactColumn, places: readonly string[], found: Occurrences, place: Place) =>
	`${first(found, place)}: "${column}" is ${found.sample === '' ? 'empty' : `"${short(found.sample)}"`}, but ${placesInWords(places)} shows it. Fill it in, or use a fixed text instead.${others(found, place)}`;

export const emptyForAll = (column: ContactColumn, places: readonly string[], { sample }: Occurrences) =>
	`No contact has a value for "${column}"${sample === '' ? '' : ` (the first says "${short(sample)}")`}, but ${placesInWords(places)} shows it. Check the step that fills it in, or use a fixed text instead.`;

export const sameForAll = (column: ContactColumn, value: string, contacts: number) =>
	`All ${grouped(contacts)} contacts have the same ${column}: "${short(value)}". If it should differ, drag the input field into "${column}" instead of typing its name.`;

export const notText = (column: ContactColumn, found: Occurrences) =>
	`${first(found, 'item')}: the value for "${column}" is a list, an object or a date, not text. Set 'Contact Mapping' to 'Manual' and choose a field with text; turn a date into text with .toFormat('MMMM d').${others(found, 'item')}`;

export const otherForm = (changes: readonly string[]) =>
	`The file is sent unchanged, but the service may expect a different format. To convert it, turn on 'Normalize File' (${changes.join(', ')}).`;

export const notRewritten = () =>
	'The file cannot be read reliably, so it is sent unchanged, duplicates included. Correct it first if that matters.';

export const mayOverlook = () =>
	"The file cannot be read reliably, so contacts in 'Do Not Contact' cannot be left out, and nothing is sent. Correct the file.";

export const codeApart = (columns: string, found: Occurrences) =>
	`${first(found, 'line')}: the country or area code is in a separate column (${columns}). Turn on 'Normalize File' to join it with the phone number, or write complete numbers in the file.${others(found, 'line')}`;

export const phonesNeedConversion = () =>
	"'Phone Format' is 'International', but the file cannot be changed while 'Normalize File' is off. Turn it on, or set 'Phone Format' to 'As Is'.";

export const listInItem = ({ item, name, count }: ListOfContacts) =>
	`Item ${item + 1} holds a list of ${grouped(count)} contacts in "${short(name)}". Add a Split Out node before this one, with "${short(name)}" as 'Fields To Split Out', so that each contact is an item.`;

export function noPhoneField(
	fields: readonly string[],
	unsure: readonly string[],
	list: ListOfContacts | undefined,
): string {
	if (list) return listInItem(list);
	const seen =
		unsure.length > 0
			? `${listed(unsure)} may not hold mobile numbers.`
			: `No field of the input items looks like a phone number. They have: ${listed(fields)}.`;
	return `${seen} Set 'Contact Mapping' to 'Manual' and choose the field with the phone numbers. If your contacts are in a file, set 'Recipients' to 'CSV File'.`;
}

export const typedPhone = (text: string) =>
	`'Phone' holds the text "${short(text)}" instead of a field. Clear it, then drag the field with the phone numbers from the input into it.`;

export const noColumnsMapped = () =>
	"No field is mapped to phone. Under 'Values to Send', choose the field that holds the phone number of each item.";

export const ambiguousMapping = (place: Place, column: ContactColumn, used: string, other: readonly string[]) =>
	`"${column}" is taken from ${used}, but ${listed(other)} might be the right one. ${place === 'line' ? `If so, rename it to ${column} and remove the other.` : "Set 'Contact Mapping' to 'Manual' to choose another field."}`;

export const changedMeanwhile = () =>
	'The file changed after it was checked, so sending was stopped. Run the workflow again.';

const placeOf = (place: number, kind: Place) => (kind === 'line' ? `line ${place}` : `item ${place + 1}`);

function first({ places }: Occurrences, kind: Place): string {
	const [place = 0] = places;
	return kind === 'line' ? `Line ${place}` : `Item ${place + 1} (in n8n's expressions: ${place})`;
}

function others({ count, places }: Occurrences, kind: Place): string {
	if (count <= 1) return '';
	const more = count > places.length ? `, and ${grouped(count - places.length)} more` : '';
	const numbers = places.map((place) => (kind === 'line' ? place : place + 1)).join(', ');
	return ` This applies to ${grouped(count)} contacts: ${kind}s ${numbers}${more}.`;
}

function placesInWords(places: readonly string[]): string {
	const [one = 'The template', ...rest] = places;
	return rest.length === 0 ? one : `${one} (and ${rest.length} more)`;
}

function listed(names: readonly string[]): string {
	const filled = names.filter((name) => name.trim() !== '');
	const shown = filled.slice(0, 15).map((name) => short(name.trim()));
	const more = filled.length > shown.length ? `, and ${filled.length - shown.length} more` : '';
	return shown.length === 0 ? 'nothing' : `${shown.join(', ')}${more}`;
}

const short = (text: string) => shortened(text, 40);
