/**
 * Reads the rows of a CSV text in UTF-8 from its bytes, as they arrive, without making a string of anything that nobody asks for.
 *
 * Reports reach a million rows of which a user may want a hundred. A parser that makes a string of every value spends nearly all
 * of its time on values that are thrown away; docs/report-parser.md has the figures. A test compares its rows and
 * values with those of csv-parse over thousands of generated reports; a stray quotation mark is read as spreadsheets do.
 */

import { EndlessRow, type ScannedRow, type OnRow, type ScanTotals } from './scannedRow';
import { SharedTexts } from './sharedTexts';

const QUOTE = 0x22;
const LF = 0x0a;
const CR = 0x0d;
const DIGIT_ZERO = 0x30;
const MOST_DIGITS = 15;

/** A quotation mark that is not closed within so much was never meant to open a value; a longer row is no row. */
const LONGEST_ROW_BYTES = 1024 * 1024;

/** How a value is written: as it is, with doubled quotation marks inside, or with more text behind its closing one. */
const PLAIN = 0;
const DOUBLED = 1;
const TEXT_BEHIND = 2;

/** Where the end of a row is still to come. */
const UNFINISHED = -1;
/** A quotation mark that opens nothing. */
const LITERAL = -2;

export class CsvScanner implements ScannedRow {
	length = 0;
	hasStrayQuote = false;
	/** Of what was scanned so far. */
	readonly totals: ScanTotals = { rows: 0, endsWithLineBreak: true, stopped: false };
	/** One buffer for all chunks: making one for each would keep the garbage collector busier than the scanning takes. */
	private data = Buffer.allocUnsafe(128 * 1024);
	/** How many bytes at its beginning wait for the rest of their row. */
	private waiting = 0;
	private starts = new Int32Array(32);
	private ends = new Int32Array(32);
	/** PLAIN, DOUBLED or TEXT_BEHIND. */
	private quoting = new Uint8Array(32);
	/** No byte above it ends a value. */
	private readonly highestEnd: number;
	private readonly texts = new SharedTexts();
	/** The bytes that are being scanned, one character for each, where cutting values out of it pays. */
	private chunkText: string | undefined;
	/** How many values were made of the bytes since the last chunk came. */
	private madeOfChunk = 0;
	private rowsBeforeChunk = 0;
	/** Whether an open quotation mark is not waited for any longer. */
	private takesOpenQuotesLiterally = false;

	constructor(
		private readonly delimiter: number,
		private readonly onRow: OnRow,
	) {
		this.highestEnd = Math.max(delimiter, LF, CR);
	}

	write(chunk: Uint8Array): void {
		if (this.totals.stopped) return;
		const size = this.waiting + chunk.length;
		if (size > this.data.length) {
			const larger = Buffer.allocUnsafe(size * 2);
			this.data.copy(larger, 0, 0, this.waiting);
			this.data = larger;
		}
		this.data.set(chunk, this.waiting);
		this.chunkText = this.manyAreMade() ? this.data.toString('latin1', 0, size) : undefined;
		this.scan(size, false);
		if (this.waiting > LONGEST_ROW_BYTES) {
			this.takesOpenQuotesLiterally = true;
			this.scan(this.waiting, false);
		}
		if (this.waiting > LONGEST_ROW_BYTES) throw new EndlessRow(this.totals.rows + 1);
	}

	end(): void {
		this.chunkText = undefined;
		if (!this.totals.stopped) this.scan(this.waiting, true);
	}

	/**
	 * Cutting a value out of a string is several times as fast as making it of bytes, but keeps the whole string in memory. So it
	 * is for those who take most values of most rows; whoever looks at one value of each row to find a few rows is none of them.
	 */
	private manyAreMade(): boolean {
		const rows = this.totals.rows - this.rowsBeforeChunk;
		const made = this.madeOfChunk;
		this.rowsBeforeChunk = this.totals.rows;
		this.madeOfChunk = 0;
		return rows > 0 && made >= 2 * rows;
	}

	isEmpty(position: number): boolean {
		return position < 0 || position >= this.length || this.starts[position] === this.ends[position];
	}

	digits(position: number): number | undefined {
		if (this.isEmpty(position)) return undefined;
		const end = this.ends[position] as number;
		let offset = this.starts[position] as number;
		if (end - offset > MOST_DIGITS) return undefined;
		let value = 0;
		for (; offset < end; offset++) {
			const digit = (this.data[offset] as number) - DIGIT_ZERO;
			if (digit < 0 || digit > 9) return undefined;
			value = value * 10 + digit;
		}
		return value;
	}

	text(position: number): string {
		if (this.isEmpty(position)) return '';
		const start = this.starts[position] as number;
		const end = this.ends[position] as number;
		const quoting = this.quoting[position];
		if (quoting === DOUBLED) return this.data.toString('utf8', start, end).replaceAll('""', '"');
		if (quoting === TEXT_BEHIND) return withTextBehind(this.data.toString('utf8', start, end));
		return this.texts.of(this.data, position, start, end, this.made);
	}

