import { promotionName } from '../service/promotions';
import type { Counters } from '../service/statistics';
import { promotionState, type PromotionState } from '../service/status';
import { timestampMs } from '../service/timestamps';
import type { Promotion } from '../service/types';
import { statusMark } from './record';
import type { TriggerSettings } from './settings';

/** One promotion of a list answer, as far as the trigger compares it. */
export interface Listed {
	promotionId: string;
	name: string;
	status: string;
	state: PromotionState;
	createdAt: number | null;
	promotion: Promotion;
}

/** One list answer. */
export interface Snapshot {
	/** What the trigger is to watch, by id. */
	inScope: ReadonlyMap<string, Listed>;
	/** Every id of the answer, in scope or not. */
	listedIds: ReadonlySet<string>;
	/** When each was created, as far as the service says. */
	createdTimes: readonly number[];
}

/** What the statistics calls of one poll gave: counters, or null for a call that did not help. */
export type Readings = ReadonlyMap<string, Counters | null>;

export function takeSnapshot(promotions: Promotion[], settings: TriggerSettings, now: number): Snapshot {
	const inScope = new Map<string, Listed>();
	const listedIds = new Set<string>();
	const createdTimes: number[] = [];
	for (const promotion of promotions) {
		const { promotionId } = promotion;
		if (listedIds.has(promotionId)) continue;
		listedIds.add(promotionId);
		const createdAt = timestampMs(promotion.createdDate);
		if (createdAt !== null) createdTimes.push(createdAt);
		const name = promotionName(promotion);
		if (!matchesScope(settings, promotionId, name) || isTooOld(settings, createdAt, now)) continue;
		const status = statusMark(promotion.status);
		inScope.set(promotionId, { promotionId, name, status, state: promotionState(status), createdAt, promotion });
	}
	return { inScope, listedIds, createdTimes };
}

export function isTooOld({ createdWithinDays }: TriggerSettings, createdAt: number | null, now: number): boolean {
	return createdAt !== null && createdAt < now - createdWithinDays * 86_400_000;
}

function matchesScope({ promotionIds, nameContains }: TriggerSettings, promotionId: string, name: string): boolean {
	if (promotionIds && !promotionIds.has(promotionId)) return false;
	return nameContains === '' || name.toLowerCase().includes(nameContains);
}
