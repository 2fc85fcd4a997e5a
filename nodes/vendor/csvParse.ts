/** The only file that uses csv-parse. The build bundles the library into a file of the package, which is loaded when the first CSV is read. */
import { parse } from 'csv-parse/sync';

export interface CsvRow {
	values: string[];
	/** The line on which it starts; the first line is 1. */
	line: number;
	/** More than 1 if a value has a line break in it. */
	lineCount: number;
}

/** In bytes, with its line break. Keeps a quotation mark that is never closed from using up memory. */
export const LONGEST_ROW = 1024 * 1024;
/** With larger pieces, V8 moves their rows to the part of memory that it cleans up only now and then. */
const PIECE = 16 * 1024;
const QUOTATION_MARK = 0x22;
const LINE_FEED = 0x0a;

interface Portion {
	rows: CsvRow[];
	/** The row after these, if it cannot be read: a quotation mark is in the wrong place or never closed, or it is longer than 1 MB. */
	unreadable?: { why: 'brokenQuotes' | 'longRow'; line: number };
}

/**
 * The rows of CSV in UTF-8, in portions, because awaiting each of a million would take longer than reading them. An empty line is a
 * row with one empty value. Nothing follows a row that cannot be read.
 */
export async function* readCsv(bytes: AsyncIterable<Uint8Array>, delimiter: string): AsyncGenerator<Portion> {
	let line = 1;
	for await (const text of wholeRows(inPieces(bytes))) {
		if (!text) {
			yield { rows: [], unreadable: { why: 'longRow', line } };
			return;
		}
		const { rows, isFaulty } = parsed(text, delimiter, line === 1);
		// Without quotation marks, no value contains a line break, so there is no need to search a million rows for them.
		const hasQuotationMarks = text.includes(QUOTATION_MARK);
		const portion: Portion = { rows: [] };
		for (const values of rows) {
			const lineCount = 1 + (hasQuotationMarks ? lineBreaksIn(values) : 0);
			portion.rows.push({ values, line, lineCount });
			line += lineCount;
		}
		if (isFaulty) portion.unreadable = { why: 'brokenQuotes', line };
		yield portion;
		if (isFaulty) return;
	}
}

async function* inPieces(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
	for await (const chunk of bytes) {
		for (let at = 0; at < chunk.length; at += PIECE) yield chunk.subarray(at, at + PIECE);
	}
}

/** The same bytes, cut where a row ends; undefined for a row that is too long, after which nothing follows. Looks at each byte once. */
async function* wholeRows(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer | undefined> {
	let begun: Uint8Array[] = [];
	let length = 0;
	let isQuoted = false;
	for await (const piece of pieces) {
		const ends = rowEnds(piece, isQuoted);
		const stretch = ends.first || piece.length;
		if (length + stretch > LONGEST_ROW) {
			yield undefined;
			return;
		}
		if (ends.last > 0) {
			yield Buffer.concat([...begun, piece.subarray(0, ends.last)]);
			begun = [];
			length = 0;
		}
		begun.push(piece.subarray(ends.last));
		length += piece.length - ends.last;
		isQuoted = ends.isQuoted;
	}
	yield Buffer.concat(begun);
}

/** The positions after the first and the last line break outside quotation marks (0 if there is none), and whether one is left open. */
function rowEnds(piece: Uint8Array, isQuoted: boolean): { first: number; last: number; isQuoted: boolean } {
	if (!isQuoted && !piece.includes(QUOTATION_MARK)) {
		return { first: piece.indexOf(LINE_FEED) + 1, last: piece.lastIndexOf(LINE_FEED) + 1, isQuoted };
	}
	let [first, last] = [0, 0];
	for (let at = 0; at < piece.length; at++) {
		if (piece[at] === QUOTATION_MARK) isQuoted = !isQuoted;
		else if (piece[at] === LINE_FEED && !isQuoted) {
			last = at + 1;
			first ||= last;
		}
	}
	return { first, last, isQuoted };
}

/** The rows up to the first that a quotation mark keeps from being read. */
function parsed(text: Buffer, delimiter: string, isStart: boolean): { rows: string[][]; isFaulty: boolean } {
	let rowsBefore: number | undefined;
	const rows = parse(text, {
		bom: isStart,
		delimiter,
		// Both, because files edited by hand mix them, and a missed line break would merge two rows.
		record_delimiter: ['\r\n', '\n'],
		relax_column_count: true,
		// If it threw, the rows before the fault would be lost, and with them its line number.
		skip_records_with_error: true,
		on_skip: (error) => {
			rowsBefore ??= Number(error?.records);
			return undefined;
		},
	});
	return { rows: rows.slice(0, rowsBefore), isFaulty: rowsBefore !== undefined };
}

export function lineBreaksIn(texts: readonly string[]): number {
	let count = 0;
	for (const text of texts) {
		for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) count++;
	}
	return count;
}
