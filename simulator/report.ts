import { createHash } from 'node:crypto';
import type { Personality } from './personalities';
import {
	awkwardCells,
	documentedColumns,
	lastDigitsAt,
	reachedIn,
	rowAt,
	rowsPerBlock,
	type ReportRow,
	type ReportSubject,
} from './reportRows';
import type { ReportFacts, ReportOptions } from './types';

export function reportDefaults(rows: number, personality: Personality): ReportOptions {
	return {
		rows,
		seed: 1,
		failedPerThousand: 10,
		delimiter: ',',
		lineEnding: personality.reportLineEnding,
		byteOrderMark: false,
		quoteAll: personality.reportQuotesAll,
		columns: [...documentedColumns],
		awkwardRows: false,
		raggedRows: false,
		extraRows: [],
		finalLineEnding: true,
		empty: false,
		transport: personality.reportTransport,
	};
}

const blockDigits = 5;
/** Far from the ordinary rows, so that no phone occurs twice. */
const firstAwkwardIndex = 90_000_000;

/**
 * A report that is never held: one block of rows is rendered once, and each further block is a copy of it with the block
 * number written into the phones. That is about as fast as copying memory, so the generator is no bottleneck.
 */
export class Report {
	private readonly leading: Buffer;
	private readonly block: Buffer;
	private readonly blockRowEnds: number[];
	private readonly blockPhoneOffsets: number[];
	private readonly specialRows: ReportRow[];
	private readonly renderedSpecials: number;
	private readonly reached: ReturnType<typeof reachedIn> | undefined;

	constructor(
		readonly options: ReportOptions,
		private readonly subject: ReportSubject,
		private readonly personality: Personality,
	) {
		this.reached = subject.counters && reachedIn(options, subject.counters);
		this.specialRows = [...(options.awkwardRows ? awkwardCells : []), ...options.extraRows].map((cells, index) => ({
			...this.plainRow(firstAwkwardIndex + index),
			...cells,
		}));
		const leadingLines = [
			this.renderCells(options.columns),
			...this.specialRows.map((row) => this.render(row)),
			...(options.raggedRows ? this.raggedLines() : []),
		];
		this.renderedSpecials = leadingLines.length - 1;
		const noMoreRows = options.rows === 0;
		this.leading = Buffer.from(
			(options.byteOrderMark ? '\uFEFF' : '') +
				leadingLines.join(options.lineEnding) +
				(noMoreRows && !options.finalLineEnding ? '' : options.lineEnding),
		);
		({ block: this.block, rowEnds: this.blockRowEnds, phoneOffsets: this.blockPhoneOffsets } = this.renderBlock());
	}

	get byteLength(): number {
		if (this.options.empty) return 0;
		const { rows } = this.options;
		const wholeBlocks = Math.floor(rows / rowsPerBlock);
		const rest = rows % rowsPerBlock;
		const bytes = this.leading.length + this.namedRowsExcess() + wholeBlocks * this.block.length + this.endOfRow(rest);
		return rows > 0 && !this.options.finalLineEnding ? bytes - this.options.lineEnding.length : bytes;
	}

	*chunks(): Generator<Buffer> {
		const { rows, empty, finalLineEnding, lineEnding } = this.options;
		if (empty) return;
		yield this.leading;
		for (let first = 0; first < rows; first += rowsPerBlock) {
			const count = Math.min(rowsPerBlock, rows - first);
			const chunk = this.blockFrom(first, count);
			const last = first + count === rows;
			yield last && !finalLineEnding ? chunk.subarray(0, chunk.length - lineEnding.length) : chunk;
		}
	}

