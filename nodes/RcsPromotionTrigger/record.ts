import { isOver } from '../service/promotions';
import { COUNTERS } from '../service/statistics';
import { DAY_MS, HOUR_MS } from './listing';
import type { PollFacts, TriggerSettings } from './settings';
import type { Kept, PromotionRecord } from './state';

/** So long, lists must lack a promotion until its statistics decide what became of it. */
const MISSING_FOR_MS = HOUR_MS;
/** So long, the figures of a promotion that is not over must stand still to count as final. */
export const STANDSTILL_MS = 14 * DAY_MS;

/** A record for a promotion that has none. */
export const startRecord = (kept: Kept | undefined, isNew: boolean, now: number): PromotionRecord => ({
	name: '',
	firstSeenAt: now,
	...(isNew && { startsFromZero: true }),
	hasSent: kept?.hasSent,
	wasGone: kept?.wasGone,
	crossedLimits: kept?.crossedLimits,
	finalBecause: kept?.isFinal && 'standstill',
});

/** What stays when a record ends. Of what is over, nothing can come any more. */
export function keepOf(status: string, record: PromotionRecord, isLetIn: boolean): Kept | undefined {
	if (isOver(status)) return undefined;
	const kept: Kept = {
		...(record.finalBecause && { isFinal: true }),
		...(hasSent(record) && { hasSent: true }),
		...(record.wasGone && { wasGone: true }),
		...(record.crossedLimits && { crossedLimits: record.crossedLimits }),
		...(!isLetIn && { isLeftOut: true }),
	};
	return Object.keys(kept).length > 0 ? kept : undefined;
}

/** Whether the hours after completion are over in which it is watched. */
export const isWatchOver = ({ completedAt }: PromotionRecord, settings: TriggerSettings, now: number): boolean =>
	completedAt !== undefined && now - completedAt >= settings.watchAfterCompletionMs;

/** Whether its figures become final in this poll even if they cannot be read. */
export const endsWatch = (record: PromotionRecord, { settings, now }: PollFacts): boolean =>
	settings.needsFinal && !record.finalBecause && isWatchOver(record, settings, now);

/** Whether an event may still come from its figures. */
export function needsFigures(status: string, record: PromotionRecord, { settings, now }: PollFacts): boolean {
	if (isOver(status)) {
		if (record.completedAt === undefined) return false;
		if (settings.needsFinal && !record.finalBecause) return true;
		return settings.readsUntilWatchEnd && !isWatchOver(record, settings, now);
	}
	if (record.finalBecause) return false;
	return settings.readsRunning || (settings.events.has('cancelled') && !hasSent(record));
}

/** Whether it is remembered: because of its figures, or until it is seen what became of it. */
export function needsRecord(status: string, record: PromotionRecord, facts: PollFacts): boolean {
	const { missingSinceAt = Infinity, missing } = record;
	// It may come back.
	if (missing === 'gone') return facts.now - missingSinceAt < STANDSTILL_MS && needsFigures(status, record, facts);
	const isAwaited = missingSinceAt < Infinity && missing === undefined && !isOver(status) && facts.settings.needsEnd;
	return isAwaited || needsFigures(status, record, facts);
}

/** Whether its statistics have to show what became of it. */
export const isMissingForLong = ({ missingSinceAt }: PromotionRecord, now: number): boolean =>
	missingSinceAt !== undefined && now - missingSinceAt >= MISSING_FOR_MS;

/** A counter that the service does not send does not say otherwise. */
export const hasSent = ({ hasSent: hadSent, counters }: PromotionRecord): boolean =>
	hadSent === true || COUNTERS.some((counter) => counter !== 'attempted' && (counters?.[counter] ?? 0) > 0);
