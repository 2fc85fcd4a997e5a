import { createHash } from 'crypto';
import { changedMeanwhile } from './messages';
import type { ContactSource, OutgoingFile, SourceFile } from './types';

const USUAL_FILE_NAME = 'contacts.csv';

/** One row as CSV, with comma and CR LF. Values stay as they are; quotation marks stand where a reader needs them. */
export function csvRow(values: readonly string[]): string {
	if (values.length === 1 && values[0] === '') return '""\r\n'; // An empty line would be no row at all.
	let row = '';
	for (let index = 0; index < values.length; index++) {
		if (index > 0) row += ',';
		row += quoted(values[index] as string);
	}
	return row + '\r\n';
}

function quoted(value: string): string {
	for (let at = 0; at < value.length; at++) {
		const code = value.charCodeAt(at);
		if (code === 34 || code === 44 || code === 10 || code === 13) return `"${value.replaceAll('"', '""')}"`;
	}
	return value;
}

export function fileAsItIs(source: SourceFile): OutgoingFile {
	return outgoingFile(source.fileName, source.byteLength, async function* () {
		yield* await source.open();
	});
}

/** What becomes of each contact, in the order of the list: a byte, and eight more where numbers are made international. */
export class Decisions {
	private stays = new Uint8Array(1024);
	private numbers: Float64Array | undefined;
	private count = 0;

	constructor(isInternational: boolean) {
		if (isInternational) this.numbers = new Float64Array(1024);
	}

	note(stays: boolean, phone: string): void {
		if (this.count === this.stays.length) {
			const { stays: old, numbers } = this;
			(this.stays = new Uint8Array(old.length * 2)).set(old);
			if (numbers) (this.numbers = new Float64Array(old.length * 2)).set(numbers);
		}
		if (stays) this.stays[this.count] = 1;
		if (stays && this.numbers) this.numbers[this.count] = Number(phone.slice(1));
		this.count++;
	}

	isKept(contact: number): boolean {
		return this.stays[contact] === 1;
	}

	/** The number as it is sent; undefined where that is as it was written. */
	phone(contact: number): string | undefined {
		return this.numbers && `+${this.numbers[contact]}`;
	}
}

/** The contacts that stay, in UTF-8 with commas under the service's column names. The review has measured them. */
export function fileWrittenAnew(
	source: ContactSource,
	{ decisions, writtenBytes }: { decisions: Decisions; writtenBytes: number },
): OutgoingFile {
	const { columns, positions, file } = source;
	const phoneAt = columns.indexOf('phone');
	const header = csvRow(columns);
	const byteLength = Buffer.byteLength(header, 'utf8') + writtenBytes;
	return outgoingFile(file?.fileName ?? USUAL_FILE_NAME, byteLength, async function* () {
		let contact = 0;
		yield Buffer.from(header, 'utf8');
		for await (const portion of source.rows()) {
			let text = '';
			for (const { values } of portion) {
				if (decisions.isKept(contact)) {
					const sent = positions.map((at) => values[at] ?? '');
					sent[phoneAt] = decisions.phone(contact) ?? sent[phoneAt] ?? '';
					text += csvRow(sent);
				}
				contact++;
			}
			yield Buffer.from(text, 'utf8');
		}
	});
}

export function fileFromTexts(fileName: string, texts: readonly string[]): OutgoingFile {
	const byteLength = texts.reduce((sum, text) => sum + Buffer.byteLength(text, 'utf8'), 0);
	return outgoingFile(fileName, byteLength, async function* () {
		for (const text of texts) yield Buffer.from(text, 'utf8');
	});
}

export async function digestOf(chunks: AsyncIterable<Uint8Array>): Promise<string> {
	const hash = createHash('sha256');
	for await (const chunk of chunks) hash.update(chunk);
	return hash.digest('hex');
}

function outgoingFile(fileName: string, byteLength: number, open: () => AsyncIterable<Uint8Array>): OutgoingFile {
	return {
		fileName,
		mimeType: 'text/csv',
		byteLength,
		async *chunks() {
			let sent = 0;
			for await (const chunk of open()) {
				sent += chunk.length;
				if (sent > byteLength) break;
				if (chunk.length > 0) yield chunk;
			}
			if (sent !== byteLength) throw new Error(changedMeanwhile());
		},
	};
}
