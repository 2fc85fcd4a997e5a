/**
 * The only place that knows csv-parse. The build inlines the library here, so nothing is left to install.
 *
 * The library's parser is driven directly, chunk by chunk and without a stream around it: rows arrive by callback
 * while `write` runs, nothing is queued, and a million rows cost no more memory than one.
 * csv-parse itself is loaded when the first parser is made, not when a node is loaded.
 */
import type * as CsvParse from 'csv-parse';

export interface CsvParserOptions {
	/** What separates two values. With several, each of them separates. */
	delimiter: string | readonly string[];
	/** Receives each row with the line it begins on (the first line is 1). Return 'stop' to read no further. */
	onRecord: (record: string[], line: number) => 'stop' | undefined;
	/** Takes a quotation mark inside an unquoted value as text. Off by default: such a file is usually broken. */
	relaxQuotes?: boolean;
	/** Lines without any character are no rows. On by default. */
	skipEmptyLines?: boolean;
	/** A longer row is a fault: it keeps a quotation mark that is never closed from filling the memory. 1 MiB by default. */
	maximumRowBytes?: number;
}

export interface CsvTotals {
	/** Rows handed over, the header row included. */
	rows: number;
	/** The line the last row ends on; 0 when there was none. */
	lines: number;
	/** Whether the last byte was a line break: a text cut off in the middle of a row has none. */
	endsWithLineBreak: boolean;
	/** Whether `onRecord` asked to read no further. */
	stopped: boolean;
}

export interface CsvParser {
	/** Takes the next bytes, in UTF-8 with or without a byte order mark. The chunk must not be changed afterwards. */
	write(chunk: Uint8Array): void;
	/** Hands over the last row. */
	end(): CsvTotals;
}

export type CsvFaultCode =
	'unclosedQuote' | 'textAfterQuote' | 'quoteInsideValue' | 'rowTooLong' | 'utf16' | 'unreadable';

/** Why a text cannot be read as CSV. Holds no content of the text. */
export class CsvFault extends Error {
	override readonly name = 'CsvFault';

	constructor(
		readonly code: CsvFaultCode,
		/** The line that the row begins on (the first line is 1). */
		readonly line: number,
		/** The position of the value in its row (the first is 1). */
		readonly column: number,
	) {
		super(`Line ${line}, column ${column}: ${faultTexts[code]}`);
	}
}

const faultTexts: Record<CsvFaultCode, string> = {
	unclosedQuote: 'a quotation mark opens a value and is never closed',
	textAfterQuote: 'there is text right after the quotation mark that closes a value',
	quoteInsideValue: 'a quotation mark stands inside a value that does not begin with one',
	rowTooLong: 'the row is far too long, so a quotation mark is probably never closed',
	utf16: 'the file is encoded in UTF-16, save it as "CSV UTF-8"',
	unreadable: 'the row cannot be read',
};

const faultCodes: Record<string, CsvFaultCode> = {
	CSV_QUOTE_NOT_CLOSED: 'unclosedQuote',
	CSV_INVALID_CLOSING_QUOTE: 'textAfterQuote',
	INVALID_OPENING_QUOTE: 'quoteInsideValue',
	CSV_MAX_RECORD_SIZE: 'rowTooLong',
};

type Push = (record: string[]) => void;
type Refusal = { code?: string };

/** What we use of the object behind csv-parse's streams. */
interface Engine {
	info: { lines: number; empty_lines: number };
	state: { record: string[]; expectedRecordLength: number };
	parse(chunk: Buffer | undefined, isLast: boolean, push: Push, close: () => void): Refusal | undefined;
	__onRecord: (push: Push) => Refusal | undefined;
}

const lineBreaks = /\r\n|\r|\n/g;
const sliceBytes = 64 * 1024;
const noop = () => undefined;
const defaultMaximumRowBytes = 1024 * 1024;

