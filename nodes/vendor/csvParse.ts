/** The only place that knows csv-parse. The build makes the library a file of the package, which is loaded with the first CSV that is read. */
import type * as CsvParse from 'csv-parse/stream';

export interface CsvOptions {
	delimiter: string;
	/** The first line that counts, from 1. */
	fromLine?: number;
}

export type CsvFaultCode = 'unclosedQuote' | 'textAfterQuote' | 'quoteInsideValue' | 'rowTooLong' | 'unreadable';

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
		super(`Line ${line}, value ${column}: ${code}`);
	}
}

const faultCodes: Record<string, CsvFaultCode> = {
	CSV_QUOTE_NOT_CLOSED: 'unclosedQuote',
	CSV_INVALID_CLOSING_QUOTE: 'textAfterQuote',
	INVALID_OPENING_QUOTE: 'quoteInsideValue',
	CSV_MAX_RECORD_SIZE: 'rowTooLong',
};

/** Keeps a quotation mark that is never closed from filling the memory. */
const LONGEST_ROW = 1024 * 1024;

export interface CsvRow {
	values: string[];
	/** The line it begins on; the first line is 1. */
	line: number;
}

const ROWS_PER_PORTION = 500;

/**
 * The rows of a CSV text in UTF-8, in portions, as waiting for each of a million would take longer than reading them. An empty line is a
 * row with one empty value. Throws a CsvFault after the rows that could be read.
 */
export async function* readCsv(
	bytes: AsyncIterable<Uint8Array>,
	{ delimiter, fromLine = 1 }: CsvOptions,
): AsyncGenerator<CsvRow[]> {
	// An `import` would load the library together with the nodes.
	const { parse } = require('csv-parse/stream') as typeof CsvParse;
	let fault: { code: string; records: number; column: number } | undefined;
	const parser = parse({
		bom: true,
		delimiter,
		from_line: fromLine,
		// All three: files that people add rows to by hand mix them, and a missed line break would merge two rows.
		record_delimiter: ['\r\n', '\n', '\r'],
		relax_column_count: true,
		max_record_size: LONGEST_ROW,
		// An exception of the stream would throw away the rows before it that are still waiting, and with them its line.
		skip_records_with_error: true,
		on_skip: (error) => {
			fault ??= { code: error?.code ?? '', records: Number(error?.records), column: Number(error?.column) };
			return undefined;
		},
	});
	const rows = streamOf(bytes).pipeThrough(parser) as unknown as AsyncIterable<string[]>;
	let portion: CsvRow[] = [];
	let line = fromLine;
	let count = 0;
	for await (const values of rows) {
		if (fault?.records === count++) break;
		portion.push({ values, line });
		line += 1 + lineBreaksIn(values);
		if (portion.length < ROWS_PER_PORTION) continue;
		yield portion;
		portion = [];
	}
	yield portion;
	if (fault) throw new CsvFault(faultCodes[fault.code] ?? 'unreadable', line, fault.column + 1);
}

/** `ReadableStream.from`, which the types of this Node.js do not know yet. */
function streamOf(bytes: AsyncIterable<Uint8Array>): ReadableStream<Uint8Array> {
	const iterator = bytes[Symbol.asyncIterator]();
	return new ReadableStream({
		async pull(controller) {
			const next = await iterator.next();
			if (next.done === true) controller.close();
			else controller.enqueue(next.value);
		},
		async cancel() {
			await iterator.return?.();
		},
	});
}

function lineBreaksIn(row: readonly string[]): number {
	let count = 0;
	for (const value of row) {
		if (value.includes('\n') || value.includes('\r')) count += value.match(/\r\n|\r|\n/g)?.length ?? 0;
	}
	return count;
}
