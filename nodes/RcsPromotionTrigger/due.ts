import type { Change } from './change';
import { chosenEvents, EVENTS } from './events';
import type { EmittedEvent } from './item';
import { DAY_MS, HOUR_MS, type PollFacts } from './settings';
import { hasSent, isMissingForLong, isWatchOver, needsFigures } from './state';

/** How many promotions are read in a check besides those with an event. */
const READ_PER_CHECK = 50;

/** What to read: first those with an event in this poll, then what is due, the oldest request first; and since when each was due. */
export function selectPromotionsToRead(
	changes: readonly Change[],
	emittedAgain: readonly EmittedEvent[],
	facts: PollFacts,
): { toRead: string[]; dueAt: Map<string, number> } {
	const again = emittedAgain.filter(({ event }) => EVENTS[event].needsStatistics !== 'never');
	const withEvent = new Set(again.map(({ promotionId }) => promotionId));
	const dueAt = new Map<string, number>();
	const others: Change[] = [];
	for (const change of changes) {
		const { promotionId } = change;
		if (hasEventNow(change, facts)) withEvent.add(promotionId);
		const at = findDueAt(change, facts);
		if (at > facts.now) continue;
		dueAt.set(promotionId, at);
		if (!withEvent.has(promotionId)) others.push(change);
	}
	others.sort((a, b) => (a.record.requestedAt ?? 0) - (b.record.requestedAt ?? 0));
	const read = others.slice(0, READ_PER_CHECK).map(({ promotionId }) => promotionId);
	return { toRead: [...withEvent, ...read], dueAt };
}

/** Also if its figures become final in this poll even if they cannot be read. */
function hasEventNow(change: Change, facts: PollFacts): boolean {
	const { settings, now } = facts;
	const { record } = change;
	const endsWatch = settings.needsFinal && !record.finalBecause && isWatchOver(record, settings, now);
	const atEvent = chosenEvents(settings.events).filter(({ needsStatistics }) => needsStatistics === 'atEvent');
	return endsWatch || atEvent.some(({ findIn }) => findIn(change, facts).length > 0);
}

/** When its statistics are to be read: what rests is read less and less often. Infinity if nothing needs them. */
function findDueAt({ status, record }: Change, facts: PollFacts): number {
	const { requestedAt, changedAt, firstSeenAt, created = firstSeenAt, completedAt, stillSinceAt = Infinity } = record;
	if (record.missing === 'gone') return Infinity;
	const decides = isMissingForLong(record, facts.now) && record.missing === undefined;
	if (!decides && !needsFigures(status, record, facts)) return Infinity;
	if (requestedAt === undefined) return firstSeenAt;
	// At the next check: in turn with the others, it keeps nobody waiting.
	if (decides || record.lastRequestFailed) return requestedAt;
	const restsSince = changedAt ?? Math.min(created, firstSeenAt);
	if (restsSince > requestedAt) return restsSince;
	const usual = requestedAt + Math.min((requestedAt - restsSince) / 10, hasSent(record) ? DAY_MS : HOUR_MS);
	// Or when an event becomes due that needs so much time without a change.
	const { finalAfterMs, stalledAfterMs, events, needsFinal } = facts.settings;
	const finalAt = completedAt !== undefined && needsFinal ? stillSinceAt + finalAfterMs : Infinity;
	const stalledAt = changedAt !== undefined && events.has('stalled') ? changedAt + stalledAfterMs : Infinity;
	return Math.min(usual, ...[finalAt, stalledAt].filter((at) => at > requestedAt));
}
