/** The only file that uses csv-parse. The build bundles the library into a file of the package, which is loaded when the first CSV is read. */
import type * as CsvParse from 'csv-parse/sync';

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

export interface CsvRow {
	values: string[];
	/** The line on which it starts; the first line is 1. */
	line: number;
}

/** Keeps a quotation mark that is never closed from using up memory. */
const LONGEST_ROW = 1024 * 1024;
/** With larger pieces, V8 moves their rows to the part of memory that it cleans up only now and then. */
const PIECE = 16 * 1024;
const QUOTATION_MARK = 0x22;
const LINE_FEED = 0x0a;

/**
 * The rows of CSV in UTF-8, in portions, because awaiting each of a million would take longer than reading them. An empty line is a
 * row with one empty value. Throws a CsvFault after the rows that could be read.
 */
export async function* readCsv(bytes: AsyncIterable<Uint8Array>, delimiter: string): AsyncGenerator<CsvRow[]> {
	let line = 1;
	for await (const piece of wholeRows(bytes)) {
		const { rows, faultyColumn } = parsed(piece, delimiter, line === 1);
		// Without quotation marks, no value contains a line break, so there is no need to search a million rows for them.
		const hasQuotationMarks = piece.includes(QUOTATION_MARK);
		const portion: CsvRow[] = [];
		for (const values of rows) {
			portion.push({ values, line });
			line += 1 + (hasQuotationMarks ? lineBreaksIn(values) : 0);
		}
		yield portion;
		if (faultyColumn !== undefined) throw new CsvFault(line, faultyColumn);
	}
}

/** The same bytes, in pieces that end where a row ends. Stops at a row that is too long, which then lacks its end. */
async function* wholeRows(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
	let rest = Buffer.alloc(0);
	for await (const chunk of bytes) {
		for (let at = 0; at < chunk.length && rest.length <= LONGEST_ROW; at += PIECE) {
			const text = Buffer.concat([rest, chunk.subarray(at, at + PIECE)]);
			const end = endOfLastRow(text);
			if (end > 0) yield text.subarray(0, end);
			rest = text.subarray(end);
		}
		if (rest.length > LONGEST_ROW) break;
	}
	yield rest;
}

/** The position after the last line break outside quotation marks; 0 if there is none. */
function endOfLastRow(text: Buffer): number {
	let end = 0;
	for (let at = 0; ;) {
		const opening = text.indexOf(QUOTATION_MARK, at);
		const outside = text.subarray(at, opening < 0 ? text.length : opening);
		const lineBreak = outside.lastIndexOf(LINE_FEED);
		if (lineBreak >= 0) end = at + lineBreak + 1;
		const closing = opening < 0 ? -1 : text.indexOf(QUOTATION_MARK, opening + 1);
		if (closing < 0) return end;
		at = closing + 1;
	}
}

/** The rows up to the first that cannot be read, and which of its values is wrong. */
function parsed(piece: Buffer, delimiter: string, isStart: boolean): { rows: string[][]; faultyColumn?: number } {
	// An `import` would load the library as soon as the nodes are loaded.
	const { parse } = require('csv-parse/sync') as typeof CsvParse;
	let fault: { rowsBefore: number; column: number } | undefined;
	const rows = parse(piece, {
		bom: isStart,
		delimiter,
		// Both, because files edited by hand mix them, and a missed line break would merge two rows.
		record_delimiter: ['\r\n', '\n'],
		relax_column_count: true,
		max_record_size: LONGEST_ROW,
		// If it threw, the rows before the fault would be lost, and with them its line number.
		skip_records_with_error: true,
		on_skip: (error) => {
			fault ??= { rowsBefore: Number(error?.records), column: Number(error?.column) };
			return undefined;
		},
	});
	return fault ? { rows: rows.slice(0, fault.rowsBefore), faultyColumn: fault.column + 1 } : { rows };
}

function lineBreaksIn(row: readonly string[]): number {
	let count = 0;
	for (const value of row) {
		for (let at = value.indexOf('\n'); at >= 0; at = value.indexOf('\n', at + 1)) count++;
	}
	return count;
}
