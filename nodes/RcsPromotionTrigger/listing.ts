import { timestampMs } from '../service/timestamps';
import type { Promotion } from '../service/types';
import { comparable, plainText, shortened } from '../service/values';
import type { Conditions, TriggerSettings } from './settings';

export const DAY_MS = 86_400_000;

/** One promotion in a list answer, with what the trigger compares. */
export interface ListEntry {
	promotionId: string;
	/** Both as the service writes them, up to 200 characters. */
	name: string;
	status: string;
	created?: number;
	inScope: boolean;
	promotion: Promotion;
}

/** One list answer, oldest first (those without a creation time before all), so that events come in this order. */
export type Listing = ReadonlyMap<string, ListEntry>;

export function listingOf(promotions: readonly Promotion[], { settings, now }: Conditions): Listing {
	const all = promotions.map((promotion): ListEntry => {
		const { promotionId } = promotion;
		const name = clipped(plainText(promotion.name));
		const status = clipped(plainText(promotion.status));
		const created = timestampMs(promotion.createdDate) ?? undefined;
		const inScope = isInScope(settings, { promotionId, name, created }, now);
		return { promotionId, name, status, created, inScope, promotion };
	});
	all.sort((a, b) => (a.created ?? 0) - (b.created ?? 0));
	return new Map(all.map((listed) => [listed.promotionId, listed]));
}

export function isInScope(
	{ promotionIds, nameContains, createdWithinDays }: TriggerSettings,
	{ promotionId, name, created }: Pick<ListEntry, 'promotionId' | 'name' | 'created'>,
	now: number,
): boolean {
	if (promotionIds && !promotionIds.has(promotionId)) return false;
	if (nameContains !== '' && !comparable(name).includes(nameContains)) return false;
	return created === undefined || created >= now - createdWithinDays * DAY_MS;
}

/** Names and statuses are remembered and told up to this length. */
export const clipped = (text: string): string => shortened(text, 200);
