import { NodeOperationError } from 'n8n-workflow';
import { promotionItem } from '../../../service/items';
import { promotionField, promotionIdOf, simplifyField } from '../fields';
import type { Operation } from '../operation';

export const get: Operation = {
	name: 'Get',
	description: 'Get one promotion by its ID, as the list of promotions shows it',
	action: 'Get a promotion',
	writes: false,
	properties: [promotionField('searchPromotions', 'The promotion to get'), simplifyField],
	async execute({ context, client, shared }, itemIndex) {
		const promotionId = promotionIdOf(context, itemIndex);
		const simplify = context.getNodeParameter('simplify', itemIndex, true) as boolean;
		const promotions = await shared.once('promotions', async () => await client.promotions(itemIndex));
		const promotion = promotions.find((candidate) => candidate.promotionId === promotionId);
		if (!promotion) {
			throw new NodeOperationError(context.getNode(), `Promotion ${promotionId} is not in the list of this account`, {
				itemIndex,
				description:
					'Check Promotion and the account of the credential. A cancelled promotion may no longer be listed, and a new one may appear after some seconds.',
			});
		}
		return [{ json: promotionItem(client.accountId, promotion, simplify) }];
	},
};
