import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { simplifyPromotion, renameErrorKey } from '../../../service/promotions';
import { computeRates, RATES, readFigures, type Figures } from '../../../service/counting';
import { COUNTERS, type RetryCounters } from '../../../service/statistics';
import type { Promotion } from '../../../service/types';
import { plainText } from '../../../service/values';
import type { ItemContext } from '../../itemContext';
import type { OutputItem } from '../operation';
import { outputFields, readOutput, pickFields } from '../outputMode';
import { createSummaryFields } from '../../../service/summary';
import { workOutFigures, type Reading } from '../figures';
import { isSummaryWanted, readPromotionTitle, summaryOptionsField } from '../sharedFields';

export const retriesField: INodeProperties = {
	displayName: 'Retries',
	name: 'retries',
	type: 'options',
	default: 'none',
	description:
		'How to return the figures of each retry: the service sends again to recipients it could not reach. Retry 0 is the first attempt.',
	options: [
		{
			name: 'One Item per Retry',
			value: 'items',
			description: 'One item per retry instead of the totals. No items if the service reports no retries.',
		},
		{
			name: 'Together With the Totals',
			value: 'nested',
			description: 'One item with the totals and a list of the retries',
		},
		{
			name: 'Totals Only',
			value: 'none',
			description: 'One item with the totals over all retries',
		},
	],
};

const FIGURES = [...COUNTERS, 'countersAre', ...Object.keys(RATES)];

/** These apply only to the totals: one item per retry has nothing to simplify, and a summary is about the promotion. */
export const totalsFields = (otherFields: string[] = []) =>
	[...outputFields([...otherFields, ...FIGURES]), summaryOptionsField].map((field) => ({
		...field,
		displayOptions: { ...field.displayOptions, show: { ...field.displayOptions?.show, retries: ['nested', 'none'] } },
	}));

/** Known only if the promotion was found in the list. */
export const LIST_FIELDS = ['name', 'status', 'createdDate'];
export const pickListFields = (promotion: Promotion) => pickFields(simplifyPromotion(promotion), LIST_FIELDS);

export async function createStatisticsItems(
	item: ItemContext,
	promotionId: string,
	reading: Reading,
	/** If it was found in the list. */
	promotion?: Promotion,
): Promise<OutputItem[]> {
	const { retries, raw } = reading.statistics;
	const ids = { promotionId, accountId: item.client.accountId };
	const listed = promotion ? pickListFields(promotion) : {};
	const output = readOutput(item, [...LIST_FIELDS, ...FIGURES]);
	const retriesMode = item.form.choice('retries');
	const isSimplified = output !== 'raw' || retriesMode === 'items';
	const figures = isSimplified || isSummaryWanted(item) ? workOutFigures(item, reading) : undefined;
	const perRetry = figures ? retries.map((retry) => createRetry(retry, figures, reading.isOver)) : [];
	if (retriesMode === 'items') return perRetry.map((retry) => ({ json: { ...listed, ...retry, ...ids } }));

	const shown =
		figures && output !== 'raw'
			? pickFields({ ...listed, ...toJson(figures) }, output)
			: { ...listed, ...renameErrorKey(raw) };
	const nested = retriesMode === 'nested' && output !== 'raw' ? { retries: perRetry } : {};
	const subtitle = plainText(promotion?.status).trim();
	const summary =
		figures && isSummaryWanted(item)
			? createSummaryFields({ title: await readPromotionTitle(item, promotionId), subtitle, figures })
			: {};
	return [{ json: { ...shown, ...nested, ...summary, ...ids } }];
}

const toJson = (figures: Figures): IDataObject => ({
	...figures.counters,
	countersAre: figures.countersAre,
	...computeRates(figures),
});

/** What the counters of the promotion show goes for those of its retries, too. */
const createRetry = (
	{ promotionRetryNumber, ...counters }: RetryCounters,
	{ countersAre }: Figures,
	isOver: boolean,
): IDataObject => ({ promotionRetryNumber, ...toJson(readFigures(counters, isOver, countersAre)) });
