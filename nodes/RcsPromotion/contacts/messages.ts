import type { CsvFault, CsvFaultCode } from '../../vendor/csvParse';
import type { TextEncoding } from '../../service/textDecoder';
import { counted, grouped, shortened } from '../../service/values';
import { expressionFor, type Path } from './itemPaths';
import type { PhoneOddity } from './phone';
import type {
	ContactCheckOptions,
	ContactColumn,
	ContactFinding,
	ContactFindingCode,
	ContactPlace,
	Delimiter,
	Occurrences,
	RecipientCounts,
} from './types';

/** A finding about the list as a whole, or about one line of it. */
const ofList = (code: ContactFindingCode, message: string, wayOut?: string, line?: number): ContactFinding => ({
	code,
	message,
	...(wayOut === undefined ? {} : { wayOut }),
	count: 0,
	lines: line === undefined ? [] : [line],
});

const ofContacts = (
	code: ContactFindingCode,
	found: Occurrences,
	message: string,
	wayOut?: string,
): ContactFinding => ({ ...ofList(code, message, wayOut), count: found.count, lines: found.lines });

export const emptyFile = () =>
	ofList('noRows', 'The file is empty', 'Provide a CSV file with a header row and one row for each contact.');

export const spreadsheet = () =>
	ofList(
		'notCsv',
		'This is an Excel or other spreadsheet file, not a CSV file',
		"Save the contacts as CSV, or read the file with Extract from File and set 'Recipients' to 'Input Items'.",
	);

export const undecodable = (encoding: TextEncoding, line: number) =>
	ofList(
		'undecodable',
		`Line ${line}: some characters cannot be read as ${encoding}`,
		"Save the file as CSV UTF-8, or add the option 'Encoding' and choose how it was saved. Excel in Western Europe often saves Windows-1252.",
		line,
	);

const delimiterWords: Record<Delimiter, string> = { comma: ',', semicolon: ';', tab: 'tab', pipe: '|' };

export const severalDelimiters = (found: readonly Delimiter[]) =>
	ofList(
		'delimiter',
		`The column names contain ${inWords(found.map((name) => delimiterWords[name]))}, so it is not plain what separates the columns`,
		"Add the option 'Delimiter' and choose it.",
	);

const faults: Record<CsvFaultCode, string> = {
	unclosedQuote: 'a quotation mark (") opens a value and is never closed',
	textAfterQuote: 'a quotation mark (") is in the wrong place',
	quoteInsideValue: 'a quotation mark (") stands inside a value that does not begin with one',
	rowTooLong: 'the row does not end, so a quotation mark (") is probably never closed',
	unreadable: 'the row cannot be read',
};

export const brokenQuotes = ({ code, line, column }: CsvFault) =>
	ofList(
		'brokenQuotes',
		`Line ${line}: ${faults[code]} (value ${column} of the row)`,
		'Put the whole value in quotation marks and double each one inside it, or export the file again.',
		line,
	);

export const noHeader = (line: number) =>
	ofList(
		'noHeader',
		`Line ${line}: the first row already holds a contact, so the columns have no names`,
		'Add a row above it, for example: name,phone,language',
		line,
	);

export const noPhoneColumn = (header: readonly string[], goesAsItIs: boolean) =>
	ofList(
		'noPhoneColumn',
		`${goesAsItIs ? 'No column is named phone' : 'No column has a usual name for a phone number'}. The file has: ${listed(header)}`,
		goesAsItIs
			? "Rename the column with the phone numbers to phone, or turn on 'Normalize File'."
			: "Add the option 'File Columns' and enter the name of the column with the phone numbers under 'Phone'.",
	);

export const noPhoneField = (fields: readonly string[]) =>
	ofList(
		'noPhoneColumn',
		`No field has a usual name for a phone number. The input items have: ${listed(fields)}`,
		`${BY_HAND} and drag the field with the phone numbers into 'Phone'. If one item holds a list of contacts, add a Split Out node before this one.`,
	);

