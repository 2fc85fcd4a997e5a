/** The only place that knows csv-parse. The build makes the library a file of the package, which is loaded with the first CSV that is read. */
import type * as CsvParse from 'csv-parse/stream';

export interface CsvOptions {
	delimiter: string;
	/** The first line that counts, from 1. */
	fromLine?: number;
	/** Takes a quotation mark inside an unquoted value as text. Off by default: such a file is usually broken. */
	relaxQuotes?: boolean;
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
	/** The line after it. */
	nextLine: number;
}

export const isEmptyLine = (values: readonly string[]) => values.length === 1 && values[0] === '';

/**
 * The rows of a CSV text in UTF-8, in a portion for each piece of the text, as waiting for each of a million would take longer than
 * reading them. Empty lines are rows with one empty value. Throws a CsvFault after the rows that could be read.
 */
export async function* readCsv(
	bytes: AsyncIterable<Uint8Array>,
	{ delimiter, fromLine = 1, relaxQuotes = false }: CsvOptions,
): AsyncGenerator<CsvRow[]> {
	// An `import` would load the library together with the nodes.
	const { parse } = require('csv-parse/stream') as typeof CsvParse;
	const portion: CsvRow[] = [];
	const faults: CsvFault[] = [];
	let line = fromLine;
	const parser = parse({
		bom: true,
		delimiter,
		from_line: fromLine,
		// All three: files that people add rows to by hand mix them, and a missed line break would merge two rows.
		record_delimiter: ['\r\n', '\n', '\r'],
		relax_column_count: true,
		relax_quotes: relaxQuotes,
		max_record_size: LONGEST_ROW,
		// An error of the stream would throw away the rows before it, and with them its line.
		skip_records_with_error: true,
		on_skip: (error) => {
			faults.push(new CsvFault(faultCodes[error?.code ?? ''] ?? 'unreadable', line, Number(error?.column) + 1));
			return undefined;
		},
		on_record: (values: string[]) => {
			if (faults.length > 0) return null;
			const nextLine = line + 1 + lineBreaksIn(values);
			portion.push({ values, line, nextLine });
			line = nextLine;
			return null;
		},
	});
	const writer = parser.writable.getWriter();
	// No row is handed on there, but a stream takes nothing in while nobody reads from it.
	parser.readable
		.getReader()
		.read()
		.catch(() => undefined);
	for await (const chunk of bytes) {
		await writer.write(chunk);
		yield portion.splice(0);
		if (faults[0]) throw faults[0];
	}
	await writer.close();
	yield portion;
	if (faults[0]) throw faults[0];
}

function lineBreaksIn(row: readonly string[]): number {
	let count = 0;
	for (const value of row) {
		if (value.includes('\n') || value.includes('\r')) count += value.match(/\r\n|\r|\n/g)?.length ?? 0;
	}
	return count;
}
