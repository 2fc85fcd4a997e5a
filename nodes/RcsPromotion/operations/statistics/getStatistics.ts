import type { Operation } from '../operation';
import { promotionField, readPromotionId } from '../sharedFields';
import {
	createStatisticsItem,
	findListed,
	isSummaryWanted,
	readPromotionStatistics,
	statisticsFields,
} from './promotionStatistics';

export const getStatistics: Operation = {
	name: 'Get',
	description: 'Get counters and rates of one promotion',
	action: 'Get promotion statistics',
	writes: false,
	properties: [promotionField('The promotion whose statistics to get'), ...statisticsFields()],
	async execute(item) {
		const promotionId = readPromotionId(item);
		const read = await readPromotionStatistics(item, promotionId);
		const title = isSummaryWanted(item) ? await findListed(item, promotionId) : undefined;
		return [createStatisticsItem(item, read, undefined, title)];
	},
};
