import { findListed, readPromotion } from '../figures';
import type { Operation } from '../operation';
import { isSummaryWanted, promotionField, readPromotionId } from '../sharedFields';
import { createStatisticsItem, statisticsFields } from './statisticsItem';

export const get: Operation = {
	name: 'Get',
	description: 'Get counters and rates of one promotion',
	action: 'Get promotion statistics',
	writes: false,
	properties: [promotionField('The promotion whose statistics to get'), ...statisticsFields()],
	async execute(item) {
		const promotionId = readPromotionId(item);
		const reading = await readPromotion(item, promotionId);
		const promotion = isSummaryWanted(item) ? await findListed(item, promotionId) : undefined;
		return [createStatisticsItem(item, { promotionId, reading, title: promotion })];
	},
};
