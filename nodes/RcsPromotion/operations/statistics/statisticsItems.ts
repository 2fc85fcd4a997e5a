import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { withoutErrorKey } from '../../../service/promotions';
import { COUNTERS, RATES, ratesOf, type Counters, type Statistics } from '../../../service/statistics';
import { plainText } from '../../../service/values';
import type { ItemContext } from '../../itemContext';
import type { OutputItem } from '../operation';
import { outputFields, outputOf, picked } from '../output';
import { summaryFields } from '../../../service/summary';
import { campaignTitle, wantsSummary } from '../summaryTitle';

export const retriesField: INodeProperties = {
	displayName: 'Retries',
	name: 'retries',
	type: 'options',
	default: 'nested',
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
	],
};

/** Shown only with the totals, because one item per retry has nothing to simplify. */
export const statisticsOutputFields = outputFields([
	'name',
	'status',
	...COUNTERS,
	...Object.keys(RATES),
	'retries',
]).map((field) => ({
	...field,
	displayOptions: { ...field.displayOptions, show: { ...field.displayOptions?.show, retries: ['nested'] } },
}));

interface StatisticsSubject {
	promotionId: string;
	/** Known if the promotion was found in a list. */
	name?: string;
	status?: unknown;
}

export async function statisticsItems(
	item: ItemContext,
	subject: StatisticsSubject,
	statistics: Statistics,
): Promise<OutputItem[]> {
	const { promotionId, name, status } = subject;
	const ids = { promotionId, accountId: item.client.accountId };
	const known = name === undefined ? {} : { name, status: status as IDataObject[string] };
	const title = wantsSummary(item) ? await campaignTitle(item, promotionId, name) : undefined;
	const summary = (counters: Counters, retry?: number | null) =>
		title === undefined ? {} : statisticsSummary(title, status, counters, retry);
	if (item.form.choice('retries') === 'items') {
		return statistics.retries.map((retry) => ({
			json: { ...known, ...retry, ...ratesOf(retry), ...summary(retry, retry.promotionRetryNumber), ...ids },
		}));
	}
	const output = outputOf(item);
	const figures = output.mode === 'raw' ? withoutErrorKey(statistics.raw) : simplified(statistics);
	return [{ json: { ...picked({ ...known, ...figures }, output), ...summary(statistics.counters), ...ids } }];
}

function simplified({ counters, retries }: Statistics): IDataObject {
	return { ...counters, ...ratesOf(counters), retries: retries.map((retry) => ({ ...retry, ...ratesOf(retry) })) };
}

/** The service counts the first attempt as retry 0. */
const nameOfRetry = (retry: number) => (retry === 0 ? 'first attempt' : `retry ${retry}`);

function statisticsSummary(title: string, status: unknown, counters: Counters, retry?: number | null): IDataObject {
	const texts = [plainText(status).trim(), typeof retry === 'number' ? nameOfRetry(retry) : ''];
	const subtitle = texts.filter((text) => text !== '').join(', ');
	return summaryFields({ title, subtitle, counters });
}
