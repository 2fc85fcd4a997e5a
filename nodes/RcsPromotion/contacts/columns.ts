import { grouped } from '../../service/values';
import { aliasOf, pathText, type Alias, type Path } from './aliases';
import { BY_HAND, ContactRefusal, inWords, short } from './contactFinding';
import { digitsToCompare } from './phone';
import { contactColumns, type ContactPlace, type ContactSource, type SourceColumn } from './types';

/** A field whose name is in the table. */
interface Candidate extends Alias {
	/** The header, or the path in the item as people write it. */
	label: string;
	/** Its index among the values of each contact. */
	position: number;
	path: Path;
}

export function candidatesIn(fields: readonly Path[]): Candidate[] {
	return fields.flatMap((path, position) => {
		const alias = aliasOf(path);
		return alias ? [{ ...alias, label: pathText(path), position, path }] : [];
	});
}

/** One field for each column: the first in the table's order, but the phone field only if no other one differs from it. */
export async function chosenColumns(
	candidates: readonly Candidate[],
	rows: ContactSource['rows'],
	place: ContactPlace,
	country: string,
): Promise<SourceColumn[]> {
	const inOrder = [...candidates].sort((one, other) => one.rank - other.rank);
	const phones = inOrder.filter(({ column }) => column === 'phone');
	const phone = phones.length > 1 ? await onlyPhone(phones, rows, place, country) : phones[0];
	return contactColumns.flatMap((name) => {
		const field = name === 'phone' ? phone : inOrder.find(({ column }) => column === name);
		return field ? [{ name, label: field.label, position: field.position }] : [];
	});
}

/** A phone field, and what the contacts contain for it. */
interface PhoneField extends Candidate {
	/** In how many contacts it is filled in. */
	filled: number;
	example: string;
}

/** The first field that is filled in. Asks the user if another one differs in any contact, also where one of them is empty. */
async function onlyPhone(
	candidates: readonly Candidate[],
	rows: ContactSource['rows'],
	place: ContactPlace,
	country: string,
): Promise<Candidate | undefined> {
	const fields = candidates.map((candidate): PhoneField => ({ ...candidate, filled: 0, example: '' }));
	let contactsWithPhone = 0;
	let foundUnequal = false;
	let foundTwoNumbers = false;
	for await (const portion of rows()) {
		for (const { values } of portion) {
			const numbers = fields.map(({ position }) => digitsToCompare(values[position] ?? '', country));
			const different = new Set(numbers.filter((number) => number !== ''));
			if (different.size === 0) continue;
			contactsWithPhone++;
			for (const [index, field] of fields.entries()) {
				if (numbers[index] === '') continue;
				// An example that is the same in both fields would not help users choose.
				if (!foundUnequal || field.filled === 0) field.example = values[field.position] ?? '';
				field.filled++;
			}
			foundTwoNumbers ||= different.size > 1;
			foundUnequal ||= new Set(numbers).size > 1;
		}
		if (foundTwoNumbers) break;
	}
	const holding = fields.filter(({ filled }) => filled > 0);
	const isAnyEmpty = holding.some(({ filled }) => filled < contactsWithPhone);
	if (foundTwoNumbers || isAnyEmpty) throw severalPhones(place, holding);
	return holding[0] ?? candidates[0];
}

/** Asks which phone field to use and says how to choose. Lists mobile fields first; in the table of names they come last. */
function severalPhones(place: ContactPlace, fields: readonly PhoneField[]): ContactRefusal {
	const ordered = [...fields].reverse();
	const isFile = place === 'csvFile';
	const hasTwins = new Set(fields.map(({ label }) => label)).size < fields.length;
	const named = ordered.map(({ label, position, example }) => {
		const column = isFile && hasTwins ? `column ${position + 1}, ` : '';
		return `${short(label)} (${column}${lastFour(example.trim())})`;
	});
	const message = `${grouped(fields.length)} ${isFile ? 'columns' : 'fields'} hold different phone numbers: ${inWords(named)}`;
	return new ContactRefusal('severalPhones', message, isFile ? inFile(ordered, hasTwins) : inItems(ordered));
}

const inFile = ([first]: readonly PhoneField[], hasTwins: boolean) =>
	hasTwins
		? 'In the file, rename the ones you do not want to use.'
		: `Add the option 'File Columns' and enter the name of the column to use under 'Phone', such as ${first?.label}.`;

const inItems = (fields: readonly PhoneField[]) =>
	`${BY_HAND} and drag the field to use into 'Phone'. If the template shows names, map 'Name' there, too. ` +
	`To use the first phone field that is filled in, paste this into 'Phone': ${expressionFor(fields.map(({ path }) => path))}`;

const lastFour = (text: string) => (text.length <= 4 ? text : `…${text.slice(-4)}`);

/** An expression that takes the first of these fields that is filled in. */
export const expressionFor = (paths: readonly Path[]): string =>
	`{{ ${paths.map((path) => `$json${path.map(stepText).join('')}`).join(' || ')} }}`;

function stepText(step: string | number, at: number): string {
	// The expression must not fail for an item that lacks the surrounding object.
	const optional = at === 0 ? '' : '?.';
	if (typeof step === 'string' && /^[A-Za-z_$][\w$]*$/.test(step)) return `${optional || '.'}${step}`;
	return `${optional}[${JSON.stringify(step)}]`;
}
