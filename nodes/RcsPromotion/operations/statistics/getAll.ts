import { NodeApiError } from 'n8n-workflow';
import { mapConcurrently } from '../../../service/concurrency';
import { inWords } from '../../../service/errors';
import type { Promotion } from '../../../service/types';
import { asSentence } from '../../../service/values';
import { limitFields } from '../sharedFields';
import type { ItemContext } from '../../itemContext';
import type { Operation, OutputItem } from '../operation';
import { promotionFiltersField, promotionSortField, queryPromotions } from '../promotionQuery';
import { BEGINNING, beginningOf, retriesField, statisticsItems, totalsFields } from './statisticsItems';

export const getAll: Operation = {
	name: 'Get Many',
	description: 'Get counters and rates of many promotions, one request for each',
	action: 'Get statistics of many promotions',
	writes: false,
	properties: [...limitFields, promotionFiltersField, retriesField, ...totalsFields(BEGINNING), promotionSortField],
	async execute(item) {
		const promotions = await queryPromotions(item);
		return (await mapConcurrently(promotions, async (promotion) => await rowsOf(item, promotion))).flat();
	},
};

/** Added to a 404: the promotion was in the list a moment ago, so it exists. */
const NONE_YET = 'It may have no statistics until it has sent something.';

/** A promotion whose statistics cannot be read must not hide the figures of the others. */
async function rowsOf(item: ItemContext, promotion: Promotion): Promise<OutputItem[]> {
	const { promotionId } = promotion;
	try {
		return await statisticsItems(item, promotionId, promotion);
	} catch (error) {
		const isUnknown = error instanceof NodeApiError && error.httpCode === '404';
		const statisticsError = isUnknown ? `${asSentence(error.message)} ${NONE_YET}` : inWords(error);
		return [{ json: { ...beginningOf(promotion), statisticsError, promotionId, accountId: item.client.accountId } }];
	}
}
