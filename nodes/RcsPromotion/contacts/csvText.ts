import { giveWay } from '../../service/clock';
import { createDecoder, readByteOrderMark, type TextEncoding } from '../../service/textDecoder';
import { lineBreaksIn } from '../../vendor/csvParse';
import { contactRefusal, joinWords } from '../issues';

export type EncodingChoice = 'detect' | 'utf8OrWindows1252';

/** U+FFFD stands for bytes that cannot be decoded. NUL never occurs in text, but does in images and in UTF-16 without a byte order mark. */
const UNDECODED = ['\ufffd', '\0'];
const SLICE = 64 * 1024;
const DELIMITERS = [',', ';', '\t', '|'];

const READ_WITH_EXTRACT = "read the file with an Extract from File node and set 'Recipients' to 'Input Items'";

/** The encoding of a file. Refuses spreadsheets. */
export async function findEncoding(bytes: Buffer, choice: EncodingChoice): Promise<TextEncoding> {
	// ZIP archives (xlsx, ods), and Microsoft's older format.
	if (/^(504b|d0cf11e0)/.test(bytes.subarray(0, 4).toString('hex'))) {
		throw contactRefusal(
			'notCsv',
			'This is an Excel or other spreadsheet file, not a CSV file',
			`Save the contacts as CSV, or ${READ_WITH_EXTRACT}.`,
		);
	}
	// A byte order mark is certain, so it overrides the option.
	const marked = readByteOrderMark(bytes);
	if (marked) return marked;
	return choice === 'detect' || (await isUtf8(bytes)) ? 'UTF-8' : 'windows-1252';
}

/** Text with letters such as ü in another encoding is almost never valid UTF-8. */
async function isUtf8(bytes: Buffer): Promise<boolean> {
	const decode = createDecoder('UTF-8');
	for (const slice of slicesOf(bytes)) {
		if (decode(slice).includes('\ufffd')) return false;
		await giveWay();
	}
	// The decoder still holds something if the last character is incomplete.
	return decode() === '';
}

function* slicesOf(bytes: Buffer): Generator<Buffer> {
	for (let at = 0; at < bytes.length; at += SLICE) yield bytes.subarray(at, at + SLICE);
}

/** The whole text in UTF-8. Refuses bytes that are not valid in its encoding. */
export async function* convertToUtf8(bytes: Buffer, encoding: TextEncoding): AsyncGenerator<Uint8Array> {
	const decode = createDecoder(encoding);
	let line = 1;
	const decodeOrThrow = (slice?: Uint8Array): string => {
		const text = decode(slice);
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
	for (const slice of slicesOf(bytes)) {
		const text = decodeOrThrow(slice);
		yield encoding === 'UTF-8' ? slice : Buffer.from(text, 'utf8');
	}
	// Throws if the last character is incomplete.
	decodeOrThrow();
}

/** The only delimiter in the header line outside quotation marks; a comma if there is none, as with a single column. */
export function findDelimiter(bytes: Buffer, encoding: TextEncoding): string {
	const text = createDecoder(encoding)(bytes.subarray(0, SLICE)).replace(/^\ufeff/, '');
	// Above the header, there may be blank lines, and lines with nothing but empty quotation marks.
	const fromHeader = text.replace(/^(?:(?:[ \t]|"")*\r?\n)+/, '');
	const line = /^[^\r\n]*/.exec(fromHeader.replace(/"[^"]*"/g, ''))?.[0] ?? '';
	const found = DELIMITERS.filter((delimiter) => line.includes(delimiter));
	if (found.length < 2) return found[0] ?? ',';
	throw contactRefusal(
		'delimiter',
		`The column names contain ${joinWords(found.map((delimiter) => (delimiter === '\t' ? 'tab' : delimiter)))}, so it is unclear what separates the columns`,
		`Rename the columns, or ${READ_WITH_EXTRACT}.`,
	);
}
