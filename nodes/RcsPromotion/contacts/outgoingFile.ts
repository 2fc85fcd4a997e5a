import { giveWay } from '../../service/clock';
import { contactColumns, MOST_TEST_PHONES, type ContactColumn, type OutgoingFile, type RowValues } from './contact';

const USUAL_FILE_NAME = 'contacts.csv';
const ROW_END = '\r\n';
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
	return row.slice(1) + ROW_END;
}

/** Of about this many characters, so that a million rows are a few hundred pieces of memory. */
const PORTION = 64 * 1024;

/** Collects the rows of the file that goes out: in UTF-8, with commas and our columns. Some may be taken out again before it is made. */
export class OutgoingRows {
	/** The numbers of all who get the message, in order. */
	readonly numbers: number[] = [];
	/** Where each row comes from: a line of the file, or an item. A list of its own, because a million objects would take several times the memory. */
	private readonly lines: number[] = [];
	private readonly portions: Array<{ bytes: Buffer; count: number }> = [];
	private text = '';
	private count = 0;

	constructor(
		private readonly columns: readonly ContactColumn[],
		/** Whether rows are needed beyond the first, which are shown. */
		private readonly keepsAll: boolean,
	) {}

	add(line: number, e164Number: number, valueOf: (column: ContactColumn) => string): void {
		if (this.keepsAll || this.numbers.length < MOST_TEST_PHONES) {
			this.lines.push(line);
			this.text += formatRow(this.columns.map(valueOf));
			this.count++;
			if (this.text.length > PORTION) this.closePortion();
		}
		this.numbers.push(e164Number);
	}

	private closePortion(): void {
		this.portions.push({ bytes: Buffer.from(this.text, 'utf8'), count: this.count });
		this.text = '';
		this.count = 0;
	}

	/** The file without these people, and the first ones in it. */
	async finish(optedOut: ReadonlySet<number>, onLeftOut: (line: number, values: RowValues) => void) {
		this.closePortion();
		const chunks: Buffer[] = [Buffer.from(formatRow(this.columns), 'utf8')];
		const first: RowValues[] = [];
		let at = 0;
		for (const { bytes, count } of this.portions) {
			await giveWay();
			const numbers = this.numbers.slice(at, at + count);
			if (first.length < MOST_TEST_PHONES || numbers.some((number) => optedOut.has(number))) {
				const rows = bytes.toString('utf8').split(ROW_END);
				let kept = '';
				for (const [index, number] of numbers.entries()) {
					const row = rows[index] ?? '';
					if (optedOut.has(number)) onLeftOut(this.lines[at + index] as number, this.parseRow(row));
					else {
						kept += row + ROW_END;
						if (first.length < MOST_TEST_PHONES) first.push(this.parseRow(row));
					}
				}
				chunks.push(Buffer.from(kept, 'utf8'));
			} else chunks.push(bytes);
			at += count;
		}
		return { file: this.keepsAll ? { fileName: USUAL_FILE_NAME, chunks } : undefined, first };
	}

	private parseRow(row: string): RowValues {
		const cells = [...`,${row}`.matchAll(/,(?:"([^"]*(?:""[^"]*)*)"|([^,]*))/g)];
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
