/** The only file that uses csv-parse. The build bundles the library into a file of the package, which is loaded when the first CSV is read. */
import type * as CsvParse from 'csv-parse/stream';

/** Why a text cannot be read as CSV: a quotation mark is in the wrong place or never closed. Contains none of the text itself. */
export class CsvFault extends Error {
	override readonly name = 'CsvFault';

	constructor(
		/** The line on which the row starts (the first line is 1). */
		readonly line: number,
		/** The position of the value in its row (the first is 1). */
		readonly column: number,
	) {
		super(`Line ${line}, value ${column}`);
	}
}

/** Keeps a quotation mark that is never closed from using up memory. */
const LONGEST_ROW = 1024 * 1024;

export interface CsvRow {
	values: string[];
	/** The line on which it starts; the first line is 1. */
	line: number;
}

const ROWS_PER_PORTION = 500;
const QUOTATION_MARK = 0x22;

/**
 * The rows of CSV in UTF-8, in portions, because awaiting each of a million would take longer than reading them. An empty line is a
 * row with one empty value. Throws a CsvFault after the rows that could be read.
 */
export async function* readCsv(bytes: AsyncIterable<Uint8Array>, delimiter: string): AsyncGenerator<CsvRow[]> {
	// An `import` would load the library as soon as the nodes are loaded.
	const { parse } = require('csv-parse/stream') as typeof CsvParse;
	let fault: { records: number; column: number } | undefined;
	const parser = parse({
		bom: true,
		delimiter,
		// Both, because files edited by hand mix them, and a missed line break would merge two rows.
		record_delimiter: ['\r\n', '\n'],
		relax_column_count: true,
		max_record_size: LONGEST_ROW,
		// If the stream threw, the rows still queued before the fault would be lost, and with them its line number.
		skip_records_with_error: true,
		on_skip: (error) => {
			fault ??= { records: Number(error?.records), column: Number(error?.column) };
			return undefined;
		},
	});
	// Without quotation marks, no value contains a line break, so there is no need to search a million rows for them.
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
		// Faster than iterating over the stream, which makes more promises for each row.
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

/** `ReadableStream.from`, which is missing from the types of this Node.js version. */
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
