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
const MOST_VALUES = 1000;
/** Longer texts hardly ever repeat. In bytes. */
const LONGEST_KEPT = 64;

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
	private readonly starts = new Int32Array(MOST_VALUES);
	private readonly ends = new Int32Array(MOST_VALUES);
	/** Which values contain doubled quotation marks. */
	private readonly doubled = new Uint8Array(MOST_VALUES);
	/** For each column, the text that was made last, and its bytes: most columns repeat the value of the row before. */
	private readonly latestText: string[] = [];
	private readonly latestLength = new Int32Array(MOST_VALUES);
	private readonly latestBytes = new Uint8Array(MOST_VALUES * LONGEST_KEPT);

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
		const [start, end] = [this.starts[position] as number, this.ends[position] as number];
		if (this.doubled[position] === 1) return this.data.toString('utf8', start, end).replaceAll('""', '"');
		if (this.isLatest(position, start, end - start)) return this.latestText[position] ?? '';
		return (this.latestText[position] = this.data.toString('utf8', start, end));
	}

	/** Whether these are the bytes that were read last in this column. If not, they are from now on. */
	private isLatest(position: number, start: number, length: number): boolean {
		const { data, latestBytes } = this;
		const at = position * LONGEST_KEPT;
		let same = this.latestLength[position] === length ? length : 0;
		// From the end, where numbers that follow one another differ.
		while (same > 0 && data[start + same - 1] === latestBytes[at + same - 1]) same--;
		if (same === 0 && this.latestLength[position] === length) return true;
		this.latestLength[position] = length > LONGEST_KEPT ? -1 : length;
		if (length <= LONGEST_KEPT)
			for (let index = 0; index < length; index++) latestBytes[at + index] = data[start + index] as number;
		return false;
	}

	/** Notes where the values of one row are. Returns where the next row starts, or UNFINISHED. */
	private scanRow(): number {
		const { data, size } = this;
		let position = this.next;
		let count = 0;
		this.hasStrayQuote = false;
		for (;;) {
			if (count === MOST_VALUES) this.refuseRow();
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
			`Row ${this.rows + 1} of the report has more than a megabyte or ${grouped(MOST_VALUES)} values`,
			'The line of column names is row 1. Use Download to get the file as it is, and send it to your provider.',
		);
	}
}
