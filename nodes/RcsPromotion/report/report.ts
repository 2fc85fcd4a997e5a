import { cutOff, NotAReport, type ReportBody } from '../../service/reportStream';
import { decoderOf, markedEncoding, type Decode } from '../../service/textDecoder';
import { Columns, delimiterOf, DOCUMENTED_COLUMNS } from './columns';
import { CsvScanner } from './csvScanner';
import type { Row } from './row';

/** The header line of a report is short; what goes on without a line break is something else. */
const LONGEST_HEADER_BYTES = 64 * 1024;
const LATIN_1 = /charset=["']?(?:iso-?8859-?1|latin-?1|(?:windows|cp)-?1252)\b/i;

const isBlank = (text: string) => text.trim() === '';

/** A report out of its bytes: judges that it is one before any row is shown, and at the end that it is whole. */
export class Report {
	/** Known with the first line. */
	columns: Columns | undefined;
	/** Rows below the header so far. */
	rowsRead = 0;
	/** Rows in which values may stand in the wrong columns. */
	problemRows = 0;
	/** True, or null where it cannot be proven. Undefined where the reading stopped before the end. */
	complete: true | null | undefined;
	isAtEnd = false;
	private head: Buffer = Buffer.alloc(0);
	private decode: Decode | undefined;
	private scanner: CsvScanner | undefined;

	constructor(private readonly body: Pick<ReportBody, 'contentType' | 'isProvenWhole'>) {}

	/** More bytes, once all rows before them are read. */
	add(chunk: Uint8Array): void {
		if (this.scanner) {
			this.scan(this.scanner, this.decode ? Buffer.from(this.decode(chunk)) : chunk);
			return;
		}
		this.head = Buffer.concat([this.head, chunk]);
		const hasHeaderLine = /[\r\n]/.test(this.head.toString().trimStart());
		if (hasHeaderLine || this.head.length >= LONGEST_HEADER_BYTES) this.begin();
	}

	/** There are no more bytes. */
	end(): void {
		this.isAtEnd = true;
		if (!this.scanner && isBlank(this.head.toString())) {
			// A service may have nothing at all to report yet.
			this.columns = new Columns(DOCUMENTED_COLUMNS);
			return;
		}
		const scanner = this.scanner ?? this.begin();
		scanner.end();
		this.scan(scanner, Buffer.from(this.decode?.() ?? ''));
	}

	/** The rows that are here and were not read yet. */
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
 * Reads a report as far as the names of its columns. Its rows come in portions, one for each piece that arrives: to wait for each of a
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
