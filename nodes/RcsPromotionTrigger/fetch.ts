import { createHash } from 'crypto';
import type { IPollFunctions } from 'n8n-workflow';
import { NodeApiError } from 'n8n-workflow';
import type { ServiceClient } from '../service/client';
import { mapConcurrently } from '../service/concurrency';
import type { PromotionList } from '../service/promotions';
import type { RetryPolicy } from '../service/retry';
import {
	isAwaitingRest,
	isFinal,
	isStandingStill,
	isWatchOver,
	newsOf,
	type Conditions,
	type Reading,
} from './changes';
import type { EventName } from './events';
import type { Listed, Listing } from './listing';
import { Memory, type PromotionRecord, type TriggerState } from './state';

/** What a poll gets of hosts that do not say how long they wait for it. */
export const FULL_BUDGET_MS = 300_000;

/** How long n8n waits for a poll. */
export function hostBudgetMs(context: IPollFunctions): number {
	// Hosts before 2.38 do not have it.
	const { getPollBudgetMs } = context as Partial<Pick<IPollFunctions, 'getPollBudgetMs'>>;
	return getPollBudgetMs?.call(context) ?? FULL_BUDGET_MS;
}

/**
 * The list may be silent for a minute, or for half of the host's time. The next poll is the next try; one more now spares
 * the user word of a single hiccup.
 */
export async function fetchList(client: ServiceClient, hostMs: number): Promise<PromotionList> {
	const idleMs = Math.min(MINUTE_MS, hostMs / 2);
	return await client.promotionList({ tries: 2, firstDelayMs: 500, longestDelayMs: 5000, totalMs: 5000, idleMs });
}

/** When statistics of a promotion were last asked for by this process. */
interface Read {
	at: number;
	/** Whether an answer came, if only that there are none. */
	answered: boolean;
	/** What the list said at the time, and since which read it has said so; 0 as long as nothing else was seen. */
	status: string;
	statusSince: number;
}

/** What was asked for lately, by promotion ID, the longest ago first. */
export type Reads = Map<string, Read>;

interface Wanted {
	/** Of promotions about which something is told at this poll; not limited by the form. */
	first: Listed[];
	/** Of those that are followed, as many as the form allows, the longest unread first. */
	rotation: Listed[];
}

const WITH_FIGURES: readonly EventName[] = ['statusChanged', 'completed', 'stopped', 'cancelled'];
/** More than a poll can tell of: what comes after them is told by the next one. */
const MOST_FIRST = 120;
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** Whose statistics to read. */
export function wantedFigures(
	listing: Listing,
	stored: TriggerState | undefined,
	conditions: Conditions,
	{ account, reads, mark }: { account: string; reads: Reads; mark: string },
): Wanted {
	const { settings, now } = conditions;
	const memory = new Memory(stored, account, { emitExisting: settings.emitExisting, now });
	const wanted: Wanted = { first: [], rotation: [] };
	for (const listed of listing.all) {
		const record = memory.records.get(listed.promotionId);
		const isNew = !record && memory.isNew(listed);
		if (!listed.inScope || (!record && !isNew && isFinal(listed.state))) continue;
		const news = record || isNew ? newsOf(record, listed) : [];
		const isTold = news.some((event) => WITH_FIGURES.includes(event) && settings.events.has(event));
		if (isTold || (record && isWatchOver(record, conditions))) wanted.first.push(listed);
		else if (settings.followsCounters && isReadDue(listed, record, reads.get(listed.promotionId), conditions)) {
			wanted.rotation.push(listed);
		}
	}
	return { first: wanted.first.slice(0, MOST_FIRST), rotation: longestUnread(wanted.rotation, reads, mark, settings) };
}

