import { createCsvParser } from '../../vendor/csvParse';
import { sumOfLengths } from './bytes';
import { normalHeader, type Header } from './columns';
import { csvRow } from './csvText';
import { utf8Converter } from './encoding';
import { delimiterCharacters, mustBeWrittenAnew, type FileForm } from './form';
import { withoutLines, type LineRanges } from './lineRanges';
import { changedMeanwhile } from './messages';
import type { ContactEncoding, ContactSource, WireFile } from './types';

/** What the check learned that writing the file anew needs. */
export interface Rewriting {
	encoding: ContactEncoding;
	form: FileForm;
	header: Header;
	/** The lines that are left out: all above the first contact, and those of contacts that do not stay. */
	dropped: LineRanges;
	/** The length of all contacts that stay, written anew. Not needed where lines are cut out. */
	writtenBytes: number;
}

export function fileAsItIs(source: ContactSource, byteLength: number): WireFile {
	return wireFile(source.fileName, byteLength, async function* () {
		yield* await source.open();
	});
}

export function fileFromTexts(fileName: string, texts: readonly string[]): WireFile {
	const byteLength = texts.reduce((sum, text) => sum + Buffer.byteLength(text, 'utf8'), 0);
	return wireFile(fileName, byteLength, async function* () {
		for (const text of texts) yield Buffer.from(text, 'utf8');
	});
}

/**
 * Leaves contacts out. A file with commas loses their lines and keeps every other byte below its header, which also spares
 * reading it as CSV a second time; others are written anew.
 */
export async function fileRewritten(source: ContactSource, rewriting: Rewriting): Promise<WireFile> {
	const headerRow = csvRow(normalHeader(rewriting.header));
	if (!mustBeWrittenAnew(rewriting.form)) {
		// Many readers look for one kind of line break only, the first they meet.
		const header = Buffer.from(headerRow.replace(/\r\n$/, rewriting.form.lineBreak), 'utf8');
		const contacts = () => keptLines(source, rewriting);
		const byteLength = header.length + (await sumOfLengths(contacts()));
		return wireFile(source.fileName, byteLength, () => headed(header, contacts()));
	}
	const header = Buffer.from(headerRow, 'utf8');
	return wireFile(source.fileName, header.length + rewriting.writtenBytes, () =>
		headed(header, keptRows(source, rewriting)),
	);
}

function wireFile(fileName: string, byteLength: number, open: () => AsyncIterable<Uint8Array>): WireFile {
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

async function* headed(header: Uint8Array, contacts: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
	yield header;
	yield* contacts;
}

async function* keptLines(source: ContactSource, { encoding, dropped }: Rewriting): AsyncGenerator<Uint8Array> {
	yield* withoutLines(inUtf8(await source.open(), encoding), dropped);
}

async function* keptRows(source: ContactSource, rewriting: Rewriting): AsyncGenerator<Uint8Array> {
	const isDropped = rewriting.dropped.reader();
	let text = '';
	const parser = createCsvParser({
		delimiter: delimiterCharacters[rewriting.form.delimiter],
		onRecord: (row, line) => {
			if (!isDropped(line)) text += csvRow(row);
			return undefined;
		},
	});
	const written = () => {
		const bytes = Buffer.from(text, 'utf8');
		text = '';
		return bytes;
	};
	for await (const chunk of inUtf8(await source.open(), rewriting.encoding)) {
		parser.write(chunk);
		yield written();
	}
	parser.end();
	yield written();
}

async function* inUtf8(bytes: AsyncIterable<Uint8Array>, encoding: ContactEncoding): AsyncGenerator<Uint8Array> {
	if (encoding === 'UTF-8') {
		yield* bytes;
		return;
	}
	const converter = utf8Converter(encoding, () => undefined);
	for await (const chunk of bytes) yield converter.push(chunk);
	yield converter.end();
}
