import type { IDataObject } from 'n8n-workflow';
import { isUsableId } from './endpoints';
import { timestampIso, timestampMs } from './timestamps';
import type { Promotion } from './types';
import { comparable, isObject, plainText } from './values';

/** What a status means to us. The document names three statuses; any other text counts as an active campaign. */
export type PromotionState = 'active' | 'paused' | 'completed' | 'cancelled';

const NAMED = new Map<string, PromotionState>([
	['completed', 'completed'],
	['cancelled', 'cancelled'],
	['stopped', 'paused'],
]);

export const normalizedStatus = (status: unknown): string =>
	typeof status === 'string' ? status.trim().toLowerCase() : '';

export const promotionState = (status: unknown): PromotionState => NAMED.get(normalizedStatus(status)) ?? 'active';

/**
 * The promotions in a list answer; undefined if it is not a list, which must never be mistaken for an empty one. Nothing can be done with
 * entries that have no usable ID, so they are left out.
 */
export function readPromotions(value: unknown): Promotion[] | undefined {
	if (!isObject(value) || !Array.isArray(value.promotions)) return undefined;
	const byId = new Map<string, Promotion>();
	for (const entry of value.promotions as unknown[]) {
		const id = isObject(entry) ? idOf(entry) : '';
		if (!isUsableId(id)) continue;
		const given = entry as IDataObject;
		// Copied only if needed, because there may be very many.
		const promotion = given.promotionId === id ? (given as Promotion) : { ...given, promotionId: id };
		// If a promotion is listed twice, the first entry counts.
		if (!byId.has(id)) byId.set(id, promotion);
	}
	return [...byId.values()];
}

/** A number too large to be exact could point to another promotion, so it is not used. */
function idOf({ promotionId }: Record<string, unknown>): string {
	return typeof promotionId === 'number' && !Number.isSafeInteger(promotionId) ? '' : plainText(promotionId);
}

export const promotionName = ({ name }: Promotion): string => plainText(name);

export type SortField = 'createdDate' | 'name' | 'promotionEndTime' | 'status';
export type SortDirection = 'ascending' | 'descending';

/** A sorted copy. Promotions without the value come last in both directions. */
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

/** The most useful fields first, with fixed types whatever the service sent. */
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

/** n8n treats an item with a top-level "error" as failed, so the service's own field of that name is renamed. */
export function withoutErrorKey(json: IDataObject): IDataObject {
	if (!('error' in json)) return json;
	const { error, ...others } = json;
	return { ...others, serviceError: error };
}

export function promotionItem(accountId: string, promotion: Promotion, simplify: boolean): IDataObject {
	if (!simplify) return withoutErrorKey({ ...promotion, accountId });
	const { promotionId, ...fields } = simplifiedPromotion(promotion);
	return { ...fields, accountId, promotionId };
}
