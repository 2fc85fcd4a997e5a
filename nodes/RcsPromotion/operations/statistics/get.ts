import { promotionField, promotionIdOf, simplifyField } from '../fields';
import type { Operation } from '../operation';
import { retriesField, statisticsRows, summaryOptionsField } from './fields';

export const get: Operation = {
	name: 'Get',
	description: 'Get counters and rates of one promotion',
	action: 'Get the statistics of a promotion',
	writes: false,
	properties: [
		promotionField('searchPromotions', 'The promotion whose statistics to get'),
		retriesField,
		{ ...simplifyField, displayOptions: { show: { retries: ['nested'] } } },
		summaryOptionsField,
	],
	async execute(item) {
		const { client } = item;
		const promotionId = promotionIdOf(item);
		const statistics = await item.readOnce(
			`statistics ${promotionId}`,
			async () => await client.statistics(promotionId),
		);
		return statisticsRows(item, { accountId: client.accountId, promotionId }, statistics);
	},
};
