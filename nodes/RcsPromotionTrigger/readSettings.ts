import type { IPollFunctions } from 'n8n-workflow';
import { FormReader } from '../form/formReader';
import type { Rate } from '../service/counting';
import { COUNTERS, type Counter } from '../service/statistics';
import { normalizeText } from '../service/values';
import { properties, thresholdFields } from './form';
import { HOUR_MS, MINUTE_MS } from './listing';
import type { Threshold, TriggerSettings } from './settings';
import { thresholdKey } from './thresholds';

/** Throws with a message for the user if the settings make no sense. Expressions cannot refer to items here. */
export function readSettings(context: IPollFunctions): TriggerSettings {
	const form = new FormReader(properties, ({ name, default: usual }) => context.getNodeParameter(name, usual), {
		timezone: () => context.getTimezone(),
	});
	const events = new Set(form.choices('events'));
	if (events.size === 0) form.refuse('events', 'is empty', 'Choose at least one event.');
	const promotionIds = form.choice('scope') === 'selected' ? new Set(form.list('promotionIds')) : undefined;
	if (promotionIds?.size === 0) {
		form.refuse('promotionIds', 'is empty', "Choose at least one promotion, or set 'Scope' to 'All Promotions'.");
	}
	const filters = form.collection('filters');
	const options = form.collection('options');
	const counters = options.choices('counters') as Counter[];
	const thresholds = readThresholds(form);
	return {
		events,
		promotionIds,
		nameContains: filters.has('nameContains') ? normalizeText(filters.text('nameContains')) : '',
		createdWithinDays: filters.has('createdWithinDays') ? filters.number('createdWithinDays') : Infinity,
		chosenCounters: counters.length > 0 ? counters : COUNTERS,
		minimumChange: options.number('minimumChange'),
		watchAfterCompletionMs: options.number('watchAfterCompletionHours') * HOUR_MS,
		finalAfterMs: options.number('finalAfterMinutes') * MINUTE_MS,
		stalledAfterMs: options.number('stalledAfterMinutes') * MINUTE_MS,
		thresholds,
		maximumStatisticsCalls: options.wholeNumber('maximumStatisticsCalls'),
		emitExisting: options.isAddedAndOn('emitExisting'),
		summary: options.isAddedAndOn('summary'),
		needsFinalCounters: events.has('finalFiguresReady') || events.has('thresholdCrossed'),
	};
}

/** Without an entry, there is one threshold with the form's defaults. An entry that is there twice counts once. */
function readThresholds(form: FormReader): Threshold[] {
	const entries = form.entries('thresholds', 'threshold');
	const entered = (entries.length > 0 ? entries : [form.of(thresholdFields, {})]).map(readThreshold);
	return [...new Map(entered.map((threshold) => [thresholdKey(threshold), threshold])).values()];
}

const readThreshold = (form: FormReader): Threshold => ({
	rate: form.choice('rate') as Rate,
	direction: form.choice('direction') as Threshold['direction'],
	percent: form.number('percent'),
	minimumBase: form.number('minimumBase'),
});
