import { timestampMs } from '../service/timestamps';
import { DAY_MS, type ListEntry, type Listing } from './listing';
import type { TriggerState } from './state';

/** What is older when it is seen for the first time is recorded in silence. What was seen before is always told, after any pause. */
const NEWS_FOR_MS = 7 * DAY_MS;

interface Sight {
	/** Undefined at the first poll. */
	state?: Pick<TriggerState, 'baselineAt' | 'newestCreatedAt'>;
	isActivation: boolean;
	now: number;
}

/**
 * Only for an ID that is seen for the first time. A scheduled poll measures by the promotions that were listed before, so that no pause
 * and no clock silences anything. After an activation by a person, what ended or began long ago is of no use to them.
 */
export function isOldNews({ created, isOver, promotion }: ListEntry, { state, isActivation, now }: Sight): boolean {
	if (!isActivation) {
		const newsBeganAt = (state?.newestCreatedAt ?? state?.baselineAt ?? now) - NEWS_FOR_MS;
		return created !== undefined && created < newsBeganAt;
	}
	const ended = timestampMs(promotion.promotionEndTime);
	const at = isOver && ended !== null && ended <= now ? ended : created;
	// Of what is over and has no time, nobody knows how old it is, and it can do no more.
	return at === undefined ? isOver : now - at > NEWS_FOR_MS;
}

/** The newest creation time in this list and all before. One in the future counts as now, so that it makes nothing look old. */
export function findNewestCreated(earlier: number | undefined, listing: Listing, now: number): number | undefined {
	let newest = earlier;
	for (const { created } of listing.values()) {
		if (created !== undefined) newest = Math.max(newest ?? 0, Math.min(created, now));
	}
	return newest;
}
