import { NodeApiError } from 'n8n-workflow';
import type { ServiceClient } from '../service/client';
import { mapConcurrently } from '../service/concurrency';
import { ONCE, type RetryPolicy } from '../service/retry';
import type { Promotion } from '../service/types';
import { isSettling, isFinal, isStandingStill, isWatchOver, newsOf, type Reading } from './changes';
import type { Conditions } from './events';
import type { EventName } from './form';
import type { Listed, Listing } from './listing';
import { Memory, usableState, type PromotionRecord, type TriggerState } from './state';

const WITH_FIGURES: readonly EventName[] = ['statusChanged', 'completed', 'stopped', 'cancelled'];
/** More than one poll can report. The next poll reports the rest. */
const MOST_FIRST = 120;
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** The list may take half of n8n's time limit. The next poll would try again anyway; one retry now keeps a single hiccup from being reported. */
export async function fetchList(client: ServiceClient, hostMs: number): Promise<Promotion[]> {
	const policy = { tries: 2, firstDelayMs: 500, longestDelayMs: 5000, totalMs: 5000, tryMs: hostMs / 2 };
	return await client.promotions(policy);
}

interface Wanted {
	/** Promotions with an event in this poll; not limited by the form. */
	first: Listed[];
	/** Followed promotions, as many as the form allows, the longest unread first. */
	rotation: Listed[];
}

/** The promotions whose statistics to read. */
export function wantedFigures(
	listing: Listing,
	stored: TriggerState | undefined,
	account: string,
	conditions: Conditions,
): Wanted {
	const { settings, now } = conditions;
	const memory = new Memory(usableState(stored, account), account, conditions);
	const first: Listed[] = [];
	const rotation: Listed[] = [];
	for (const listed of listing.values()) {
		const record = memory.records.get(listed.promotionId);
		const isNew = !record && memory.isNew(listed);
		if (!listed.inScope || (!record && !isNew && isFinal(listed.state))) continue;
		const news = record || isNew ? newsOf(record, listed) : [];
		const isTold = news.some((event) => WITH_FIGURES.includes(event) && settings.events.has(event));
		if (isTold || (record && isWatchOver(record, conditions))) first.push(listed);
		else if (!settings.followsCounters) continue;
		else if (record ? isReadDue(listed, record, conditions) : listed.state !== 'cancelled') rotation.push(listed);
	}
	// What is neither followed nor new comes last: there may be no room to follow it.
	const askedAt = (listed: Listed) => {
		const record = memory.records.get(listed.promotionId);
		return record || memory.isNew(listed) ? (record?.askedAt ?? 0) : now;
	};
	// A time in the future means that the clock was set back; it counts as long ago.
	const lastAsked = (listed: Listed) => (askedAt(listed) > now ? 0 : askedAt(listed));
	rotation.sort((a, b) => lastAsked(a) - lastAsked(b));
	return { first: first.slice(0, MOST_FIRST), rotation: rotation.slice(0, settings.maximumStatisticsCalls) };
}

/** Figures that do not change are read less and less often: after a tenth of the time they have been unchanged, or sooner if a read failed. */
function isReadDue(listed: Listed, record: PromotionRecord, conditions: Conditions): boolean {
	const { settings, now } = conditions;
	const { createdAt, state } = listed;
	const { movedAt, statusAt = 0, askedAt = 0, isUnanswered } = record;
	// The first condition is true after a clock was set back.
	if (askedAt > now || newsOf(record, listed).length > 0) return true;
	const isOld = createdAt !== null && createdAt < now - 7 * DAY_MS;
	const longest = isUnanswered ? 5 * MINUTE_MS : (isOld ? 360 : 60) * MINUTE_MS;
	if (now - askedAt >= Math.min((askedAt - Math.max(movedAt, statusAt)) / 10, longest)) return true;
	// Once more when an event may be due.
	const dueAt = movedAt + (isSettling(record, conditions) ? settings.settledAfterMs : settings.stalledAfterMs);
	if (now < dueAt || askedAt >= dueAt) return false;
	return isSettling(record, conditions) || (state === 'active' && isStandingStill(record, conditions));
}

interface Figures {
	readings: Map<string, Reading>;
	/** Set if statistics were requested and not a single call succeeded. */
	fault?: NodeApiError;
}

/** A promotion may have no statistics until it has sent something. */
const NOT_THERE_YET = '404';

/** Reads as many statistics as there is time for. The others count as not read. */
export async function fetchFigures(
	client: ServiceClient,
	{ first, rotation }: Wanted,
	poll: { at: number; hostMs: number },
): Promise<Figures> {
	const readings = new Map<string, Reading>();
	const faults: NodeApiError[] = [];
	// So that the poll ends while n8n still waits for it, and not long after the next one has started.
	const until = Math.min(poll.at + 0.7 * poll.hostMs, Date.now() + 40_000);
	const tryMs = Math.min(12_000, 0.2 * poll.hostMs);
	const once: RetryPolicy = { ...ONCE, tryMs };
	const twice: RetryPolicy = { tries: 2, firstDelayMs: 300, longestDelayMs: 2000, totalMs: 3000, tryMs };
	const calls = [
		...first.map(({ promotionId }) => ({ promotionId, policy: twice })),
		...rotation.map(({ promotionId }) => ({ promotionId, policy: once })),
	];
	await mapConcurrently(calls, async ({ promotionId, policy }) => {
		if (Date.now() > until) return;
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
	});
	const helped = [...readings.values()].some((reading) => reading !== null && reading !== 'none');
	return { readings, fault: helped ? undefined : faults[0] };
}
