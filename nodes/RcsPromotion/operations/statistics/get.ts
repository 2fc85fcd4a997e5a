import { promotionField, readPromotionIdOrName } from '../sharedFields';
import type { Operation } from '../operation';
import { readPromotion } from '../figures';
import { createStatisticsItems, retriesField, totalsFields } from './statisticsItems';

export const get: Operation = {
	name: 'Get',
	description: 'Get counters and rates of one promotion',
	action: 'Get promotion statistics',
	writes: false,
	properties: [promotionField('The promotion whose statistics to get'), retriesField, ...totalsFields()],
	async execute(item) {
		const promotionId = await readPromotionIdOrName(item);
		return await createStatisticsItems(item, promotionId, await readPromotion(item, promotionId));
	},
};
