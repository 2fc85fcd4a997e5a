import { giveWay } from '../../service/clock';
import { readCsv } from '../../vendor/csvParse';
import { contactColumns, MOST_TEST_PHONES, type ContactColumn, type OutgoingFile, type RowValues } from './contact';

const NEEDS_QUOTES = /[",]/;

/** A line break would let one contact's value become a row of its own. */
const onOneLine = (value: string) => (/[\r\n]/.test(value) ? value.replace(/[\r\n]+/g, ' ') : value);

function formatValue(value: string): string {
	const line = onOneLine(value);
	return NEEDS_QUOTES.test(line) ? `"${line.replaceAll('"', '""')}"` : line;
}

function formatRow(values: readonly string[]): string {
	let row = '';
	for (const value of values) row += `${formatValue(value)},`;
	return `${row.slice(0, -1)}\r\n`;
}

/** Of about this many characters, so that a million rows are a few hundred pieces of memory. */
const PORTION = 64 * 1024;

/** A contact that is in the file. */
export interface KeptContact {
	e164Number: number;
	/** Its line in the file it comes from, or its item. */
	line: number;
}

/** Collects the rows of the file that goes out: in UTF-8, with commas and our columns. Some may be taken out again before it is made. */
export class OutgoingRows {
	/** In order, as two lists, because a million objects would take several times the memory. */
	readonly numbers: number[] = [];
	readonly lines: number[] = [];
	private readonly portions: Array<{ bytes: Buffer; lengths: number[] }> = [];
	private text = '';
	private lengths: number[] = [];

	constructor(readonly columns: readonly ContactColumn[]) {}

	add({ e164Number, line }: KeptContact, values: readonly string[]): void {
		const row = formatRow(values);
		this.numbers.push(e164Number);
		this.lines.push(line);
		this.lengths.push(row.length);
		this.text += row;
		if (this.text.length > PORTION) this.closePortion();
	}

	private closePortion(): void {
		this.portions.push({ bytes: Buffer.from(this.text, 'utf8'), lengths: this.lengths });
		this.text = '';
		this.lengths = [];
	}

	/** Splits the rows into those that go out and those of people to leave out, each as a file with a header. */
	async split(leftOutNumbers: ReadonlySet<number>) {
		this.closePortion();
		const header = Buffer.from(formatRow(this.columns), 'utf8');
		const [kept, leftOut]: [Buffer[], Buffer[]] = [[header], [header]];
		const leftOutLines: number[] = [];
		let index = 0;
		for (const { bytes, lengths } of this.portions) {
			await giveWay();
			const first = index;
			index += lengths.length;
			const isLeftOut = (at: number) => leftOutNumbers.has(this.numbers[first + at] as number);
			if (leftOutNumbers.size === 0 || !lengths.some((_, at) => isLeftOut(at))) {
				kept.push(bytes);
				continue;
			}
			const text = bytes.toString('utf8');
			let [keptText, leftOutText, from] = ['', '', 0];
			for (const [at, length] of lengths.entries()) {
				const row = text.slice(from, (from += length));
				if (isLeftOut(at)) {
					leftOutText += row;
					leftOutLines.push(this.lines[first + at] as number);
				} else keptText += row;
			}
			kept.push(Buffer.from(keptText, 'utf8'));
			leftOut.push(Buffer.from(leftOutText, 'utf8'));
		}
		return { kept, leftOut, leftOutLines };
	}
}

/** The contacts in the file, as it says them. */
export async function readBack(chunks: Buffer[], most: number): Promise<RowValues[]> {
	const contacts: RowValues[] = [];
	let columns: string[] | undefined;
	const bytes = (async function* () {
		yield* chunks;
	})();
	for await (const portion of readCsv(bytes, ',')) {
		for (const { values } of portion) {
			if (!columns) columns = values;
			else if (values.length === columns.length)
				contacts.push(Object.fromEntries(columns.map((column, at) => [column, values[at]])));
			if (contacts.length === most) return contacts;
		}
	}
	return contacts;
}

/** The file of a test: these phones with the values of the first contacts, which repeat if needed, but without the contacts' IDs. */
export function buildTestFile(contacts: readonly RowValues[], phones: readonly string[]) {
	const rows = phones
		.slice(0, MOST_TEST_PHONES)
		.map((phone, index): RowValues => ({ ...contacts[index % contacts.length], phone }));
	const columns = contactColumns.filter(
		(column) => column !== 'businesssubscriberid' && rows.some((row) => column in row),
	);
	const text = [columns, ...rows.map((row) => columns.map((column) => row[column] ?? ''))].map(formatRow).join('');
	const file: OutgoingFile = { fileName: USUAL_FILE_NAME, chunks: [Buffer.from(text, 'utf8')] };
	return { file, firstRecipients: rows };
}

export const USUAL_FILE_NAME = 'contacts.csv';
