import type { AnswerBody } from '../../service/answerBody';
import { NotAReport, UnusableReport } from '../../service/reportErrors';
import { readByteOrderMark } from '../../service/textDecoder';
import { looksLikeReport, Columns, DOCUMENTED_COLUMNS } from './columns';
import { CsvScanner } from './csvScanner';
import { describeRowProblem, type CurrentRow } from './row';

/** The header line of a report is short. Data without a line break up to here is not a report. */
const LONGEST_HEADER_BYTES = 64 * 1024;

const isBlank = (text: string) => text.trim() === '';

/** A report that is read as it arrives. */
export class Report {
	/** So far, without the header. */
	rowsRead = 0;
	/** Rows whose values may be in the wrong columns. */
	problemRows = 0;
	/** Null if it was read to the end, and nothing proves that it is complete. */
	complete: true | null | 'notReadToEnd' = 'notReadToEnd';
	/** If so, the report may have been cut off within a quoted value. */
	private hasLastRowProblem = false;

	private constructor(
		private readonly body: Pick<AnswerBody, 'isProvenComplete'>,
		private readonly chunks: AsyncGenerator<Uint8Array, void>,
		private readonly scanner: CsvScanner,
		readonly columns: Columns,
	) {}

	/** Reads the column names. Throws if it is not a report. */
	static async open(body: Pick<AnswerBody, 'chunks' | 'isProvenComplete'>): Promise<Report> {
		const chunks = body.chunks();
		const head = await readHead(chunks);
		const text = head.toString('utf8', 0, LONGEST_HEADER_BYTES);
		const scanner = new CsvScanner();
		// An empty body: the service may have nothing to report yet.
		if (isBlank(text)) return new Report(body, chunks, scanner, new Columns(DOCUMENTED_COLUMNS));
		if (!looksLikeReport(text)) throw new NotAReport(text);
		scanner.add(head);
		while (!scanner.advance()) {
			// The row of names is longer than its first line: a name contains a line break.
			const { value } = await chunks.next();
			if (value) scanner.add(value);
			else scanner.end();
		}
		const header = Array.from({ length: scanner.length }, (_, position) => scanner.text(position));
		// All names in one pair of quotation marks, as in JSON text.
		if (header.length === 1) throw new NotAReport(text);
		return new Report(body, chunks, scanner, new Columns(header));
	}

	/** The rows of each chunk as it arrives: awaiting each of a million rows would take as long as reading them. */
	async *rowsByChunk(): AsyncGenerator<Iterable<CurrentRow>, void> {
		yield this.readRows();
		for await (const chunk of this.chunks) {
			this.scanner.add(chunk);
			yield this.readRows();
		}
		this.scanner.end();
		yield this.readRows();
		const isProven = this.body.isProvenComplete(this.scanner.rowEndsWithLineBreak);
		this.complete = isProven && !this.hasLastRowProblem ? true : null;
	}

	private *readRows(): Generator<CurrentRow, void> {
		const { scanner } = this;
		const width = this.columns.names.length;
		while (scanner.advance()) {
			const { length } = scanner;
			if (length === 1 && isBlank(scanner.text(0))) continue;
			this.rowsRead++;
			if (!scanner.rowEndsWithLineBreak && length < width) throw cutOffError();
			this.hasLastRowProblem = describeRowProblem(scanner, width) !== undefined;
			if (this.hasLastRowProblem) this.problemRows++;
			yield scanner;
		}
	}
}

const cutOffError = () =>
	new UnusableReport(
		'The report ended early: its last row is cut off',
		'Nothing was passed on. Run this again. If it keeps happening, contact your provider.',
		true,
	);

/** Reads the chunks with the first line that is not empty. Leaves out the byte order mark. */
async function readHead(chunks: AsyncGenerator<Uint8Array, void>): Promise<Buffer> {
	let head = Buffer.alloc(0);
	while (head.length < LONGEST_HEADER_BYTES && !/[\r\n]/.test(head.toString().trimStart())) {
		const { value } = await chunks.next();
		if (!value) break;
		head = Buffer.concat([head, value]);
	}
	return readByteOrderMark(head) === 'UTF-8' ? head.subarray(3) : head;
}
