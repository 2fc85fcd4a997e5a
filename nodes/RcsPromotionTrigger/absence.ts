import { DAY_MS, type Listing } from './listing';
import type { Absence, PromotionRecord } from './state';

/** After so many good lists in a row from which it is missing, a promotion counts as gone. */
export const LISTS_UNTIL_GONE = 3;
/** If so many would vanish at once, the list may be wrong: that is reported first, and believed after some days. */
const MANY = 5;
const MANY_BELIEVED_AFTER_MS = 3 * DAY_MS;
/** A shorter list is hardly a window that shows only the newest. */
const SHORTEST_WINDOW = 20;
/** How long one that is gone is remembered, in case it comes back. */
const GONE_KEPT_MS = 7 * DAY_MS;

export const nextAbsence = (earlier: Absence | undefined, listSize: number, now: number): Absence =>
	earlier ? { ...earlier, lists: earlier.lists + 1 } : { lists: 1, sinceAt: now, listSize };

/** waits: it may come back. slidOut: only newer ones are listed now. forgotten: it was gone for long. */
export type Fate = 'waits' | 'disappeared' | 'slidOut' | 'forgotten';

export interface Missing {
	promotionId: string;
	record: PromotionRecord & { absence: Absence };
}

/** What became of those that had not ended and are not listed, and those of whom it is not known because they are too many. */
export function judgeAbsences(missing: readonly Missing[], listing: Listing, now: number) {
	const oldestListed = [...listing.values()].find(({ created }) => created !== undefined)?.created;
	const hasSlidOut = ({ record: { created, absence } }: Missing) =>
		listing.size >= Math.max(SHORTEST_WINDOW, absence.listSize) &&
		created !== undefined &&
		oldestListed !== undefined &&
		created < oldestListed;
	const vanishing = missing.filter(
		(one) => one.record.absence.lists > 1 && one.record.absence.goneAt === undefined && !hasSlidOut(one),
	);
	const doubtful = vanishing.length < MANY ? [] : vanishing.filter(({ record }) => isTooSoon(record.absence, now));
	const isDoubtful = new Set(doubtful);
	const fateOf = (one: Missing): Fate => {
		const { lists, goneAt } = one.record.absence;
		if (goneAt !== undefined) return now - goneAt >= GONE_KEPT_MS ? 'forgotten' : 'waits';
		if (lists < LISTS_UNTIL_GONE || isDoubtful.has(one)) return 'waits';
		return hasSlidOut(one) ? 'slidOut' : 'disappeared';
	};
	return { fates: missing.map((one) => ({ ...one, fate: fateOf(one) })), doubtful };
}

const isTooSoon = ({ sinceAt }: Absence, now: number) => now - sinceAt < MANY_BELIEVED_AFTER_MS;
