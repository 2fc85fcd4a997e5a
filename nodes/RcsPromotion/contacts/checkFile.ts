import { announcedEncoding } from '../../service/encoding';
import { digestOf, peek } from './bytes';
import { columnsUsed } from './columns';
import { encodingOf, utf8Converter } from './encoding';
import { FileReading } from './fileReading';
import { formOf, type FileForm } from './form';
import { judge, ofTheWhole, verdictOf } from './judge';
import * as texts from './messages';
import type {
	CheckedContacts,
	ContactCheckOptions,
	ContactEncoding,
	ContactFinding,
	ContactReport,
	ContactSource,
} from './types';
import { Utf8Inspector } from './utf8';
import { fileAsItIs, fileRewritten } from './wireFile';

const HEAD_BYTES = 65_536;
/** How ZIP archives begin (xlsx, ods), and Microsoft's older format (xls). */
const SPREADSHEETS = ['504b', 'd0cf11e0'];

interface Reading {
	encoding: ContactEncoding;
	form: FileForm;
	byteLength: number;
	content: FileReading;
}

type Outcome = Reading | 'empty' | 'spreadsheet' | 'notUtf8';

/** Reads the whole file by stream and says whether it may go out, and as what. Sends nothing. */
export async function checkFile(source: ContactSource, options: ContactCheckOptions): Promise<CheckedContacts> {
	let outcome = await read(source, options);
	if (outcome === 'notUtf8') outcome = await read(source, options, await encodingOf(await source.open()));
	if (typeof outcome === 'string') {
		return refused(outcome === 'spreadsheet' ? 'spreadsheet' : 'empty', options);
	}
	return await concluded(source, options, outcome);
}

/** UTF-8 is assumed until a byte disproves it: the usual file is read once only. */
async function read(source: ContactSource, options: ContactCheckOptions, known?: ContactEncoding): Promise<Outcome> {
	const { head, all, close } = await peek(await source.open(), HEAD_BYTES);
	const hex = Buffer.from(head.subarray(0, 4)).toString('hex');
	if (head.length === 0 || SPREADSHEETS.some((start) => hex.startsWith(start))) {
		await close();
		return head.length === 0 ? 'empty' : 'spreadsheet';
	}
	const encoding = known ?? announcedEncoding(head) ?? 'UTF-8';
	const form = formOf(Buffer.from(utf8Converter(encoding, noop).push(head)).toString('utf8'), options.delimiter);
	const content = new FileReading(form, options);
	const isPlain = encoding === 'UTF-8' && known === undefined;
	const inspector = new Utf8Inspector();
	const converter = utf8Converter(encoding, (line) => content.flaws.note('unreadable', line));
	let byteLength = 0;
	for await (const chunk of all) {
		byteLength += chunk.length;
		if (isPlain && !inspector.push(chunk)) return 'notUtf8';
		content.write(isPlain ? chunk : converter.push(chunk));
	}
	if (isPlain && !inspector.end()) return 'notUtf8';
	if (!isPlain) content.write(converter.end());
	content.end();
	return content.header || content.fault ? { encoding, form, byteLength, content } : 'empty';
}

async function concluded(
	source: ContactSource,
	options: ContactCheckOptions,
	{ encoding, form, byteLength, content }: Reading,
): Promise<CheckedContacts> {
	const { header = { cells: [], positions: {}, repeated: [] }, fault, flaws, rows } = content;
	const duplicates = flaws.of('duplicate').count;
	// What could not be read cannot be written anew without a loss.
	const isReliable = !fault && flaws.of('unreadable').count === 0 && !content.headerIsContact;
	const wantsRewriting = options.normalizeFile || (options.removeDuplicates && duplicates > 0);
	const rewrites = wantsRewriting && isReliable;
	const duplicatesRemoved = rewrites && options.removeDuplicates ? duplicates : 0;
	const facts = {
		place: 'line' as const,
		header,
		headerLine: content.headerLine,
		headerIsContact: content.headerIsContact,
		rows,
		flaws,
		fault,
		duplicatesAreRemoved: duplicatesRemoved > 0,
		otherForm: rewrites ? undefined : otherForm(encoding, form, header.cells),
	};
	const { refusals, warnings } = judge(facts, options);
	if (wantsRewriting && !isReliable) warnings.push(finding('notRewritten', texts.notRewritten()));
	const report: ContactReport = {
		rows: fault ? null : rows,
		sent: fault ? null : rows - duplicatesRemoved,
		duplicatesRemoved,
		invalid: flaws.of('odd').count,
		columns: header.cells,
		columnsUsed: columnsUsed(header),
		encoding,
		delimiter: form.delimiter,
		refusals,
		warnings,
		recipientsDigest: (fault ? undefined : content.recipientsDigest) ?? (await digestOf(await source.open())),
		asItIs: !rewrites,
	};
	if (refusals.length > 0) return { report };
	const { dropped, writtenBytes } = content;
	const file = rewrites
		? await fileRewritten(source, { encoding, form, header, dropped, writtenBytes })
		: fileAsItIs(source, byteLength);
	return { report, file };
}

/** How the file departs from what every reader understands, in words; undefined if it does not. */
function otherForm(encoding: ContactEncoding, form: FileForm, cells: readonly string[]): string | undefined {
	const departures = [
		encoding === 'UTF-8' ? '' : `is encoded in ${encoding}`,
		form.delimiter === 'comma' ? '' : `separates its values by ${form.delimiter}`,
		form.hasSeparatorLine ? 'begins with a line "sep=" for Excel' : '',
		cells.some((cell) => readsOtherwise(cell)) ? 'has spaces around a column name' : '',
	].filter((departure) => departure !== '');
	return departures.length === 0 ? undefined : departures.join(', ');
}

const readsOtherwise = (cell: string) => cell !== cell.trim();
const noop = () => undefined;

function refused(code: 'empty' | 'spreadsheet', options: ContactCheckOptions): CheckedContacts {
	const judgement = ofTheWhole('always', code, code === 'empty' ? texts.empty() : texts.spreadsheet());
	return {
		report: {
			rows: 0,
			sent: 0,
			duplicatesRemoved: 0,
			invalid: 0,
			columns: [],
			columnsUsed: {},
			encoding: null,
			delimiter: null,
			...verdictOf([judgement], options.checkContacts),
			recipientsDigest: '',
			asItIs: true,
		},
	};
}

function finding(code: ContactFinding['code'], message: string): ContactFinding {
	return { code, message, count: 0, lines: [] };
}
