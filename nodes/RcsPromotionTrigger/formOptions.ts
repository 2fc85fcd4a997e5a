import type { INodeProperties } from 'n8n-workflow';
import { COUNTERS } from '../service/statistics';

const COUNTER_NAMES: Record<(typeof COUNTERS)[number], string> = {
	attempted: 'Attempted',
	failed: 'Failed',
	sent: 'Sent',
	delivered: 'Delivered',
	read: 'Read',
	interacted: 'Interacted',
	optout: 'Opted Out',
};

const thresholdFields: INodeProperties[] = [
	{
		displayName: 'Rate',
		name: 'rate',
		type: 'options',
		default: 'failureRate',
		options: [
			{ name: 'Delivery Rate', value: 'deliveryRate', description: 'Delivered of sent' },
			{ name: 'Failure Rate', value: 'failureRate', description: 'Failed of attempted' },
			{ name: 'Interaction Rate', value: 'interactionRate', description: 'Interacted of delivered' },
			{ name: 'Opt-Out Rate', value: 'optOutRate', description: 'Opted out of delivered' },
			{ name: 'Read Rate', value: 'readRate', description: 'Read of delivered' },
		],
	},
	{
		displayName: 'When the Rate Is',
		name: 'direction',
		type: 'options',
		default: 'above',
		options: [
			{
				name: 'Above',
				value: 'above',
				description: 'At this percentage or more. Told again only after the rate fell to 80% of it.',
			},
			{
				name: 'Below',
				value: 'below',
				description: 'At this percentage or less once a completed promotion has come to rest',
			},
		],
	},
	{
		displayName: 'Limit (%)',
		name: 'percent',
		type: 'number',
		typeOptions: { minValue: 0, maxValue: 100, numberPrecision: 2 },
		default: 5,
		description: 'From 0 to 100',
	},
	{
		displayName: 'Minimum Messages',
		name: 'minimumBase',
		type: 'number',
		typeOptions: { minValue: 0 },
		default: 100,
		description: 'Ignore the rate until it is a share of at least this many messages',
	},
];

export const optionsField: INodeProperties = {
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	placeholder: 'Add Option',
	default: {},
	options: [
		{
			displayName: 'Counters to Watch',
			name: 'counters',
			type: 'multiOptions',
			default: [],
			description: 'Which counters count for Counters Changed; all of them when none is chosen',
			options: COUNTERS.map((value) => ({ name: COUNTER_NAMES[value], value })).sort((a, b) =>
				a.name.localeCompare(b.name, 'en'),
			),
		},
		{
			displayName: 'Include Existing Promotions',
			name: 'emitExisting',
			type: 'boolean',
			default: false,
			description:
				'Whether the first poll sends events for the promotions that exist already, as if they had just appeared',
		},
		{
			displayName: 'Keep Watching (Hours)',
			name: 'watchAfterCompletionHours',
			type: 'number',
			typeOptions: { minValue: 0 },
			default: 72,
			description:
				'How long to go on reading the figures of a completed promotion, as deliveries and reads come in late',
		},
		{
			displayName: 'Minimum Counter Change',
			name: 'minimumChange',
			type: 'number',
			typeOptions: { minValue: 1 },
			default: 1,
			description: 'How far a counter must move for Counters Changed; small steps add up',
		},
		{
			displayName: 'Promotions Read per Poll',
			name: 'maximumStatisticsCalls',
			type: 'number',
			typeOptions: { minValue: 1, maxValue: 500 },
			default: 50,
			description:
				'Most promotions whose figures are read in one poll; when more are watched, they take turns. A change of status is always read.',
		},
		{
			displayName: 'Settled After (Minutes)',
			name: 'settledAfterMinutes',
			type: 'number',
			typeOptions: { minValue: 1 },
			default: 60,
			description: 'How long the figures of a completed promotion must rest before Settled',
		},
		{
			displayName: 'Stalled After (Minutes)',
			name: 'stalledAfterMinutes',
			type: 'number',
			typeOptions: { minValue: 1 },
			default: 120,
			description: 'How long the figures of a promotion under way must rest before Stalled',
		},
		{
			displayName: 'Thresholds',
			name: 'thresholds',
			type: 'fixedCollection',
			typeOptions: { multipleValues: true },
			placeholder: 'Add Threshold',
			default: {},
			description: 'The limits for Threshold Crossed; a failure rate of 5% when none is set',
			options: [{ name: 'threshold', displayName: 'Threshold', values: thresholdFields }],
		},
	],
};
