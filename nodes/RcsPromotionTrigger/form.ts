import type { INodeProperties, IPollFunctions } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';
import { optionsField } from './formOptions';
import { settingsFrom, type FormValues, type TriggerSettings } from './settings';

/** The trigger's form. Names and values are saved in users' workflows and never change once released. */
export const properties: INodeProperties[] = [
	{
		displayName: 'Trigger On',
		name: 'events',
		type: 'multiOptions',
		required: true,
		default: ['completed'],
		options: [
			{ name: 'Cancelled', value: 'cancelled', description: 'A promotion was cancelled, or is gone before it ended' },
			{
				name: 'Completed',
				value: 'completed',
				description: 'A promotion was completed; choose Settled for its final figures',
			},
			{
				name: 'Counters Changed',
				value: 'countersChanged',
				description: 'A counter such as delivered or read has moved since this event was last sent',
			},
			{ name: 'Created', value: 'created', description: 'A new promotion is listed' },
			{
				name: 'Removed',
				value: 'removed',
				description: 'A promotion is no longer listed although it had not ended',
			},
			{
				name: 'Settled',
				value: 'settled',
				description: 'A completed promotion whose figures have come to rest: the time for a final report',
			},
			{
				name: 'Stalled',
				value: 'stalled',
				description: 'A promotion under way whose figures have not moved for some time',
			},
			{ name: 'Status Changed', value: 'statusChanged', description: 'The status of a promotion is another one' },
			{ name: 'Stopped', value: 'stopped', description: 'A promotion was stopped' },
			{
				name: 'Threshold Crossed',
				value: 'thresholdCrossed',
				description: 'A rate has reached a limit: 5% failed, unless you set other limits under Options',
			},
		],
	},
	{
		displayName: 'Scope',
		name: 'scope',
		type: 'options',
		noDataExpression: true,
		default: 'all',
		description: 'Which promotions to watch',
		options: [
			{
				name: 'All Promotions',
				value: 'all',
				description: 'Every promotion of the account, those to come included',
			},
			{ name: 'Selected Promotions', value: 'selected', description: 'Only the promotions that you choose' },
		],
	},
	{
		displayName: 'Promotion Names or IDs',
		name: 'promotionIds',
		type: 'multiOptions',
		typeOptions: { loadOptionsMethod: 'getPromotions' },
		required: true,
		default: [],
		displayOptions: { show: { scope: ['selected'] } },
		description:
			'Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>',
	},
	{
		displayName: 'Filters',
		name: 'filters',
		type: 'collection',
		placeholder: 'Add Filter',
		default: {},
		description: 'Only promotions that pass all of these are watched; promotions chosen above, too',
		options: [
			{
				displayName: 'Created Within Days',
				name: 'createdWithinDays',
				type: 'number',
				typeOptions: { minValue: 1 },
				default: 30,
				description: 'Watch only promotions created within this number of days',
			},
			{
				displayName: 'Name Contains',
				name: 'nameContains',
				type: 'string',
				default: '',
				description: 'Watch only promotions with this text in their name, in upper or lower case',
			},
		],
	},
	optionsField,
];

/** What the form says; throws in words when it does not make sense. Expressions cannot refer to items here. */
export function settingsOf(context: IPollFunctions): TriggerSettings {
	const scope = context.getNodeParameter('scope', 'all') as string;
	const settings = settingsFrom({
		events: context.getNodeParameter('events', ['completed']) as FormValues['events'],
		scope,
		promotionIds: scope === 'selected' ? context.getNodeParameter('promotionIds', []) : [],
		filters: context.getNodeParameter('filters', {}) as FormValues['filters'],
		options: context.getNodeParameter('options', {}) as FormValues['options'],
	});
	if (typeof settings !== 'string') return settings;
	throw new NodeOperationError(context.getNode(), settings);
}
