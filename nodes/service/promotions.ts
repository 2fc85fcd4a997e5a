import type { IDataObject } from 'n8n-workflow';
import { isUsableId } from './endpoints';
import { timestampIso, timestampMs } from './timestamps';
import type { Promotion } from './types';
import { comparable, isObject, plainText } from './values';

/** What a status text means to us. The document names three words; every other text is a campaign under way. */
export type PromotionState = 'active' | 'paused' | 'completed' | 'cancelled';

const NAMED = new Map<string, PromotionState>([
	['completed', 'completed'],
	['cancelled', 'cancelled'],
	['stopped', 'paused'],
]);

export const normalizedStatus = (status: unknown): string =>
	typeof status === 'string' ? status.trim().toLowerCase() : '';

export const promotionState = (status: unknown): PromotionState => NAMED.get(normalizedStatus(status)) ?? 'active';

export interface PromotionList {
	promotions: Promotion[];
	/** Entries without an ID that can be used; nothing can be said or done about them. */
	withoutId: number;
}

/** What a list answer holds; undefined when it is not a list, which must never be taken for an empty one. */
export function readPromotions(value: unknown): PromotionList | undefined {
	if (!isObject(value) || !Array.isArray(value.promotions)) return undefined;
	const byId = new Map<string, Promotion>();
	let withoutId = 0;
	for (const entry of value.promotions as unknown[]) {
		const id = isObject(entry) ? idOf(entry) : '';
		if (!isUsableId(id)) {
			withoutId++;
			continue;
		}
		const given = entry as IDataObject;
		// Copied only where needed: there may be very many.
		const promotion = given.promotionId === id ? (given as Promotion) : { ...given, promotionId: id };
		// Of two entries of one promotion, the first.
		if (!byId.has(id)) byId.set(id, promotion);
	}
	return { promotions: [...byId.values()], withoutId };
}

/** A number too large to be exact may stand for another promotion. */
function idOf({ promotionId }: Record<string, unknown>): string {
	return typeof promotionId === 'number' && !Number.isSafeInteger(promotionId) ? '' : plainText(promotionId);
}

export const promotionName = ({ name }: Promotion): string => plainText(name);

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

/** n8n takes an item with a top-level "error" for a failed one, so the service's own field of this name is renamed. */
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
