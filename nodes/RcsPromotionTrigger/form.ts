import type { INodeProperties, IPollFunctions } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';
import { FormReader } from '../service/formReader';
import { COUNTERS, type Counter, type Rate } from '../service/statistics';
import { comparable } from '../service/values';
import type { EventName } from './events';
import { optionsField } from './formOptions';
import { thresholdKey, type Threshold } from './thresholds';

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

/** What the form says, complete: a value that was never touched is its default. */
export interface TriggerSettings {
	events: ReadonlySet<EventName>;
	/** Undefined stands for all promotions of the account. */
	promotionIds?: ReadonlySet<string>;
	nameContains: string;
	/** Infinity when the age does not matter. */
	createdWithinDays: number;
	counters: readonly Counter[];
	minimumChange: number;
	watchAfterCompletionMs: number;
	settledAfterMs: number;
	stalledAfterMs: number;
	thresholds: readonly Threshold[];
	maximumStatisticsCalls: number;
	emitExisting: boolean;
	summary: boolean;
	/** Derived: whether counters have to be read again and again, not only when a status changes. */
	followsCounters: boolean;
	/** Derived: whether it matters that a completed promotion comes to rest. */
	awaitsRest: boolean;
}

const DEFAULT_THRESHOLD: Threshold = { rate: 'failureRate', direction: 'above', percent: 5, minimumBase: 100 };

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** Throws in words when the form asks for something that cannot be watched. */
export function settingsFrom(form: FormReader): TriggerSettings {
	const events = new Set(form.choices('events') as EventName[]);
	if (events.size === 0) form.refuse('events', 'is empty', 'Choose at least one event.');
	const promotionIds = form.choice('scope') === 'selected' ? new Set(form.list('promotionIds')) : undefined;
	if (promotionIds?.size === 0) {
		form.refuse('promotionIds', 'is empty', "Choose at least one promotion, or set 'Scope' to 'All Promotions'.");
	}
	const filters = form.collection('filters');
	const options = form.collection('options');
	const counters = options.choices('counters') as Counter[];
	const given = options.entries('thresholds', 'threshold').map(thresholdFrom);
	const thresholds = given.length > 0 ? distinct(given) : [DEFAULT_THRESHOLD];
	const judgesAtRest = events.has('thresholdCrossed') && thresholds.some(({ direction }) => direction === 'below');
	return {
		events,
		...(promotionIds && { promotionIds }),
		nameContains: filters.has('nameContains') ? comparable(filters.text('nameContains')) : '',
		createdWithinDays: filters.has('createdWithinDays') ? filters.number('createdWithinDays') : Infinity,
		counters: counters.length > 0 ? COUNTERS.filter((counter) => counters.includes(counter)) : COUNTERS,
		minimumChange: options.number('minimumChange'),
		watchAfterCompletionMs: options.number('watchAfterCompletionHours') * HOUR_MS,
		settledAfterMs: options.number('settledAfterMinutes') * MINUTE_MS,
		stalledAfterMs: options.number('stalledAfterMinutes') * MINUTE_MS,
		thresholds,
		maximumStatisticsCalls: options.wholeNumber('maximumStatisticsCalls'),
		emitExisting: options.isOn('emitExisting'),
		summary: options.isOn('summary'),
		followsCounters: FOLLOWING_COUNTERS.some((event) => events.has(event)),
		awaitsRest: events.has('settled') || judgesAtRest,
	};
}

const FOLLOWING_COUNTERS = ['countersChanged', 'settled', 'stalled', 'thresholdCrossed'] as const;

const thresholdFrom = (form: FormReader): Threshold => ({
	rate: form.choice('rate') as Rate,
	direction: form.choice('direction') as Threshold['direction'],
	percent: form.number('percent'),
	minimumBase: form.number('minimumBase'),
});

function distinct(thresholds: Threshold[]): Threshold[] {
	return [...new Map(thresholds.map((threshold) => [thresholdKey(threshold), threshold])).values()];
}
