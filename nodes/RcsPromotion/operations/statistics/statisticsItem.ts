import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { computeRates, RATES, readFigures, type Figures } from '../../../service/counting';
import { promotionName, simplifyPromotion, toRawJson } from '../../../service/promotions';
import { COUNTERS, type RetryCounters } from '../../../service/statistics';
import { createSummaryFields } from '../../../service/summary';
import type { Promotion } from '../../../service/types';
import { plainText } from '../../../service/values';
import type { ItemContext } from '../../itemContext';
import type { Reading } from '../figures';
import type { OutputItem } from '../operation';
import { outputFields, pickFields, readOutput } from '../outputMode';
import { isSummaryWanted, summaryOptionsField } from '../sharedFields';

const FIGURES = [...COUNTERS, 'countersAre', ...Object.keys(RATES)];

/** Known only if the promotion was found in the list. */
export const LIST_FIELDS = ['name', 'status', 'createdDate'];
export const pickListFields = (promotion: Promotion) => pickFields(simplifyPromotion(promotion), LIST_FIELDS);

export const statisticsFields = (otherFields: string[] = []): INodeProperties[] => [
	...outputFields([...otherFields, ...FIGURES, 'retries']),
	summaryOptionsField,
];

interface ReadStatistics {
	promotionId: string;
	reading: Reading;
	/** Shown in the item, if the promotion was found in the list. */
	listed?: Promotion;
	/** For the title of a summary: the figures matter more than the name. */
	title?: Promotion;
}

export function createStatisticsItem(
	item: ItemContext,
	{ promotionId, reading, listed, title = listed }: ReadStatistics,
): OutputItem {
	const { statistics, figures, isOver } = reading;
	// To a model, the figures of each retry are seldom worth their tokens.
	const output = readOutput(item, [...LIST_FIELDS, ...FIGURES, ...(item.isTool ? [] : ['retries'])]);
	const ofList = listed ? pickListFields(listed) : {};
	// What the counters of the promotion show goes for those of its retries, too.
	const retries = statistics.retries.map(({ promotionRetryNumber, ...counters }: RetryCounters) => ({
		promotionRetryNumber,
		...toJson(readFigures(counters, isOver, figures.countersAre)),
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
