import type { Operation } from '../operation';
import { outputFields } from '../outputMode';
import {
	PROMOTION_FIELDS,
	promotionFiltersField,
	createPromotionItems,
	promotionSortField,
	queryPromotions,
} from '../promotionQuery';
import { limitFields } from '../sharedFields';

export const getAll: Operation = {
	name: 'Get Many',
	description: 'Get many promotions, the newest first',
	action: 'Get many promotions',
	writes: false,
	properties: [...limitFields, promotionFiltersField, ...outputFields(PROMOTION_FIELDS), promotionSortField],
	async execute(item) {
		return createPromotionItems(item, await queryPromotions(item));
	},
};
