import type { IDataObject } from 'n8n-workflow';
import { simplifiedPromotion } from './promotions';
import type { Promotion } from './types';

/** n8n takes an item with a top-level "error" for a failed one, so the service's own field of this name is renamed. */
export function withoutErrorKey(json: IDataObject): IDataObject {
	if (!('error' in json)) return json;
	const { error, ...others } = json;
	return { ...others, serviceError: error };
}

export function promotionItem(accountId: string, promotion: Promotion, simplify: boolean): IDataObject {
	if (simplify) {
		const { promotionId, ...fields } = simplifiedPromotion(promotion);
		return { ...fields, accountId, promotionId };
	}
	return withoutErrorKey({ ...promotion, accountId });
}
