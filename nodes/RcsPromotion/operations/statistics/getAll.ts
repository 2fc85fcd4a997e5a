import { mapConcurrently } from '../../../service/concurrency';
import { inWords } from '../../../service/errors';
import { promotionName } from '../../../service/promotions';
import type { Promotion } from '../../../service/types';
import { limitField, optionsField, returnAllField, simplifyField } from '../sharedFields';
import type { ItemContext } from '../../itemContext';
import type { Operation, OutputItem } from '../operation';
import { promotionFiltersField, promotionSortField, queryPromotions } from '../promotionQuery';
import { summaryOption } from '../../../service/summaryOption';
import { retriesField, statisticsItems } from './statisticsItems';

export const getAll: Operation = {
	name: 'Get Many',
	description: 'Get counters and rates of many promotions, one request for each',
	action: 'Get statistics of many promotions',
	writes: false,
	properties: [
		returnAllField,
		limitField,
		promotionFiltersField,
		retriesField,
		{ ...simplifyField, displayOptions: { show: { retries: ['nested'] } } },
		optionsField(summaryOption),
		promotionSortField,
	],
	async execute(item) {
		const promotions = await queryPromotions(item);
		const rows = await mapConcurrently(promotions, async (promotion) => await rowsOf(item, promotion));
		return rows.flat();
	},
};

/** One promotion that cannot be read must not hide the figures of all the others. */
async function rowsOf(item: ItemContext, promotion: Promotion): Promise<OutputItem[]> {
	const { promotionId, status = null } = promotion;
	const name = promotionName(promotion);
	try {
		return await statisticsItems(item, { promotionId, name, status }, await item.statistics(promotionId));
	} catch (error) {
		const { accountId } = item.client;
		return [{ json: { name, status, statisticsError: inWords(error), promotionId, accountId } }];
	}
}
