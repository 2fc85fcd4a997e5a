import { promotionName, promotionState, type PromotionState } from '../service/promotions';
import { timestampMs } from '../service/timestamps';
import type { Promotion } from '../service/types';
import { comparable, plainText } from '../service/values';
import type { TriggerSettings } from './settings';

const DAY_MS = 86_400_000;

/** One promotion in a list answer, with what the trigger compares. */
export interface Listed {
	promotionId: string;
	name: string;
	/** As the service writes it. */
	status: string;
	state: PromotionState;
	createdAt: number | null;
	inScope: boolean;
	promotion: Promotion;
}

/** One list answer, oldest first (those without a creation time before all), so that events come in this order. */
export type Listing = ReadonlyMap<string, Listed>;

export function listingOf(
	promotions: readonly Promotion[],
	settings: TriggerSettings,
	now: number,
	newest = 0,
): Listing {
	const all = promotions.map((promotion): Listed => {
		const { promotionId } = promotion;
		const name = promotionName(promotion);
		const status = plainText(promotion.status);
		const time = timestampMs(promotion.createdDate);
		// Clocks and time zones differ by less than a day. A later time would make every newer promotion look old.
		const createdAt = time !== null && time < Math.max(now, newest) + DAY_MS ? time : null;
		const inScope = isInScope(settings, { promotionId, name, createdAt }, now);
		return { promotionId, name, status, state: promotionState(status), createdAt, inScope, promotion };
	});
	all.sort((a, b) => (a.createdAt ?? 0) - (b.createdAt ?? 0));
	return new Map(all.map((listed) => [listed.promotionId, listed]));
}

export function isInScope(
	{ promotionIds, nameContains, createdWithinDays }: TriggerSettings,
	{ promotionId, name, createdAt }: Pick<Listed, 'promotionId' | 'name' | 'createdAt'>,
	now: number,
): boolean {
	if (promotionIds && !promotionIds.has(promotionId)) return false;
	if (nameContains !== '' && !comparable(name).includes(nameContains)) return false;
	return createdAt === null || createdAt >= now - createdWithinDays * DAY_MS;
}
