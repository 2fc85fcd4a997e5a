import { areRatesOpen, findCountersAre, RATES_NOT_KNOWN, readFigures, type Figures } from '../../service/counting';
import { isOver } from '../../service/promotions';
import type { Statistics } from '../../service/statistics';
import type { Promotion } from '../../service/types';
import { joinWords } from '../issues';
import type { ItemContext } from '../itemContext';

/** The statistics of a promotion, and whether it is over. Not known counts as not over. */
export interface Reading {
	promotionId: string;
	statistics: Statistics;
	isOver: boolean;
}

export async function readPromotion(item: ItemContext, promotionId: string, listed?: Promotion): Promise<Reading> {
	const statistics = await item.readStatistics(promotionId);
	const { counters } = statistics;
	// Asks for the list only where it matters whether the promotion is over.
	const matters = findCountersAre(counters, true) !== findCountersAre(counters, false);
	const promotion = listed ?? (matters ? await findListed(item, promotionId) : undefined);
	return { promotionId, statistics, isOver: promotion !== undefined && isOver(promotion.status) };
}

/** Says so if a counter makes no sense, or if it matters what the counters mean and that is not known. */
export function workOutFigures(item: ItemContext, { promotionId, statistics, isOver: ended }: Reading): Figures {
	const { counters, unreadable } = statistics;
	if (unreadable.length > 0) {
		const which = joinWords(unreadable.map((counter) => `'${counter}'`));
		item.hintOnce(`What the service gives as ${which} of promotion ${promotionId} is no count, so it is left out.`);
	}
	const figures = readFigures(counters, ended, item.client.statedCounters);
	if (areRatesOpen(figures)) item.hintOnce(RATES_NOT_KNOWN);
	return figures;
}

async function findListed(item: ItemContext, id: string): Promise<Promotion | undefined> {
	return (await item.listPromotionsOrNone()).find(({ promotionId }) => promotionId === id);
}
