import { UnusableAnswer, type AnswerBody } from '../../service/http';
import { Refusal } from '../../service/refusal';
import { readByteOrderMark } from '../../service/textDecoder';
import { counted } from '../../service/values';
import { joinNames, joinWords } from '../issues';
import { looksLikeReport, Columns } from './columns';
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
	/** Undefined until it was read to the end; null if nothing proves that it is complete. */
	complete?: true | null;
	/** Whether the values of the row read last may be in the wrong columns. */
	private hasLastRowProblem = false;

	private constructor(
		private readonly body: Pick<AnswerBody, 'isProvenComplete'>,
		private readonly chunks: AsyncGenerator<Uint8Array, void>,
		private readonly scanner: CsvScanner,
		readonly columns: Columns,
	) {}

	/** Reads the column names. Throws if it is not a report. */
	static async open(body: Pick<AnswerBody, 'answer' | 'chunks' | 'isProvenComplete'>): Promise<Report> {
		const chunks = body.chunks();
		const firstBytes = await readFirstLine(chunks);
		const firstText = firstBytes.toString('utf8', 0, LONGEST_HEADER_BYTES);
		const scanner = new CsvScanner();
		const notAReport = () => new UnusableAnswer({ ...body.answer, body: firstText });
		if (isBlank(firstText)) throw emptyError();
		if (!looksLikeReport(firstText)) throw notAReport();
		scanner.add(firstBytes);
		while (!scanner.advance()) {
			// A name contains a line break, so the header goes on. This ends: after `end`, the scanner has a row in any text that is not blank.
			const { value } = await chunks.next();
			if (value) scanner.add(value);
			else scanner.end();
		}
		const columnNames = Array.from({ length: scanner.length }, (_, position) => scanner.text(position));
		// All names in one pair of quotation marks, as in JSON text.
		if (columnNames.length === 1) throw notAReport();
		return new Report(body, chunks, scanner, new Columns(columnNames));
	}

	/** The rows in groups, because awaiting each row takes as long as reading it. Read a group to its end before the next. */
	async *rowsByChunk(): AsyncGenerator<Iterable<CurrentRow>, void> {
		yield this.readRows();
		for await (const chunk of this.chunks) {
			this.scanner.add(chunk);
			yield this.readRows();
		}
		this.scanner.end();
		yield this.readRows();
		// A quoted value that is cut off is read as a stray quotation mark, so a problem in the last row may be that.
		const isProven = this.body.isProvenComplete(this.scanner.rowEndsWithLineBreak);
		this.complete = isProven && !this.hasLastRowProblem ? true : null;
	}

	/** What people must know who use what was read: what may be missing, or stand in the wrong place. */
	describe(promotionId: string): string[] {
		const { columns, complete, problemRows, rowsRead } = this;
		const missing = columns.listMissing();
		const all: Array<[applies: boolean, sentence: string]> = [
			// A service may name them otherwise. Which is which, a person has to say: n8n's Edit Fields renames them.
			[
				missing.length > 0,
				`The report of ${promotionId} has no ${missing.length === 1 ? 'column' : 'columns'} ${joinWords(missing)}, so what comes from there is null. Its columns are ${joinNames(columns.names)}. To get them as they are, turn off 'Simplify' in Get Many.`,
			],
			[complete === null, describeIncomplete(promotionId)],
			[
				problemRows > 0,
				`${counted(problemRows, 'row')} of the report of ${promotionId} may have values in the wrong columns: a quotation mark (") in the wrong place, or more or fewer values than columns. Get Many marks them with rowProblem.`,
			],
			[
				rowsRead === 0,
				`The report of ${promotionId} has no rows yet. Run this again after the promotion has sent messages.`,
			],
		];
		return all.flatMap(([applies, sentence]) => (applies ? [sentence] : []));
	}

	private *readRows(): Generator<CurrentRow, void> {
		const { scanner } = this;
		const columnCount = this.columns.names.length;
		while (scanner.advance()) {
			const { length } = scanner;
			if (length === 1 && isBlank(scanner.text(0))) continue;
			this.rowsRead++;
			// If all rows before it lack values, too, and all bytes have arrived, it is as whole as they are.
			const isLikeOthers =
				this.rowsRead > 1 && this.problemRows === this.rowsRead - 1 && this.body.isProvenComplete(false);
			const isCutOff = !scanner.rowEndsWithLineBreak && length < columnCount && !isLikeOthers;
			if (isCutOff) throw cutOffError();
			this.hasLastRowProblem = describeRowProblem(scanner, columnCount) !== undefined;
			if (this.hasLastRowProblem) this.problemRows++;
			// The scanner is also its current row.
			yield scanner;
		}
	}
}

export const describeIncomplete = (promotionId: string): string =>
	`n8n cannot tell whether this report is complete (promotion ${promotionId}): compare its number of rows with Attempted in the statistics.`;

/** For a model. */
const TRY_ONCE_MORE = 'Try once more in 1 minute. If that does not help, tell the person.';

/** Not even the names of the columns: it may not be ready, and says nothing of who got the message. */
const emptyError = () =>
	new Refusal('The report is empty', 'The service may not have made it yet. Run this again later.', TRY_ONCE_MORE);

const cutOffError = () =>
	new Refusal(
		'The report ended early: its last row is cut off',
		'Nothing was passed on. Run this again. If it keeps happening, contact your provider.',
		TRY_ONCE_MORE,
	);

/** Reads the chunks with the first line that is not empty. Leaves out the byte order mark. */
async function readFirstLine(chunks: AsyncGenerator<Uint8Array, void>): Promise<Buffer> {
	let head = Buffer.alloc(0);
	while (head.length < LONGEST_HEADER_BYTES && !/[\r\n]/.test(head.toString().trimStart())) {
		const { value } = await chunks.next();
		if (!value) break;
		head = Buffer.concat([head, value]);
	}
	return readByteOrderMark(head) === 'UTF-8' ? head.subarray(3) : head;
}
