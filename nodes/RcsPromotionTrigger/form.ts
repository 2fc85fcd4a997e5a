import type { INodeProperties } from 'n8n-workflow';
import { filtersField, optionsField, promotionsField, rateOptions, summaryOption } from '../form/formFields';
import { COUNTERS } from '../service/statistics';
import { LABELS } from '../service/summary';
import { ALL_EVENTS, EVENTS_THAT_KEEP_READING, type EventName } from './events';

export const thresholdFields: INodeProperties[] = [
	{ displayName: 'Rate', name: 'rate', type: 'options', default: 'failureRate', options: rateOptions },
	{
		displayName: 'When the Rate Is',
		name: 'direction',
		type: 'options',
		default: 'above',
		options: [
			{ name: 'At or Above', value: 'above' },
			{
				name: 'At or Below',
				value: 'below',
				description: 'Checked once the figures of a completed promotion are final',
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

/** Shows an option only if it has an effect. */
const forEvents = (...events: EventName[]) => ({ show: { '/events': events } });

const options: INodeProperties[] = [
	{
		displayName: 'Counters to Watch',
		name: 'counters',
		type: 'multiOptions',
		default: [],
		displayOptions: forEvents('countersChanged'),
		description: "Which counters to watch for 'Counters Changed'. Leave empty to watch all.",
		options: [...COUNTERS].sort().map((counter) => ({ name: LABELS[counter], value: counter })),
	},
	{
		displayName: 'Final Figures After (Minutes)',
		name: 'finalAfterMinutes',
		type: 'number',
		typeOptions: { minValue: 1 },
		default: 60,
		displayOptions: forEvents('finalFiguresReady', 'thresholdCrossed'),
		description: 'How long the figures of a completed promotion must stay unchanged before they count as final',
	},
	{
		displayName: 'Include Existing Promotions',
		name: 'emitExisting',
		type: 'boolean',
		default: true,
		description: 'Whether the first check also sends events for promotions that already exist, as if they were new',
	},
	{
		displayName: 'Keep Watching (Hours)',
		name: 'watchAfterCompletionHours',
		type: 'number',
		typeOptions: { minValue: 0 },
		default: 72,
		displayOptions: forEvents('countersChanged', 'finalFiguresReady', 'thresholdCrossed'),
		description:
			'How long to keep reading the figures of a completed promotion, because deliveries and reads can come in late',
	},
	{
		displayName: 'Minimum Counter Change',
		name: 'minimumChange',
		type: 'number',
		typeOptions: { minValue: 1 },
		default: 1,
		displayOptions: forEvents('countersChanged'),
		description: "How much a counter must change for 'Counters Changed'. Small changes add up.",
	},
	{
		displayName: 'Promotions Read per Check',
		name: 'maximumStatisticsCalls',
		type: 'number',
		typeOptions: { minValue: 1, maxValue: 500 },
		default: 50,
		displayOptions: forEvents(...EVENTS_THAT_KEEP_READING),
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
		description: "How long the figures of a running promotion must stay unchanged before 'Stalled' is reported",
	},
	summaryOption,
];

/** The trigger's form. Users' workflows save the names and values, so they never change once released. */
export const properties: INodeProperties[] = [
	{
		displayName: 'Trigger On',
		name: 'events',
		type: 'multiOptions',
		required: true,
		default: ['completed'],
		options: ALL_EVENTS.map(({ event, name, description }) => ({ name, value: event, description })).sort((a, b) =>
			a.name.localeCompare(b.name, 'en'),
		),
	},
	{
		displayName: 'Scope',
		name: 'scope',
		type: 'options',
		noDataExpression: true,
		default: 'all',
		description: 'Which promotions to watch',
		options: [
			{ name: 'All Promotions', value: 'all', description: 'All promotions of the account, including future ones' },
			{ name: 'Selected Promotions', value: 'selected', description: 'Only the promotions that you choose' },
		],
	},
	{ ...promotionsField, displayOptions: { show: { scope: ['selected'] } } },
	{
		displayName: 'Thresholds',
		name: 'thresholds',
		type: 'fixedCollection',
		typeOptions: { multipleValues: true },
		placeholder: 'Add Threshold',
		default: { threshold: [{ rate: 'failureRate', direction: 'above', percent: 5, minimumBase: 100 }] },
		displayOptions: { show: { events: ['thresholdCrossed'] } },
		description: "The limits for 'Threshold Crossed'. If there is none: 5% of at least 100 messages failed.",
		options: [{ name: 'threshold', displayName: 'Threshold', values: thresholdFields }],
	},
	filtersField(
		[
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
		'Watch only promotions that match all filters. Filters also apply to selected promotions.',
	),
	optionsField(options),
];
