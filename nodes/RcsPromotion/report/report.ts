import type { ReportBody } from '../../service/reportStream';
import type { Columns } from './columns';
import { ReportParser } from './reportParser';
import type { Row } from './row';

type Step = IteratorResult<Row, undefined>;

/** A report while it arrives: its columns are known, its rows can be read once, and after the last of them is known whether it is complete. */
export class Report {
	readonly rows: AsyncIterable<Row> = { [Symbol.asyncIterator]: () => ({ next: () => this.next() }) };
	private readonly chunks: AsyncIterator<Uint8Array, void>;
	private readonly parser: ReportParser;
	private isAtEnd = false;
	private shown: Row | undefined;
	private step: Promise<Step> = Promise.resolve({ done: true, value: undefined });

	private constructor(body: ReportBody) {
		this.chunks = body.chunks();
		this.parser = new ReportParser(body);
	}

	/** Reads as far as the names of the columns. */
	static async open(body: ReportBody): Promise<Report> {
		const report = new Report(body);
		while (!report.parser.columns) await report.readOn();
		return report;
	}

	get columns(): Columns {
		return this.parser.columns as Columns;
	}

	/** How many rows were read so far, below the header. */
	get rowsRead(): number {
		return this.parser.rows;
	}

	/** Rows in which values may stand in the wrong columns. */
	get problemRows(): number {
		return this.parser.problemRows;
	}

	/** True, or null where it cannot be proven. Undefined where the reading stopped before the end. */
	get complete(): true | null | undefined {
		return this.parser.complete;
	}

	/** No async function, as a promise for each of a million rows would take as long as reading them. */
	private next(): Promise<Step> {
		return this.parser.advance() ? this.show(this.parser.row) : this.search();
	}

	private async search(): Promise<Step> {
		while (!this.isAtEnd) {
			await this.readOn();
			if (this.parser.advance()) return await this.show(this.parser.row);
		}
		return { done: true, value: undefined };
	}

	private async readOn(): Promise<void> {
		const piece = await this.chunks.next();
		this.isAtEnd = piece.done === true;
		if (piece.done) this.parser.end();
		else this.parser.add(piece.value);
	}

	/** Mostly the same object, which now stands for another row. */
	private show(row: Row): Promise<Step> {
		if (row !== this.shown) this.step = Promise.resolve({ done: false, value: row });
		this.shown = row;
		return this.step;
	}
}