const BY_HAND = "Set 'Mapping Column Mode' to 'Map Each Column Manually'";

export const phoneNotMapped = () =>
	ofList(
		'noPhoneColumn',
		"'Phone' under 'Columns' is empty",
		"Drag the field with the phone numbers from the input into 'Phone'.",
	);

export const typedPhone = (text: string) =>
	ofList(
		'noPhoneColumn',
		`'Phone' holds the text "${short(text)}" instead of a field`,
		'Clear it, then drag the field with the phone numbers from the input into it.',
	);

export const unknownColumn = (name: string, header: readonly string[], count: number) =>
	count === 0
		? ofList(
				'unknownColumn',
				`'File Columns' names "${short(name)}", but the file has: ${listed(header)}`,
				'Enter the name as it stands in the first row of the file.',
			)
		: ofList(
				'unknownColumn',
				`The file has ${count} columns named "${short(name)}"`,
				'Rename those that are not meant, in the file.',
			);

/** A phone field, with one of its numbers. */
interface PhoneField {
	label: string;
	path: Path;
	position: number;
	example: string;
}

/** The question, with the way to answer it. Of usual names those of mobile phones stand last, so they come first here. */
export function severalPhones(place: ContactPlace, fields: readonly PhoneField[]): ContactFinding {
	const ordered = [...fields].reverse();
	const isFile = place === 'csvFile';
	const isTwice = ({ label }: PhoneField) => fields.filter((other) => other.label === label).length > 1;
	const named = ordered.map((field) => {
		const column = isFile && isTwice(field) ? `column ${field.position + 1}, ` : '';
		return `${short(field.label)} (${column}${lastFour(field.example)})`;
	});
	const kind = isFile ? 'columns' : 'fields';
	const message = `${grouped(fields.length)} ${kind} hold different phone numbers: ${inWords(named)}`;
	const wayOut = !isFile
		? `${BY_HAND} and paste this into 'Phone', which takes the first of them that is filled in, or drag only the field to use: ${expressionFor(ordered.map(({ path }) => path))}`
		: fields.some(isTwice)
			? 'Rename those that are not meant, in the file.'
			: `Add the option 'File Columns' and enter the name of the column to use under 'Phone', such as ${ordered[0]?.label ?? 'phone'}.`;
	return ofList('severalPhones', message, wayOut);
}

const lastFour = (text: string) => (text.trim().length <= 4 ? text.trim() : `…${text.trim().slice(-4)}`);

/** Says which field was taken, where it is not simply called phone. */
export function phoneField(label: string, equal: readonly string[]): ContactFinding[] {
	if (label === 'phone' && equal.length === 0) return [];
	const others = equal.length === 0 ? '' : ` (the same numbers as in ${inWords(equal.map(short))})`;
	return [ofList('phoneField', `Phone: ${label}${others}`)];
}

export const otherBinaryField = (remark: string) => ofList('otherBinaryField', remark);

export const cannotLeaveOut = (what: string) =>
	ofList(
		'cannotLeaveOut',
		`${what} cannot be used while 'Normalize File' is off, as the file then goes out as it is`,
		"Turn on 'Normalize File', or remove the option.",
	);

export const otherForm = (departures: readonly string[]) =>
	ofList(
		'otherForm',
		`The file is sent unchanged, but the service may expect another form (${departures.join(', ')})`,
		"To convert it, turn on 'Normalize File'.",
	);

export const missingColumn = (
	column: ContactColumn,
	cards: readonly string[],
	fields: readonly string[],
	place: ContactPlace,
) =>
	ofList(
		'missingColumn',
		`${placesInWords(cards)} shows \${${column}}, but the contacts have no ${column}, only: ${listed(fields)}`,
		`${place === 'csvFile' ? `Add the option 'File Columns' and enter the name of the right column, add the column to the file` : `${BY_HAND} and drag a field into it`}, or use a fixed text instead.`,
	);

