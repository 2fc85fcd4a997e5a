import type { AnswerBody } from '../../service/answerBody';
import { NotAReport, UnusableReport } from '../../service/reportFaults';
import { markedEncoding } from '../../service/textDecoder';
import { beginsReport, Columns, DOCUMENTED_COLUMNS } from './columns';
import { CsvScanner } from './csvScanner';
import { rowProblem, type Row } from './row';

/** The header line of a report is short. Data without a line break up to here is not a report. */
const LONGEST_HEADER_BYTES = 64 * 1024;

const CUT_OFF = [
	'The report ended early: its last row is cut off',
	'Nothing was passed on. Run this again. If it keeps happening, contact your provider.',
] as const;

const isBlank = (text: string) => text.trim() === '';

/** A report that is read as it arrives. It is one, or it could not be opened; at its end, it says whether it is complete. */
export class Report {
	/** Rows below the header so far. */
	rowsRead = 0;
	/** Rows whose values may be in the wrong columns. */
	problemRows = 0;
	/** True, or null if it cannot be proven. Undefined if reading stopped before the end. */
	complete: true | null | undefined;
	/** As if the report had been cut within a quoted value. */
	private isLastRowOdd = false;

	private constructor(
		private readonly body: Pick<AnswerBody, 'isProvenWhole'>,
		private readonly chunks: AsyncGenerator<Uint8Array, void>,
		private readonly scanner: CsvScanner,
		readonly columns: Columns,
	) {}

	/** Reads up to the column names. */
	static async open(body: Pick<AnswerBody, 'chunks' | 'isProvenWhole'>): Promise<Report> {
		const chunks = body.chunks();
		const head = await headOf(chunks);
		const text = head.toString('utf8', 0, LONGEST_HEADER_BYTES);
		const scanner = new CsvScanner();
		// An empty body: the service may have nothing to report yet.
		if (isBlank(text)) return new Report(body, chunks, scanner, new Columns(DOCUMENTED_COLUMNS));
		if (!beginsReport(text)) throw new NotAReport(text);
		scanner.add(head);
		while (!scanner.advance()) {
			// A name may contain a line break.
			const { value } = await chunks.next();
			if (value) scanner.add(value);
			else scanner.end();
		}
		const header = Array.from({ length: scanner.length }, (_, position) => scanner.text(position));
		// All names in one pair of quotation marks, as in JSON text.
		if (header.length === 1) throw new NotAReport(text);
		return new Report(body, chunks, scanner, new Columns(header));
	}

	/** The rows, one portion for each chunk that arrives: awaiting each of a million rows would take as long as reading them. */
	async *portions(): AsyncGenerator<Iterable<Row>, void> {
		yield this.arrived();
		for await (const chunk of this.chunks) {
			this.scanner.add(chunk);
			yield this.arrived();
		}
		this.scanner.end();
		yield this.arrived();
		const isWhole = this.body.isProvenWhole(this.scanner.endsWithLineBreak);
		this.complete = isWhole && !this.isLastRowOdd ? true : null;
	}

	private *arrived(): Generator<Row, void> {
		const { scanner } = this;
		const width = this.columns.names.length;
		while (scanner.advance()) {
			const { length } = scanner;
			if (length === 1 && isBlank(scanner.text(0))) continue;
			this.rowsRead++;
			if (!scanner.endsWithLineBreak && length < width) throw new UnusableReport(...CUT_OFF);
			this.isLastRowOdd = rowProblem(scanner, width) !== undefined;
			if (this.isLastRowOdd) this.problemRows++;
			yield scanner;
		}
	}
}

/** Reads up to the end of the first line that shows anything. */
async function headOf(chunks: AsyncGenerator<Uint8Array, void>): Promise<Buffer> {
	let head = Buffer.alloc(0);
	while (head.length < LONGEST_HEADER_BYTES && !/[\r\n]/.test(head.toString().trimStart())) {
		const { value } = await chunks.next();
		if (!value) break;
		head = Buffer.concat([head, value]);
	}
	return markedEncoding(head) === 'UTF-8' ? head.subarray(3) : head;
}
