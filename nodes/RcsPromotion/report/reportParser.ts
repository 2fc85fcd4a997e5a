import { cutOff } from '../../service/reportFaults';
import { NotAReport, UnusableReport, type Inspector, type ReportBody } from '../../service/reportStream';
import { Columns, delimiterOf, DOCUMENTED_COLUMNS } from './columns';
import { CsvRowFault, type CsvFaultKind, type CsvRow, type OnRow } from './csvRow';
import { CsvScanner } from './csvScanner';
import { giveBack } from './spentChunk';

/** A row that is no CSV. The bytes of the report may be useful all the same. */
export class UnreadableRow extends UnusableReport {}

/** A few words of the service, such as «Error, status unknown», look like a header. A report without rows has all its columns. */
const FEWEST_COLUMNS_OF_NO_ROWS = 3;
/** What some programs write after the last row. */
const showsNothing = (text: string) => text.replaceAll('\0', '').replaceAll('\x1a', '').trim() === '';
/** The header line of a report is short; what goes on without a line break is something else. */
const LONGEST_HEADER_BYTES = 64 * 1024;
const LATIN_1 = /charset=["']?(iso-?8859-?1|latin-?1|(windows|cp)-?1252)\b/i;

/**
 * A report from its first byte to its last: judges that it is one before any row is shown, and at the end that it is whole.
 * `onColumns` gets the header and gives the function that is shown the rows below it.
 */
export class ReportParser implements Inspector {
	/** Rows below the header that were read. */
	rows = 0;
	/** Rows with more or fewer values than the header. */
	unevenRows = 0;
	/** Whether the end was reached; not so when a row before it was enough. */
	readToEnd = false;
	private head: Uint8Array = new Uint8Array(0);
	private scanner: CsvScanner | undefined;
	private columns: Columns | undefined;
	private onRow: OnRow | undefined;
	private lastLength = 0;

	constructor(
		private readonly body: Pick<ReportBody, 'contentType' | 'endIsMarked'>,
		private readonly onColumns: (columns: Columns) => OnRow,
	) {}

	/** Whether a row was enough, so that the rest is of no interest. */
	get stopped(): boolean {
		return this.scanner?.totals.stopped ?? false;
	}

	/** Keeps nothing of the chunk itself. */
	write(chunk: Uint8Array): void {
		if (this.scanner) this.scan(() => this.scanner?.write(chunk));
		else {
			this.head = Buffer.concat([this.head, chunk]);
			if (this.head.length >= LONGEST_HEADER_BYTES || hasFullLine(this.head)) this.begin();
		}
	}

	end(): void {
		this.readToEnd = true;
		if (!this.scanner && textOf(this.head).trim() !== '') this.begin();
		// A service may have nothing at all to report yet.
		if (!this.scanner) return;
		this.scan(() => this.scanner?.end());
		if (!this.columns) return;
		const { documented, header } = this.columns;
		if (this.rows === 0 && documented < FEWEST_COLUMNS_OF_NO_ROWS) throw new NotAReport(textOf(this.head));
		if (this.scanner.totals.endsWithLineBreak) return;
		// Also when this row was enough: it may be the half of one.
		if (this.rows > 0 && this.lastLength < header.length) throw cutOff('its last row is cut off');
		const lacksColumns = documented < DOCUMENTED_COLUMNS.length;
		if (this.rows === 0 && lacksColumns && !this.body.endIsMarked) throw cutOff('its first line is cut off');
	}

	private begin(): void {
		if (isUtf16(this.head)) {
			throw new UnusableReport('The report is encoded in UTF-16', 'Use Download to get the file as it is.');
		}
		const head = withoutBlankLines(withoutByteOrderMark(this.head));
		const beginning = textOf(head.subarray(0, LONGEST_HEADER_BYTES));
		const delimiter = delimiterOf(beginning.split(/[\r\n]/, 1)[0] ?? '');
		if (delimiter === undefined) throw new NotAReport(beginning);
		const encoding = LATIN_1.test(this.body.contentType) ? 'latin1' : 'utf8';
		this.scanner = new CsvScanner(delimiter.charCodeAt(0), encoding, (row) => this.take(row));
		this.scan(() => this.scanner?.write(head));
	}

	private take(row: CsvRow): boolean {
		if (!this.columns || !this.onRow) {
			this.columns = new Columns(Array.from({ length: row.length }, (_, position) => row.text(position)));
			this.onRow = this.onColumns(this.columns);
			return false;
		}
		const { length: width } = this.columns.header;
		if (row.length === 1 && width > 1 && showsNothing(row.text(0))) {
			// The row before it ended with its line.
			this.lastLength = width;
			return false;
		}
		this.rows++;
		this.lastLength = row.length;
		if (row.length !== width) this.unevenRows++;
		return this.onRow(row);
	}

	private scan(step: () => void): void {
		let fault: unknown;
		try {
			step();
		} catch (error) {
			fault = error instanceof CsvRowFault ? inWords(error, this.body.endIsMarked) : error;
		}
		if (fault !== undefined) throw fault as Error;
	}
}

/**
 * Reads a report while it arrives; a row that is enough closes the connection, which is no fault of anybody.
 * `beforeRows` is shown each chunk before the rows that end in it are, and may keep nothing of it.
 */
export async function readReport(
	body: ReportBody,
	onColumns: (columns: Columns) => OnRow,
	beforeRows: (chunk: Uint8Array) => void = () => {},
): Promise<ReportParser> {
	const parser = new ReportParser(body, onColumns);
	for await (const chunk of body.chunks()) {
		beforeRows(chunk);
		parser.write(chunk);
		if (parser.stopped) return parser;
		giveBack(chunk);
	}
	parser.end();
	return parser;
}

const WHY: Record<CsvFaultKind, string> = {
	unclosedQuote: 'a value is opened by a quotation mark that is never closed',
	textAfterQuote: 'there is text right after the quotation mark that closes a value',
	rowTooLong: 'it is far too long, so a quotation mark is probably never closed',
};

function inWords({ kind, row }: CsvRowFault, endIsMarked: boolean): UnusableReport {
	// Where the service says that this was all, the mark is a stray one, and running again would not help.
	if (kind === 'unclosedQuote' && !endIsMarked)
		return cutOff(`a value in row ${row} is opened by a quotation mark and never closed`);
	return new UnreadableRow(
		`Row ${row} of the report cannot be read: ${WHY[kind]}`,
		'The line of column names is row 1. Use Download to get the file as it is, and show it to the service.',
	);
}

const LF = 0x0a;
const CR = 0x0d;

/** A line break after the first character that is neither break nor space. */
function hasFullLine(bytes: Uint8Array): boolean {
	const head = withoutByteOrderMark(bytes);
	const begin = head.findIndex((byte) => byte > 0x20);
	return begin >= 0 && head.subarray(begin).some((byte) => byte === LF || byte === CR);
}

function textOf(bytes: Uint8Array): string {
	return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8');
}

function isUtf16([first, second]: Uint8Array): boolean {
	return (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
}

function withoutByteOrderMark(head: Uint8Array): Uint8Array {
	return head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf ? head.subarray(3) : head;
}

/** Before the header; a delimiter may be a tab, so that the header line itself is left as it is. */
function withoutBlankLines(head: Uint8Array): Uint8Array {
	const begin = head.findIndex((byte) => byte > 0x20);
	const lastBreak = head.subarray(0, Math.max(0, begin)).findLastIndex((byte) => byte === LF || byte === CR);
	return head.subarray(lastBreak + 1);
}
