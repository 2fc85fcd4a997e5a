import type { INodeProperties, IPollFunctions } from 'n8n-workflow';
import { filtersField, optionsField, rateOptions, summaryOption } from '../form/formFields';
import { FormReader } from '../form/formReader';
import type { Rate } from '../service/counting';
import { COUNTERS, type Counter } from '../service/statistics';
import { LABELS } from '../service/summary';
import { normalizeText } from '../service/values';
import { ALL_EVENTS, chosenEvents, type EventName } from './events';
import { HOUR_MS, limitKey, MINUTE_MS, type Threshold, type TriggerSettings } from './settings';

const thresholdFields: INodeProperties[] = [
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
	filtersField([
		{
			displayName: 'Name Contains',
			name: 'nameContains',
			type: 'string',
			default: '',
			description: 'Start the workflow only for promotions whose name contains this text. Case does not matter.',
		},
	]),
	optionsField(options),
];

/** Throws with a message for the user if the settings make no sense. Expressions cannot refer to items here. */
export function readSettings(context: IPollFunctions): TriggerSettings {
	const form = new FormReader(properties, ({ name, default: usual }) => context.getNodeParameter(name, usual), {
		timezone: () => context.getTimezone(),
	});
	const events = new Set(form.choices('events'));
	if (events.size === 0) form.refuse('events', 'is empty', 'Choose at least one event.');
	const filters = form.collection('filters');
	const options = form.collection('options');
	const counters = options.choices('counters') as Counter[];
	const chosen = chosenEvents(events);
	const isRead = (...until: string[]) => chosen.some(({ needsStatistics }) => until.includes(needsStatistics));
	return {
		events,
		nameContains: filters.has('nameContains') ? normalizeText(filters.text('nameContains')) : '',
		chosenCounters: counters.length > 0 ? counters : COUNTERS,
		minimumChange: options.number('minimumChange'),
		watchAfterCompletionMs: options.number('watchAfterCompletionHours') * HOUR_MS,
		finalAfterMs: options.number('finalAfterMinutes') * MINUTE_MS,
		stalledAfterMs: options.number('stalledAfterMinutes') * MINUTE_MS,
		thresholds: readThresholds(form),
		summary: options.isAddedAndOn('summary'),
		readsRunning: isRead('untilOver', 'untilFinal', 'untilWatchEnd'),
		readsUntilWatchEnd: isRead('untilWatchEnd'),
		needsFinal: events.has('finalFiguresReady') || events.has('thresholdCrossed'),
		needsEnd: chosen.some(({ needsEnd }) => needsEnd),
	};
}

/** Without an entry, there is one threshold with the form's defaults. An entry that is there twice counts once. */
function readThresholds(form: FormReader): Threshold[] {
	const entries = form.entries('thresholds', 'threshold');
	const entered = (entries.length > 0 ? entries : [form.of(thresholdFields, {})]).map((entry): Threshold => ({
		rate: entry.choice('rate') as Rate,
		direction: entry.choice('direction') as Threshold['direction'],
		percent: entry.number('percent'),
		minimumBase: entry.number('minimumBase'),
	}));
	return [...new Map(entered.map((threshold) => [limitKey(threshold), threshold])).values()];
}
