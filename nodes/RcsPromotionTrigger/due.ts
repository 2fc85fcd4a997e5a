import { promotionState } from '../service/promotions';
import type { Comparison } from './diff';
import { EVENTS, FOLLOWING_EVENTS, occurrencesIn } from './events';
import type { EmittedEvent } from './item';
import { DAY_MS } from './listing';
import { awaitsFinal, isStalled, type Compared } from './record';
import type { Conditions } from './settings';
import type { PromotionRecord } from './state';

const MINUTE_MS = 60_000;
/** As long as completed ones usually are. */
const STOPPED_READ_MS = 3 * DAY_MS;

/**
 * IDs of the promotions whose statistics to read: first those with an event in this poll, however many, then others that are followed, as
 * many as the form allows, the longest unread first.
 */
export function selectDue(comparison: Comparison, repeated: readonly EmittedEvent[] = []): string[] {
	const { records, conditions } = comparison;
	const withEvent = repeated
		.filter(({ event }) => EVENTS[event].needsStatistics !== 'none')
		.map((one) => one.promotionId);
	const others: Array<{ promotionId: string; readAt: number }> = [];
	for (const [promotionId, listed] of comparison.promotions()) {
		const compared = comparison.compare(promotionId, listed);
		if (!compared) continue;
		const { record, previousStatus } = compared;
		const hasEvent = occurrencesIn(compared).some(
			({ needsStatistics, isSilent }) => needsStatistics !== 'none' && !isSilent,
		);
		if (compared.isFinalNow || hasEvent) withEvent.push(promotionId);
		else if (isReadAgain(record, conditions) && isReadDue(compared)) {
			// What is neither followed nor new comes last: there may be no room to follow it.
			const isLast = !records.has(promotionId) && previousStatus !== null;
			others.push({ promotionId, readAt: isLast ? conditions.now : (record.readAt ?? 0) });
		}
	}
	others.sort((a, b) => a.readAt - b.readAt);
	const inTurn = others.slice(0, conditions.settings.maximumStatisticsCalls);
	return [...new Set([...withEvent, ...inTurn.map(({ promotionId }) => promotionId)])];
}

/** Whether its statistics are read again and again: not for ever if it was stopped. */
export function isReadAgain({ status, statusAt }: PromotionRecord, { settings, now }: Conditions): boolean {
	if (promotionState(status) === 'paused' && now - statusAt >= STOPPED_READ_MS) return false;
	return FOLLOWING_EVENTS.some((event) => settings.events.has(event));
}

/**
 * Figures that do not change are read less and less often: after a tenth of the time they have been unchanged, or sooner if a read failed.
 * After a status change that is at once.
 */
function isReadDue({ record, conditions }: Compared): boolean {
	const { settings, now } = conditions;
	const { created = now, movedAt, readAt = 0, isUnread } = record;
	const isOld = created < now - 7 * DAY_MS;
	const longest = isUnread ? 5 * MINUTE_MS : (isOld ? 360 : 60) * MINUTE_MS;
	if (now - readAt >= Math.min((readAt - movedAt) / 10, longest)) return true;
	// Once more when an event may be due.
	const needsFinal = awaitsFinal(record, conditions);
	const dueAt = movedAt + (needsFinal ? settings.settledAfterMs : settings.stalledAfterMs);
	if (now < dueAt || readAt >= dueAt) return false;
	return needsFinal || (settings.events.has('stalled') && isStalled(record, conditions));
}
