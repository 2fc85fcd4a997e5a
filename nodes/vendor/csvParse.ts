/** The only place that knows csv-parse. The build makes the library a file of the package, which is loaded with the first CSV that is read. */
import type * as CsvParse from 'csv-parse/stream';

/** Why a text cannot be read as CSV: a quotation mark in the wrong place, or one that is never closed. Holds no content of the text. */
export class CsvFault extends Error {
	override readonly name = 'CsvFault';

	constructor(
		/** The line that the row begins on (the first line is 1). */
		readonly line: number,
		/** The position of the value in its row (the first is 1). */
		readonly column: number,
	) {
		super(`Line ${line}, value ${column}`);
	}
}

/** Keeps a quotation mark that is never closed from filling the memory. */
const LONGEST_ROW = 1024 * 1024;

export interface CsvRow {
	values: string[];
	/** The line it begins on; the first line is 1. */
	line: number;
}

const ROWS_PER_PORTION = 500;
const QUOTATION_MARK = 0x22;

/**
 * The rows of a CSV text in UTF-8, in portions, as waiting for each of a million would take longer than reading them. An empty line is a
 * row with one empty value. Throws a CsvFault after the rows that could be read.
 */
export async function* readCsv(bytes: AsyncIterable<Uint8Array>, delimiter: string): AsyncGenerator<CsvRow[]> {
	// An `import` would load the library together with the nodes.
	const { parse } = require('csv-parse/stream') as typeof CsvParse;
	let fault: { records: number; column: number } | undefined;
	const parser = parse({
		bom: true,
		delimiter,
		// Both: files that people add rows to by hand mix them, and a missed line break would merge two rows.
		record_delimiter: ['\r\n', '\n'],
		relax_column_count: true,
		max_record_size: LONGEST_ROW,
		// An exception of the stream would throw away the rows before it that are still waiting, and with them its line.
		skip_records_with_error: true,
		on_skip: (error) => {
			fault ??= { records: Number(error?.records), column: Number(error?.column) };
			return undefined;
		},
	});
	// Without any, no value holds a line break, so that a million rows need not be looked through for them.
	let hasQuotationMarks = false;
	const watched = async function* () {
		for await (const chunk of bytes) {
			hasQuotationMarks ||= chunk.includes(QUOTATION_MARK);
			yield chunk;
		}
	};
	const reader = streamOf(watched()).pipeThrough<string[]>(parser).getReader();
	let portion: CsvRow[] = [];
	let line = 1;
	let count = 0;
	try {
		// Quicker than to iterate over the stream, which makes more promises for each row.
		for (let next = await reader.read(); !next.done; next = await reader.read()) {
			if (fault?.records === count++) break;
			portion.push({ values: next.value, line });
			line += 1 + (hasQuotationMarks ? lineBreaksIn(next.value) : 0);
			if (portion.length < ROWS_PER_PORTION) continue;
			yield portion;
			portion = [];
		}
	} finally {
		await reader.cancel();
	}
	yield portion;
	if (fault) throw new CsvFault(line, fault.column + 1);
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
		for (let at = value.indexOf('\n'); at >= 0; at = value.indexOf('\n', at + 1)) count++;
	}
	return count;
}
