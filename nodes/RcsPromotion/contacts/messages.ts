import type { CsvFault, CsvFaultCode } from '../../vendor/csvParse';
import { shortened } from '../../service/values';
import { bareName, usualNames, type Header, type MissingColumn } from './columns';
import type { PhoneOddity } from './phones';
import type { Occurrences } from './tally';
import type { ContactColumn } from './types';

/** What a contact is called by: a line of a file (from 1), or an input item (from 0, as n8n counts). */
export type Place = 'line' | 'item';

const nouns = {
	line: { one: 'Line', many: 'lines' },
	item: { one: 'Item', many: 'items' },
};

export const empty = () => 'The file is empty. Provide a CSV file with a header row and one row for each contact.';

export const spreadsheet = () =>
	'The file is a spreadsheet such as Excel writes it, not a CSV file. Save it as "CSV UTF-8 (comma delimited)", or read it with the node Extract From File and use its items as the contacts.';

export const unreadable = (found: Occurrences, place: Place) =>
	place === 'line'
		? `${first(found, place)}: letters cannot be read, as the file mixes encodings or is damaged. Save it again as "CSV UTF-8".${others(found, place)}`
		: `${first(found, place)}: a value holds half a character that cannot be sent. Check where it is cut off.${others(found, place)}`;

const faults: Record<CsvFaultCode, string> = {
	unclosedQuote: 'a quotation mark opens a value and is never closed',
	textAfterQuote: 'there is text right after the quotation mark that closes a value',
	quoteInsideValue: 'a quotation mark stands inside a value that does not begin with one',
	rowTooLong: 'the row does not end, so a quotation mark is probably never closed',
	utf16: 'the encoding changes to UTF-16',
	unreadable: 'the row cannot be read',
};

export const brokenQuotes = ({ code, line, column }: CsvFault) =>
	`Line ${line}: ${faults[code]} (value ${column} of the row). Put the whole value into quotation marks and write each one inside it twice, or export the file again. The rows from there on could not be checked.`;

export const noHeader = () =>
	'the first row already holds a contact, so the columns have no names. Add a row above it, for example: name,phone,language,businesssubscriberid';

export function noPhoneColumn(cells: readonly string[]): string {
	const likely = cells.find((cell) => usualNames.phone.includes(bareName(cell)));
	const advice = likely === undefined ? 'Rename the one with the phone numbers' : `Rename "${short(likely)}"`;
	return `no column is named "phone". The file has: ${listed(cells)}. ${advice} to phone.`;
}

export const repeatedColumn = (column: ContactColumn) =>
	`more than one column is named "${column}", so it is open which of them counts. Rename or remove the others.`;

export const missingColumn = ({ column, places }: MissingColumn, cells: readonly string[], place: Place) =>
	`${placesInWords(places)} shows \${${column}}, but the contacts have no column "${column}", only: ${listed(cells)}. ${place === 'line' ? 'Add it to the file' : 'Map a field to it'}, or choose Text for the variable.`;

export const noRows = () => 'there are no contacts below the header. Check the step that made the list.';

export const columnCount = (found: Occurrences, width: number, place: Place) =>
	`${first(found, place)}: the row has more or fewer values than the ${width} columns of the header. A value with the delimiter in it must stand in quotation marks.${others(found, place)}`;

export function manyOddPhones(found: Occurrences, rows: number, header: Header, place: Place): string {
	const { phone } = header.positions;
	const column = phone === undefined ? 'phone' : short(header.cells[phone] ?? 'phone');
	const percent = Math.ceil((found.count / rows) * 1000) / 10;
	return `${first(found, place)}: ${grouped(found.count)} of ${grouped(rows)} phone numbers (${percent}%) are missing or odd, more than the 5% that may be. Check whether "${column}" really holds phone numbers, and correct or remove the others.${others(found, place)}`;
}

const oddities: Record<PhoneOddity, string> = {
	missing: 'there is no phone number. Add it, or leave the contact out',
	tooShort: 'the phone number has fewer than 7 digits. Correct it, or leave the contact out',
	tooLong: 'the phone number has more than 15 digits. Correct it, or leave the contact out',
	shortened:
		'the phone number was shortened by a spreadsheet, such as 4.9E+11. Format the column as text there and export it again',
	otherCharacters:
		'the phone number has characters that do not belong there, perhaps invisible ones. Allowed are digits, spaces, + - . ( )',
};

export const oddPhone = (oddity: PhoneOddity, found: Occurrences, place: Place) =>
	`${first(found, place)}: ${oddities[oddity]}.${others(found, place)}`;

export const duplicate = (found: Occurrences, place: Place, areRemoved: boolean) =>
	`${first(found, place)}: an earlier contact has the same phone number. ${areRemoved ? 'Only the first of them is kept.' : 'Both would get the message: switch on Remove Duplicates to keep only the first.'}${others(found, place)}`;

export const emptyValue = (column: ContactColumn, places: readonly string[], found: Occurrences, place: Place) =>
	`${first(found, place)}: "${column}" is empty, but ${placesInWords(places)} shows it. Fill it in, or choose Text for the variable.${others(found, place)}`;

export const notText = (column: ContactColumn, found: Occurrences) =>
	`${first(found, 'item')}: the value for "${column}" is a list or an object, not a text. Set Contact Mapping to Manual and choose a field inside it.${others(found, 'item')}`;

export const otherForm = (form: string) =>
	`The file ${form} and goes out as it is. Switch on the option Normalize File to send it as UTF-8 with commas and the known column names.`;

export const notRewritten = () =>
	'As the file cannot be read reliably, it goes out as it is, with its duplicates. Correct it first if that matters.';

export const noPhoneField = (fields: readonly string[]) =>
	`No field of the input items looks like a phone number. They have: ${listed(fields)}. Set Contact Mapping to Manual and choose the field for phone.`;

export const noColumnsMapped = () =>
	'No field is mapped to phone. Under Columns, choose the field that holds the phone number of each item.';

export const ambiguousMapping = (column: ContactColumn, used: string, other: readonly string[]) =>
	`"${column}" is taken from ${used}; ${listed(other)} might be meant as well. Set Contact Mapping to Manual to choose another field.`;

export const changedMeanwhile = () =>
	'The file changed between its check and its sending, so the sending was stopped. Run the workflow again.';

/** Says where the header is that a sentence speaks of; items have none. */
export const atHeader = (line: number | undefined, sentence: string) =>
	line === undefined ? sentence.charAt(0).toUpperCase() + sentence.slice(1) : `Line ${line}: ${sentence}`;

function first({ lines }: Occurrences, place: Place): string {
	return `${nouns[place].one} ${lines[0] ?? 0}${place === 'item' ? ' (counted from 0)' : ''}`;
}

function others({ count, lines }: Occurrences, place: Place): string {
	if (count <= 1) return '';
	const more = count > lines.length ? `, and ${grouped(count - lines.length)} more` : '';
	return ` This applies to ${grouped(count)} contacts: ${nouns[place].many} ${lines.join(', ')}${more}.`;
}

function placesInWords(places: readonly string[]): string {
	const [one = 'The template', ...rest] = places;
	return rest.length === 0 ? one : `${one} (and ${rest.length} more)`;
}

function listed(names: readonly string[]): string {
	const shown = names.slice(0, 15).map((name) => short(name.trim()));
	const more = names.length > shown.length ? `, and ${names.length - shown.length} more` : '';
	return shown.every((name) => name === '') ? 'nothing' : `${shown.join(', ')}${more}`;
}

const short = (text: string) => shortened(text, 40);
const grouped = (count: number) => count.toLocaleString('en-US');
