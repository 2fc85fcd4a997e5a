import type { Operation } from '../operation';
import { outputFields } from '../output';
import { listedPromotions, PROMOTION_FIELDS, promotionItems } from '../promotionQuery';
import { promotionField, promotionIdOf } from '../sharedFields';

export const get: Operation = {
	name: 'Get',
	description: 'Get one promotion by its ID, as the list of promotions shows it',
	action: 'Get promotion',
	writes: false,
	properties: [promotionField('searchPromotions', 'The promotion to get'), ...outputFields(PROMOTION_FIELDS)],
	async execute(item) {
		const promotionId = promotionIdOf(item);
		const promotions = await listedPromotions(item);
		const promotion = promotions.find((candidate) => candidate.promotionId === promotionId);
		if (promotion) return promotionItems(item, [promotion]);
		throw item.refusal(
			`Promotion ${promotionId} is not in the list of this account`,
			"Check 'Promotion' and the account of the credential. A cancelled promotion may no longer be listed, and a new one may take a few seconds to appear.",
		);
	},
};
