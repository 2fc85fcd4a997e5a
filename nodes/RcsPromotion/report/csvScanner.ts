/**
 * Reads the rows of a CSV text in UTF-8 from its bytes, as they arrive, and makes a string only of a value that is asked for.
 *
 * Reports reach a million rows of which a user may want a hundred. A parser that makes a string of every value spends nearly all
 * of its time on values that are thrown away; docs/reliability.md has the figures.
 */
import type { Row } from './row';
import { SharedTexts } from './sharedTexts';

const QUOTE = 0x22;
const LF = 0x0a;
const CR = 0x0d;
const DIGIT_ZERO = 0x30;
const MOST_DIGITS = 15;

/** A quotation mark that is not closed within so much was never meant to open a value; a longer row is no row. */
const LONGEST_ROW_BYTES = 1024 * 1024;

/** A row is so long that its end cannot be told. */
export class EndlessRow extends Error {}

/** How a value is written: as it is, with doubled quotation marks inside, or with more text behind its closing one. */
const PLAIN = 0;
const DOUBLED = 1;
const TEXT_BEHIND = 2;

/** In place of a position: the end is still to come. */
const UNFINISHED = -1;
/** In place of a position: this quotation mark opens nothing, and is a letter like any other. */
const LITERAL = -2;

export class CsvScanner implements Row {
	length = 0;
	hasStrayQuote = false;
	/** Rows so far, the header included; empty lines are no rows. */
	rows = 0;
	/** Whether the last row ended with a line break: one that was cut off in the middle does not. */
	endsWithLineBreak = true;
	/** The row whose quotation mark was still open at the end. */
	openEndRow: number | undefined;

	/** One buffer for all chunks: making one for each would keep the garbage collector busier than the scanning takes. */
	private data = Buffer.allocUnsafe(128 * 1024);
	private size = 0;
	/** Where the next row begins. */
	private next = 0;
	private isLastChunk = false;
	/** Whether an open quotation mark is not waited for any longer. */
	private takesOpenQuotesLiterally = false;

	/** Where the values of the row stand. */
	private starts = new Int32Array(32);
	private ends = new Int32Array(32);
	/** PLAIN, DOUBLED or TEXT_BEHIND. */
	private quoting = new Uint8Array(32);

	private readonly texts = new SharedTexts();
	/** No byte above it ends a value. */
	private readonly highestEnd: number;

	constructor(private readonly delimiter: number) {
		this.highestEnd = Math.max(delimiter, LF, CR);
	}

	/** More of the text. The rows before it should have been read. */
	add(chunk: Uint8Array): void {
		const rest = this.size - this.next;
		const needed = rest + chunk.length;
		const data = needed > this.data.length ? Buffer.allocUnsafe(needed * 2) : this.data;
		this.data.copy(data, 0, this.next, this.size);
		data.set(chunk, rest);
		this.data = data;
		this.next = 0;
		this.size = needed;
		this.texts.startChunk(data, needed);
	}

	/** There is no more; the last row need not end with a line break. */
	end(): void {
		this.isLastChunk = true;
	}

	/** Goes on to the next row; false where its end is still to come, or where there is none. */
	advance(): boolean {
		while (this.next < this.size) {
			const begin = this.next;
			const end = this.scanRow(begin);
			if (end === UNFINISHED) {
				if (this.size - begin <= LONGEST_ROW_BYTES) return false;
				if (this.takesOpenQuotesLiterally) throw new EndlessRow(`Row ${this.rows + 1} is too long`);
				this.takesOpenQuotesLiterally = true;
				continue;
			}
			this.next = end;
			this.takesOpenQuotesLiterally = false;
			if (this.length === 1 && this.ends[0] === begin) continue;
			this.rows++;
			this.texts.startRow();
			return true;
		}
		return false;
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
		if (quoting === PLAIN) return this.texts.of(position, start, end);
		const text = this.data.toString('utf8', start, end);
		return quoting === DOUBLED ? text.replaceAll('""', '"') : withTextBehind(text);
	}

	/** Notes where the values of one row stand. Gives where the next row begins, or UNFINISHED. */
	private scanRow(from: number): number {
		const { data, size, highestEnd, delimiter } = this;
		let { starts, ends, quoting } = this;
		let position = from;
		this.hasStrayQuote = false;
		for (let count = 0; ;) {
			if (count === starts.length) ({ starts, ends, quoting } = this.makeRoom());
			let end = LITERAL;
			if (position < size && data[position] === QUOTE) {
				end = this.scanQuoted(position, count);
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
				if (!this.isLastChunk) return UNFINISHED;
				this.length = count;
				this.endsWithLineBreak = false;
				return size;
			}
			const byte = data[position];
			position++;
			if (byte === delimiter) continue;
			// Where the line feed comes with the next chunk, it is an empty line.
			if (byte === CR && position < size && data[position] === LF) position++;
			this.length = count;
			return position;
		}
	}

	/**
	 * Notes where a value in quotation marks stands. Gives the position of the delimiter or line break behind it, LITERAL where the mark
	 * opens nothing, or UNFINISHED.
	 */
	private scanQuoted(from: number, count: number): number {
		const { data, size, isLastChunk } = this;
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
				if (isLastChunk && position < size) break;
				if (!isLastChunk && !this.takesOpenQuotesLiterally) return UNFINISHED;
				if (isLastChunk) this.openEndRow ??= this.rows + 1;
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
			while (end < size && !this.endsValue(data[end] as number)) end++;
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
