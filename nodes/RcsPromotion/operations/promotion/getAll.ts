import { promotionItem } from '../../../service/items';
import { limitField, returnAllField, simplifyField } from '../sharedFields';
import type { Operation } from '../operation';
import { promotionFiltersField, promotionSortField, queryPromotions } from '../promotionQuery';

export const getAll: Operation = {
	name: 'Get Many',
	description: 'Get many promotions, the newest first',
	action: 'Get many promotions',
	writes: false,
	properties: [returnAllField, limitField, promotionFiltersField, simplifyField, promotionSortField],
	async execute(item) {
		const simplify = item.form.isOn('simplify');
		const promotions = await queryPromotions(item);
		return promotions.map((promotion) => ({ json: promotionItem(item.client.accountId, promotion, simplify) }));
	},
};