/** What does not move is read ever more seldom: again after a tenth of the time for which it has rested, or sooner where no answer came. */
function isReadDue(
	listed: Listed,
	record: PromotionRecord | undefined,
	read: Read | undefined,
	conditions: Conditions,
) {
	const { settings, now } = conditions;
	const { createdAt, status, state } = listed;
	if (!record) return state !== 'cancelled';
	// Also after a clock was set back.
	if (!read || read.status !== status || read.at > now) return true;
	const isOld = createdAt !== null && createdAt < now - 7 * DAY_MS;
	const restedMs = read.at - Math.max(record.movedAt, read.statusSince);
	const longest = read.answered ? (isOld ? 360 : 60) * MINUTE_MS : 5 * MINUTE_MS;
	if (now - read.at >= Math.min(restedMs / 10, longest)) return true;
	if (isAwaitingRest(record, conditions)) return now - record.movedAt >= settings.settledAfterMs;
	return state === 'active' && isStandingStill(record, conditions);
}

function longestUnread(due: Listed[], reads: Reads, mark: string, { maximumStatisticsCalls }: Conditions['settings']) {
	const places = new Map([...reads.keys()].map((promotionId, place) => [promotionId, place + 1]));
	const keyed = due.map((listed) => ({
		listed,
		lastRead: places.get(listed.promotionId) ?? 0,
		// Another order in each process, so that restarts in a row do not begin with the same ones every time.
		chance: createHash('sha256').update(`${mark} ${listed.promotionId}`).digest('hex'),
	}));
	keyed.sort((a, b) => a.lastRead - b.lastRead || (a.chance < b.chance ? -1 : 1));
	return keyed.slice(0, maximumStatisticsCalls).map(({ listed }) => listed);
}

interface Figures {
	readings: Map<string, Reading>;
	/** Given when statistics were asked for and not one call helped. */
	fault?: NodeApiError;
}

interface Asking {
	listing: Listing;
	reads: Reads;
	/** When the list was there. */
	now: number;
	/** No call begins later than this. */
	until: number;
	idleMs: number;
}

/** The times for statistics, so that the poll ends while n8n still waits for it, and not long after the next one began. */
export const timeForFigures = (started: number, now: number, hostMs: number) => ({
	until: Math.min(started + 0.7 * hostMs, now + 40_000),
	idleMs: Math.min(12_000, 0.2 * hostMs),
});

/** A promotion may have no statistics before it has sent anything. */
const NOT_THERE_YET = '404';

/** Reads what there is time for; what there is none for counts as not read. */
export async function fetchFigures(
	client: ServiceClient,
	{ first, rotation }: Wanted,
	{ listing, reads, now, until, idleMs }: Asking,
): Promise<Figures> {
	const readings = new Map<string, Reading>();
	const faults: NodeApiError[] = [];
	const once: RetryPolicy = { tries: 1, firstDelayMs: 0, longestDelayMs: 0, totalMs: 0, idleMs };
	const twice: RetryPolicy = { tries: 2, firstDelayMs: 300, longestDelayMs: 2000, totalMs: 3000, idleMs };
	for (const promotionId of reads.keys()) if (!listing.byId.has(promotionId)) reads.delete(promotionId);
	const due = [
		...first.map((listed) => ({ listed, policy: twice, notes: false })),
		...rotation.map((listed) => ({ listed, policy: once, notes: true })),
	];
	await mapConcurrently(due, async ({ listed: { promotionId, status }, policy, notes }) => {
		if (Date.now() > until) return;
		const before = reads.get(promotionId);
		const statusSince = before && before.status !== status ? now : (before?.statusSince ?? 0);
		// Before the answer, too, so that a poll that overlaps with this one reads others first.
		const note = (answered: boolean) => {
			reads.delete(promotionId);
			reads.set(promotionId, { at: now, answered, status, statusSince });
		};
		if (notes) note(false);
		const reading = await client.statistics(promotionId, policy).then(
			({ counters }) => counters,
			(error: unknown) => {
				if (!(error instanceof NodeApiError)) return null;
				if (error.httpCode === NOT_THERE_YET) return 'none';
				faults.push(error);
				return null;
			},
		);
		readings.set(promotionId, reading);
		if (notes) note(reading !== null);
	});
	const helped = [...readings.values()].some((reading) => reading !== null && reading !== 'none');
	return { readings, fault: helped ? undefined : faults[0] };
}
