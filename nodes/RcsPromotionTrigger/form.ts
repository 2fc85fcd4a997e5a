import type { INodeProperties, IPollFunctions } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';
import { FormReader } from '../service/formReader';
import { optionsField } from './formOptions';
import { settingsFrom, type TriggerSettings } from './settings';

/** The trigger's form. Names and values are saved in users' workflows and never change once released. */
export const properties: INodeProperties[] = [
	{
		displayName: 'Trigger On',
		name: 'events',
		type: 'multiOptions',
		required: true,
		default: ['completed'],
		options: [
			{
				name: 'Cancelled',
				value: 'cancelled',
				description: 'A promotion was cancelled, or disappeared before it was completed',
			},
			{
				name: 'Completed',
				value: 'completed',
				description: 'A promotion was completed. Its figures may still change for some hours.',
			},
			{
				name: 'Counters Changed',
				value: 'countersChanged',
				description: 'A counter such as delivered or read has changed since the last event of this kind',
			},
			{ name: 'Created', value: 'created', description: 'A new promotion appeared in the list' },
			{
				name: 'Disappeared From List',
				value: 'removed',
				description: 'A promotion is no longer listed although it was not completed',
			},
			{
				name: 'Final Figures Ready',
				value: 'settled',
				description: 'The figures of a completed promotion no longer change. Use it for a final report.',
			},
			{
				name: 'Stalled',
				value: 'stalled',
				description: 'The figures of a running promotion have not changed for some time',
			},
			{
				name: 'Status Changed',
				value: 'statusChanged',
				description: 'The status has changed since the previous check',
			},
			{ name: 'Stopped', value: 'stopped', description: 'A promotion was stopped' },
			{
				name: 'Threshold Crossed',
				value: 'thresholdCrossed',
				description:
					"A rate reached a limit: 5% of at least 100 messages failed, unless you set other limits in 'Options'",
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
				description: 'All promotions of the account, including future ones',
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
		description: 'Watch only promotions that match all filters. They apply to selected promotions as well.',
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
				description: 'Watch only promotions whose name contains this text. Case does not matter.',
			},
		],
	},
	optionsField,
];

/** What the form says; throws in words when it does not make sense. Expressions cannot refer to items here. */
export function settingsOf(context: IPollFunctions): TriggerSettings {
	const form = new FormReader(properties, ({ name, default: usual }) => context.getNodeParameter(name, usual), {
		timezone: () => context.getTimezone(),
		refusal: (message, description) => new NodeOperationError(context.getNode(), message, { description }),
	});
	return settingsFrom(form);
}
