import type { ItemContext } from '../itemContext';
import { decoderOf, markedEncoding, type TextEncoding } from '../../service/textDecoder';
import * as texts from './messages';
import { ContactRefusal, type ContactOptions, type Delimiter } from './types';

/** A file of contacts, wherever n8n keeps it. */
export interface ContactFile {
	fileName: string;
	/** What there is to say about how it was found. */
	remark?: string;
	/** Its bytes from the start; may be called again for another pass. */
	open(): Promise<AsyncIterable<Uint8Array>>;
}

/** How the file is written, as far as its beginning tells. */
export interface FileForm {
	encoding: TextEncoding;
	hasMark: boolean;
	delimiter: Delimiter;
	/** Whether the first line is Excel's note `sep=;`. */
	hasSeparatorLine: boolean;
	/** Whether lines end as on an old Mac, so that other programs see one line. */
	hasOldLineBreaks: boolean;
	/** The beginning as text. */
	head: string;
}

/** A multiple of four letters of base64, so that each slice stands for whole bytes. */
const SLICE_LETTERS = 64 * 1024;
const SLICE_BYTES = 64 * 1024;
const HEAD_BYTES = 64 * 1024;
const USUAL_FILE_NAME = 'contacts.csv';
const encodings: readonly TextEncoding[] = ['UTF-8', 'UTF-16LE', 'UTF-16BE', 'windows-1252'];
export const delimiterCharacters: Record<Delimiter, string> = { comma: ',', semicolon: ';', tab: '\t', pipe: '|' };
const delimiters = Object.keys(delimiterCharacters) as Delimiter[];
/** U+FFFD stands where bytes mean nothing; NUL is in no text, but in UTF-16 without its mark and in pictures. */
const UNREADABLE = /[\ufffd\0]/;

/** The file in a binary field of an item, in whatever way this n8n keeps files. */
export function contactFile(item: ItemContext): ContactFile {
	const { name, remark } = binaryFieldOf(item);
	const { id, data, fileName } = item.context.helpers.assertBinaryData(item.itemIndex, name);
	return {
		fileName: fileName === undefined || fileName.trim() === '' ? USUAL_FILE_NAME : fileName,
		remark,
		open: async () =>
			id === undefined || id === ''
				? decoded(data)
				: sliced((await item.context.helpers.getBinaryStream(id)) as AsyncIterable<Uint8Array>),
	};
}

function binaryFieldOf(item: ItemContext): { name: string; remark?: string } {
	const asked = item.parameter('binaryPropertyName', 'data');
	const name = typeof asked === 'string' ? asked.trim() : '';
	if (name === '') {
		throw item.refusal("'Input Binary Field' is empty", 'Enter the name of the field with the file, such as data.');
	}
	const { json = {}, binary = {} } = item.context.getInputData()[item.itemIndex] ?? {};
	// Newer workflows keep files among the other values of an item.
	const inJson = Object.entries(json).flatMap(([key, value]) => (isBinary(value) ? [key] : []));
	const existing = [...Object.keys(binary), ...inJson];
	const [only] = existing;
	if (existing.includes(name)) return { name };
	if (only === undefined) {
		throw item.refusal(
			`No file found in '${name}'`,
			"If your contacts are rows from a CRM or sheet, set 'Recipients' to 'Input Items'. If they are in a file, add a node before this one that reads or downloads it.",
		);
	}
	if (existing.length > 1) {
		throw item.refusal(
			`No file found in '${name}'`,
			`The files are in: ${existing.join(', ')}. Enter one of these names in 'Input Binary Field'.`,
		);
	}
	return { name: only, remark: `There is no file in '${name}', so the only one was taken: '${only}'` };
}

const isBinary = (value: unknown): boolean =>
	typeof value === 'object' && value !== null && 'mimeType' in value && ('data' in value || 'id' in value);

/** A file in n8n's database comes as one piece, of which each step of the check would otherwise make another of its size. */
async function* sliced(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
	for await (const piece of pieces) {
		for (let at = 0; at < piece.length; at += SLICE_BYTES) yield piece.subarray(at, at + SLICE_BYTES);
	}
}

/** Piece by piece: the host holds the file once already. */
async function* decoded(base64: string): AsyncGenerator<Uint8Array> {
	let rest = '';
	for (let at = 0; at < base64.length; at += SLICE_LETTERS) {
		// Mails and web services break base64 into lines, so a slice need not hold whole groups of four letters.
		const letters = rest + base64.slice(at, at + SLICE_LETTERS).replace(/\s+/g, '');
		const whole = letters.length - (letters.length % 4);
		yield Buffer.from(letters.slice(0, whole), 'base64');
		rest = letters.slice(whole);
	}
	yield Buffer.from(rest, 'base64');
}

