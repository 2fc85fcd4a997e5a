import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { optionsField, summaryOption } from '../../../form/formFields';
import {
	areRatesOpen,
	computeRates,
	findCountersAre,
	RATES,
	RATES_NOT_KNOWN,
	readFigures,
	type Figures,
} from '../../../service/counting';
import { isOver, promotionName, simplifyPromotion, toRawJson } from '../../../service/promotions';
import { COUNTERS, type Statistics } from '../../../service/statistics';
import { createSummaryFields } from '../../../service/summary';
import type { Promotion } from '../../../service/types';
import { plainText } from '../../../service/values';
import { joinWords } from '../../issues';
import type { ItemContext } from '../../itemContext';
import type { OutputItem } from '../operation';
import { outputFields, pickFields, readOutput } from '../outputMode';

const FIGURES = [...COUNTERS, 'countersAre', ...Object.keys(RATES)];

/** Known only if the promotion was found in the list. */
export const LIST_FIELDS = ['name', 'status', 'createdDate'];
export const pickListFields = (promotion: Promotion) => pickFields(simplifyPromotion(promotion), LIST_FIELDS);

const summaryOptions = optionsField([summaryOption]);

export const statisticsFields = (otherFields: string[] = []): INodeProperties[] => [
	...outputFields([...otherFields, ...FIGURES, 'retries']),
	summaryOptions,
];

export const isSummaryWanted = (item: ItemContext): boolean => item.form.collection('options').isAddedAndOn('summary');

/** The statistics of a promotion, and what they say. */
interface PromotionStatistics {
	promotionId: string;
	statistics: Statistics;
	figures: Figures;
	/** False also if it is not known. */
	hasEnded: boolean;
}

/** Says so if a counter makes no sense, or if it matters what the counters mean and that is not known. */
export async function readPromotionStatistics(
	item: ItemContext,
	promotionId: string,
	listed?: Promotion,
): Promise<PromotionStatistics> {
	const what = `statistics ${promotionId}`;
	const statistics = await item.readOnce(what, async () => await item.client.statistics(promotionId));
	const { counters, unreadable } = statistics;
	// Asks for the list only where it matters whether the promotion is over.
	const matters = findCountersAre(counters, true) !== findCountersAre(counters, false);
	const promotion = listed ?? (matters ? await findListed(item, promotionId) : undefined);
	const hasEnded = promotion !== undefined && isOver(promotion.status);
	const figures = readFigures(counters, hasEnded, item.client.statedCounters);
	if (unreadable.length > 0) {
		const which = joinWords(unreadable.map((counter) => `'${counter}'`));
		item.hintOnce(`What the service gives as ${which} of promotion ${promotionId} is no count, so it is left out.`);
	}
	if (areRatesOpen(figures)) item.hintOnce(RATES_NOT_KNOWN);
	return { promotionId, statistics, figures, hasEnded };
}

/** For what only adds to an output: undefined also if the list cannot be read. */
export async function findListed(item: ItemContext, id: string): Promise<Promotion | undefined> {
	return (await item.listPromotionsOrNone()).find(({ promotionId }) => promotionId === id);
}

/**
 * @param listed shown in the item, if the promotion was found in the list
 * @param title for the title of a summary: the figures matter more than the name
 */
export function createStatisticsItem(
	item: ItemContext,
	{ promotionId, statistics, figures, hasEnded }: PromotionStatistics,
	listed?: Promotion,
	title = listed,
): OutputItem {
	// To a model, the figures of each retry are seldom worth their tokens.
	const output = readOutput(item, [...LIST_FIELDS, ...FIGURES, ...(item.isTool ? [] : ['retries'])]);
	const ofList = listed ? pickListFields(listed) : {};
	// What the counters of the promotion show goes for those of its retries, too.
	const retries = statistics.retries.map(({ promotionRetryNumber, ...counters }) => ({
		promotionRetryNumber,
		...toJson(readFigures(counters, hasEnded, figures.countersAre)),
	}));
	const shown =
		output === 'raw'
			? { ...ofList, ...toRawJson(statistics.raw) }
			: pickFields({ ...ofList, ...toJson(figures), retries }, output);
	const named = (title && promotionName(title).trim()) || `Promotion ${promotionId}`;
	const summary = isSummaryWanted(item)
		? createSummaryFields({ title: named, subtitle: plainText(listed?.status).trim(), figures })
		: {};
	return { json: { ...shown, ...summary, promotionId, accountId: item.client.accountId } };
}

const toJson = (figures: Figures): IDataObject => ({
	...figures.counters,
	countersAre: figures.countersAre,
	...computeRates(figures),
});
