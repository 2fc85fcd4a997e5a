import { createHash } from 'crypto';
import { promotionName } from '../service/promotions';
import type { Counters } from '../service/statistics';
import { promotionState, type PromotionState } from '../service/status';
import { plainText } from '../service/values';
import { timestampMs } from '../service/timestamps';
import type { Promotion } from '../service/types';
import type { TriggerSettings } from './settings';

/** One promotion of a list answer, as far as the trigger compares it. */
export interface Listed {
	promotionId: string;
	hash: string;
	name: string;
	/** As the service writes it. */
	status: string;
	state: PromotionState;
	createdAt: number | null;
	inScope: boolean;
	promotion: Promotion;
}

/** What the statistics calls of one poll gave: counters, or null for a call that did not help. */
export type Readings = ReadonlyMap<string, Counters | null>;

/** 42 bits: among 12,000 promotions a new one is taken for a known one once in 360 million times. */
export const HASH_LENGTH = 7;
export const hashOf = (promotionId: string): string =>
	createHash('sha256').update(promotionId).digest('base64url').slice(0, HASH_LENGTH);

/** One list answer. Filled in portions, since a very long one would hold up everything else in this process. */
export class Listing {
	private readonly byId = new Map<string, Listed>();
	newest = 0;
	oldest = Infinity;

	constructor(
		private readonly settings: TriggerSettings,
		private readonly now: number,
	) {}

	static of(promotions: readonly Promotion[], settings: TriggerSettings, now: number): Listing {
		const listing = new Listing(settings, now);
		listing.add(promotions);
		return listing;
	}

	add(promotions: readonly Promotion[]): void {
		for (const promotion of promotions) this.addOne(promotion);
	}

	get size(): number {
		return this.byId.size;
	}

	get(promotionId: string): Listed | undefined {
		return this.byId.get(promotionId);
	}

	has(promotionId: string): boolean {
		return this.byId.has(promotionId);
	}

	all(): IterableIterator<Listed> {
		return this.byId.values();
	}

	private addOne(promotion: Promotion): void {
		const { promotionId } = promotion;
		const earlier = this.byId.get(promotionId);
		// Of entries that disagree the same one wins in whatever order they come.
		if (earlier && wins(earlier.promotion, promotion)) return;
		const name = promotionName(promotion);
		const status = plainText(promotion.status);
		const createdAt = timestampMs(promotion.createdDate);
		if (createdAt !== null) {
			this.newest = Math.max(this.newest, createdAt);
			this.oldest = Math.min(this.oldest, createdAt);
		}
		const inScope = isInScope(this.settings, { promotionId, name, createdAt }, this.now);
		const hash = earlier?.hash ?? hashOf(promotionId);
		const state = promotionState(status);
		this.byId.set(promotionId, { promotionId, hash, name, status, state, createdAt, inScope, promotion });
	}
}

export function isInScope(
	{ promotionIds, nameContains, createdWithinDays }: TriggerSettings,
	{ promotionId, name, createdAt }: { promotionId: string; name: string; createdAt: number | null },
	now: number,
): boolean {
	if (promotionIds && !promotionIds.has(promotionId)) return false;
	if (nameContains !== '' && !name.toLowerCase().includes(nameContains)) return false;
	return createdAt === null || createdAt >= now - createdWithinDays * 86_400_000;
}

const RANKS: Record<PromotionState, number> = { cancelled: 3, completed: 2, paused: 1, active: 0 };

function wins(one: Promotion, other: Promotion): boolean {
	const rank = RANKS[promotionState(one.status)] - RANKS[promotionState(other.status)];
	return rank !== 0 ? rank > 0 : JSON.stringify(one) >= JSON.stringify(other);
}
