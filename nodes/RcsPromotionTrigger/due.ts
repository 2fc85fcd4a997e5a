import type { Comparison } from './comparison';
import { EVENTS, findAllOccurrences, keepsReading } from './events';
import type { EmittedEvent } from './item';
import { DAY_MS, HOUR_MS, MINUTE_MS, PORTION } from './listing';
import { awaitsFinalCounters, isStalled, type PromotionChange } from './record';

/** Of many that are due, so many calls are kept for those that have not moved lately. */
const CALLS_FOR_QUIET_ONES = 10;

interface Due {
	promotionId: string;
	/** 0 if its statistics were never requested. */
	requestedAt: number;
	created: number;
	hasMovedLately: boolean;
}

/** The promotions whose statistics to read: all with an event in this poll, then as many others as the form allows. */
export function* selectPromotionsToRead(
	comparison: Comparison,
	eventsToEmitAgain: readonly EmittedEvent[] = [],
): Generator<void, string[]> {
	const { facts } = comparison;
	const needReading = eventsToEmitAgain.filter(({ event }) => EVENTS[event].needsStatistics !== 'none');
	const withEvent = needReading.map(({ promotionId }) => promotionId);
	const others: Due[] = [];
	let count = 0;
	for (const [promotionId, listed] of comparison.allPromotions()) {
		if (++count % PORTION === 0) yield;
		const change = comparison.compare(promotionId, listed);
		if (change === 'ignored' || 'promotionId' in change) continue;
		const { record, previousStatus } = change;
		const hasEvent = findAllOccurrences(change).some(
			({ needsStatistics, isSilent }) => needsStatistics !== 'none' && !isSilent,
		);
		// Counters that become final because the hours after completion are over are read once more, for low thresholds.
		if (hasEvent || change.becameFinal) withEvent.push(promotionId);
		else if (keepsReading(record, facts) && isRequestDue(change)) {
			// There is no room to remember it, so it comes last.
			const isForgotten = comparison.isFull && !comparison.records.has(promotionId) && previousStatus !== null;
			const { requestedAt = isForgotten ? facts.now : 0, created = 0 } = record;
			others.push({ promotionId, requestedAt, created, hasMovedLately: hasMovedLately(change) });
		}
	}
	return [...new Set([...withEvent, ...chooseInTurn(others, facts.settings.maximumStatisticsCalls)])];
}

/** First those that moved lately and those that were never read, by turns, then the others; of each, the longest ago first. */
function chooseInTurn(due: Due[], calls: number): string[] {
	due.sort((a, b) => a.requestedAt - b.requestedAt || b.created - a.created);
	const moving = due.filter(({ hasMovedLately: isMoving }) => isMoving);
	const unread = due.filter(({ hasMovedLately: isMoving, requestedAt }) => !isMoving && requestedAt === 0);
	const quiet = due.filter(({ hasMovedLately: isMoving, requestedAt }) => !isMoving && requestedAt > 0);
	const first = Array.from({ length: Math.max(moving.length, unread.length) }, (_, index) => [
		...moving.slice(index, index + 1),
		...unread.slice(index, index + 1),
	]).flat();
	const forQuiet = Math.min(quiet.length, CALLS_FOR_QUIET_ONES, Math.floor(calls / 2));
	// A single call goes to the one that waits longest.
	const inTurn = calls === 1 ? due : [...first.slice(0, calls - forQuiet), ...quiet];
	return inTurn.slice(0, calls).map(({ promotionId }) => promotionId);
}

/** At its last request, or within an hour. What was there before the trigger saw it has not moved by that alone. */
function hasMovedLately({ record, facts }: PromotionChange): boolean {
	const { moves, completedAt, changedAt, requestedAt = 0 } = record;
	if (moves === undefined && completedAt === undefined) return false;
	return changedAt >= requestedAt || facts.now - changedAt < HOUR_MS;
}

/** Unchanged counters are read less and less often: after a tenth of the time that they rested, or sooner if a request failed. */
function isRequestDue({ record, facts }: PromotionChange): boolean {
	const { settings, now } = facts;
	const { created = now, changedAt, requestedAt = 0, lastRequestFailed } = record;
	// It was never requested, its status changed since, or the last request found other counters.
	if (changedAt >= requestedAt) return true;
	const backoffMs = (requestedAt - changedAt) / 10;
	const longestUnlessFailedMs = (created < now - 7 * DAY_MS ? 360 : 60) * MINUTE_MS;
	const longestMs = lastRequestFailed ? 5 * MINUTE_MS : longestUnlessFailedMs;
	if (now - requestedAt >= Math.min(backoffMs, longestMs)) return true;
	// An event that needs this time without a change has become due since the last request.
	const becameDue = (unchangedMs: number) => now >= changedAt + unchangedMs && requestedAt < changedAt + unchangedMs;
	if (awaitsFinalCounters(record, facts)) return becameDue(settings.finalAfterMs);
	return settings.events.has('stalled') && isStalled(record, facts) && becameDue(settings.stalledAfterMs);
}
