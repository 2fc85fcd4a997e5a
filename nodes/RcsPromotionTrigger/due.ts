import { promotionState } from '../service/promotions';
import type { Comparison } from './comparison';
import { EVENTS, EVENTS_THAT_KEEP_READING, findAllOccurrences } from './events';
import type { EmittedEvent } from './item';
import { DAY_MS, MINUTE_MS } from './listing';
import { awaitsFinalCounters, isStalled, type PromotionChange } from './record';
import type { Basis } from './settings';
import type { PromotionRecord } from './state';

/** Promotions in the state 'paused', for users Stopped, are read for three days, like completed ones. */
const STOPPED_READ_MS = 3 * DAY_MS;

/**
 * The promotions whose statistics to read: all with an event in this poll, then as many others as the form allows. Of these, the one
 * whose last request is longest ago comes first.
 */
export function selectPromotionsToRead(comparison: Comparison, eventsToEmitAgain: readonly EmittedEvent[] = []) {
	const { records, basis } = comparison;
	const needReading = eventsToEmitAgain.filter(({ event }) => EVENTS[event].needsStatistics !== 'none');
	const withEvent = needReading.map(({ promotionId }) => promotionId);
	const others: Array<{ promotionId: string; requestedAt: number }> = [];
	for (const [promotionId, listed] of comparison.allPromotions()) {
		const change = comparison.compare(promotionId, listed);
		if (typeof change === 'string') continue;
		const { record, previousStatus } = change;
		const hasEvent = findAllOccurrences(change).some(
			({ needsStatistics, isOnlyRemembered }) => needsStatistics !== 'none' && !isOnlyRemembered,
		);
		// Its counters become final because the hours after completion are over. They are read once more, since low thresholds are judged by them.
		if (hasEvent || change.becameFinal) withEvent.push(promotionId);
		else if (keepsReading(record, basis) && isRequestDue(change)) {
			// A baseline comes last: there may be no room for its record.
			const getsBaseline = !records.has(promotionId) && previousStatus !== null;
			others.push({ promotionId, requestedAt: getsBaseline ? basis.now : (record.requestedAt ?? 0) });
		}
	}
	others.sort((a, b) => a.requestedAt - b.requestedAt);
	const inTurn = others.slice(0, basis.settings.maximumStatisticsCalls);
	const due = new Set([...withEvent, ...inTurn.map(({ promotionId }) => promotionId)]);
	const hadCounters = (promotionId: string) => records.get(promotionId)?.counters !== undefined;
	return [...due].map((promotionId) => ({ promotionId, hadCounters: hadCounters(promotionId) }));
}

/** Whether its statistics are read repeatedly: for some days only, once it was stopped. */
export function keepsReading({ status, statusAt }: PromotionRecord, { settings, now }: Basis): boolean {
	if (promotionState(status) === 'paused' && now - statusAt >= STOPPED_READ_MS) return false;
	return EVENTS_THAT_KEEP_READING.some((event) => settings.events.has(event));
}

/** Counters that do not change are read less and less often: after a tenth of the time that they had been unchanged, or sooner if a request failed. */
function isRequestDue({ record, basis }: PromotionChange): boolean {
	const { settings, now } = basis;
	const { created = now, changedAt, requestedAt = 0, lastRequestFailed } = record;
	// It was never requested, its status changed since, or the last request found other counters.
	if (changedAt >= requestedAt) return true;
	const backoffMs = (requestedAt - changedAt) / 10;
	const longestUnlessFailedMs = (created < now - 7 * DAY_MS ? 360 : 60) * MINUTE_MS;
	const longestMs = lastRequestFailed ? 5 * MINUTE_MS : longestUnlessFailedMs;
	if (now - requestedAt >= Math.min(backoffMs, longestMs)) return true;
	// An event that needs this time without a change has become due since the last request.
	const becameDue = (unchangedMs: number) => now >= changedAt + unchangedMs && requestedAt < changedAt + unchangedMs;
	if (awaitsFinalCounters(record, basis)) return becameDue(settings.finalAfterMs);
	return settings.events.has('stalled') && isStalled(record, basis) && becameDue(settings.stalledAfterMs);
}