/** Reads the beginning. Refuses what is no CSV, and asks for a delimiter that is not plain. */
export async function formOf(file: ContactFile, options: ContactOptions): Promise<FileForm> {
	const bytes = await firstBytes(file);
	// ZIP archives (xlsx, ods), and Microsoft's older format.
	if (/^(504b|d0cf11e0)/.test(bytes.subarray(0, 4).toString('hex'))) throw new ContactRefusal(texts.spreadsheet());
	const marked = markedEncoding(bytes);
	const chosen = encodings.find((encoding) => encoding.toLowerCase() === options.encoding);
	const encoding = chosen ?? marked ?? 'UTF-8';
	const head = decoderOf(encoding)(bytes).replace(/^\ufeff/, '');
	const separator = /^"?sep=([,;\t|])"?[ \t]*(?:[\r\n]|$)/i.exec(head)?.[1];
	const noted = delimiters.find((name) => delimiterCharacters[name] === separator);
	return {
		encoding,
		hasMark: marked === encoding,
		delimiter: options.delimiter === 'detect' ? (noted ?? delimiterIn(head)) : options.delimiter,
		hasSeparatorLine: separator !== undefined,
		hasOldLineBreaks: /^[^\r\n]*\r(?!\n)/.test(head),
		head,
	};
}

/** The only one that stands in the header line outside of quotation marks; a comma where there is none, as with a single column. */
function delimiterIn(head: string): Delimiter {
	const line = /^[^\r\n]*/.exec(head.replace(/^[\r\n]+/, '').replace(/"[^"]*"/g, ''))?.[0] ?? '';
	const found = delimiters.filter((name) => line.includes(delimiterCharacters[name]));
	if (found.length > 1) throw new ContactRefusal(texts.severalDelimiters(found));
	return found[0] ?? 'comma';
}

async function firstBytes(file: ContactFile): Promise<Buffer> {
	const seen: Uint8Array[] = [];
	let length = 0;
	for await (const chunk of await file.open()) {
		seen.push(chunk);
		length += chunk.length;
		if (length >= HEAD_BYTES) break;
	}
	return Buffer.concat(seen).subarray(0, HEAD_BYTES);
}

/** The whole text in UTF-8. Refuses bytes that mean nothing in its encoding. */
export async function* inUtf8(
	file: ContactFile,
	encoding: TextEncoding,
	onChunk: (chunk: Uint8Array) => void,
): AsyncGenerator<Uint8Array> {
	const read = encoding === 'UTF-8' ? checkedUtf8() : converterFrom(encoding);
	for await (const chunk of await file.open()) {
		onChunk(chunk);
		yield read(chunk) ?? (await refuseUndecodable(file, encoding));
	}
	yield read() ?? (await refuseUndecodable(file, encoding));
}

/** To be called with each chunk, and without one at the end. Undefined for what cannot be read. */
type Read = (chunk?: Uint8Array) => Uint8Array | undefined;
const NOTHING = new Uint8Array();

function checkedUtf8(): Read {
	const decoder = new TextDecoder('utf-8', { fatal: true });
	return (chunk) => {
		try {
			decoder.decode(chunk, { stream: chunk !== undefined });
		} catch {
			return undefined;
		}
		return chunk?.includes(0) === true ? undefined : (chunk ?? NOTHING);
	};
}

function converterFrom(encoding: TextEncoding): Read {
	const decode = decoderOf(encoding);
	return (chunk) => {
		const text = decode(chunk);
		return UNREADABLE.test(text) ? undefined : Buffer.from(text, 'utf8');
	};
}

/** Reads the file once more, to name the line. */
async function refuseUndecodable(file: ContactFile, encoding: TextEncoding): Promise<never> {
	const decode = decoderOf(encoding);
	let line = 1;
	let endsWithCr = false;
	for await (const chunk of await file.open()) {
		const text = decode(chunk);
		const at = text.search(UNREADABLE);
		const before = at < 0 ? text : text.slice(0, at);
		// A CR LF may fall apart into two chunks.
		line += (before.match(/\r\n|[\r\n]/g)?.length ?? 0) - (endsWithCr && before.startsWith('\n') ? 1 : 0);
		endsWithCr = before.endsWith('\r');
		if (at >= 0) break;
	}
	throw new ContactRefusal(texts.undecodable(encoding, line));
}
