import type { Operation } from '../operation';
import { outputFields } from '../outputMode';
import { PROMOTION_FIELDS, createPromotionItems } from '../promotionQuery';
import { createNotListedRefusal, promotionField, readPromotionId } from '../sharedFields';

export const getPromotion: Operation = {
	name: 'Get',
	description: 'Get one promotion by its ID, as the list of promotions shows it',
	action: 'Get promotion',
	writes: false,
	properties: [promotionField('The promotion to get'), ...outputFields(PROMOTION_FIELDS)],
	async execute(item) {
		const promotionId = readPromotionId(item);
		const promotions = await item.listPromotions();
		const promotion = promotions.find((candidate) => candidate.promotionId === promotionId);
		if (promotion) return createPromotionItems(item, [promotion]);
		throw createNotListedRefusal(promotionId);
	},
};
