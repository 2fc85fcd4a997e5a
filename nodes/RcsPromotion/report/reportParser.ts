import { announcedEncoding, decoderOf, type Decode, type TextEncoding } from '../../service/textDecoder';
import { cutOff } from '../../service/reportFaults';
import { NotAReport, UnusableReport, type Inspector, type ReportBody } from '../../service/reportStream';
import { Columns, delimiterOf } from './columns';
import { EndlessRow, rowProblem, type ScannedRow, type OnRow } from './scannedRow';
import { CsvScanner } from './csvScanner';

/** A few words of the service, such as "Error, status unknown", look like a header. A report without rows has all its columns. */
const FEWEST_COLUMNS_OF_NO_ROWS = 3;
/** What some programs write after the last row. */
const showsNothing = (text: string) => text.replaceAll('\0', '').replaceAll('\x1a', '').trim() === '';
/** The header line of a report is short; what goes on without a line break is something else. */
const LONGEST_HEADER_BYTES = 64 * 1024;
const LATIN_1 = /charset=["']?(iso-?8859-?1|latin-?1|(windows|cp)-?1252)\b/i;

/** Gives the function that is shown the rows below the header. */
type OnColumns = (columns: Columns) => OnRow;

/** A row that cannot be read. The bytes of the report may be useful all the same. */
export class UnreadableRow extends UnusableReport {}

/** What a caller may ask of a report. */
export interface ReportDemands {
	/** Stop at a row with a stray quotation mark or with more or fewer values than the header. */
	wellFormed?: boolean;
	/** Stop where it cannot be proven that the report is complete. */
	complete?: boolean;
}

/** A report from its first byte to its last: judges that it is one before any row is shown, and at the end that it is whole. */
export class ReportParser implements Inspector {
	/** Rows below the header that were read. */
	rows = 0;
	/** Rows in which values may stand in the wrong columns. */
	problemRows = 0;
	/** Known with the end: true, or null where it cannot be proven. Undefined when a row before the end was enough. */
	complete: true | null | undefined;
	columns: Columns | undefined;
	private head: Uint8Array = new Uint8Array(0);
	private decode: Decode | undefined;
	private scanner: CsvScanner | undefined;
	private onRow: OnRow | undefined;
	private lastLength = 0;

	constructor(
		private readonly body: Pick<ReportBody, 'contentType' | 'isProvenWhole'>,
		private readonly onColumns: OnColumns,
		private readonly demands: ReportDemands = {},
		/** Sees the text of each piece, in UTF-8, before its rows are shown. */
		private readonly beforeRows: (text: Uint8Array) => void = () => {},
	) {}

	/** Whether a row was enough, so that the rest is of no interest. */
	get stopped(): boolean {
		return this.scanner?.totals.stopped ?? false;
	}

	write(chunk: Uint8Array): void {
		if (this.scanner) {
			this.scan(this.decode ? Buffer.from(this.decode(chunk)) : chunk);
			return;
		}
		this.head = Buffer.concat([this.head, chunk]);
		if (this.head.length >= LONGEST_HEADER_BYTES || hasFullLine(this.head)) this.begin();
	}

	end(): void {
		if (!this.scanner && !showsNothing(utf8Text(this.head))) this.begin();
		this.complete = null;
		if (this.scanner) this.judgeEnd(this.scanner);
		// A service may have nothing at all to report yet.
		else if (this.body.isProvenWhole(true)) this.complete = true;
		if (this.complete === null && this.demands.complete === true) throw unprovenEnd();
	}

	private judgeEnd(scanner: CsvScanner): void {
		if (this.decode) this.scan(Buffer.from(this.decode()));
		explainingLongRows(() => scanner.end());
		const { columns } = this;
		if (!columns) throw new NotAReport(utf8Text(this.head));
		const { endsWithLineBreak, openAtEnd } = scanner.totals;
		if (this.rows === 0 && columns.documented < FEWEST_COLUMNS_OF_NO_ROWS) throw new NotAReport(utf8Text(this.head));
		const isWhole = this.body.isProvenWhole(endsWithLineBreak);
		if (openAtEnd !== undefined && !isWhole)
			throw cutOff(`a value in row ${openAtEnd} is opened by a quotation mark and never closed`);
		if (!endsWithLineBreak) {
			// Also when this row was enough: it may be the half of one.
			if (this.rows > 0 && this.lastLength < columns.header.length) throw cutOff('its last row is cut off');
			if (this.rows === 0 && columns.missing.length > 0 && !isWhole) throw cutOff('its first line is cut off');
		}
		this.complete = isWhole ? true : null;
	}

	private begin(): void {
		const encoding = this.encoding();
		this.decode = encoding === 'UTF-8' ? undefined : decoderOf(encoding);
		const text = this.decode ? Buffer.from(this.decode(this.head)) : this.head;
		const head = withoutSeparatorLine(withoutBlankLines(withoutByteOrderMark(text)));
		const beginning = utf8Text(head.subarray(0, LONGEST_HEADER_BYTES));
		const delimiter = delimiterOf(beginning.split(/[\r\n]/, 1)[0] ?? '');
		if (delimiter === undefined) throw new NotAReport(beginning);
		this.head = head.subarray(0, LONGEST_HEADER_BYTES);
		this.scanner = new CsvScanner(delimiter.charCodeAt(0), (row) => this.take(row));
		this.scan(head);
	}

	private encoding(): TextEncoding {
		const announced = announcedEncoding(this.head);
		if (announced) return announced;
		return LATIN_1.test(this.body.contentType) || !mayBeUtf8(this.head) ? 'windows-1252' : 'UTF-8';
	}

	private take(row: ScannedRow): boolean {
		if (!this.columns || !this.onRow) {
			this.columns = new Columns(Array.from({ length: row.length }, (_, position) => row.text(position)));
			this.onRow = this.onColumns(this.columns);
			return false;
		}
		const { length: width } = this.columns.header;
		if (row.length === 1 && showsNothing(row.text(0))) {
			// The row before it ended with its line.
			this.lastLength = width;
			return false;
		}
		this.rows++;
		this.lastLength = row.length;
		if (row.length !== width || row.hasStrayQuote) this.noteProblem(row, width);
		return this.onRow(row);
	}

	private noteProblem(row: ScannedRow, width: number): void {
		this.problemRows++;
		if (this.demands.wellFormed !== true) return;
		throw new UnusableReport(
			`Row ${this.rows + 1} of the report has ${rowProblem(row, width)}`,
			"The line of column names is row 1. Turn off 'Stop at Broken Rows' to read it as a spreadsheet does, or use Download to see the file.",
		);
	}

	private scan(text: Uint8Array): void {
		this.beforeRows(text);
		explainingLongRows(() => this.scanner?.write(text));
	}
}

/**
 * Reads a report while it arrives; a row that is enough closes the connection, which is no fault of anybody.
 */
export async function readReport(
	body: ReportBody,
	onColumns: OnColumns,
	demands: ReportDemands = {},
	beforeRows?: (text: Uint8Array) => void,
): Promise<ReportParser> {
	const parser = new ReportParser(body, onColumns, demands, beforeRows);
	for await (const chunk of body.chunks()) {
		parser.write(chunk);
		if (parser.stopped) return parser;
	}
	parser.end();
	return parser;
}

/** Where a stray quotation mark is no reason, nothing else can make the end of a row so hard to find. */
function explainingLongRows(step: () => void): void {
	let fault: unknown;
	try {
		step();
	} catch (error) {
		// n8n's lint lets only its own errors be made inside a catch.
		fault = error;
	}
	if (fault instanceof EndlessRow) {
		throw new UnreadableRow(
			`Row ${fault.row} of the report is longer than a megabyte`,
			'The line of column names is row 1. Use Download to get the file as it is, and show it to the support of the service.',
		);
	}
	if (fault !== undefined) throw fault as Error;
}

export const unprovenEnd = () =>
	new UnusableReport(
		'n8n cannot tell whether this report is complete',
		"Compare its rows with Attempted in the statistics. To use it as it is, turn off 'Require Complete Report'.",
	);

const LF = 0x0a;
const CR = 0x0d;

/** A line break after the first character that is neither break nor space. */
function hasFullLine(bytes: Uint8Array): boolean {
	const head = withoutSeparatorLine(withoutByteOrderMark(bytes));
	const begin = head.findIndex((byte) => byte > 0x20);
	return begin >= 0 && head.subarray(begin).some((byte) => byte === LF || byte === CR);
}

function utf8Text(bytes: Uint8Array): string {
	return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8');
}

function withoutByteOrderMark(head: Uint8Array): Uint8Array {
	return head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf ? head.subarray(3) : head;
}

/** Excel's `sep=;`, which is no part of the table. */
function withoutSeparatorLine(head: Uint8Array): Uint8Array {
	const line = /^sep=.\r?(\n|$)/i.exec(utf8Text(head.subarray(0, 16)));
	return line ? head.subarray(line[0].length) : head;
}

/** Also where it ends within a character. */
function mayBeUtf8(head: Uint8Array): boolean {
	try {
		new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: true });
		return true;
	} catch {
		return false;
	}
}

/** Before the header; a delimiter may be a tab, so that the header line itself is left as it is. */
function withoutBlankLines(head: Uint8Array): Uint8Array {
	const begin = head.findIndex((byte) => byte > 0x20);
	const lastBreak = head.subarray(0, Math.max(0, begin)).findLastIndex((byte) => byte === LF || byte === CR);
	return head.subarray(lastBreak + 1);
}
