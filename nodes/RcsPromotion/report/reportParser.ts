import { cutOff } from '../../service/errors';
import { NotAReport, UnusableReport, type ReportBody } from '../../service/reportStream';
import { announcedEncoding, decoderOf, type Decode } from '../../service/textDecoder';
import { Columns, delimiterOf, DOCUMENTED_COLUMNS } from './columns';
import { CsvScanner, EndlessRow } from './csvScanner';
import type { Row } from './row';

/** A few words of the service, such as "Error, status unknown", look like a header. A report without rows has all its columns. */
const FEWEST_COLUMNS_OF_NO_ROWS = 3;
/** The header line of a report is short; what goes on without a line break is something else. */
const LONGEST_HEADER_BYTES = 64 * 1024;
const LATIN_1 = /charset=["']?(iso-?8859-?1|latin-?1|(windows|cp)-?1252)\b/i;
/** Before the header: a byte order mark, blank lines, and Excel's `sep=;`. The header line itself may begin with a delimiter. */
const BEFORE_HEADER = /^(?:\xef\xbb\xbf)?(?:[\0-\x20]*[\r\n])?(?:sep=.\r?(?:\n|$)[\r\n]*)?/i;
/** What some programs write after the last row. */
const showsNothing = (text: string) => text.replaceAll('\0', '').replaceAll('\x1a', '').trim() === '';

/** A row that cannot be read. The bytes of the report may be useful all the same. */
export class UnreadableRow extends UnusableReport {}

/** A report out of its bytes: judges that it is one before any row is shown, and at the end that it is whole. */
export class ReportParser {
	/** Known with the first line. */
	columns: Columns | undefined;
	/** The one that `advance` went on to. */
	row!: Row;
	/** Rows below the header so far. */
	rows = 0;
	/** Rows in which values may stand in the wrong columns. */
	problemRows = 0;
	/** Known with the end: true, or null where it cannot be proven. */
	complete: true | null | undefined;
	private head: Buffer = Buffer.alloc(0);
	private beginning = '';
	private decode: Decode | undefined;
	private scanner: CsvScanner | undefined;
	private isAtEnd = false;

	constructor(private readonly body: Pick<ReportBody, 'contentType' | 'isProvenWhole'>) {}

	/** More bytes, once all rows before them are read. */
	add(chunk: Uint8Array): void {
		if (this.scanner) {
			this.scan(this.decode ? Buffer.from(this.decode(chunk)) : chunk);
			return;
		}
		this.head = Buffer.concat([this.head, chunk]);
		if (this.head.length >= LONGEST_HEADER_BYTES || hasFullLine(this.head)) this.begin();
	}

	/** There are no more bytes. */
	end(): void {
		this.isAtEnd = true;
		if (!this.scanner && showsNothing(this.head.toString('utf8'))) {
			// A service may have nothing at all to report yet.
			this.columns = new Columns(DOCUMENTED_COLUMNS);
			this.complete = this.body.isProvenWhole(true) ? true : null;
			return;
		}
		if (!this.scanner) this.begin();
		if (this.decode) this.scan(Buffer.from(this.decode()));
		this.scanner?.end();
		this.readHeader();
	}

	/** Goes on to the next row; false where it is still to come, or where there is none. */
	advance(): boolean {
		const { scanner, columns } = this;
		if (!scanner || !columns) return false;
		const width = columns.header.length;
		while (advanceOf(scanner)) {
			const { length } = scanner;
			if (length === 1 && showsNothing(scanner.text(0))) continue;
			this.rows++;
			if (!scanner.endsWithLineBreak && length < width) throw cutOff('its last row is cut off');
			if (length !== width || scanner.hasStrayQuote) this.problemRows++;
			this.row = scanner;
			return true;
		}
		if (this.isAtEnd && this.complete === undefined) this.judgeEnd(scanner, columns);
		return false;
	}

	private begin(): void {
		const encoding =
			announcedEncoding(this.head) ??
			(LATIN_1.test(this.body.contentType) || !mayBeUtf8(this.head) ? 'windows-1252' : 'UTF-8');
		if (encoding !== 'UTF-8') this.decode = decoderOf(encoding);
		const text = this.decode ? Buffer.from(this.decode(this.head)) : this.head;
		const table = text.subarray(lengthBeforeHeader(text));
		this.beginning = table.toString('utf8', 0, LONGEST_HEADER_BYTES);
		const delimiter = delimiterOf(this.beginning.split(/[\r\n]/, 1)[0] ?? '');
		if (delimiter === undefined) throw new NotAReport(this.beginning);
		this.scanner = new CsvScanner(delimiter.charCodeAt(0));
		this.head = Buffer.alloc(0);
		this.scan(table);
	}

	private scan(text: Uint8Array): void {
		this.scanner?.add(text);
		this.readHeader();
	}

	private readHeader(): void {
		const { scanner } = this;
		if (!scanner || this.columns || !advanceOf(scanner)) return;
		const header = Array.from({ length: scanner.length }, (_, position) => scanner.text(position));
		this.columns = new Columns(header);
	}

	private judgeEnd({ endsWithLineBreak, openEndRow }: CsvScanner, columns: Columns): void {
		if (this.rows === 0 && columns.documented < FEWEST_COLUMNS_OF_NO_ROWS) throw new NotAReport(this.beginning);
		const isWhole = this.body.isProvenWhole(endsWithLineBreak);
		if (openEndRow !== undefined && !isWhole) {
			throw cutOff(`a value in row ${openEndRow} is opened by a quotation mark and never closed`);
		}
		if (this.rows === 0 && !endsWithLineBreak && columns.missing.length > 0 && !isWhole) {
			throw cutOff('its first line is cut off');
		}
		this.complete = isWhole ? true : null;
	}
}

/** Where a stray quotation mark is no reason, nothing else can make the end of a row so hard to find. */
function advanceOf(scanner: CsvScanner): boolean {
	try {
		return scanner.advance();
	} catch (error) {
		if (!(error instanceof EndlessRow)) throw error as Error;
	}
	throw new UnreadableRow(
		`Row ${scanner.rows + 1} of the report is longer than a megabyte`,
		'The line of column names is row 1. Use Download to get the file as it is, and show it to the support of the service.',
	);
}

/** One character for each byte. */
const asLatin1 = (bytes: Buffer) => bytes.toString('latin1', 0, LONGEST_HEADER_BYTES);
const lengthBeforeHeader = (text: Buffer) => BEFORE_HEADER.exec(asLatin1(text))?.[0].length ?? 0;

/** A line break after the first character that can be seen. */
const hasFullLine = (head: Buffer) =>
	/[\r\n]/.test(
		asLatin1(head)
			.slice(lengthBeforeHeader(head))
			.replace(/^[\0-\x20]+/, ''),
	);

/** Also where it ends within a character. */
function mayBeUtf8(head: Uint8Array): boolean {
	try {
		new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: true });
		return true;
	} catch {
		return false;
	}
}
