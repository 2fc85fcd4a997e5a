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
	async execute(run, itemIndex) {
		const { context, client, shared } = run;
		const promotionId = promotionIdOf(context, itemIndex);
		const statistics = await shared.once(
			`statistics ${promotionId}`,
			async () => await client.statistics(promotionId, itemIndex),
		);
		return statisticsRows(run, itemIndex, { accountId: client.accountId, promotionId }, statistics);
	},
};
