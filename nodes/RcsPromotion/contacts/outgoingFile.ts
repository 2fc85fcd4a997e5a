import { giveWay } from '../../service/clock';
import { contactColumns, MOST_TEST_PHONES, type ContactColumn, type OutgoingFile, type RowValues } from './contact';

const IS_SPECIAL = /[",\r\n\u0085\u2028\u2029]/;

/** A line break would let one contact's value become a row of its own. */
function formatValue(value: string): string {
	if (!IS_SPECIAL.test(value)) return value;
	const line = value.replace(/[\r\n\u0085\u2028\u2029]+/g, ' ');
	return /[",]/.test(line) ? `"${line.replaceAll('"', '""')}"` : line;
}

/** Adds up text, because an array for each of a million rows is noticeably slower. */
function formatRow(values: readonly string[]): string {
	let row = '';
	for (const value of values) row += `,${formatValue(value)}`;
	return `${row.slice(1)}\r\n`;
}

/** Of about this many characters, so that a million rows are a few hundred pieces of memory. */
const PORTION = 64 * 1024;

/** Collects the rows of the file that goes out: in UTF-8, with commas and our columns. Some may be taken out again before it is made. */
export class OutgoingRows {
	/** The numbers of all who get the message, in order. */
	readonly numbers: number[] = [];
	/** Where each row comes from: a line of the file, or an item. A list of its own, because a million objects would take several times the memory. */
	private readonly lines: number[] = [];
	private readonly portions: Array<{ bytes: Buffer; lengths: number[] }> = [];
	private text = '';
	private lengths: number[] = [];

	constructor(
		readonly columns: readonly ContactColumn[],
		/** Whether rows are needed beyond the first, which are shown. */
		private readonly keepsAll: boolean,
	) {}

	/** Whether the next row is needed. Otherwise, only its number counts. */
	get needsRow(): boolean {
		return this.keepsAll || this.numbers.length < MOST_TEST_PHONES;
	}

	addRow(line: number, values: readonly string[]): void {
		const row = formatRow(values);
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

	/** The file without these people, and the first ones in it. */
	async finish(leftOutNumbers: ReadonlySet<number>, onLeftOut: (line: number, values: RowValues) => void) {
		this.closePortion();
		const chunks: Buffer[] = [Buffer.from(formatRow(this.columns), 'utf8')];
		const first: RowValues[] = [];
		let at = 0;
		for (const { bytes, lengths } of this.portions) {
			await giveWay();
			const hasLeftOut =
				leftOutNumbers.size > 0 && lengths.some((_, index) => leftOutNumbers.has(this.numbers[at + index] as number));
			if (!hasLeftOut && first.length === MOST_TEST_PHONES) {
				chunks.push(bytes);
				at += lengths.length;
				continue;
			}
			const text = bytes.toString('utf8');
			let [kept, from] = ['', 0];
			for (const length of lengths) {
				const row = text.slice(from, (from += length));
				if (leftOutNumbers.has(this.numbers[at] as number)) onLeftOut(this.lines[at] as number, this.parseRow(row));
				else {
					kept += row;
					if (first.length < MOST_TEST_PHONES) first.push(this.parseRow(row));
				}
				at++;
			}
			chunks.push(Buffer.from(kept, 'utf8'));
		}
		return { chunks, first };
	}

	/** The values of a row as it was written here. */
	private parseRow(row: string): RowValues {
		const cells = [...`,${row.slice(0, -2)}`.matchAll(/,(?:"([^"]*(?:""[^"]*)*)"|([^,]*))/g)];
		return Object.fromEntries(
			this.columns.map((column, at) => [column, cells[at]?.[1]?.replaceAll('""', '"') ?? cells[at]?.[2] ?? '']),
		);
	}
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
