import { promotionItem } from '../../../service/items';
import { promotionField, promotionIdOf, simplifyField } from '../sharedFields';
import type { Operation } from '../operation';
import { listedPromotions } from '../promotionQuery';

export const get: Operation = {
	name: 'Get',
	description: 'Get one promotion by its ID, as the list of promotions shows it',
	action: 'Get promotion',
	writes: false,
	properties: [promotionField('searchPromotions', 'The promotion to get'), simplifyField],
	async execute(item) {
		const { client } = item;
		const promotionId = promotionIdOf(item);
		const simplify = item.form.isOn('simplify');
		const promotions = await listedPromotions(item);
		const promotion = promotions.find((candidate) => candidate.promotionId === promotionId);
		if (!promotion) {
			throw item.refusal(
				`Promotion ${promotionId} is not in the list of this account`,
				"Check 'Promotion' and the account of the credential. A cancelled promotion may no longer be listed, and a new one may take a few seconds to appear.",
			);
		}
		return [{ json: promotionItem(client.accountId, promotion, simplify) }];
	},
};
