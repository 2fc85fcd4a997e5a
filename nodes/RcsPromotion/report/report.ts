import { cutOff, NotAReport, type ReportBody } from '../../service/reportStream';
import { decoderOf, markedEncoding, type Decode } from '../../service/textDecoder';
import { Columns, delimiterOf, DOCUMENTED_COLUMNS } from './columns';
import { CsvScanner } from './csvScanner';
import type { Row } from './row';

/** The header line of a report is short. Data without a line break up to here is not a report. */
const LONGEST_HEADER_BYTES = 64 * 1024;
const LATIN_1 = /charset=["']?(?:iso-?8859-?1|latin-?1|(?:windows|cp)-?1252)\b/i;

const isBlank = (text: string) => text.trim() === '';

/** Reads a report from bytes. Checks that it is a report before it gives any row, and at the end whether it is complete. */
export class Report {
	/** Known once the first line has arrived. */
	columns: Columns | undefined;
	/** Rows below the header so far. */
	rowsRead = 0;
	/** Rows whose values may be in the wrong columns. */
	problemRows = 0;
	/** True, or null if it cannot be proven. Undefined if reading stopped before the end. */
	complete: true | null | undefined;
	isAtEnd = false;
	private head: Buffer = Buffer.alloc(0);
	private decode: Decode | undefined;
	private scanner: CsvScanner | undefined;

	constructor(private readonly body: Pick<ReportBody, 'contentType' | 'isProvenWhole'>) {}

	/** Adds bytes. All rows before them must have been read. */
	add(chunk: Uint8Array): void {
		if (this.scanner) {
			this.scan(this.scanner, this.decode ? Buffer.from(this.decode(chunk)) : chunk);
			return;
		}
		this.head = Buffer.concat([this.head, chunk]);
		const hasHeaderLine = /[\r\n]/.test(this.head.toString().trimStart());
		if (hasHeaderLine || this.head.length >= LONGEST_HEADER_BYTES) this.begin();
	}

	/** Call this when there are no more bytes. */
	end(): void {
		this.isAtEnd = true;
		if (!this.scanner && isBlank(this.head.toString())) {
			// An empty body: the service may have nothing to report yet.
			this.columns = new Columns(DOCUMENTED_COLUMNS);
			return;
		}
		const scanner = this.scanner ?? this.begin();
		scanner.end();
		this.scan(scanner, Buffer.from(this.decode?.() ?? ''));
	}

	/** The rows that have arrived and were not read yet. */
	*rows(): Generator<Row, void> {
		const { scanner, columns } = this;
		const width = columns?.header.length ?? 0;
		while (columns && scanner?.advance() === true) {
			const { length } = scanner;
			if (length === 1 && isBlank(scanner.text(0))) continue;
			this.rowsRead++;
			if (!scanner.endsWithLineBreak && length < width) throw cutOff('its last row is cut off');
			if (length !== width || scanner.hasStrayQuote) this.problemRows++;
			yield scanner;
		}
		if (this.isAtEnd) this.complete = this.body.isProvenWhole(scanner?.endsWithLineBreak ?? true) ? true : null;
	}

	private begin(): CsvScanner {
		const marked = markedEncoding(this.head);
		const encoding = marked ?? (LATIN_1.test(this.body.contentType) ? 'windows-1252' : 'UTF-8');
		if (encoding !== 'UTF-8') this.decode = decoderOf(encoding);
		const withoutMark = marked === 'UTF-8' ? this.head.subarray(3) : this.head;
		const text = this.decode ? Buffer.from(this.decode(this.head)) : withoutMark;
		const beginning = text.toString('utf8', 0, LONGEST_HEADER_BYTES);
		const headerLine = beginning.split(/[\r\n]/).find((line) => !isBlank(line)) ?? '';
		const delimiter = delimiterOf(headerLine);
		if (delimiter === undefined) throw new NotAReport(beginning);
		this.scanner = new CsvScanner(delimiter.charCodeAt(0));
		this.scan(this.scanner, text);
		return this.scanner;
	}

	private scan(scanner: CsvScanner, text: Uint8Array): void {
		scanner.add(text);
		while (!this.columns && scanner.advance()) {
			const header = Array.from({ length: scanner.length }, (_, position) => scanner.text(position));
			if (!isBlank(header.join(''))) this.columns = new Columns(header);
		}
	}
}

/**
 * Reads a report up to its column names. The rows follow in portions, one for each chunk that arrives, because awaiting each of a
 * million rows would take as long as reading them.
 */
export async function openReport(body: ReportBody) {
	const report = new Report(body);
	const chunks = body.chunks();
	const readOn = async () => {
		const piece = await chunks.next();
		if (piece.done === true) report.end();
		else report.add(piece.value);
	};
	async function* portions(): AsyncGenerator<Iterable<Row>, void> {
		yield report.rows();
		while (!report.isAtEnd) {
			await readOn();
			yield report.rows();
		}
	}
	while (!report.columns) await readOn();
	return { report, columns: report.columns, portions: portions() };
}
