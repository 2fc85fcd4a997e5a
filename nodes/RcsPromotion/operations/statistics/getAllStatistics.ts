import { mapConcurrently } from '../../../service/concurrency';
import { describeError, isRateLimitError, isUnknownPromotion } from '../../../service/errors';
import type { Promotion } from '../../../service/types';
import { asSentence, counted, grouped } from '../../../service/values';
import type { ItemContext } from '../../itemContext';
import type { Operation, OutputItem } from '../operation';
import { promotionFiltersField, queryPromotions } from '../promotionQuery';
import { limitFields } from '../sharedFields';
import {
	createStatisticsItem,
	LIST_FIELDS,
	pickListFields,
	readPromotionStatistics,
	statisticsFields,
} from './promotionStatistics';

export const getAllStatistics: Operation = {
	name: 'Get Many',
	description: 'Get counters and rates of many promotions, one request for each',
	action: 'Get statistics of many promotions',
	writes: false,
	properties: [...limitFields, promotionFiltersField, ...statisticsFields(LIST_FIELDS)],
	async execute(item) {
		const promotions = await queryPromotions(item);
		let rateLimitError: unknown;
		const read = async (listed: Promotion) => {
			// A service that limits requests would also refuse the hundreds that follow.
			if (rateLimitError !== undefined) throw rateLimitError as Error;
			return await readPromotionStatistics(item, listed.promotionId, listed);
		};
		const rows = await mapConcurrently(promotions, async (listed) => {
			const found = await read(listed).catch((error: unknown) => ({ error }));
			if (!('error' in found)) return createStatisticsItem(item, found, listed);
			if (isRateLimitError(found.error)) rateLimitError = found.error;
			return describeUnreadable(item, listed, found.error);
		});
		const unread = rows.filter(({ json }) => 'statisticsError' in json).length;
		if (unread > 0) {
			const which = `${grouped(unread)} of ${counted(promotions.length, 'promotion')}`;
			item.hintOnce(`The statistics of ${which} could not be read: see 'statisticsError'.`);
		}
		return rows;
	},
};

/** Added to a 404: the promotion was in the list a moment ago, so it exists. */
const NO_STATISTICS_YET = 'It may have no statistics until it has sent something.';

/** A promotion whose statistics cannot be read must not hide the figures of the others. */
function describeUnreadable(item: ItemContext, promotion: Promotion, error: unknown): OutputItem {
	const statisticsError = isUnknownPromotion(error)
		? `${asSentence((error as Error).message)} ${NO_STATISTICS_YET}`
		: describeError(error);
	const { promotionId } = promotion;
	return { json: { ...pickListFields(promotion), statisticsError, promotionId, accountId: item.client.accountId } };
}
