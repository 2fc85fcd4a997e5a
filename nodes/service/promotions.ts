import type { IDataObject } from 'n8n-workflow';
import { isUsableId } from './endpoints';
import { promotionState, type PromotionState } from './status';
import { comparable, isObject, plainText } from './values';
import { timestampIso, timestampMs } from './timestamps';
import { inTurns, type Turns } from './turns';
import type { Promotion } from './types';

export interface PromotionList {
	promotions: Promotion[];
	/** Entries without an ID that can be used; nothing can be said or done about them. */
	withoutId: number;
}

/** What a list answer holds; undefined when it is not a list, which must never be taken for an empty one. */
export async function readPromotions(value: unknown): Promise<PromotionList | undefined> {
	if (!isObject(value) || !Array.isArray(value.promotions)) return undefined;
	return await inTurns(listOf(value.promotions as unknown[]));
}

function* listOf(entries: unknown[]): Turns<PromotionList> {
	const byId = new Map<string, Promotion>();
	let withoutId = 0;
	for (const entry of entries) {
		yield;
		const id = isObject(entry) ? idOf(entry) : '';
		if (!isUsableId(id)) {
			withoutId++;
			continue;
		}
		const given = entry as IDataObject;
		// Copied only where needed: there may be very many.
		const promotion = given.promotionId === id ? (given as Promotion) : { ...given, promotionId: id };
		const other = byId.get(id);
		byId.set(id, other ? theSameOfBoth(other, promotion) : promotion);
	}
	return { promotions: [...byId.values()], withoutId };
}

/** A number too large to be exact may stand for another promotion. */
function idOf({ promotionId }: Record<string, unknown>): string {
	return typeof promotionId === 'number' && !Number.isSafeInteger(promotionId) ? '' : plainText(promotionId);
}

const PROGRESS: Record<PromotionState, number> = { active: 0, paused: 1, completed: 2, cancelled: 3 };

/** Two entries of one promotion may disagree, and come in any order: the one that has got further, else any but always the same. */
function theSameOfBoth(one: Promotion, other: Promotion): Promotion {
	const lead = PROGRESS[promotionState(one.status)] - PROGRESS[promotionState(other.status)];
	if (lead !== 0) return lead > 0 ? one : other;
	return JSON.stringify(one) >= JSON.stringify(other) ? one : other;
}

export const promotionName = ({ name }: Promotion): string => plainText(name);

export interface PromotionFilters {
	state?: PromotionState;
	statusText?: string;
	nameContains?: string;
	createdAfterMs?: number;
	createdBeforeMs?: number;
}

export function matching(promotions: Promotion[], filters: PromotionFilters): Promotion[] {
	const { state, createdAfterMs, createdBeforeMs } = filters;
	const statusText = comparable(filters.statusText);
	const nameContains = comparable(filters.nameContains);
	return promotions.filter((promotion) => {
		if (state && promotionState(promotion.status) !== state) return false;
		if (statusText !== '' && comparable(promotion.status) !== statusText) return false;
		if (nameContains !== '' && !comparable(promotion.name).includes(nameContains)) return false;
		if (createdAfterMs === undefined && createdBeforeMs === undefined) return true;
		const created = timestampMs(promotion.createdDate);
		if (created === null) return false;
		return created >= (createdAfterMs ?? -Infinity) && created < (createdBeforeMs ?? Infinity);
	});
}

export type SortField = 'createdDate' | 'name' | 'promotionEndTime' | 'status';
export type SortDirection = 'ascending' | 'descending';

/** A sorted copy. Promotions without the value stand last in both directions. */
export function sorted(
	promotions: Promotion[],
	{ field, direction }: { field: SortField; direction: SortDirection },
): Promotion[] {
	const sign = direction === 'ascending' ? 1 : -1;
	const keyOf = (promotion: Promotion): number | string | null =>
		field === 'createdDate' || field === 'promotionEndTime'
			? timestampMs(promotion[field])
			: comparable(promotion[field]) || null;
	const keyed = promotions.map((promotion) => ({ promotion, key: keyOf(promotion) }));
	keyed.sort((a, b) => {
		if (a.key === null || b.key === null) return Number(a.key === null) - Number(b.key === null);
		return a.key < b.key ? -sign : a.key > b.key ? sign : 0;
	});
	return keyed.map(({ promotion }) => promotion);
}

/** The fields that people use, the most useful first, of known types whatever the service sent. */
export function simplifiedPromotion(promotion: Promotion): IDataObject {
	const text = (value: unknown) => (typeof value === 'string' ? value : plainText(value) || null);
	return {
		name: text(promotion.name),
		status: text(promotion.status),
		state: promotionState(promotion.status),
		createdDate: promotion.createdDate ?? null,
		createdDateIso: timestampIso(promotion.createdDate),
		promotionEndTime: promotion.promotionEndTime ?? null,
		promotionEndTimeIso: timestampIso(promotion.promotionEndTime),
		promotionType: text(promotion.promotionType),
		promotionId: promotion.promotionId,
	};
}
