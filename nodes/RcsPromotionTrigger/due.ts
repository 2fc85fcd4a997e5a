import { followsFigures, occurrencesIn } from './events';
import { Known } from './known';
import type { Listing } from './listing';
import { firstRecord, isFinal, isSettling, isStandingStill, lookAt, lookAtNew, type Look } from './record';
import type { Conditions } from './settings';
import { usableState, type TriggerState } from './state';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** IDs of the promotions whose statistics to read. */
export interface Due {
	/** Those with an event in this poll; not limited by the form. */
	withEvent: string[];
	/** Others that are followed, as many as the form allows, the longest unread first. */
	inTurn: string[];
}

export function dueOf(
	listing: Listing,
	stored: TriggerState | undefined,
	account: string,
	conditions: Conditions,
): Due {
	const { settings, now } = conditions;
	const before = usableState(stored, account, now);
	const known = new Known(before, listing, conditions);
	const records = new Map(Object.entries(before?.records ?? {}));
	const follows = followsFigures(settings);
	const withEvent: string[] = [];
	const others: Array<{ promotionId: string; readAt: number }> = [];
	for (const listed of listing.values()) {
		const { promotionId, state } = listed;
		const record = records.get(promotionId);
		const isNew = known.isNew(listed);
		if (!listed.inScope || (!record && !isNew && (isFinal(state) || known.hasEnded(promotionId)))) continue;
		const first = record ?? firstRecord(listed, isNew, 0, now);
		const look = isNew ? lookAtNew(first, undefined, conditions) : lookAt(first, undefined, conditions, listed);
		if (look.isSettledNow || occurrencesIn(look).some(({ figures }) => figures !== 'none')) withEvent.push(promotionId);
		else if (!follows) continue;
		else if (record ? isReadDue(look) : listed.state !== 'cancelled') {
			// What is neither followed nor new comes last: there may be no room to follow it.
			others.push({ promotionId, readAt: record || isNew ? (record?.readAt ?? 0) : now });
		}
	}
	others.sort((a, b) => a.readAt - b.readAt);
	return { withEvent, inTurn: others.slice(0, settings.maximumStatisticsCalls).map(({ promotionId }) => promotionId) };
}

/** Figures that do not change are read less and less often: after a tenth of the time they have been unchanged, or sooner if a read failed. */
function isReadDue({ record, state, conditions }: Look): boolean {
	const { settings, now } = conditions;
	const { createdAt = now, movedAt, statusAt = 0, readAt = 0, isUnread } = record;
	if (statusAt === now) return true;
	const isOld = createdAt < now - 7 * DAY_MS;
	const longest = isUnread ? 5 * MINUTE_MS : (isOld ? 360 : 60) * MINUTE_MS;
	if (now - readAt >= Math.min((readAt - Math.max(movedAt, statusAt)) / 10, longest)) return true;
	// Once more when an event may be due.
	const dueAt = movedAt + (isSettling(record, conditions) ? settings.settledAfterMs : settings.stalledAfterMs);
	if (now < dueAt || readAt >= dueAt) return false;
	return (
		isSettling(record, conditions) ||
		(state === 'active' && settings.events.has('stalled') && isStandingStill(record, conditions))
	);
}
