/**
 * Reads the rows of UTF-8 CSV from its bytes as they arrive, and makes a string only of the values that are asked for.
 *
 * A report may have a million rows, of which a user wants a hundred. A parser that makes a string of every value spends nearly all
 * its time on values that are thrown away; docs/tested.md has the figures.
 *
 * A value is quoted only if a comma or a line break follows the closing quotation mark. Any other quotation mark is an ordinary
 * character.
 */
import { UnusableReport } from '../../service/reportFaults';
import { grouped } from '../../service/values';
import type { Row } from './row';

const QUOTE = 0x22;
const COMMA = 0x2c;
const LF = 0x0a;
const CR = 0x0d;

/** A quotation mark that is not closed within this many bytes does not open a value. A longer row is refused. */
const LONGEST_ROW_BYTES = 1024 * 1024;
const MOST_VALUES_IN_ROW = 1000;
/** How many texts of a column are kept for reuse, and how long they may be. */
const KEPT = 64;

/** Used instead of a position: the end has not arrived yet. */
const UNFINISHED = -1;
/** Used instead of a position: this quotation mark does not open a value. */
const LITERAL = -2;

export class CsvScanner implements Row {
	length = 0;
	hasStrayQuote = false;
	/** Rows so far, including the header; empty lines do not count. */
	rows = 0;
	/** Whether the last row ended with a line break. If not, it may have been cut off. */
	endsWithLineBreak = true;

	/** One buffer for all chunks: with one for each, garbage collection would take longer than the scanning. */
	private data = Buffer.allocUnsafe(128 * 1024);
	private size = 0;
	/** Where the next row starts. */
	private next = 0;
	private isLastChunk = false;

	/** Where the values of the row start and end. */
	private readonly starts = new Int32Array(MOST_VALUES_IN_ROW);
	private readonly ends = new Int32Array(MOST_VALUES_IN_ROW);
	/** Which values contain doubled quotation marks. */
	private readonly doubled = new Uint8Array(MOST_VALUES_IN_ROW);
	/** Most columns repeat a few values, and reusing a text is faster and smaller than making it again. */
	private readonly kept: string[] = [];

	/** Adds more text. All rows before it should have been read. */
	add(chunk: Uint8Array): void {
		const rest = this.size - this.next;
		const needed = rest + chunk.length;
		const data = needed > this.data.length ? Buffer.allocUnsafe(needed * 2) : this.data;
		this.data.copy(data, 0, this.next, this.size);
		data.set(chunk, rest);
		this.data = data;
		this.next = 0;
		this.size = needed;
	}

	/** Call this when there is no more text. The last row need not end with a line break. */
	end(): void {
		this.isLastChunk = true;
	}

	/** Moves to the next row. False if its end has not arrived yet, or if there is no further row. */
	advance(): boolean {
		while (this.next < this.size) {
			const end = this.scanRow();
			if (end === UNFINISHED) {
				if (this.size - this.next > LONGEST_ROW_BYTES) this.refuseRow();
				return false;
			}
			const isEmptyLine = this.length === 1 && this.ends[0] === this.next;
			this.next = end;
			if (isEmptyLine) continue;
			this.rows++;
			return true;
		}
		return false;
	}

	text(position: number): string {
		if (position < 0 || position >= this.length) return '';
		const { data, kept } = this;
		const [start, end] = [this.starts[position] as number, this.ends[position] as number];
		if (start === end) return '';
		if (this.doubled[position] === 1) return data.toString('utf8', start, end).replaceAll('""', '"');
		if (end - start > KEPT) return data.toString('utf8', start, end);
		// Few values of a column have the same length, first and last byte.
		const key = (end - start) * 5 + (data[start] as number) * 3 + (data[end - 1] as number);
		const place = position * KEPT + (key % KEPT);
		const text = kept[place];
		if (text !== undefined && this.isWritten(text, start, end)) return text;
		return (kept[place] = data.toString('utf8', start, end));
	}

	/** From the end, where numbers differ. Text beyond ASCII has more bytes than characters, so it is made again. */
	private isWritten(text: string, start: number, end: number): boolean {
		if (text.length !== end - start) return false;
		for (let index = text.length - 1; index >= 0; index--) {
			if (this.data[start + index] !== text.charCodeAt(index)) return false;
		}
		return true;
	}

	/** Notes where the values of one row are. Returns where the next row starts, or UNFINISHED. */
	private scanRow(): number {
		const { data, size } = this;
		let position = this.next;
		let count = 0;
		this.hasStrayQuote = false;
		for (;;) {
			if (count === MOST_VALUES_IN_ROW) this.refuseRow();
			const isQuote = position < size && data[position] === QUOTE;
			const end = isQuote ? this.scanQuoted(position, count) : LITERAL;
			if (end === UNFINISHED) return UNFINISHED;
			if (end === LITERAL) {
				if (isQuote) this.hasStrayQuote = true;
				this.starts[count] = position;
				for (; position < size; position++) {
					const byte = data[position] as number;
					if (byte <= COMMA && (byte === COMMA || byte === LF || byte === CR)) break;
				}
				this.ends[count] = position;
				this.doubled[count] = 0;
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
			if (byte === COMMA) continue;
			// If the line feed comes with the next chunk, it is read as an empty line.
			if (byte === CR && position < size && data[position] === LF) position++;
			this.length = count;
			return position;
		}
	}

	/** Notes where a quoted value is. Returns the position of the comma or line break after it, LITERAL, or UNFINISHED. */
	private scanQuoted(from: number, count: number): number {
		const { data, size, isLastChunk } = this;
		let doubled = 0;
		let position = from + 1;
		for (; ; position += 2) {
			while (position < size && data[position] !== QUOTE) position++;
			if (data[position + 1] !== QUOTE || position + 1 >= size) break;
			doubled = 1;
		}
		const end = position + 1;
		if (end >= size) {
			// A quotation mark at the end of the data so far may be the first half of a doubled one.
			if (!isLastChunk && size - this.next <= LONGEST_ROW_BYTES) return UNFINISHED;
			if (position >= size || !isLastChunk) return LITERAL;
		} else {
			const byte = data[end];
			if (byte !== COMMA && byte !== LF && byte !== CR) return LITERAL;
		}
		this.starts[count] = from + 1;
		this.ends[count] = position;
		this.doubled[count] = doubled;
		return end;
	}

	private refuseRow(): never {
		throw new UnusableReport(
			`Row ${this.rows + 1} of the report has more than a megabyte or ${grouped(MOST_VALUES_IN_ROW)} values`,
			'The line of column names is row 1. Use Download to get the file as it is, and send it to your provider.',
		);
	}
}
