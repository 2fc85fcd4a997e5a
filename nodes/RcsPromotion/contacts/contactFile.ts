import type { IBinaryData, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { Refusal } from '../../form/refusal';
import { giveWay } from '../../service/clock';
import { createDecoder, readByteOrderMark, type TextEncoding } from '../../service/textDecoder';
import { isListOrObject, isObject } from '../../service/values';
import { lineBreaksIn, LONGEST_ROW } from '../../vendor/csvParse';
import type { ItemContext } from '../itemContext';
import { contactRefusal, joinWords } from '../issues';
import type { ContactFile, ReadingOptions, Delimiter } from './types';

/** What the beginning of a file shows. */
interface FileFormat {
	encoding: TextEncoding;
	delimiter: Delimiter;
	/** With the column names among them. */
	firstBytes: Uint8Array;
}

/** A multiple of four, so that each slice of base64 decodes to whole bytes. */
const SLICE = 64 * 1024;
/** The longest row in UTF-16 (two bytes for each), and a byte order mark, so that the column names are never cut. */
const HEAD_BYTES = 2 * (LONGEST_ROW + 2);
export const delimiterCharacters: Record<Delimiter, string> = { comma: ',', semicolon: ';', tab: '\t', pipe: '|' };
const delimiters = Object.keys(delimiterCharacters) as Delimiter[];
/** U+FFFD stands for bytes that cannot be decoded. NUL never occurs in text, but does in images and in UTF-16 without a byte order mark. */
const UNDECODED = ['\ufffd', '\0'];

/** The file in a binary field of an item, however this n8n stores files. */
export function getContactFile(item: ItemContext): ContactFile {
	const { id, data, fileName } = findBinary(item);
	return {
		fileName: fileName?.trim() ? fileName : 'contacts.csv',
		open: async () => (id ? sliceChunks(await openStored(item.context, id)) : decodeBase64(data)),
	};
}

async function openStored(context: IExecuteFunctions, id: string): Promise<AsyncIterable<Uint8Array>> {
	try {
		return (await context.helpers.getBinaryStream(id)) as AsyncIterable<Uint8Array>;
	} catch (error) {
		throw missingFileError(error as Error);
	}
}

const missingFileError = ({ message }: Error) =>
	new Refusal(
		`n8n cannot open the file of 'Input Binary Field': ${message}`,
		'n8n deletes files together with old executions. Run the workflow from the step that brings the file; after a Wait, fetch the file again before this node.',
	);

/** The form holds the name of a binary field, or the file itself if the user dragged it there. */
function findBinary({ context, itemIndex, form }: ItemContext): IBinaryData {
	const given = form.raw('binaryPropertyName');
	if (isFile(given)) return given;
	if (isListOrObject(given)) {
		const advice = "Switch it to 'Fixed' and enter the name of the field with the file, such as data.";
		return form.refuse('binaryPropertyName', 'is not a file', advice);
	}
	const name = form.text('binaryPropertyName');
	const { binary = {}, json }: Partial<INodeExecutionData> = context.getInputData()[itemIndex] ?? {};
	const findInJson = (path: string) => findFileInJson(context, itemIndex, path);
	const file = binary[name] ?? findInJson(`${COMBINED}.${name}`) ?? findInJson(name);
	if (file) return file;
	const namesInJson = Object.keys(json?.[COMBINED] ?? {}).filter((key) => findInJson(`${COMBINED}.${key}`));
	const names = [...Object.keys(binary), ...namesInJson];
	throw new Refusal(
		`No file found in '${name}'`,
		names.length > 0
			? `The files are in: ${names.join(', ')}. Enter one of these names in 'Input Binary Field'.`
			: "If your contacts are rows from a CRM or sheet, set 'Recipients' to 'Input Items'. If they are in a file, add a node before this one that reads or downloads it.",
	);
}

/** The field of an item's JSON in which n8n keeps files if the workflow's setting `binaryMode` is `combined`. */
const COMBINED = '_files';

/** Only n8n knows whether the workflow has this setting. Without it, nothing in an item's JSON is a file. */
function findFileInJson(context: IExecuteFunctions, itemIndex: number, path: string): IBinaryData | undefined {
	try {
		return context.helpers.assertBinaryData(itemIndex, path);
	} catch {
		return undefined;
	}
}

/** n8n keeps the content in its store under an ID, or in memory as `data`. */
function isFile(value: unknown): value is IBinaryData {
	return isObject(value) && typeof value.mimeType === 'string' && (value.id ?? value.data) !== undefined;
}

/** A file from n8n's database arrives as one piece; without slicing, each step of the check would copy it whole. */
async function* sliceChunks(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
	for await (const piece of pieces) {
		for (let at = 0; at < piece.length; at += SLICE) yield piece.subarray(at, at + SLICE);
	}
}

/** In slices: n8n already holds the whole file in memory, and decoding it at once would put it there a second time. */
async function* decodeBase64(base64: string): AsyncGenerator<Uint8Array> {
	// Emails and web services break base64 into lines, which would shift the slices.
	const letters = base64.replace(/\s+/g, '');
	for (let at = 0; at < letters.length; at += SLICE) yield Buffer.from(letters.slice(at, at + SLICE), 'base64');
}

/** Reads the beginning of the file. Refuses spreadsheets, and asks for the delimiter if it is unclear. */
export async function readFormat(file: ContactFile, options: ReadingOptions): Promise<FileFormat> {
	const firstBytes = await readFirstBytes(file);
	// ZIP archives (xlsx, ods), and Microsoft's older format.
	if (/^(504b|d0cf11e0)/.test(firstBytes.subarray(0, 4).toString('hex'))) {
		throw contactRefusal(
			'notCsv',
			'This is an Excel or other spreadsheet file, not a CSV file',
			"Save the contacts as CSV, or read the file with Extract from File and set 'Recipients' to 'Input Items'.",
		);
	}
	// A byte order mark is certain, so it overrides the option.
	const encoding =
		readByteOrderMark(firstBytes) ?? (options.encoding === 'detect' || (await isUtf8(file)) ? 'UTF-8' : 'windows-1252');
	const text = createDecoder(encoding)(firstBytes).replace(/^\ufeff/, '');
	if (text.includes('\r') && !text.includes('\n')) {
		throw contactRefusal(
			'lineBreaks',
			'The file was saved with the line breaks of old Macs, so its rows cannot be told apart',
			'In Excel, save it as CSV UTF-8.',
		);
	}
	const delimiter = options.delimiter === 'detect' ? detectDelimiter(text) : options.delimiter;
	return { encoding, delimiter, firstBytes };
}

/** Whether the whole file is valid UTF-8. Text with letters such as ü in another encoding is almost never that. */
async function isUtf8(file: ContactFile): Promise<boolean> {
	const decode = createDecoder('UTF-8');
	for await (const chunk of await file.open()) {
		if (decode(chunk).includes('\ufffd')) return false;
		await giveWay();
	}
	// The decoder still holds something if the last character is incomplete.
	return decode() === '';
}

/** The only delimiter in the header line outside quotation marks; a comma if there is none, as with a single column. */
function detectDelimiter(text: string): Delimiter {
	// Above the header, there may be blank lines, and lines with nothing but empty quotation marks.
	const fromHeader = text.replace(/^(?:(?:[ \t]|"")*\r?\n)+/, '');
	const line = /^[^\r\n]*/.exec(fromHeader.replace(/"[^"]*"/g, ''))?.[0] ?? '';
	const found = delimiters.filter((name) => line.includes(delimiterCharacters[name]));
	if (found.length > 1) {
		const shown = joinWords(found.map((name) => (name === 'tab' ? name : delimiterCharacters[name])));
		throw contactRefusal(
			'delimiter',
			`The column names contain ${shown}, so it is unclear what separates the columns`,
			"Add the option 'Delimiter' and choose it.",
		);
	}
	return found[0] ?? 'comma';
}

async function readFirstBytes(file: ContactFile): Promise<Buffer> {
	const chunks: Uint8Array[] = [];
	let length = 0;
	for await (const chunk of await file.open()) {
		chunks.push(chunk);
		length += chunk.length;
		if (length >= HEAD_BYTES) break;
	}
	return Buffer.concat(chunks).subarray(0, HEAD_BYTES);
}

/** The whole text in UTF-8. Refuses bytes that are not valid in its encoding. */
export async function* convertToUtf8(
	chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
	encoding: TextEncoding,
): AsyncGenerator<Uint8Array> {
	const decode = createDecoder(encoding);
	let line = 1;
	const decodeOrThrow = (chunk?: Uint8Array): string => {
		const text = decode(chunk);
		// A regular expression would take several times as long.
		const found = UNDECODED.map((letter) => text.indexOf(letter)).filter((at) => at >= 0);
		line += lineBreaksIn([found.length > 0 ? text.slice(0, Math.min(...found)) : text]);
		if (found.length === 0) return text;
		throw contactRefusal(
			'undecodable',
			`Line ${line}: some characters cannot be read as ${encoding}`,
			"In Excel, save the file as CSV UTF-8. Or add the option 'Encoding' and choose 'UTF-8, Otherwise Windows-1252', which Excel in Western Europe often uses.",
			line,
		);
	};
	for await (const chunk of chunks) {
		const text = decodeOrThrow(chunk);
		yield encoding === 'UTF-8' ? chunk : Buffer.from(text, 'utf8');
	}
	// Throws if the last character is incomplete.
	decodeOrThrow();
}