export const noRows = () => ofList('noRows', 'There are no contacts', 'Check the step that makes the list.');

export function nobodyLeft(counts: RecipientCounts, usual: UsualOddity, options: ContactCheckOptions): ContactFinding {
	const { leftOut, suppressed } = counts;
	const why = [
		leftOut > 0 ? `${grouped(leftOut)} left out because of their phone number` : [],
		suppressed > 0 ? `${grouped(suppressed)} listed in 'Do Not Contact'` : [],
	].flat();
	const wayOut =
		leftOut > 0 ? `${firstOdd(usual)} ${correctionOf(usual.oddity, options) ?? CHECK_FIELD}` : 'Check that list.';
	return ofList('nobodyLeft', `No contacts are left: ${why.join(', ')}`, wayOut);
}

export const columnCount = (found: Occurrences, width: number, place: ContactPlace) =>
	ofContacts(
		'columnCount',
		found,
		`${first(found, place)}: the row has more or fewer values than the ${counted(width, 'column')} of the header${others(found, place)}`,
		'Put a value that contains the delimiter in quotation marks.',
	);

export const notText = (column: ContactColumn, found: Occurrences, place: ContactPlace) =>
	ofContacts(
		'notText',
		found,
		`${first(found, place)}: the value for ${column} is a list, an object or a date, not text${others(found, place)}`,
		`${BY_HAND} and choose a field with text; turn a date into text with .toFormat('MMMM d').`,
	);

const LEAVE_OUT = "To send to the others, set 'Check Contacts' to 'Leave Out Invalid'.";
const CHECK_FIELD = 'Check the field with the phone numbers.';

/** After how the number begins. */
const oddities: Record<PhoneOddity, { is: string; wayOut?: string }> = {
	missing: { is: 'is empty' },
	otherCharacters: { is: 'contains something other than digits, spaces and + - . ( )' },
	leadingZero: {
		is: 'starts with 0 instead of a country code',
		wayOut: "Add the option 'Country' (such as US) to add the country code.",
	},
	trunkZero: { is: 'has a (0) that is only dialed within its country', wayOut: 'Remove the (0).' },
	decimal: {
		is: 'ends in .0, which spreadsheets add to numbers',
		wayOut: 'Format the column as text and export it again.',
	},
	tooShort: { is: 'has fewer than 7 digits' },
	tooLong: { is: 'has more than 15 digits' },
	impossible: { is: 'has too many or too few digits for its country' },
	ambiguous: { is: 'may be a number of another country', wayOut: 'Write such numbers with + and the country code.' },
	unknownCountry: {
		is: 'has a country next to it that is not a two-letter code',
		wayOut: "Map a field with codes such as US, DE or GB to 'Country'.",
	},
};

/** The oddity found most often, and where. */
export interface UsualOddity {
	oddity: PhoneOddity;
	found: Occurrences;
	place: ContactPlace;
}

const firstOdd = ({ oddity, found: { lines, sample }, place }: UsualOddity): string =>
	`First: ${lineOrItem(lines[0] ?? 0, place)}, ${oddity === 'missing' ? 'which has none' : `${sample} ${oddities[oddity].is}`}.`;

export function manyOddPhones(
	found: Occurrences,
	rows: number,
	usual: UsualOddity,
	phoneField: string,
	options: ContactCheckOptions,
) {
	const isWrongField = 2 * found.count > rows && oddities[usual.oddity].wayOut === undefined;
	const correction = correctionOf(usual.oddity, options);
	const wayOut = [
		firstOdd(usual),
		isWrongField ? [`Check whether "${short(phoneField)}" really holds the phone numbers.`] : [],
		correction ?? (found.count < rows && options.checkContacts !== 'leaveOut' ? LEAVE_OUT : []),
	].flat();
	const message = `${grouped(found.count)} of ${grouped(rows)} phone numbers look wrong`;
	return ofContacts('manyOddPhones', found, message, wayOut.join(' '));
}

