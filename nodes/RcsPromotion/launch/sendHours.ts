import type { DateTime } from 'luxon';
import type { Issue } from '../issues';
import type { Campaign, SendHours } from './types';

/** Why it is not the time to send. Now is in the time zone of the workflow. */
export function findOutsideHours(campaign: Campaign, now: DateTime): Issue | undefined {
	const { sendOnlyBetween: hours, promotionName } = campaign;
	if (!hours) return undefined;
	if (!now.isValid) {
		return {
			message: `n8n does not know the time zone "${now.zone.name}", so it is not known whether 'Send Only Between' allows "${promotionName}" now`,
			advice: 'Choose another time zone in the settings of the workflow.',
		};
	}
	const time = now.toFormat('HH:mm');
	if (isWithinHours(hours, time)) return undefined;
	return {
		message: `It is ${time} in ${now.zoneName}, and 'Send Only Between' allows "${promotionName}" only between ${hours.from} and ${hours.to}`,
		advice:
			"A run that starts too late, for example because n8n makes up for a missed one, sends nothing. Launch again within these hours, or change 'Send Only Between' in 'Options'.",
	};
}

export function isWithinHours({ from, to }: SendHours, time: string): boolean {
	if (from < to) return from <= time && time < to;
	// Spans midnight.
	return from <= time || time < to;
}
