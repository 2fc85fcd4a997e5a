import { findCountings, toCountersAre, type Counting } from '../../service/counting';
import { areRatesOpen, chooseCountings, RATES_NOT_KNOWN, readFigures, type Figures } from '../../service/figures';
import { isOver } from '../../service/promotions';
import type { Statistics } from '../../service/statistics';
import { timestampMs } from '../../service/timestamps';
import type { Promotion } from '../../service/types';
import { joinWords } from '../issues';
import type { ItemContext } from '../itemContext';

/** The statistics of a promotion, and whether it is over. Not known counts as not over. */
export interface Reading {
	promotionId: string;
	statistics: Statistics;
	isOver: boolean;
}

/** What the promotions that were read in this run show of how the account counts: the newest that is clear decides. */
interface ShownCountings {
	countings?: readonly Counting[];
	createdMs: number;
}

/** Read all promotions before the figures of any are worked out, because one may show how all are counted. */
export async function readPromotion(item: ItemContext, promotionId: string, listed?: Promotion): Promise<Reading> {
	const statistics = await item.readStatistics(promotionId);
	const { counters } = statistics;
	const countings = findCountings(counters, true);
	// Asks for the list only where it matters whether the promotion is over.
	const matters = toCountersAre(countings) !== null && !item.client.statedCountings;
	const isOpenWhileRunning = matters && toCountersAre(findCountings(counters, false)) === null;
	const promotion = listed ?? (isOpenWhileRunning ? await findListed(item, promotionId) : undefined);
	if (!promotion || !isOver(promotion.status)) return { promotionId, statistics, isOver: false };
	if (matters) {
		const shown = await readShownCountings(item);
		const createdMs = timestampMs(promotion.createdDate) ?? 0;
		if (createdMs >= shown.createdMs) Object.assign(shown, { countings, createdMs });
	}
	return { promotionId, statistics, isOver: true };
}

/** Says so if a counter makes no sense, or if it matters what the counters mean and that is not known. */
export async function workOutFigures(item: ItemContext, reading: Reading): Promise<Figures> {
	const { promotionId, statistics, isOver: ended } = reading;
	const { counters, unreadable } = statistics;
	if (unreadable.length > 0) {
		const which = joinWords(unreadable.map((counter) => `'${counter}'`));
		item.hintOnce(`What the service gives as ${which} of promotion ${promotionId} is no count, so it is left out.`);
	}
	const known = { stated: item.client.statedCountings, shown: (await readShownCountings(item)).countings };
	const figures = readFigures(counters, chooseCountings(counters, ended, known));
	if (areRatesOpen(figures)) item.hintOnce(RATES_NOT_KNOWN);
	return figures;
}

/** The same object for all items of a run that use the same account. */
const readShownCountings = async (item: ItemContext): Promise<ShownCountings> =>
	await item.readOnce('shown countings', async () => await Promise.resolve({ createdMs: 0 }));

async function findListed(item: ItemContext, id: string): Promise<Promotion | undefined> {
	return (await item.listPromotionsOrNone()).find(({ promotionId }) => promotionId === id);
}