/** How such numbers can be kept; undefined where they can only be left out. */
const correctionOf = (oddity: PhoneOddity, { country }: ContactCheckOptions): string | undefined =>
	oddity === 'leadingZero' && country !== '' ? undefined : oddities[oddity].wayOut;

export function oddPhone(
	oddity: PhoneOddity,
	found: Occurrences,
	place: ContactPlace,
	options: ContactCheckOptions,
	isSent: boolean,
) {
	const what =
		oddity === 'missing' ? 'there is no phone number' : `the phone number ${found.sample} ${oddities[oddity].is}`;
	const correction = correctionOf(oddity, options);
	const wayOut = [isSent ? 'Sent as it is.' : 'Gets nothing.', correction ?? []].flat();
	const message = `${first(found, place)}: ${what}${others(found, place)}`;
	return ofContacts(
		'oddPhone',
		found,
		message,
		options.checkContacts === 'strict' ? (correction ?? LEAVE_OUT) : wayOut.join(' '),
	);
}

export const duplicate = (found: Occurrences, place: ContactPlace, isSent: boolean) =>
	ofContacts(
		'duplicate',
		found,
		`${first(found, place)}: an earlier contact has the same phone number${others(found, place)}`,
		isSent
			? "Both would get the message. To keep only the first, turn on 'Normalize File'."
			: 'Only the first of them is kept.',
	);

export const emptyValue = (column: ContactColumn, cards: readonly string[], found: Occurrences, place: ContactPlace) =>
	ofContacts(
		'emptyValue',
		found,
		`${first(found, place)}: ${column} is ${found.sample === '' ? 'empty' : `"${short(found.sample)}"`}, but ${placesInWords(cards)} shows it${others(found, place)}`,
		'Fill it in, or use a fixed text instead.',
	);

export const emptyForAll = (column: ContactColumn, cards: readonly string[], found: Occurrences) =>
	ofContacts(
		'emptyValue',
		found,
		`No contact has a value for ${column}, but ${placesInWords(cards)} shows it`,
		'Check the step that fills it in, or use a fixed text instead.',
	);

export const changedMeanwhile = () =>
	'The file changed after it was checked, so sending was stopped. Run the workflow again.';

const lineOrItem = (place: number, kind: ContactPlace) => (kind === 'csvFile' ? `line ${place}` : `item ${place + 1}`);

function first({ lines }: Occurrences, kind: ContactPlace): string {
	const [place = 0] = lines;
	return kind === 'csvFile' ? `Line ${place}` : `Item ${place + 1} (in n8n's expressions: ${place})`;
}

function others({ count, lines }: Occurrences, kind: ContactPlace): string {
	if (count <= 1) return '';
	const more = count > lines.length ? `, and ${grouped(count - lines.length)} more` : '';
	const numbers = lines.map((place) => (kind === 'csvFile' ? place : place + 1)).join(', ');
	return `. This applies to ${grouped(count)} contacts: ${kind === 'csvFile' ? 'lines' : 'items'} ${numbers}${more}`;
}

function placesInWords(places: readonly string[]): string {
	const [one = 'The template', ...rest] = places;
	return rest.length === 0 ? one : `${one} (and ${rest.length} more)`;
}

function inWords(parts: readonly string[]): string {
	return parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`;
}

function listed(names: readonly string[]): string {
	const filled = names.filter((name) => name.trim() !== '');
	const shown = filled.slice(0, 15).map((name) => short(name.trim()));
	const more = filled.length > shown.length ? `, and ${filled.length - shown.length} more` : '';
	return shown.length === 0 ? 'nothing' : `${shown.join(', ')}${more}`;
}

const short = (text: string) => shortened(text, 40);