function createEngine(options: CsvParserOptions): Engine {
	// An `import` would load the library together with the nodes.
	const { Parser } = require('csv-parse') as typeof CsvParse;
	const { delimiter } = options;
	const { api } = new Parser({
		bom: true,
		delimiter: typeof delimiter === 'string' ? delimiter : [...delimiter],
		// All three: files that people add rows to by hand mix them, and a missed line break would merge two rows.
		record_delimiter: ['\r\n', '\n', '\r'],
		relax_column_count: true,
		relax_quotes: options.relaxQuotes ?? false,
		skip_empty_lines: options.skipEmptyLines ?? true,
		max_record_size: options.maximumRowBytes ?? defaultMaximumRowBytes,
	}) as unknown as { api: Engine };
	// Rows may have any number of values here, callers count them. The library would still build an Error with a
	// copied record for each row that differs from the first, and become fourteen times slower.
	const takeRecord = api.__onRecord;
	api.__onRecord = (push) => {
		api.state.expectedRecordLength = api.state.record.length;
		return takeRecord.call(api, push);
	};
	return api;
}

class EngineDriver implements CsvParser {
	private readonly engine: Engine;
	private readonly maximumRowBytes: number;
	private readonly totals: CsvTotals = { rows: 0, lines: 0, endsWithLineBreak: false, stopped: false };
	private fault: CsvFault | undefined;
	private isParsing = false;
	private ended = false;
	private bytes = 0;
	private firstByte = 0;
	private rawLines = 0;
	private emptyLines = 0;

	constructor(private readonly options: CsvParserOptions) {
		this.engine = createEngine(options);
		this.maximumRowBytes = options.maximumRowBytes ?? defaultMaximumRowBytes;
	}

	/** In slices: a file that the host holds in one piece is not copied whole, and 'stop' takes effect soon. */
	write(chunk: Uint8Array): void {
		for (let at = 0; at < chunk.length && !this.totals.stopped && !this.ended; at += sliceBytes) {
			const slice = chunk.subarray(at, at + sliceBytes);
			if (this.bytes < 2) this.refuseUtf16(slice);
			this.bytes += slice.length;
			const last = slice[slice.length - 1];
			this.totals.endsWithLineBreak = last === 10 || last === 13;
			this.parse(Buffer.from(slice.buffer, slice.byteOffset, slice.byteLength), false);
		}
	}

	end(): CsvTotals {
		if (!this.ended && !this.totals.stopped) this.parse(undefined, true);
		this.ended = true;
		return { ...this.totals };
	}

	private parse(slice: Buffer | undefined, isLast: boolean): void {
		if (this.fault !== undefined) throw this.fault;
		if (this.isParsing) throw new Error('Reading this CSV was interrupted by what its onRecord threw');
		this.isParsing = true;
		const refusal = this.engine.parse(slice, isLast, this.handOver, noop);
		this.isParsing = false;
		if (this.totals.stopped) return;
		if (refusal !== undefined) this.failHere(faultCodes[refusal.code ?? ''] ?? 'unreadable');
		// The library measures the values of a row, not the delimiters between them.
		if (this.engine.state.record.length > this.maximumRowBytes) this.failHere('rowTooLong');
	}

	private readonly handOver = (record: string[]): void => {
		if (this.totals.stopped) return;
		const line = this.nextLine();
		const { info } = this.engine;
		const spansLines = info.lines - this.rawLines > 1 + (info.empty_lines - this.emptyLines);
		this.totals.lines = line + (spansLines ? countLineBreaks(record) : 0);
		this.rawLines = info.lines;
		this.emptyLines = info.empty_lines;
		this.totals.rows++;
		this.totals.stopped = this.options.onRecord(record, line) === 'stop';
	};

	/** Counted here, as the library counts a CR LF inside quotation marks as two lines. */
	private nextLine(): number {
		return this.totals.lines + 1 + (this.engine.info.empty_lines - this.emptyLines);
	}

	private refuseUtf16(chunk: Uint8Array): void {
		const [first = 0, second = 0] = this.bytes === 1 ? [this.firstByte, chunk[0]] : chunk;
		const isByteOrderMark = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
		if (isByteOrderMark) this.fail(new CsvFault('utf16', 1, 1));
		this.firstByte = first;
	}

	private failHere(code: CsvFaultCode): never {
		this.fail(new CsvFault(code, this.nextLine(), this.engine.state.record.length + 1));
	}

	private fail(fault: CsvFault): never {
		this.fault = fault;
		throw fault;
	}
}

function countLineBreaks(record: string[]): number {
	return record.reduce((count, value) => count + (value.match(lineBreaks)?.length ?? 0), 0);
}

/** Reads CSV as its bytes arrive. `write` and `end` throw a CsvFault, or whatever `onRecord` throws. */
export function createCsvParser(options: CsvParserOptions): CsvParser {
	return new EngineDriver(options);
}
