import { grouped, trimmed } from '../../service/values';
import { aliasOf, type Alias, type Path } from './aliases';
import { BY_HAND, ContactRefusal, inWords, short } from './contactFinding';
import { digitsToCompare } from './phone';
import { contactColumns, type ContactColumn, type ContactPlace, type ContactSource, type SourceColumn } from './types';

/** A field whose name is in the table. */
export interface Candidate extends Alias {
	/** The header, or the path in the item. */
	label: string;
	/** Its index among the values of each contact. */
	position: number;
	/** Its path in an item. */
	path: Path;
}

export function candidatesIn(header: readonly string[]): Candidate[] {
	return header.flatMap((label, position) => {
		const name = trimmed(label);
		const alias = aliasOf([name]);
		return alias ? [{ ...alias, label: name, position, path: [] }] : [];
	});
}

/** One field for each column. Looks at the contacts only if a column can come from several fields. */
export async function chosenColumns(
	candidates: readonly Candidate[],
	rows: ContactSource['rows'],
	place: ContactPlace,
	country: string,
): Promise<SourceColumn[]> {
	const survey = new Survey(candidates, country);
	if (!survey.isSettled) {
		for await (const portion of rows()) {
			for (const { values } of portion) survey.take(values);
			if (survey.isSettled) break;
		}
	}
	return survey.chosen(place);
}

/** A candidate, and what the contacts contain for it. */
interface Field extends Candidate {
	/** In how many contacts it is filled in. */
	filled: number;
	example: string;
}

/** Notes which fields are filled in, and whether two of them hold different phone numbers. */
class Survey {
	private readonly fields: Field[];
	private readonly phones: Field[];
	private contactsWithPhone = 0;
	private foundUnequal = false;
	private foundTwoNumbers = false;

	constructor(
		candidates: readonly Candidate[],
		private readonly country: string,
	) {
		const inOrder = [...candidates].sort((one, other) => one.rank - other.rank);
		this.fields = inOrder.map((candidate) => ({ ...candidate, filled: 0, example: '' }));
		this.phones = this.of('phone');
	}

	/** Whether more contacts cannot change the choice. */
	get isSettled(): boolean {
		return contactColumns.every((column) => {
			const [first, second] = this.of(column);
			if (!first || !second) return true;
			return column === 'phone' ? this.foundTwoNumbers : first.filled > 0;
		});
	}

	take(values: ReadonlyArray<string | undefined>): void {
		for (const field of this.fields) {
			if (field.column !== 'phone' && values[field.position]?.trim()) field.filled++;
		}
		const numbers = this.phones.map(({ position }) => digitsToCompare(values[position] ?? '', this.country));
		if (numbers.every((number) => number === '')) return;
		this.contactsWithPhone++;
		const wasUnequal = this.foundUnequal;
		this.foundUnequal ||= new Set(numbers).size > 1;
		this.foundTwoNumbers ||= new Set(numbers.filter((number) => number !== '')).size > 1;
		for (const [index, field] of this.phones.entries()) {
			if (numbers[index] === '') continue;
			// An example that is the same in both fields would not help users choose.
			if (!wasUnequal || field.filled === 0) field.example = values[field.position] ?? '';
			field.filled++;
		}
	}

	/** The chosen fields. Throws, to ask the user, if two phone fields differ in any contact, also where one of them is empty. */
	chosen(place: ContactPlace): SourceColumn[] {
		const holding = this.phones.filter(({ filled }) => filled > 0);
		const isAnyEmpty = holding.some(({ filled }) => filled < this.contactsWithPhone);
		if (this.foundTwoNumbers || isAnyEmpty) throw severalPhones(place, holding);
		return contactColumns.flatMap((name) => {
			const fields = this.of(name);
			const field = fields.find(({ filled }) => filled > 0) ?? fields[0];
			return field ? [{ name, label: field.label, position: field.position }] : [];
		});
	}

	private of(column: ContactColumn): Field[] {
		return this.fields.filter((field) => field.column === column);
	}
}

/** Asks which phone field to use and says how to choose. Lists mobile fields first; in the table of names they come last. */
function severalPhones(place: ContactPlace, fields: readonly Field[]): ContactRefusal {
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

const inFile = ([first]: readonly Field[], hasTwins: boolean) =>
	hasTwins
		? 'In the file, rename the ones you do not want to use.'
		: `Add the option 'File Columns' and enter the name of the column to use under 'Phone', such as ${first?.label}.`;

const inItems = (fields: readonly Field[]) =>
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
