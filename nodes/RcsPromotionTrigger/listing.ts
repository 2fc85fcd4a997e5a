import { createHash } from 'crypto';
import { promotionName } from '../service/promotions';
import type { Counters } from '../service/statistics';
import { promotionState, type PromotionState } from '../service/status';
import { comparable, plainText } from '../service/values';
import { timestampMs } from '../service/timestamps';
import type { Promotion } from '../service/types';
import type { Turns } from '../service/turns';
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

/** Undefined: nobody asked. Null: the call did not help. `none`: there are no statistics yet, as nothing was sent. */
export type Reading = Counters | 'none' | null | undefined;
export type Readings = ReadonlyMap<string, Reading>;

/** 42 bits: among 12,000 promotions a new one is taken for a known one once in 360 million times. */
export const HASH_LENGTH = 7;
export const hashOf = (promotionId: string): string =>
	createHash('sha256').update(promotionId).digest('base64url').slice(0, HASH_LENGTH);

/** One list answer. */
export class Listing {
	private readonly byId = new Map<string, Listed>();
	newest = 0;
	oldest = Infinity;

	private constructor() {}

	/** No two of them with the same id. */
	static *of(promotions: readonly Promotion[], settings: TriggerSettings, now: number): Turns<Listing> {
		const listing = new Listing();
		for (const promotion of promotions) {
			listing.add(listedAs(promotion, { settings, now }));
			yield;
		}
		return listing;
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

	get created(): Array<number | null> {
		return [...this.all()].map(({ createdAt }) => createdAt);
	}

	*hashes(): Turns<Set<string>> {
		const hashes = new Set<string>();
		for (const { hash } of this.all()) {
			hashes.add(hash);
			yield;
		}
		return hashes;
	}

	private add(listed: Listed): void {
		const { createdAt } = listed;
		if (createdAt !== null) {
			this.newest = Math.max(this.newest, createdAt);
			this.oldest = Math.min(this.oldest, createdAt);
		}
		this.byId.set(listed.promotionId, listed);
	}
}

export function listedAs(promotion: Promotion, { settings, now }: { settings: TriggerSettings; now: number }): Listed {
	const { promotionId } = promotion;
	const name = promotionName(promotion);
	const status = plainText(promotion.status);
	const createdAt = timestampMs(promotion.createdDate);
	const inScope = isInScope(settings, { promotionId, name, createdAt }, now);
	const state = promotionState(status);
	return { promotionId, hash: hashOf(promotionId), name, status, state, createdAt, inScope, promotion };
}

export function isInScope(
	{ promotionIds, nameContains, createdWithinDays }: TriggerSettings,
	{ promotionId, name, createdAt }: { promotionId: string; name: string; createdAt: number | null },
	now: number,
): boolean {
	if (promotionIds && !promotionIds.has(promotionId)) return false;
	if (nameContains !== '' && !comparable(name).includes(nameContains)) return false;
	return createdAt === null || createdAt >= now - createdWithinDays * 86_400_000;
}
