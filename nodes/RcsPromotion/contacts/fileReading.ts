import { CsvFault, isEmptyLine, readCsv, type CsvRow } from '../../vendor/csvParse';
import { decoderOf, type TextEncoding } from '../../service/textDecoder';
import { csvRow } from './csvText';
import { csvOptionsOf, dialectOf, type Dialect } from './dialect';
import { hasMark, inUtf8, surelyUtf8 } from './encoding';
import { fileColumns, type FileColumns } from './fileColumns';
import { LineRanges } from './lineRanges';
import type { Conversion } from './outgoingFile';
import { ContactReview, Flaws } from './review';
import type { ContactCheckOptions } from './types';

/** One reading of a file from its first byte to its last: who gets the message, and what sending it in another form needs. */
export class FileReading {
	/** Undefined if there is not a single row. */
	columns?: FileColumns;
	headerLine = 1;
	review: ContactReview;
	/** What stopped the reading of rows, if anything did. */
	fault?: CsvFault;
	/** The lines of contacts that get nothing, and those without any value. */
	readonly dropped = new LineRanges();
	emptyRows = 0;
	byteLength = 0;
	private firstLine = 1;
	private writtenBytes = 0;
	private readonly phones = new WrittenPhones();
	private readonly flaws = new Flaws();

	private constructor(
		readonly encoding: TextEncoding,
		readonly dialect: Dialect,
		private readonly hasMark: boolean,
		private readonly options: ContactCheckOptions,
	) {
		this.review = new ContactReview([], options, this.flaws);
	}

	/** Throws NotUtf8 unless the encoding is known. */
	static async of(
		bytes: AsyncIterable<Uint8Array>,
		head: Uint8Array,
		options: ContactCheckOptions,
		known?: TextEncoding,
	): Promise<FileReading> {
		const encoding = known ?? 'UTF-8';
		const dialect = await dialectOf(decoderOf(encoding)(head), options.delimiter);
		const reading = new FileReading(encoding, dialect, hasMark(head), options);
		const onUnreadable = (line: number) => reading.flaws.note('unreadable', line);
		const utf8 = known ? inUtf8(reading.counted(bytes), known, { onUnreadable }) : surelyUtf8(reading.counted(bytes));
		try {
			for await (const rows of readCsv(utf8, csvOptionsOf(dialect))) for (const row of rows) reading.take(row);
		} catch (fault) {
			if (!(fault instanceof CsvFault)) throw fault as Error;
			reading.fault = fault;
		}
		return reading;
	}

	/** Whether lines can be left out: in what cannot be read to its end nobody knows where a contact stands. */
	get canLeaveOut(): boolean {
		return !this.fault && this.flaws.of('unreadable').count === 0 && this.columns?.isContact !== true;
	}

	/** Whether it can be written in the service's form without a loss. */
	get canConvert(): boolean {
		const hasPhones = this.columns?.columns.includes('phone') === true;
		return this.canLeaveOut && hasPhones && this.flaws.of('columnCount').count === 0;
	}

	/** Whether it may go out with phone numbers that were not looked at, or not whole. */
	get mayHidePhones(): boolean {
		const { normalizeFile } = this.options;
		const isSentAsItIs = !normalizeFile && this.columns?.repeated.includes('phone') === true;
		return !this.canConvert || isSentAsItIs || this.flaws.of('codeApart').count > 0;
	}

	get leavesOut(): boolean {
		return !this.dropped.isEmpty;
	}

	/** How the file differs from UTF-8 with commas and the service's column names, in words. */
	formDepartures(): string[] {
		const { encoding, dialect } = this;
		return [
			...(encoding === 'UTF-8' ? [] : [`encoding ${encoding} → UTF-8`]),
			...(this.hasMark && encoding === 'UTF-8' ? ['byte order mark removed'] : []),
			...(dialect.delimiter === 'comma' ? [] : [`delimiter ${dialect.delimiter} → comma`]),
			...(dialect.hasSeparatorLine ? ['line "sep=" removed'] : []),
			...(dialect.hasOldLineBreaks ? ['line breaks of an old Mac replaced'] : []),
			...(this.hasLinesAbove ? ['empty lines above the column names removed'] : []),
			...(this.columns?.departures() ?? []),
			...(this.options.normalizeFile ? this.review.changes : []),
		];
	}

	private get hasLinesAbove(): boolean {
		return this.headerLine > (this.dialect.hasSeparatorLine ? 2 : 1);
	}

	conversion(): Conversion {
		const { encoding, dialect, columns, dropped, firstLine, phones, writtenBytes } = this;
		if (!columns) throw new Error('There is no header to write');
		const header = Buffer.byteLength(csvRow(columns.headerWritten), 'utf8');
		const byteLength = this.mayConvert(columns) ? header + writtenBytes : undefined;
		return { encoding, dialect, columns, dropped, firstLine, phones, byteLength };
	}

	private async *counted(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
		for await (const chunk of bytes) {
			this.byteLength += chunk.length;
			yield chunk;
		}
	}

	private take(row: CsvRow): void {
		if (isEmptyLine(row.values)) return;
		if (this.columns) {
			this.takeContact(this.columns, row);
			return;
		}
		this.columns = fileColumns(row.values, this.dialect, this.options.normalizeFile);
		this.review = new ContactReview(this.columns.columns, this.options, this.flaws);
		this.headerLine = row.line;
		this.firstLine = row.nextLine;
		if (this.columns.isContact) this.takeContact(this.columns, row);
	}

	private takeContact(columns: FileColumns, { values: row, line, nextLine }: CsvRow): void {
		if (row.every((value) => value.trim() === '')) {
			this.emptyRows++;
			this.dropped.add(line, nextLine);
			return;
		}
		if (row.length !== columns.header.length) this.flaws.note('columnCount', line);
		if (columns.codeIsApart(row)) this.flaws.note('codeApart', line);
		const values = columns.valuesOf(row);
		if (!this.review.take(values, line, () => columns.countriesOf(row))) this.dropped.add(line, nextLine);
		else if (this.mayConvert(columns)) {
			this.writtenBytes += Buffer.byteLength(csvRow(columns.written(row, values)), 'utf8');
			if (this.options.phoneFormat === 'international') this.phones.add(values[columns.columns.indexOf('phone')] ?? '');
		}
	}

	/** The usual file is sent as it is, so nothing needs to be measured. */
	private mayConvert({ mayDepart }: FileColumns): boolean {
		const { options, encoding, dialect } = this;
		const isInForm =
			encoding === 'UTF-8' &&
			!this.hasMark &&
			dialect.delimiter === 'comma' &&
			!dialect.hasSeparatorLine &&
			!dialect.hasOldLineBreaks &&
			!this.hasLinesAbove;
		return options.normalizeFile && (!isInForm || mayDepart || options.phoneFormat === 'international');
	}
}

/** The phone numbers of contacts as they are sent, in eight bytes each: their rules need not be asked twice. */
class WrittenPhones {
	private numbers = new Float64Array(1024);
	private count = 0;

	add(phone: string): void {
		if (this.count === this.numbers.length) {
			const larger = new Float64Array(this.numbers.length * 2);
			larger.set(this.numbers);
			this.numbers = larger;
		}
		this.numbers[this.count++] = /^\+[1-9]\d{1,14}$/.test(phone) ? Number(phone.slice(1)) : 0;
	}

	/** Undefined for one that is sent as it stands in the file. */
	at(contact: number): string | undefined {
		const number = this.numbers[contact] ?? 0;
		return number === 0 ? undefined : `+${number}`;
	}
}
