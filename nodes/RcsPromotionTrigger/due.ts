import type { Change } from './change';
import { chosenEvents, EVENTS } from './events';
import type { EmittedEvent } from './item';
import { DAY_MS, HOUR_MS } from './listing';
import { endsWatch, hasSent, isMissingForLong, needsFigures } from './state';
import type { PollFacts } from './settings';

/** How many promotions are read in a check besides those with an event. */
const READ_PER_CHECK = 50;

export interface Due {
	promotionId: string;
	dueAt: number;
}

/** What to read: first those with an event in this poll, then what is due, the oldest request first. */
export function selectPromotionsToRead(
	changes: readonly Change[],
	emittedAgain: readonly EmittedEvent[],
	facts: PollFacts,
): { toRead: string[]; due: Due[] } {
	const again = emittedAgain.filter(({ event }) => EVENTS[event].needsStatistics !== 'never');
	const withEvent = new Set(again.map(({ promotionId }) => promotionId));
	const due: Array<Due & { requestedAt: number }> = [];
	for (const change of changes) {
		if (!change.isLetIn) continue;
		const { promotionId, record } = change;
		if (hasStatusEvent(change, facts) || endsWatch(record, facts)) withEvent.add(promotionId);
		const dueAt = findDueAt(change, facts);
		if (dueAt <= facts.now) due.push({ promotionId, dueAt, requestedAt: record.requestedAt ?? 0 });
	}
	due.sort((a, b) => a.requestedAt - b.requestedAt);
	const others = due.filter(({ promotionId }) => !withEvent.has(promotionId)).slice(0, READ_PER_CHECK);
	return { toRead: [...withEvent, ...others.map(({ promotionId }) => promotionId)], due };
}

const hasStatusEvent = (change: Change, facts: PollFacts) =>
	chosenEvents(facts.settings).some(
		({ needsStatistics, findIn }) => needsStatistics === 'atEvent' && findIn(change, facts).length > 0,
	);

/** When its statistics are to be read: what rests is read less and less often. Infinity if nothing needs them. */
function findDueAt(change: Change, facts: PollFacts): number {
	const { status, record } = change;
	const { requestedAt, changedAt, firstSeenAt, created = firstSeenAt } = record;
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
	const { completedAt, stillSinceAt = Infinity } = record;
	const finalAt = completedAt !== undefined && needsFinal ? stillSinceAt + finalAfterMs : Infinity;
	const stalledAt = changedAt !== undefined && events.has('stalled') ? changedAt + stalledAfterMs : Infinity;
	return Math.min(usual, ...[finalAt, stalledAt].filter((at) => at > requestedAt));
}