	private readonly made = (start: number, end: number): string => {
		this.madeOfChunk++;
		const { chunkText, data } = this;
		return chunkText !== undefined && isAscii(data, start, end)
			? chunkText.slice(start, end)
			: data.toString('utf8', start, end);
	};

	private scan(size: number, isLast: boolean): void {
		const { data } = this;
		this.waiting = 0;
		for (let position = 0; position < size;) {
			const next = this.scanRow(data, position, size, isLast);
			if (next === UNFINISHED) {
				data.copyWithin(0, position, size);
				this.waiting = size - position;
				return;
			}
			const isEmptyLine = this.length === 1 && this.ends[0] === position;
			position = next;
			if (isEmptyLine) continue;
			this.totals.rows++;
			if (this.onRow(this)) {
				this.totals.stopped = true;
				return;
			}
		}
	}

	/** Notes where the values of one row stand. Gives where the next row begins, or UNFINISHED. */
	private scanRow(data: Buffer, from: number, size: number, isLast: boolean): number {
		const { highestEnd, delimiter } = this;
		let { starts, ends, quoting } = this;
		let position = from;
		this.hasStrayQuote = false;
		for (let count = 0; ;) {
			if (count === starts.length) ({ starts, ends, quoting } = this.makeRoom());
			let end = LITERAL;
			if (position < size && data[position] === QUOTE) {
				end = this.scanQuoted(data, position, size, count, isLast);
				if (end === UNFINISHED) return UNFINISHED;
				if (end === LITERAL) this.hasStrayQuote = true;
			}
			if (end === LITERAL) {
				starts[count] = position;
				for (; position < size; position++) {
					const byte = data[position] as number;
					if (byte <= highestEnd && (byte === delimiter || byte === LF || byte === CR)) break;
				}
				ends[count] = position;
				quoting[count] = PLAIN;
			} else position = end;
			count++;
			if (position >= size) {
				if (!isLast) return UNFINISHED;
				this.length = count;
				this.totals.endsWithLineBreak = false;
				return size;
			}
			const byte = data[position];
			position++;
			if (byte === delimiter) continue;
			// Where it comes with the next chunk, it is an empty line.
			if (byte === CR && position < size && data[position] === LF) position++;
			this.length = count;
			this.takesOpenQuotesLiterally = false;
			return position;
		}
	}

	/** Gives the position of the delimiter or line break behind a value that begins with a quotation mark. */
	private scanQuoted(data: Buffer, from: number, size: number, count: number, isLast: boolean): number {
		let quoting = PLAIN;
		let hasLineBreak = false;
		let position = from + 1;
		for (; ; position++) {
			for (; position < size && data[position] !== QUOTE; position++) {
				const byte = data[position] as number;
				if (byte === LF || byte === CR) hasLineBreak = true;
			}
			// A quotation mark at the end of what is here may be the first half of a doubled one.
			if (position + 1 >= size) {
				if (isLast && position < size) break;
				if (!isLast && !this.takesOpenQuotesLiterally) return UNFINISHED;
				if (isLast) this.totals.openAtEnd ??= this.totals.rows + 1;
				return LITERAL;
			}
			if (data[position + 1] !== QUOTE) break;
			quoting = DOUBLED;
			position++;
		}
		let end = position + 1;
		if (end < size && !this.endsValue(data[end] as number)) {
			// Text behind a value of several lines: it was opened by a stray mark rows ago, and this one opens another value.
			if (hasLineBreak) return LITERAL;
			for (; end < size && !this.endsValue(data[end] as number); end++);
			this.hasStrayQuote = true;
			quoting = TEXT_BEHIND;
		}
		this.starts[count] = quoting === TEXT_BEHIND ? from : from + 1;
		this.ends[count] = quoting === TEXT_BEHIND ? end : position;
		this.quoting[count] = quoting;
		return end;
	}

	private endsValue(byte: number): boolean {
		return byte === this.delimiter || byte === LF || byte === CR;
	}

	private makeRoom(): this {
		const longer = <Numbers extends Int32Array | Uint8Array>(numbers: Numbers, room: Numbers): Numbers => {
			room.set(numbers);
			return room;
		};
		const size = this.starts.length * 2;
		this.starts = longer(this.starts, new Int32Array(size));
		this.ends = longer(this.ends, new Int32Array(size));
		this.quoting = longer(this.quoting, new Uint8Array(size));
		return this;
	}
}

/** What stands between the quotation marks, and what follows them. */
function withTextBehind(text: string): string {
	let closing = 1;
	while (text[closing] !== '"' || text[closing + 1] === '"') closing += text[closing] === '"' ? 2 : 1;
	return text.slice(1, closing).replaceAll('""', '"') + text.slice(closing + 1);
}

function isAscii(data: Buffer, start: number, end: number): boolean {
	for (let offset = start; offset < end; offset++) if ((data[offset] as number) > 0x7f) return false;
	return true;
}
