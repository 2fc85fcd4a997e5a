import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { retryItems, statisticsItem } from '../../../service/items';
import type { Counters, Statistics } from '../../../service/statistics';
import { summaryHtml } from '../../../service/summaryHtml';
import { summaryText } from '../../../service/summaryText';
import { collectionOf, switchOf } from '../collection';
import type { ItemContext } from '../../itemContext';
import type { OutputItem } from '../operation';

export const retriesField: INodeProperties = {
	displayName: 'Retries',
	name: 'retries',
	type: 'options',
	default: 'nested',
	description:
		'The service sends again to those whom it could not reach; this is how the figures of each sending are returned. Retry 0 is the first one.',
	options: [
		{
			name: 'One Item per Retry',
			value: 'items',
			description: 'An item for each retry instead of the totals; none when the service reports no retries',
		},
		{
			name: 'Together With the Totals',
			value: 'nested',
			description: 'One item with the totals, and the retries as a list inside it',
		},
	],
};

export const summaryOptionsField: INodeProperties = {
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	placeholder: 'Add Option',
	default: {},
	options: [
		{
			displayName: 'Summary',
			name: 'summary',
			type: 'boolean',
			default: false,
			description:
				'Whether to add the figures as bars that people read: summaryText for chats such as Slack, summaryHtml for e-mails',
		},
	],
};

export function wantsSummary(item: ItemContext): boolean {
	const options = collectionOf(item, 'options');
	return switchOf(item, [options, 'summary'], 'Summary in Options') ?? false;
}

export function statisticsRows(
	item: ItemContext,
	ids: IDataObject & { promotionId: string },
	statistics: Statistics,
): OutputItem[] {
	const summary = (counters: Counters, retry?: number | null) =>
		wantsSummary(item) ? summaryFields(ids, counters, retry) : {};
	if (item.parameter('retries', 'nested') === 'items') {
		return retryItems(ids, statistics).map((json, index) => {
			const retry = statistics.retries[index];
			return { json: retry ? { ...json, ...summary(retry, retry.promotionRetryNumber) } : json };
		});
	}
	const simplify = item.parameter('simplify', true) as boolean;
	return [{ json: { ...statisticsItem(ids, statistics, simplify), ...summary(statistics.counters) } }];
}

/** The service counts the first sending as retry 0. */
const nameOfRetry = (retry: number) => (retry === 0 ? 'first sending' : `retry ${retry}`);

function summaryFields(
	{ promotionId, name, status }: IDataObject & { promotionId: string },
	counters: Counters,
	retry?: number | null,
): IDataObject {
	const texts = [typeof status === 'string' ? status.trim() : '', typeof retry === 'number' ? nameOfRetry(retry) : ''];
	const subtitle = texts.filter((text) => text !== '').join(', ');
	const title = typeof name === 'string' && name !== '' ? name : `Promotion ${promotionId}`;
	const summary = { title, subtitle, counters };
	return { summaryText: summaryText(summary), summaryHtml: summaryHtml(summary) };
}
