import { announcedEncoding } from '../../service/textDecoder';
import { counted } from '../../service/values';
import { digestOf, peek, type Peeked } from './bytes';
import { encodingOf, NotUtf8 } from './encoding';
import { FileReading } from './fileReading';
import * as texts from './messages';
import { fileAsItIs, fileConverted, fileWithoutLines } from './outgoingFile';
import type { CheckedContacts, ContactCheckOptions, ContactFile, OutgoingFile, RecipientCounts } from './types';
import { findingsOn, ofContacts, ofTheList, verdictOn, type WeighedFinding } from './verdict';

const HEAD_BYTES = 65_536;

/** Reads the whole file by stream and says whether it may go out, and as what. Sends nothing. */
export async function checkFile(source: ContactFile, options: ContactCheckOptions): Promise<CheckedContacts> {
	const start = await peek(await source.open(), HEAD_BYTES);
	const foreign = foreignKind(start.head);
	if (foreign !== undefined) {
		await start.close();
		return refused(ofTheList('always', 'notCsv', texts.notCsv(foreign)));
	}
	const reading = await readAnyEncoding(source, start, options);
	if (!reading.columns && !reading.fault) return refused(ofTheList('always', 'empty', texts.empty()));
	return await concluded(source, reading, options);
}

/** What a file is that is no CSV, by how it begins: ZIP archives (xlsx, ods), Microsoft's older format (xls), and others. */
function foreignKind(head: Uint8Array): string | undefined {
	const hex = Buffer.from(head.subarray(0, 4)).toString('hex');
	if (hex.startsWith('504b') || hex === 'd0cf11e0') return 'an Excel or other spreadsheet file';
	if (hex === '25504446') return 'a PDF';
	// A byte order mark is cut off as well.
	const start = Buffer.from(head.subarray(0, 512)).toString('utf8').trimStart();
	if (/^<(!doctype|html|head|body|\?xml|!--)/i.test(start)) return 'a web page';
	return /^(\{\s*"|\[\s*\{)/.test(start) ? 'JSON' : undefined;
}

/** UTF-8 is assumed until a byte disproves it: the usual file is read once only. */
async function readAnyEncoding(
	source: ContactFile,
	{ head, all }: Peeked,
	options: ContactCheckOptions,
): Promise<FileReading> {
	const announced = announcedEncoding(head) ?? 'UTF-8';
	if (announced !== 'UTF-8') return await FileReading.of(all, head, options, announced);
	try {
		return await FileReading.of(all, head, options);
	} catch (error) {
		if (!(error instanceof NotUtf8)) throw error as Error;
	}
	const encoding = await encodingOf(await source.open());
	return await FileReading.of(await source.open(), head, options, encoding);
}

async function concluded(
	source: ContactFile,
	reading: FileReading,
	options: ContactCheckOptions,
): Promise<CheckedContacts> {
	const { columns, review, fault, encoding, dialect, canLeaveOut } = reading;
	const { checkContacts } = options;
	const header = columns?.header ?? [];
	const departures = reading.formDepartures();
	const converts = options.normalizeFile && departures.length > 0 && reading.canConvert;
	const wantsChange = reading.leavesOut || (options.normalizeFile && departures.length > 0);
	const findings = [
		...(source.remark === undefined ? [] : [ofTheList('never', 'otherBinaryField', source.remark)]),
		...findingsOnFile(reading, options),
		...findingsOn(
			{
				place: 'line',
				review,
				columns: columns?.columns ?? [],
				fields: header,
				phoneField: columns?.sourceOf('phone') ?? 'phone',
				width: header.length,
				fault,
			},
			options,
		),
	];
	if (!options.normalizeFile && departures.length > 0) {
		findings.push(ofTheList('never', 'otherForm', texts.otherForm(departures)));
	}
	const mayOverlook = options.doNotContact !== undefined && reading.mayHidePhones;
	if (mayOverlook) findings.push(ofTheList('always', 'notRewritten', texts.mayOverlook()));
	// With Report Only as well, the refusal then names the lines at fault.
	const strictness = mayOverlook && checkContacts === 'off' ? 'warn' : checkContacts;
	if (wantsChange && !canLeaveOut && verdictOn(findings, strictness).refusals.length === 0) {
		findings.push(ofTheList('never', 'notRewritten', texts.notRewritten()));
	}
	const verdict = verdictOn(findings, strictness);
	const result = {
		recipients: canLeaveOut ? review.counts : everybody(review.counts, fault !== undefined),
		preview: review.preview,
		columns: [...header],
		columnsUsed: Object.fromEntries(
			(columns?.columns ?? []).map((column) => [column, columns?.sourceOf(column) ?? column]),
		),
		encoding,
		delimiter: dialect.delimiter,
		...verdict,
		recipientsDigest:
			fault || review.recipients.size === 0 ? await digestOf(await source.open()) : review.recipients.digest(),
		changes: [
			...(converts ? departures : []),
			...(canLeaveOut && reading.emptyRows > 0 ? [`${counted(reading.emptyRows, 'empty row')} removed`] : []),
		],
	};
	return verdict.refusals.length > 0 ? { result } : { result, file: await outgoing(source, reading, converts) };
}

async function outgoing(source: ContactFile, reading: FileReading, converts: boolean): Promise<OutgoingFile> {
	if (converts) return await fileConverted(source, reading.conversion());
	if (reading.leavesOut && reading.canLeaveOut)
		return await fileWithoutLines(source, reading.encoding, reading.dropped);
	return fileAsItIs(source, reading.byteLength);
}

/** The counts where nobody can be left out. */
const everybody = (counts: RecipientCounts, isUnknown: boolean): RecipientCounts => ({
	...counts,
	rows: isUnknown ? null : counts.rows,
	ready: isUnknown ? null : counts.rows,
	duplicatesRemoved: 0,
	leftOut: 0,
	suppressed: 0,
});

function* findingsOnFile(
	{ columns, headerLine, review }: FileReading,
	options: ContactCheckOptions,
): Iterable<WeighedFinding> {
	if (!columns) return;
	const { header, repeated, rivals, unsurePhones, isContact } = columns;
	const { phoneFormat, normalizeFile } = options;
	if (isContact) yield ofTheList('unlessOff', 'noHeader', texts.noHeader(headerLine), headerLine);
	else if (!columns.columns.includes('phone')) {
		const message = texts.noPhoneColumn(headerLine, header, unsurePhones, normalizeFile);
		yield ofTheList('unlessOff', 'noPhoneColumn', message, headerLine);
	}
	for (const column of repeated) {
		yield ofTheList('unlessOff', 'repeatedColumn', texts.repeatedColumn(headerLine, column), headerLine);
	}
	for (const column of columns.columns) {
		const others = rivals[column];
		if (!others || repeated.includes(column)) continue;
		const message = texts.ambiguousMapping('line', column, columns.sourceOf(column), others);
		yield ofTheList('never', 'ambiguousMapping', message);
	}
	const codeApart = review.flaws.of('codeApart');
	if (codeApart.count > 0) {
		yield ofContacts('unlessOff', 'codeApart', texts.codeApart(columns.codesApart, codeApart), codeApart);
	}
	if (phoneFormat === 'international' && !normalizeFile) {
		yield ofTheList('always', 'notRewritten', texts.phonesNeedConversion());
	}
}

function refused(finding: WeighedFinding): CheckedContacts {
	return {
		result: {
			recipients: { rows: 0, ready: 0, duplicatesRemoved: 0, invalid: 0, leftOut: 0, suppressed: 0 },
			preview: [],
			columns: [],
			columnsUsed: {},
			encoding: null,
			delimiter: null,
			...verdictOn([finding], 'strict'),
			recipientsDigest: '',
			changes: [],
		},
	};
}
