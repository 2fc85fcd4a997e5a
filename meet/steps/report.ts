import Papa from 'papaparse';
import type { RecordedPersonality } from '../../simulator';
import type { Answered, Seen } from '../exchange';
import { contentTypeOf, describeAnswer, formOf } from '../forms';
import type { Meeting } from '../meeting';
import { isSuccess } from '../nodesView';
import { shownWord } from '../secrets';

const COLUMNS = [
	'Name',
	'Phone',
	'Status',
	'Timestamp',
	'Error',
	'FlowId',
	'FlowName',
	'RetryCount',
	'TemplateName',
	'Language',
];
/** With fewer documented names, the first line may be a person's row. */
const FEWEST_NAMES = 3;

/** Reads one report, and its beginning once more, compressed if the service likes. No cell but statuses is looked at. */
export async function meetReport(meeting: Meeting, promotionId: string | undefined): Promise<void> {
	if (promotionId === undefined) {
		for (const gap of ['reportAnswer', 'reportWords', 'reportEnd', 'reportCompression'] as const) {
			meeting.notKnown(gap, 'no promotion is listed');
		}
		return;
	}
	meeting.say('Reading a report …');
	learnReport(meeting, await meeting.readReport(promotionId));
	learnCompression(meeting, await meeting.readReport(promotionId, 'gzip, br', 0));
}

export function learnReport(meeting: Meeting, seen: Seen): void {
	const { hide } = meeting;
	const isReport = seen.kind === 'answer' && isSuccess(seen) && formOf(seen) !== 'html' && formOf(seen) !== 'json';
	if (!isReport) {
		const why = seen.kind === 'none' ? seen.why : `answered with ${describeAnswer(seen, hide)}`;
		for (const gap of ['reportAnswer', 'reportWords', 'reportEnd'] as const)
			meeting.notKnown(gap, `the service ${why}`);
		return;
	}
	learnEnd(meeting, seen);
	const parsed = Papa.parse<string[]>(seen.body.replace(/^\ufeff/, ''), { skipEmptyLines: true });
	const [header = [], ...rows] = parsed.data;
	const known = header.filter((name) => COLUMNS.includes(name.trim()));
	if (!seen.isWhole || known.length < FEWEST_NAMES) {
		const why = seen.isWhole
			? 'its first line holds too few of the documented columns'
			: 'it is larger than what is read here';
		meeting.notKnown('reportAnswer', why);
		meeting.notKnown('reportWords', why);
		return;
	}
	learnForm(meeting, seen, header, parsed.meta);
	learnWords(
		meeting,
		header,
		rows.filter((row) => row.length === header.length),
	);
}

function learnForm(meeting: Meeting, seen: Answered, header: string[], meta: Papa.ParseMeta): void {
	const { hide, recorded } = meeting;
	const others = header.filter((name) => !COLUMNS.includes(name.trim()));
	const shownOthers = others.map((name) => shownWord(name, hide) ?? 'one that cannot be shown');
	const missing = COLUMNS.filter((name) => !header.some((one) => one.trim() === name));
	const lineEnding = meta.linebreak === '\r\n' ? '\r\n' : '\n';
	const quotesAll = seen.body.replace(/^\ufeff/, '').startsWith('"');
	const delimiter = meta.delimiter === '\t' ? 'tab' : meta.delimiter;
	const differs = [
		...(missing.length > 0 ? [`without ${missing.join(', ')}`] : []),
		...(others.length > 0 ? [`with ${shownOthers.join(', ')}`] : []),
	];
	meeting.learn('reportAnswer', {
		value: {
			status: seen.status,
			contentType: contentTypeOf(seen, hide),
			missing,
			others: shownOthers,
			lineEnding,
			quotesAll,
			delimiter,
		},
		seen: `HTTP ${seen.status}, ${differs.length === 0 ? 'the documented columns' : `columns ${differs.join(', ')}`}, separated by ${JSON.stringify(delimiter)}${quotesAll ? ', in quotes' : ''}.`,
		works: !missing.includes('Status'),
		nodes: 'They find columns by their names, and read any delimiter, quotes and line ends.',
		...(missing.length > 0 && { setting: `Filters on ${missing.join(', ')} find nothing.` }),
	});
	recorded.successStatus = { ...recorded.successStatus, report: seen.status };
	recorded.csvContentType = contentTypeOf(seen, hide);
	recorded.reportLineEnding = lineEnding;
	recorded.reportQuotesAll = quotesAll;
}

function learnEnd(meeting: Meeting, { framing }: Answered): void {
	const words = {
		contentLength: 'Its length is announced.',
		chunked: 'It comes in chunks, with a mark at the end.',
		closeDelimited: 'Only by the end of the connection: one that was cut off between two rows looks whole.',
	};
	const isProven = framing !== 'closeDelimited';
	meeting.learn('reportEnd', {
		value: framing,
		seen: words[framing],
		nodes: isProven
			? 'They say that the report is complete once every byte has come.'
			: 'complete is null: they cannot know it, and say so.',
		...(!isProven && { setting: 'Compare the number of rows with the statistics before you rely on a report.' }),
	});
	meeting.recorded.reportTransport = framing;
}

function learnCompression(meeting: Meeting, seen: Seen): void {
	if (seen.kind === 'none' || !isSuccess(seen)) {
		const why = seen.kind === 'none' ? seen.why : `answered with HTTP ${seen.status}`;
		meeting.notKnown('reportCompression', `the service ${why}`);
		return;
	}
	const encoding = seen.headers['content-encoding'] ?? 'none';
	const shown = shownWord(encoding, meeting.hide) ?? 'another';
	meeting.learn('reportCompression', {
		value: shown,
		seen: encoding === 'none' ? 'None, also when offered.' : `${shown}, when offered.`,
		nodes: 'They ask for reports uncompressed. One that comes compressed all the same is read, with complete null.',
	});
}

type Words = NonNullable<RecordedPersonality['reportWords']>;

/** By the usual words for each; the first that fits. */
const MEANINGS: Array<[keyof Words, RegExp]> = [
	['failed', /fail|undeliver|not[ _-]?sent|not[ _-]?deliver|reject|error|bounce|expired/i],
	['interacted', /interact|click|respon|repl/i],
	['read', /read|seen|open|display/i],
	['delivered', /deliver/i],
	['sent', /sent|send|submit|accept/i],
];

const MOST_WORDS = 12;

function learnWords(meeting: Meeting, header: string[], rows: string[][]): void {
	const at = header.findIndex((name) => name.trim() === 'Status');
	const given = [...new Set(rows.map((row) => row[at] ?? ''))];
	const words = given.flatMap((word) => shownWord(word, meeting.hide) ?? []);
	if (at < 0 || words.length === 0 || given.length > MOST_WORDS) {
		meeting.notKnown(
			'reportWords',
			at < 0 ? 'there is no column Status' : `there are ${words.length === 0 ? 'no rows' : 'too many'}`,
		);
		return;
	}
	const found: Words = {};
	for (const word of words) {
		const meaning = MEANINGS.find(([, pattern]) => pattern.test(word))?.[0];
		if (meaning !== undefined) found[meaning] ??= word;
	}
	meeting.learn('reportWords', {
		value: [...words].sort(),
		seen: `${words.map((word) => `"${word}"`).join(', ')}.`,
		nodes: 'They show and count these words as they are.',
		setting: "Enter them in the filter 'Statuses' of Report: Get Many.",
	});
	meeting.recorded.reportWords = found;
}
