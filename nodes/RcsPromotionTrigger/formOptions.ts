import type { INodeProperties } from 'n8n-workflow';
import { COUNTERS } from '../service/statistics';
import { summaryOption } from '../service/summary';
import type { EventName } from './events';

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
				description: 'At this percentage or more. Reported again only after the rate fell to 80% of it.',
			},
			{
				name: 'Below',
				value: 'below',
				description: 'At this percentage or less, once the figures of a completed promotion are final',
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
		description: 'Ignore the rate until it is based on at least this many messages',
	},
];

/** Only where it does something. */
const forEvents = (...events: EventName[]) => ({ show: { '/events': events } });

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
			displayOptions: forEvents('countersChanged'),
			description: "Which counters count for 'Counters Changed'. Leave empty to watch all.",
			options: COUNTERS.map((value) => ({ name: COUNTER_NAMES[value], value })).sort((a, b) =>
				a.name.localeCompare(b.name, 'en'),
			),
		},
		{
			displayName: 'Final Figures After (Minutes)',
			name: 'settledAfterMinutes',
			type: 'number',
			typeOptions: { minValue: 1 },
			default: 60,
			displayOptions: forEvents('settled', 'thresholdCrossed'),
			description: 'How long the figures of a completed promotion must stay unchanged before they count as final',
		},
		{
			displayName: 'Include Existing Promotions',
			name: 'emitExisting',
			type: 'boolean',
			default: false,
			description: 'Whether the first check also sends events for promotions that already exist, as if they were new',
		},
		{
			displayName: 'Keep Watching (Hours)',
			name: 'watchAfterCompletionHours',
			type: 'number',
			typeOptions: { minValue: 0 },
			default: 72,
			displayOptions: forEvents('countersChanged', 'settled', 'thresholdCrossed'),
			description:
				'How long to keep reading the figures of a completed promotion, because deliveries and reads come in late',
		},
		{
			displayName: 'Minimum Counter Change',
			name: 'minimumChange',
			type: 'number',
			typeOptions: { minValue: 1 },
			default: 1,
			displayOptions: forEvents('countersChanged'),
			description: "By how much a counter must change for 'Counters Changed'. Small steps add up.",
		},
		{
			displayName: 'Promotions Read per Check',
			name: 'maximumStatisticsCalls',
			type: 'number',
			typeOptions: { minValue: 1, maxValue: 500 },
			default: 50,
			displayOptions: forEvents('countersChanged', 'settled', 'stalled', 'thresholdCrossed'),
			description:
				'The maximum number of promotions whose figures are read in one check. If more are watched, they take turns. Figures for status changes are always read.',
		},
		{
			displayName: 'Stalled After (Minutes)',
			name: 'stalledAfterMinutes',
			type: 'number',
			typeOptions: { minValue: 1 },
			default: 120,
			displayOptions: forEvents('stalled'),
			description: "How long the figures of a running promotion must stay unchanged before 'Stalled'",
		},
		summaryOption,
		{
			displayName: 'Thresholds',
			name: 'thresholds',
			type: 'fixedCollection',
			typeOptions: { multipleValues: true },
			placeholder: 'Add Threshold',
			default: {},
			displayOptions: forEvents('thresholdCrossed'),
			description: "The limits for 'Threshold Crossed'. If none is set: a failure rate of 5%.",
			options: [{ name: 'threshold', displayName: 'Threshold', values: thresholdFields }],
		},
	],
};
