import { randomUUID } from 'node:crypto';
import { Report } from '../nodes/RcsPromotion/report/report';
import { readRowPhone } from '../nodes/RcsPromotion/report/row';
import { maskNumbers } from '../nodes/service/answers';
import type { AnswerBody } from '../nodes/service/http';
import type { ServiceClient } from '../nodes/service/client';
import { areRatesOpen, computeRates, RATES_NOT_KNOWN, readFigures } from '../nodes/service/counting';
import { isOver, newestFirst, promotionState } from '../nodes/service/promotions';
import { COUNTERS, type Counters, type Statistics } from '../nodes/service/statistics';
import { timestampMs } from '../nodes/service/timestamps';
import type { Promotion } from '../nodes/service/types';
import { plainText } from '../nodes/service/values';
import { count, countAll, describeCounts, type Meeting } from './meeting';

/** What the list shows. Undefined if the nodes cannot read it. */
export async function meetList(meeting: Meeting, client: ServiceClient): Promise<Promotion[] | undefined> {
	const promotions = await meeting.tries('List', async () => await client.promotions());
	if (!promotions) return undefined;
	const describeStatus = ({ status }: Promotion) => `"${plainText(status)}" (${promotionState(status)})`;
	meeting.say(`  Promotions: ${promotions.length}`);
	meeting.say(`  Statuses, and what they are taken for: ${describeCounts(countAll(promotions.map(describeStatus)))}`);
	for (const field of ['createdDate', 'promotionEndTime']) {
		meeting.say(`  Times (${field}): ${describeCounts(countAll(promotions.map((one) => describeUnit(one[field]))))}`);
	}
	return promotions;
}

/** By what the nodes read from the number. */
function describeUnit(value: unknown): string {
	const ms = timestampMs(value);
	if (ms === null) return 'no time';
	const power = Math.round(Math.log10(Number(plainText(value)) / ms));
	return UNITS.get(power) ?? 'text with a time zone';
}

const UNITS = new Map([
	[-3, 'seconds'],
	[0, 'milliseconds'],
	[3, 'microseconds'],
	[6, 'nanoseconds'],
]);

/** One clear promotion decides what the counters mean; so many are tried. */
const MOST_STATISTICS = 10;

/** The newest that are completed; without any, the newest. Cancelled ones may have no counters. */
export function choosePromotions(promotions: Promotion[]): Promotion[] {
	const sorted = newestFirst(promotions);
	const completed = sorted.filter(({ status }) => promotionState(status) === 'completed');
	return completed.length > 0 ? completed.slice(0, MOST_STATISTICS) : sorted.slice(0, 1);
}

/** Reads statistics until one shows what the counters mean. Returns the promotion with the most recipients. */
export async function meetStatistics(
	meeting: Meeting,
	client: ServiceClient,
	promotions: Promotion[],
): Promise<string | undefined> {
	let largest: { promotionId: string; attempted: number } | undefined;
	for (const [index, { promotionId, status }] of promotions.entries()) {
		const what = `Statistics${index === 0 ? '' : ' of another promotion, as the counters were not clear'}`;
		const statistics = await meeting.tries(what, async () => await client.statistics(promotionId));
		if (!statistics) break;
		const attempted = statistics.counters.attempted ?? 0;
		if (!largest || attempted > largest.attempted) largest = { promotionId, attempted };
		if (tellStatistics(meeting, statistics, isOver(status))) break;
	}
	return largest?.promotionId ?? promotions[0]?.promotionId;
}

/** Whether they show what the counters mean. */
function tellStatistics(meeting: Meeting, { counters, unreadable, retries }: Statistics, ended: boolean): boolean {
	meeting.say(
		`  ${COUNTERS.map((counter) => `${counter} ${describeCounter(counters, counter, unreadable)}`).join(', ')}`,
	);
	const figures = readFigures(counters, ended);
	meeting.say(`  Counters are: ${figures.countersAre ?? `not known${ended ? '' : ', as it is not over'}`}`);
	if (areRatesOpen(figures)) meeting.say(`  ${RATES_NOT_KNOWN}`);
	const rates = Object.entries(computeRates(figures)).map(([rate, percent]) => `${rate} ${percent ?? 'not known'}`);
	meeting.say(`  Rates in percent: ${rates.join(', ')}`);
	const numbers = retries.map(({ promotionRetryNumber }) => promotionRetryNumber ?? 'not known').join(', ');
	meeting.say(`  Retries: ${retries.length === 0 ? 'none' : `numbered ${numbers}`}`);
	return figures.countersAre !== null;
}

