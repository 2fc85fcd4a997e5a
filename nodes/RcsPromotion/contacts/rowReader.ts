import { createCsvParser, CsvFault, type CsvParser } from '../../vendor/csvParse';
import { PlainRow, TextRow, type Row } from './rows';

const QUOTE = 34;
const LF = 10;
const CR = 13;
const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf]);
/** Longer than any sensible row: the parser decides then. */
const LONGEST_PLAIN_ROW = 64 * 1024;

export type OnRow = (row: Row, line: number) => void;

/**
 * Shows the rows of a CSV text in UTF-8, as its bytes arrive, with the line each begins on.
 *
 * Rows without quotation marks need no parser: a delimiter separates values and a line break ends the row, nothing else has a
 * meaning. So they are read in place, in a fraction of the time and without leaving anything behind. From the first
 * row with a quotation mark on csv-parse reads everything; what it says is a row holds for the others, too.
 */
export class RowReader {
	private readonly plainRow = new PlainRow();
	private readonly textRow = new TextRow();
	/** 1 for the bytes that mean something. */
	private readonly marks = new Uint8Array(256);
	private rest: Buffer = Buffer.alloc(0);
	private isAtStart = true;
	private line = 1;
	private parser?: CsvParser;

	constructor(
		private readonly delimiter: string,
		private readonly onRow: OnRow,
		{ readsPlainRows = true } = {},
	) {
		for (const mark of [QUOTE, LF, CR, delimiter.charCodeAt(0)]) this.marks[mark] = 1;
		if (!readsPlainRows) this.parser = this.newParser();
	}

	/** Throws a CsvFault, as `end` does. */
	write(chunk: Uint8Array): void {
		if (this.parser) this.parse(this.parser, chunk);
		else this.readPlainRows(this.joined(chunk), false);
	}

	end(): void {
		if (!this.parser) this.readPlainRows(this.joined(new Uint8Array(0)), true);
		if (this.parser) this.parse(this.parser);
	}

	private joined(chunk: Uint8Array): Buffer {
		const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
		return this.rest.length === 0 ? bytes : Buffer.concat([this.rest, bytes]);
	}

	private readPlainRows(bytes: Buffer, isLast: boolean): void {
		let start = 0;
		if (this.isAtStart) {
			if (bytes.length < BYTE_ORDER_MARK.length && !isLast) {
				this.rest = bytes;
				return;
			}
			this.isAtStart = false;
			if (bytes.indexOf(BYTE_ORDER_MARK) === 0) start = BYTE_ORDER_MARK.length;
		}
		while (start < bytes.length) {
			const end = this.readPlainRow(bytes, start, isLast);
			if (end === 'quoted' || (end === 'open' && bytes.length - start > LONGEST_PLAIN_ROW)) {
				this.parser = this.newParser();
				this.parse(this.parser, bytes.subarray(start));
				return;
			}
			if (end === 'open') break;
			if (end > start) this.onRow(this.plainRow, this.line);
			this.line++;
			start = end + (bytes[end] === CR && bytes[end + 1] === LF ? 2 : 1);
		}
		this.rest = bytes.subarray(start);
	}

	/** Where the row ends; 'open' when that is still to come. */
	private readPlainRow(bytes: Buffer, start: number, isLast: boolean): number | 'open' | 'quoted' {
		const { marks, plainRow } = this;
		const { length } = bytes;
		plainRow.begin(bytes, start);
		for (let at = start; at < length; at++) {
			const byte = bytes[at] as number;
			if (marks[byte] === 0) continue;
			if (byte === QUOTE) return 'quoted';
			if (byte === LF || byte === CR) {
				// Whether a line feed belongs to it is only known with the next byte.
				if (byte === CR && at + 1 === length && !isLast) return 'open';
				plainRow.addValue(at);
				return at;
			}
			plainRow.addValue(at);
		}
		if (!isLast) return 'open';
		plainRow.addValue(length);
		return length;
	}

	private newParser(): CsvParser {
		return createCsvParser({
			delimiter: this.delimiter,
			onRecord: (values, line) => {
				this.onRow(this.textRow.with(values), line + this.line - 1);
				return undefined;
			},
		});
	}

	/** The parser counts lines from where it began. */
	private parse(parser: CsvParser, bytes?: Uint8Array): void {
		let fault: unknown;
		try {
			if (bytes) parser.write(bytes);
			else parser.end();
			return;
		} catch (thrown) {
			fault = thrown;
		}
		if (!(fault instanceof CsvFault)) throw fault as Error;
		throw new CsvFault(fault.code, fault.line + this.line - 1, fault.column);
	}
}
