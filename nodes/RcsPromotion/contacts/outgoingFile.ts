import { isEmptyLine, readCsv } from '../../vendor/csvParse';
import { sumOfLengths } from './bytes';
import { csvRow } from './csvText';
import { csvOptionsOf, type Dialect } from './dialect';
import { inUtf8 } from './encoding';
import type { FileColumns } from './fileColumns';
import { withoutLines, type LineRanges } from './lineRanges';
import { changedMeanwhile } from './messages';
import type { TextEncoding } from '../../service/textDecoder';
import type { ContactFile, OutgoingFile } from './types';

export function fileAsItIs(source: ContactFile, byteLength: number): OutgoingFile {
	return outgoingFile(source.fileName, byteLength, async function* () {
		yield* await source.open();
	});
}

export function fileFromTexts(fileName: string, texts: readonly string[]): OutgoingFile {
	const byteLength = texts.reduce((sum, text) => sum + Buffer.byteLength(text, 'utf8'), 0);
	return outgoingFile(fileName, byteLength, async function* () {
		for (const text of texts) yield Buffer.from(text, 'utf8');
	});
}

/** The file without some of its lines, and every other byte as it is. */
export async function fileWithoutLines(
	source: ContactFile,
	encoding: TextEncoding,
	dropped: LineRanges,
): Promise<OutgoingFile> {
	const open = async function* () {
		const bytes = await source.open();
		if (!encoding.startsWith('UTF-16')) {
			yield* withoutLines(bytes, dropped);
			return;
		}
		// Line breaks are two bytes there: cut as UTF-8, and written back as it was.
		for await (const piece of withoutLines(inUtf8(bytes, encoding, { keepsMark: true }), dropped)) {
			const written = Buffer.from(Buffer.from(piece).toString('utf8'), 'utf16le');
			yield encoding === 'UTF-16BE' ? written.swap16() : written;
		}
	};
	return outgoingFile(source.fileName, await sumOfLengths(open()), open);
}

/** What the check learned that writing the file anew needs. */
export interface Conversion {
	encoding: TextEncoding;
	dialect: Dialect;
	columns: FileColumns;
	/** The line after the header. */
	firstLine: number;
	/** Lines without any value, and contacts that get nothing. */
	dropped: LineRanges;
	/** The phone number of each contact that stays; undefined where it is the one in the file. */
	phones: { at(contact: number): string | undefined };
	/** Undefined where nothing spoke for a conversion until a late row did. */
	byteLength?: number;
}

/** The file in UTF-8, separated by commas, under the service's column names. */
export async function fileConverted(source: ContactFile, conversion: Conversion): Promise<OutgoingFile> {
	const open = () => convertedRows(source, conversion);
	return outgoingFile(source.fileName, conversion.byteLength ?? (await sumOfLengths(open())), open);
}

async function* convertedRows(source: ContactFile, conversion: Conversion): AsyncGenerator<Uint8Array> {
	const { encoding, dialect, columns, firstLine, dropped, phones } = conversion;
	const isDropped = dropped.reader();
	const phoneAt = columns.columns.indexOf('phone');
	let contacts = 0;
	yield Buffer.from(csvRow(columns.headerWritten), 'utf8');
	for await (const portion of readCsv(inUtf8(await source.open(), encoding), csvOptionsOf(dialect))) {
		let text = '';
		for (const { values: row, line } of portion) {
			if (line < firstLine || isDropped(line) || isEmptyLine(row)) continue;
			const values = columns.valuesOf(row);
			values[phoneAt] = phones.at(contacts++) ?? values[phoneAt] ?? '';
			text += csvRow(columns.written(row, values));
		}
		yield Buffer.from(text, 'utf8');
	}
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
