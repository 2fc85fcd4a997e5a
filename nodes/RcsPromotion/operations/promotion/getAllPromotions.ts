import type { Operation } from '../operation';
import { outputFields } from '../outputMode';
import { createPromotionItems, PROMOTION_FIELDS, promotionFiltersField, queryPromotions } from '../promotionQuery';
import { limitFields } from '../sharedFields';

export const getAllPromotions: Operation = {
	name: 'Get Many',
	description: 'Get many promotions, the newest first',
	action: 'Get many promotions',
	writes: false,
	properties: [...limitFields, promotionFiltersField, ...outputFields(PROMOTION_FIELDS)],
	async execute(item) {
		return createPromotionItems(item, await queryPromotions(item));
	},
};
