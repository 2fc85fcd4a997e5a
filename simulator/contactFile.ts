import { createHash } from 'node:crypto';
import Papa from 'papaparse';
import type { ContactContents, ContactFileRecord } from './ledger';
import type { Contact } from './reportRows';

interface ParsedPiece {
	data: string[][];
	errors: Array<{ type: string }>;
	meta: { cursor: number };
}

const sampleLength = 64 * 1024;
/** A quote that is never closed makes one record of the rest of the file; beyond this the rest is taken as it comes. */
const longestRecord = 8 * 1024 * 1024;
const keptContacts = 1000;
const keptRows = 20;

/**
 * Reads an uploaded contact file as it streams by: every byte is hashed, and Papa Parse takes the records apart without
 * the file ever being held.
 */
export class ContactFileReader {
	readonly contacts: Contact[] = [];
	private readonly byteHash = createHash('sha256');
	private bytes = 0;
	private start = Buffer.alloc(0);
	private decoder: TextDecoder | undefined;
	private text = '';
	private parser: Papa.Parser | undefined;
	private readonly contents: ContactContents = {
		encoding: 'utf-8',
		byteOrderMark: false,
		delimiter: ',',
		lineEnding: '\n',
		columns: [],
		rows: 0,
		irregularRows: 0,
		quoteFaults: 0,
		firstRows: [],
	};
	private seenHeader = false;
	private columnPositions = { name: -1, phone: -1, language: -1 };

	constructor(private readonly inspection: 'full' | 'hash') {}

	write(chunk: Buffer): void {
		this.byteHash.update(chunk);
		this.bytes += chunk.length;
		if (this.start.length < 4) this.start = Buffer.concat([this.start, chunk.subarray(0, 4)]);
		if (this.inspection === 'hash') return;
		this.text += this.decode(chunk);
		if (this.text.length >= sampleLength) this.parse(false);
	}

	end(fileName: string, contentType: string): ContactFileRecord {
		if (this.inspection === 'full') {
			this.text += this.decoder?.decode() ?? '';
			this.parse(true);
		}
		return {
			fileName,
			contentType,
			bytes: this.bytes,
			sha256: this.byteHash.digest('hex'),
			contents: this.inspection === 'full' ? this.contents : null,
		};
	}

	get isEmpty(): boolean {
		return this.bytes === 0;
	}

	/** Spreadsheets and other archives start like this; the document asks for CSV. */
	get isArchive(): boolean {
		return this.start[0] === 0x50 && this.start[1] === 0x4b && this.start[2] === 0x03;
	}

	private decode(chunk: Buffer): string {
		if (!this.decoder) this.openDecoder(chunk);
		try {
			return this.decoder?.decode(chunk, { stream: true }) ?? '';
		} catch {
			// Not UTF-8 after all; from here on every byte is a character of its own.
			this.contents.encoding = 'windows-1252';
			this.decoder = new TextDecoder('windows-1252');
			return this.decoder.decode(chunk, { stream: true });
		}
	}

	private openDecoder(chunk: Buffer): void {
		const [first, second, third] = chunk;
		this.contents.byteOrderMark = true;
		if (first === 0xff && second === 0xfe) this.contents.encoding = 'utf-16le';
		else if (first === 0xfe && second === 0xff) this.contents.encoding = 'utf-16be';
		else this.contents.byteOrderMark = first === 0xef && second === 0xbb && third === 0xbf;
		this.decoder = new TextDecoder(this.contents.encoding, { fatal: true });
	}

	private parse(last: boolean): void {
		this.parser ??= this.openParser();
		const takeAll = last || this.text.length > longestRecord;
		const piece = this.parser.parse(this.text, 0, !takeAll) as ParsedPiece;
		this.text = takeAll ? '' : this.text.slice(piece.meta.cursor);
		for (const fault of piece.errors) if (fault.type === 'Quotes') this.contents.quoteFaults++;
		for (const record of piece.data) this.take(record);
	}

	private openParser(): Papa.Parser {
		const { meta } = Papa.parse<string[]>(this.text.slice(0, sampleLength), { preview: 10, skipEmptyLines: true });
		this.contents.delimiter = meta.delimiter;
		this.contents.lineEnding = meta.linebreak;
		return new Papa.Parser({ delimiter: meta.delimiter, newline: meta.linebreak as '\n' });
	}

	private take(record: string[]): void {
		if (record.length === 1 && record[0] === '') return;
		if (!this.seenHeader) {
			this.seenHeader = true;
			this.contents.columns = record;
			const position = (name: string) => record.findIndex((column) => column.trim().toLowerCase() === name);
			this.columnPositions = {
				name: position('name'),
				phone: position('phone'),
				language: position('language'),
			};
			return;
		}
		this.contents.rows++;
		if (record.length !== this.contents.columns.length) this.contents.irregularRows++;
		if (this.contents.firstRows.length < keptRows) this.contents.firstRows.push(record);
		if (this.contacts.length < keptContacts) {
			const { name, phone, language } = this.columnPositions;
			this.contacts.push({
				name: record[name] ?? '',
				phone: record[phone] ?? '',
				language: record[language] ?? '',
			});
		}
	}
}
