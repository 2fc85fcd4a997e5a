import { createHash } from 'node:crypto';
import { Rows, rowsPerBlock, awkwardCells, documentedColumns, type ReportRow, type ReportSubject } from './reportRows';
import type { Settings } from './settings';
import type { Counters, ReportFacts, ReportOptions } from './types';

/** Far from the ordinary rows, so that no phone occurs twice. */
const firstSpecialRow = 90_000_000;

/** A report that is never held: its rows are made while it is sent. */
export class Report {
	readonly options: ReportOptions;
	private readonly rows: Rows;
	private readonly specialRows: ReportRow[];

	constructor(
		given: Partial<ReportOptions> & { rows: number },
		subject: ReportSubject,
		/** The counters with which the rows agree; usual shares without them. */
		reached: Counters | undefined,
		private readonly settings: Settings,
	) {
		this.options = {
			seed: 1,
			failedPerThousand: 10,
			delimiter: ',',
			lineEnding: settings.reportLineEnding,
			byteOrderMark: false,
			quoteAll: settings.reportQuotesAll,
			columns: documentedColumns,
			awkwardRows: false,
			raggedRows: false,
			extraRows: [],
			finalLineEnding: true,
			empty: false,
			transport: settings.reportTransport,
			...given,
		};
		const { awkwardRows, extraRows } = this.options;
		this.rows = new Rows(this.options, subject, settings, reached);
		const special = [...(awkwardRows ? awkwardCells : []), ...extraRows];
		this.specialRows = special.map((cells, index) => ({ ...this.rows.at(firstSpecialRow + index), ...cells }));
	}

	get byteLength(): number {
		let bytes = 0;
		for (const chunk of this.chunks()) bytes += chunk.length;
		return bytes;
	}

	*chunks(): Generator<Buffer> {
		const { rows, empty, finalLineEnding, lineEnding, byteOrderMark, columns, raggedRows } = this.options;
		if (empty) return;
		const head = [this.line(columns), ...this.specialRows.map((row) => this.lineOf(row))];
		if (raggedRows) head.push(this.line(['Too', 'Few']), this.line([...this.cells(this.rows.at(0)), 'too', 'many']));
		const last = (text: string) => (finalLineEnding ? text : text.slice(0, -lineEnding.length));
		const start = (byteOrderMark ? '\uFEFF' : '') + head.join('');
		yield Buffer.from(rows === 0 ? last(start) : start);
		// Ordinary rows differ from those of the first block in their phone alone, which makes a million of them quick.
		const around = Array.from({ length: Math.min(rows, rowsPerBlock) }, (_, position) => {
			const row = this.rows.at(firstSpecialRow - rowsPerBlock + position);
			return this.lineOf(row).split(row.Phone ?? '');
		});
		for (let first = 0; first < rows; first += rowsPerBlock) {
			const end = Math.min(first + rowsPerBlock, rows);
			let text = '';
			for (let row = first; row < end; row++) {
				text += this.rows.isNamed(row)
					? this.lineOf(this.rows.at(row))
					: (around[row - first] as string[]).join(this.rows.phoneOf(row));
			}
			yield Buffer.from(end === rows ? last(text) : text);
		}
	}

	/** What a reader must find, computed from the rows themselves and from the bytes that go out. */
	facts(): ReportFacts {
		const byStatus: Record<string, number> = {};
		const byErrorReason: Record<string, number> = {};
		const { rows, empty, raggedRows } = this.options;
		const tally = ({ Status = '', Error: reason = '' }: ReportRow, times: number) => {
			byStatus[Status] = (byStatus[Status] ?? 0) + times;
			if (reason) byErrorReason[reason] = (byErrorReason[reason] ?? 0) + times;
		};
		for (const row of empty ? [] : this.specialRows) tally(row, 1);
		for (let position = 0; !empty && position < Math.min(rows, rowsPerBlock); position++) {
			tally(this.rows.at(position), Math.ceil((rows - position) / rowsPerBlock));
		}
		const hash = createHash('sha256');
		let bytes = 0;
		for (const chunk of this.chunks()) {
			hash.update(chunk);
			bytes += chunk.length;
		}
		const failedStatus = this.settings.reportWords.failed;
		return {
			rows: empty ? 0 : rows + this.specialRows.length + (raggedRows ? 2 : 0),
			failedRows: byStatus[failedStatus] ?? 0,
			bytes,
			sha256: hash.digest('hex'),
			byStatus,
			byErrorReason,
			failedStatus,
		};
	}

	private cells(row: ReportRow): string[] {
		return this.options.columns.map((column) => row[column] ?? `extra ${column}`);
	}

	private lineOf(row: ReportRow): string {
		return this.line(this.cells(row));
	}

	private line(cells: readonly string[]): string {
		const { delimiter, quoteAll, lineEnding } = this.options;
		const written = cells.map((cell) => {
			const needsQuotes = quoteAll || /["\r\n]/.test(cell) || cell.includes(delimiter);
			return needsQuotes ? `"${cell.replace(/"/g, '""')}"` : cell;
		});
		return written.join(delimiter) + lineEnding;
	}
}
