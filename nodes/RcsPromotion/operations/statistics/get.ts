import { promotionField, readPromotionIdOrName } from '../sharedFields';
import type { Operation } from '../operation';
import { retriesField, readStatisticsItems, totalsFields } from './statisticsItems';

export const get: Operation = {
	name: 'Get',
	description: 'Get counters and rates of one promotion',
	action: 'Get promotion statistics',
	writes: false,
	properties: [promotionField('The promotion whose statistics to get'), retriesField, ...totalsFields()],
	async execute(item) {
		return await readStatisticsItems(item, await readPromotionIdOrName(item));
	},
};
