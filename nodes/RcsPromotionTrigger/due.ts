import type { Comparison } from './diff';
import { FOLLOWING_FIGURES, occurrencesIn } from './events';
import { DAY_MS } from './listing';
import { isSettling, isStandingStill, type Look } from './record';

const MINUTE_MS = 60_000;

/**
 * IDs of the promotions whose statistics to read: first those with an event in this poll, however many, then others that are followed, as
 * many as the form allows, the longest unread first.
 */
export function dueOf(comparison: Comparison): string[] {
	const { listing, records, conditions } = comparison;
	const { settings, now } = conditions;
	const follows = FOLLOWING_FIGURES.some((event) => settings.events.has(event));
	const withEvent: string[] = [];
	const others: Array<{ promotionId: string; readAt: number }> = [];
	for (const listed of listing.values()) {
		const { promotionId } = listed;
		const look = comparison.lookAt(listed);
		if (!look) continue;
		if (look.isSettledNow || occurrencesIn(look).some(({ figures }) => figures !== 'none')) withEvent.push(promotionId);
		else if (follows && isReadDue(look)) {
			// What is neither followed nor new comes last: there may be no room to follow it.
			const isLast = !records.has(promotionId) && look.previousStatus !== null;
			others.push({ promotionId, readAt: isLast ? now : (look.record.readAt ?? 0) });
		}
	}
	others.sort((a, b) => a.readAt - b.readAt);
	const inTurn = others.slice(0, settings.maximumStatisticsCalls);
	return [...withEvent, ...inTurn.map(({ promotionId }) => promotionId)];
}

/**
 * Figures that do not change are read less and less often: after a tenth of the time they have been unchanged, or sooner if a read failed.
 * After a status change that is at once.
 */
function isReadDue({ record, conditions }: Look): boolean {
	const { settings, now } = conditions;
	const { created = now, movedAt, statusAt = 0, readAt = 0, isUnread } = record;
	const isOld = created < now - 7 * DAY_MS;
	const longest = isUnread ? 5 * MINUTE_MS : (isOld ? 360 : 60) * MINUTE_MS;
	if (now - readAt >= Math.min((readAt - Math.max(movedAt, statusAt)) / 10, longest)) return true;
	// Once more when an event may be due.
	const settles = isSettling(record, conditions);
	const dueAt = movedAt + (settles ? settings.settledAfterMs : settings.stalledAfterMs);
	if (now < dueAt || readAt >= dueAt) return false;
	return settles || (settings.events.has('stalled') && isStandingStill(record, conditions));
}
