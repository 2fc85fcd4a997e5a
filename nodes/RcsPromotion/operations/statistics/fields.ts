import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { retryItems, statisticsItem } from '../../../service/items';
import type { Statistics } from '../../../service/statistics';
import type { OperationRun, Row } from '../operation';

export const retriesField: INodeProperties = {
	displayName: 'Retries',
	name: 'retries',
	type: 'options',
	default: 'nested',
	description: 'How the figures of each retry of the service are returned',
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

export function statisticsRows(
	{ context }: OperationRun,
	itemIndex: number,
	ids: IDataObject,
	statistics: Statistics,
): Row[] {
	if (context.getNodeParameter('retries', itemIndex, 'nested') === 'items') {
		return retryItems(ids, statistics).map((json) => ({ json }));
	}
	const simplify = context.getNodeParameter('simplify', itemIndex, true) as boolean;
	return [{ json: statisticsItem(ids, statistics, simplify) }];
}
