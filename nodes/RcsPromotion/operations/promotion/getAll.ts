import { promotionItem } from '../../../service/items';
import { limitField, returnAllField, simplifyField } from '../sharedFields';
import type { Operation } from '../operation';
import { promotionFiltersField, promotionSortField, queryPromotions, withNote } from '../promotionQuery';

export const getAll: Operation = {
	name: 'Get Many',
	description: 'Get many promotions, the newest first',
	action: 'Get many promotions',
	writes: false,
	properties: [returnAllField, limitField, promotionFiltersField, simplifyField, promotionSortField],
	async execute(item) {
		const simplify = item.form.isOn('simplify');
		const { promotions, note } = await queryPromotions(item);
		const { accountId } = item.client;
		return withNote(
			promotions.map((promotion) => ({ json: promotionItem(accountId, promotion, simplify) })),
			note,
		);
	},
};