const describeCounter = (counters: Counters, counter: keyof Counters, unreadable: Array<keyof Counters>) =>
	counters[counter] ?? (unreadable.includes(counter) ? 'is no count' : 'not sent');

/** Enough rows to see how a report is written. */
const MOST_ROWS = 100_000;

/** How the report is written, and what the nodes read of it. Returns the statuses of these phones; undefined if it cannot be read. */
export async function meetReport(
	meeting: Meeting,
	client: ServiceClient,
	promotionId: string,
	ownPhones: string[] = [],
): Promise<Map<string, number> | undefined> {
	const read = async (body: AnswerBody) => await readReport(body, new Set(ownPhones));
	const found = await meeting.tries('Report', async () => await client.report(promotionId, read));
	const firstLine =
		meeting.exchanges
			.at(-1)
			?.body.trimStart()
			.split(/[\r\n]/, 1)[0] ?? '';
	meeting.say(`  Delimiter in its first line: ${describeDelimiter(firstLine)}`);
	if (!found) return undefined;
	const { report, phones, statuses, times, ownStatuses } = found;
	const { rowsRead, problemRows, columns } = report;
	const missing = columns.listMissing();
	meeting.say(
		`  Columns: ${maskNumbers(columns.names.join(', '))}${missing.length > 0 ? `; without ${missing.join(', ')}` : ''}`,
	);
	const ends = report.complete === undefined ? 'not read to its end' : report.complete ? 'complete' : 'perhaps not all';
	meeting.say(
		`  Rows: ${rowsRead}, ${ends}${problemRows > 0 ? `, ${problemRows} with values in the wrong columns` : ''}`,
	);
	meeting.say(`  Phones: ${describeCounts(phones)}`);
	meeting.say(`  Statuses: ${describeCounts(statuses)}`);
	meeting.say(`  Times: ${describeCounts(times)}`);
	return ownStatuses;
}

async function readReport(body: AnswerBody, ownPhones: ReadonlySet<string>) {
	const report = await Report.open(body);
	const found = {
		report,
		phones: new Map<string, number>(),
		statuses: new Map<string, number>(),
		times: new Map<string, number>(),
		/** Of the person's own phones. */
		ownStatuses: new Map<string, number>(),
	};
	const [phone, status, time] = [
		report.columns.position('Phone'),
		report.columns.position('Status'),
		report.columns.position('Timestamp'),
	];
	for await (const rows of report.rowsByChunk()) {
		for (const row of rows) {
			count(found.phones, describePhone(row.text(phone)));
			count(found.statuses, `"${row.text(status)}"`);
			if (ownPhones.has(readRowPhone(row.text(phone))?.digits ?? '')) count(found.ownStatuses, `"${row.text(status)}"`);
			count(found.times, describeUnit(row.text(time)));
		}
		if (report.rowsRead >= MOST_ROWS) break;
	}
	return found;
}

function describePhone(text: string): string {
	if (!readRowPhone(text)) return text.trim() === '' ? 'empty' : 'no phone number';
	return text.includes('+') ? 'with +' : 'without +';
}

const DELIMITERS = { comma: ',', semicolon: ';', tab: '\t', 'vertical bar': '|' };

/** The one that occurs most. */
function describeDelimiter(line: string): string {
	const counts = Object.entries(DELIMITERS).map(([name, sign]) => ({ name, count: line.split(sign).length - 1 }));
	const [most] = counts.sort((a, b) => b.count - a.count);
	return most && most.count > 0 ? most.name : 'none';
}

/** How the service refuses, in the nodes' words. */
export async function meetRefusals(meeting: Meeting, client: ServiceClient): Promise<void> {
	const stranger = await meeting.openClient({ apiKey: 'a-wrong-key' });
	const refusals: Array<[what: string, ask: () => Promise<unknown>]> = [
		['A wrong API key', async () => await stranger.promotions()],
		['A promotion that does not exist', async () => await client.statistics(randomUUID())],
	];
	meeting.say('');
	for (const [what, ask] of refusals) {
		meeting.signal.throwIfAborted();
		const answer = await ask().then(
			() => 'answered like any other',
			(error: unknown) => (error as Error).message,
		);
		meeting.signal.throwIfAborted();
		meeting.say(`${what}: ${answer}${meeting.latestAnswer}`);
	}
}
