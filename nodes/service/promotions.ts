import type { IDataObject } from 'n8n-workflow';
import { isUsableId } from './endpoints';
import { promotionState, type PromotionState } from './status';
import { comparable, isObject, plainText } from './values';
import { timestampIso, timestampMs } from './timestamps';
import type { Promotion } from './types';

/** The promotions of a list answer; undefined when it is not a list, which must never be taken for an empty one. */
export function readPromotions(value: unknown, onSkipped?: (withoutId: number) => void): Promotion[] | undefined {
	if (!isObject(value) || !Array.isArray(value.promotions)) return undefined;
	const entries: unknown[] = value.promotions;
	const promotions = entries.filter(isObject).flatMap((entry) => {
		const { promotionId } = entry;
		// A number too large to be exact may stand for another promotion.
		const id = typeof promotionId === 'number' && !Number.isSafeInteger(promotionId) ? '' : plainText(promotionId);
		return isUsableId(id) ? [{ ...(entry as IDataObject), promotionId: id }] : [];
	});
	onSkipped?.(entries.length - promotions.length);
	return promotions;
}

export const promotionName = ({ name }: Promotion): string => (typeof name === 'string' ? name : '');

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
		if (nameContains !== '' && !promotionName(promotion).toLowerCase().includes(nameContains)) return false;
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

/** The fields that people use, of known types whatever the service sent. */
export function simplifiedPromotion(promotion: Promotion): IDataObject {
	const text = (value: unknown) => (typeof value === 'string' ? value : plainText(value) || null);
	const raw = (value: IDataObject[string]) => value ?? null;
	return {
		promotionId: promotion.promotionId,
		name: text(promotion.name),
		status: text(promotion.status),
		state: promotionState(promotion.status),
		promotionType: text(promotion.promotionType),
		targetSource: text(promotion.targetSource),
		createdBy: text(promotion.createdBy),
		createdDate: raw(promotion.createdDate),
		createdDateIso: timestampIso(promotion.createdDate),
		promotionEndTime: raw(promotion.promotionEndTime),
		promotionEndTimeIso: timestampIso(promotion.promotionEndTime),
	};
}
