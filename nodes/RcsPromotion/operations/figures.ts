import { areRatesOpen, findCountersAre, RATES_NOT_KNOWN, readFigures, type Figures } from '../../service/counting';
import { isOver } from '../../service/promotions';
import type { Statistics } from '../../service/statistics';
import type { Promotion } from '../../service/types';
import { joinWords } from '../issues';
import type { ItemContext } from '../itemContext';

/** The statistics of a promotion, and what they say. */
export interface Reading {
	statistics: Statistics;
	figures: Figures;
	/** Not known counts as not over. */
	isOver: boolean;
}

/** Says so if a counter makes no sense, or if it matters what the counters mean and that is not known. */
export async function readPromotion(item: ItemContext, promotionId: string, listed?: Promotion): Promise<Reading> {
	const statistics = await item.readStatistics(promotionId);
	const { counters, unreadable } = statistics;
	// Asks for the list only where it matters whether the promotion is over.
	const matters = findCountersAre(counters, true) !== findCountersAre(counters, false);
	const promotion = listed ?? (matters ? await findListed(item, promotionId) : undefined);
	const ended = promotion !== undefined && isOver(promotion.status);
	const figures = readFigures(counters, ended, item.client.statedCounters);
	if (unreadable.length > 0) {
		const which = joinWords(unreadable.map((counter) => `'${counter}'`));
		item.hintOnce(`What the service gives as ${which} of promotion ${promotionId} is no count, so it is left out.`);
	}
	if (areRatesOpen(figures)) item.hintOnce(RATES_NOT_KNOWN);
	return { statistics, figures, isOver: ended };
}

/** For what only adds to an output: undefined also if the list cannot be read. */
export async function findListed(item: ItemContext, id: string): Promise<Promotion | undefined> {
	return (await item.listPromotionsOrNone()).find(({ promotionId }) => promotionId === id);
}
