/**
 * Reads the rows of a CSV text from its bytes, as they arrive, without making a string of anything that nobody asks for.
 *
 * Reports reach a million rows of which a user may want a hundred. A parser that makes a string of every value spends nearly all
 * of its time on values that are thrown away; docs/report-parser.md has the figures. What is a row and what is a value is what
 * csv-parse says, to which a test on thousands of generated reports holds it.
 */

const QUOTE = 0x22;
const LF = 0x0a;
const CR = 0x0d;

/** A longer row is a quotation mark that is never closed, which must not collect the whole report in memory. */
export const LONGEST_ROW_BYTES = 1024 * 1024;

export type CsvFaultKind = 'unclosedQuote' | 'textAfterQuote' | 'rowTooLong';

export class CsvRowFault extends Error {
	constructor(
		readonly kind: CsvFaultKind,
		/** The row it happened in; the header is row 1. */
		readonly row: number,
	) {
		super(`Row ${row}: ${kind}`);
	}
}

export type Encoding = 'utf8' | 'latin1';

/** One row in place: to be looked at while it is shown, for the next one overwrites it. */
export interface CsvRow {
	/** How many values it has. */
	readonly length: number;
	/** The value at this position; empty when the row is shorter. */
	text(position: number): string;
	isEmpty(position: number): boolean;
}

/** Shown each row; true reads no further. */
export type OnRow = (row: CsvRow) => boolean;

export interface ScanTotals {
	/** The header included; empty lines are no rows. */
	rows: number;
	/** Whether the last row ended with a line break: one cut off in the middle does not. */
	endsWithLineBreak: boolean;
	stopped: boolean;
}

const NOTHING = new Uint8Array(0);

export class CsvScanner implements CsvRow {
	length = 0;
	private data: Buffer = Buffer.from(NOTHING);
	private rest: Uint8Array = NOTHING;
	private starts = new Int32Array(32);
	private ends = new Int32Array(32);
	/** 1 where a value holds doubled quotation marks. */
	private escaped = new Uint8Array(32);
	/** 1 for every byte that may stand inside a value without quotation marks. */
	private readonly plain = new Uint8Array(256).fill(1);
	private readonly latest: string[] = [];
	/** Of what was scanned so far. */
	readonly totals: ScanTotals = { rows: 0, endsWithLineBreak: true, stopped: false };

	constructor(
		private readonly delimiter: number,
		private readonly encoding: Encoding,
		private readonly onRow: OnRow,
	) {
		for (const byte of [delimiter, LF, CR]) this.plain[byte] = 0;
	}

	write(chunk: Uint8Array): void {
		if (this.totals.stopped) return;
		this.scan(this.rest.length === 0 ? chunk : Buffer.concat([this.rest, chunk]), false);
		if (this.rest.length > LONGEST_ROW_BYTES) this.fail('rowTooLong');
	}

	end(): void {
		if (!this.totals.stopped) this.scan(this.rest, true);
	}

	isEmpty(position: number): boolean {
		return position < 0 || position >= this.length || this.starts[position] === this.ends[position];
	}

	text(position: number): string {
		if (this.isEmpty(position)) return '';
		const start = this.starts[position] as number;
		const end = this.ends[position] as number;
		if (this.escaped[position] === 1) return this.data.toString(this.encoding, start, end).replaceAll('""', '"');
		const before = this.latest[position];
		if (before !== undefined && this.isAt(before, start, end)) return before;
		return (this.latest[position] = this.data.toString(this.encoding, start, end));
	}

	/** Most columns repeat a few values, and sharing one string is both faster and smaller than making it again. */
	private isAt(text: string, start: number, end: number): boolean {
		if (text.length !== end - start) return false;
		for (let offset = 0; offset < text.length; offset++) {
			const byte = this.data[start + offset] as number;
			if (byte !== text.charCodeAt(offset) || byte > 0x7f) return false;
		}
		return true;
	}

	private scan(bytes: Uint8Array, isLast: boolean): void {
		const data = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
		this.data = data;
		this.rest = NOTHING;
		let position = 0;
		while (position < data.length) {
			const next = this.scanRow(data, position, isLast);
			if (next === -1) {
				this.rest = data.subarray(position);
				return;
			}
			const isEmptyLine = this.length === 1 && this.starts[0] === position && this.ends[0] === position;
			position = next;
			if (isEmptyLine) continue;
			this.totals.rows++;
			if (this.onRow(this)) {
				this.totals.stopped = true;
				return;
			}
		}
	}

	/** Notes where the values of one row stand. Gives where the next row begins, -1 when the end of this one is still to come. */
	private scanRow(data: Buffer, from: number, isLast: boolean): number {
		const { plain, delimiter } = this;
		const size = data.length;
		let position = from;
		for (let count = 0; ;) {
			if (count === this.starts.length) this.makeRoom();
			if (data[position] === QUOTE) {
				position = this.scanQuoted(data, position, count, isLast);
				if (position === -1) return -1;
			} else {
				this.starts[count] = position;
				while (position < size && plain[data[position] as number] === 1) position++;
				this.ends[count] = position;
				this.escaped[count] = 0;
			}
			this.length = ++count;
			if (position >= size) {
				this.totals.endsWithLineBreak = false;
				return isLast ? size : -1;
			}
			const byte = data[position];
			position++;
			if (byte === delimiter) continue;
			if (byte === CR) {
				// Whether a line feed belongs to it is only known with the next byte.
				if (position === size && !isLast) return -1;
				if (data[position] === LF) position++;
			} else if (byte !== LF) this.fail('textAfterQuote');
			this.totals.endsWithLineBreak = true;
			return position;
		}
	}

	/** Gives the position after the closing quotation mark, -1 when it is still to come. */
	private scanQuoted(data: Buffer, from: number, count: number, isLast: boolean): number {
		const size = data.length;
		this.starts[count] = from + 1;
		this.escaped[count] = 0;
		for (let position = from + 1; ; position++) {
			while (position < size && data[position] !== QUOTE) position++;
			// A quotation mark at the end of what is here may be the first half of a doubled one.
			const isOpen = position >= size;
			if (isOpen && isLast) this.fail('unclosedQuote');
			if (isOpen || (position + 1 === size && !isLast)) return -1;
			if (data[position + 1] !== QUOTE) {
				this.ends[count] = position;
				return position + 1;
			}
			this.escaped[count] = 1;
			position++;
		}
	}

	private makeRoom(): void {
		const twice = (numbers: Int32Array) => {
			const larger = new Int32Array(numbers.length * 2);
			larger.set(numbers);
			return larger;
		};
		this.starts = twice(this.starts);
		this.ends = twice(this.ends);
		const escaped = new Uint8Array(this.starts.length);
		escaped.set(this.escaped);
		this.escaped = escaped;
	}

	private fail(kind: CsvFaultKind): never {
		throw new CsvRowFault(kind, this.totals.rows + 1);
	}
}
