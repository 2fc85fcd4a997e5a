import { CsvFault } from '../../vendor/csvParse';
import { readHeader, type Header } from './columns';
import { csvRow } from './csvText';
import { delimiterCharacters, mustBeWrittenAnew, type FileForm } from './form';
import { LineRanges } from './lineRanges';
import { regularPhoneKey } from './phones';
import { RecipientChecks, type ContactFlaw } from './recipients';
import { RowReader } from './rowReader';
import type { Row } from './rows';
import { Tally } from './tally';
import type { ContactCheckOptions } from './types';

/** One reading of a file from its first byte to its last: checks each contact and notes what writing it anew would need. */
export class FileReading {
	readonly flaws = new Tally<ContactFlaw>();
	readonly dropped = new LineRanges();
	header?: Header;
	headerLine = 1;
	headerIsContact = false;
	/** What stopped the reading of rows, if anything did. */
	fault?: CsvFault;
	writtenBytes = 0;
	private checks?: RecipientChecks;
	private readonly reader: RowReader;
	private readonly measures: boolean;

	constructor(
		private readonly form: FileForm,
		private readonly options: ContactCheckOptions,
	) {
		this.measures = mustBeWrittenAnew(form) && (options.removeDuplicates || options.normalizeFile);
		this.reader = new RowReader(delimiterCharacters[form.delimiter], this.takeRow, { readsPlainRows: !this.measures });
	}

	get rows(): number {
		return this.checks?.rows ?? 0;
	}

	/** Undefined when no phone number was understood. */
	get recipientsDigest(): string | undefined {
		return this.checks && this.checks.recipients.size > 0 ? this.checks.recipients.digest() : undefined;
	}

	write(utf8: Uint8Array): void {
		this.parsing(() => this.reader.write(utf8));
	}

	end(): void {
		this.parsing(() => this.reader.end());
		if (this.rows === 0) this.dropped.add(1, Infinity);
	}

	private parsing(parse: () => void): void {
		if (this.fault) return;
		let thrown: unknown;
		try {
			parse();
			return;
		} catch (error) {
			thrown = error;
		}
		if (!(thrown instanceof CsvFault)) throw thrown as Error;
		this.fault = thrown;
	}

	private readonly takeRow = (row: Row, line: number): void => {
		if (this.checks) this.takeContact(this.checks, row, line);
		else if (!(this.form.hasSeparatorLine && line === 1)) this.takeHeader(row, line);
	};

	private takeHeader(row: Row, line: number): void {
		const header = readHeader(textsOf(row));
		this.header = header;
		this.headerLine = line;
		this.headerIsContact =
			Object.keys(header.positions).length === 0 && header.cells.some((cell) => regularPhoneKey(cell) > 0);
		const columns = new Set(this.options.references.map(({ column }) => column));
		this.checks = new RecipientChecks(
			{
				phone: header.positions.phone,
				width: row.length,
				referenced: [...columns].flatMap((column) => {
					const index = header.positions[column];
					return index === undefined ? [] : [[column, index] as const];
				}),
			},
			this.flaws,
		);
		if (this.headerIsContact) this.takeContact(this.checks, row, line);
	}

	private takeContact(checks: RecipientChecks, row: Row, line: number): void {
		if (checks.rows === 0) this.dropped.add(1, line);
		const isFirst = checks.take(row, line);
		if (!isFirst && this.options.removeDuplicates) this.dropped.add(line, line + row.lines);
		else if (this.measures) this.writtenBytes += Buffer.byteLength(csvRow(textsOf(row)), 'utf8');
	}
}

function textsOf(row: Row): string[] {
	return Array.from({ length: row.length }, (_, position) => row.text(position));
}