	/** What a reader must find, computed from the rows themselves and from the bytes that go out. */
	facts(): ReportFacts {
		const byStatus: Record<string, number> = {};
		const byErrorReason: Record<string, number> = {};
		const { rows, empty, columns } = this.options;
		const failedStatus = this.personality.reportWords.failed;
		const tally = (row: ReportRow, times: number) => {
			byStatus[row.Status ?? ''] = (byStatus[row.Status ?? ''] ?? 0) + times;
			if (row.Error) byErrorReason[row.Error] = (byErrorReason[row.Error] ?? 0) + times;
		};
		if (!empty) {
			for (const row of this.specialRows) tally(row, 1);
			for (let position = 0; position < Math.min(rows, rowsPerBlock); position++) {
				tally(this.plainRow(position), Math.ceil((rows - position) / rowsPerBlock));
			}
		}
		const hash = createHash('sha256');
		let bytes = 0;
		for (const chunk of this.chunks()) {
			hash.update(chunk);
			bytes += chunk.length;
		}
		return {
			rows: empty ? 0 : rows + this.renderedSpecials,
			failedRows: byStatus[failedStatus] ?? 0,
			bytes,
			sha256: hash.digest('hex'),
			columns: empty ? [] : columns,
			byStatus,
			byErrorReason,
			failedStatus,
		};
	}

	private plainRow(rowIndex: number): ReportRow {
		return rowAt(rowIndex, this.options, this.subject, this.personality, this.reached);
	}

	private render(row: ReportRow): string {
		return this.renderCells(this.options.columns.map((column) => row[column] ?? `extra ${column}`));
	}

	private renderCells(cells: readonly string[]): string {
		const { delimiter, quoteAll } = this.options;
		return cells
			.map((cell) => {
				const needsQuotes = quoteAll || /["\r\n]/.test(cell) || cell.includes(delimiter);
				return needsQuotes ? `"${cell.replace(/"/g, '""')}"` : cell;
			})
			.join(delimiter);
	}

	/** One line with two cells, one with two cells too many; their status cells are left out of the facts. */
	private raggedLines(): string[] {
		const cells = this.options.columns.map((column) => this.plainRow(0)[column] ?? '');
		return [this.renderCells(['Too', 'Few']), this.renderCells([...cells, 'too', 'many'])];
	}

	private renderBlock(): { block: Buffer; rowEnds: number[]; phoneOffsets: number[] } {
		const rowEnds: number[] = [];
		const phoneOffsets: number[] = [];
		const lines: string[] = [];
		const anonymous = { ...this.subject, contacts: [] };
		const count = Math.min(this.options.rows, rowsPerBlock);
		let bytes = 0;
		for (let position = 0; position < count; position++) {
			const row = rowAt(position, this.options, anonymous, this.personality, this.reached);
			const line = this.render(row) + this.options.lineEnding;
			const phoneAt = line.indexOf(row.Phone ?? '');
			if (phoneAt >= 0) phoneOffsets.push(bytes + Buffer.byteLength(line.slice(0, phoneAt)) + lastDigitsAt(row.Phone));
			bytes += Buffer.byteLength(line);
			rowEnds.push(bytes);
			lines.push(line);
		}
		return { block: Buffer.from(lines.join('')), rowEnds, phoneOffsets };
	}

	private blockFrom(first: number, count: number): Buffer {
		if (first < this.subject.contacts.length) return Buffer.from(this.namedLines(first, count));
		const chunk = Buffer.from(this.block.subarray(0, this.endOfRow(count)));
		if (first === 0) return chunk;
		const digits = Buffer.from(String(first / rowsPerBlock).padStart(blockDigits, '0'));
		for (const offset of this.blockPhoneOffsets) {
			if (offset >= chunk.length) break;
			for (let index = 0; index < blockDigits; index++) chunk[offset + index] = digits[index] as number;
		}
		return chunk;
	}

	private endOfRow(count: number): number {
		return count === 0 ? 0 : (this.blockRowEnds[count - 1] ?? this.block.length);
	}

	private namedLines(first: number, count: number): string {
		let text = '';
		for (let row = first; row < first + count; row++) text += this.render(this.plainRow(row)) + this.options.lineEnding;
		return text;
	}

	/** Bytes by which blocks with the names of real recipients differ from blocks with invented ones. */
	private namedRowsExcess(): number {
		let excess = 0;
		const named = Math.min(this.subject.contacts.length, this.options.rows);
		for (let first = 0; first < named; first += rowsPerBlock) {
			const count = Math.min(rowsPerBlock, this.options.rows - first);
			excess += Buffer.byteLength(this.namedLines(first, count)) - this.endOfRow(count);
		}
		return excess;
	}
}
