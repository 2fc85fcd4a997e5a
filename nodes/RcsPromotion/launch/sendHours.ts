import type { DateTime, IANAZone } from 'luxon';
import { grouped } from '../../service/values';
import { countryLabel } from '../contacts/countries';
import { timeZonesOf } from '../contacts/timeZones';
import type { Issue } from '../issues';
import type { Campaign, SendHours } from './types';

const MOST_NAMED = 5;
const DAYS_AHEAD = 7;
const MINUTE = 60_000;
const DAY = 1440 * MINUTE;

/** A country, or the beginning of phone numbers that belong to no country. */
interface Place {
	name: string;
	zones: readonly IANAZone[];
}

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
	if (hours.timeZone === 'contacts') return findOutsideHoursOfContacts(campaign, hours, now);
	const time = now.toFormat('HH:mm');
	if (isWithinHours(hours, time)) return undefined;
	return {
		message: `It is ${time} in ${now.zoneName}, and 'Send Only Between' allows "${promotionName}" only between ${hours.from} and ${hours.to}`,
		advice:
			"A run that starts too late, for example because n8n makes up for a missed one, sends nothing. Launch again within these hours, or change 'Send Only Between' in 'Options'.",
	};
}

export function isWithinHours({ from, to }: Pick<SendHours, 'from' | 'to'>, time: string): boolean {
	if (from < to) return from <= time && time < to;
	// Spans midnight.
	return from <= time || time < to;
}

/** HH:MM. */
const formatTimeIn = (zone: IANAZone, ms: number) =>
	new Date(ms + zone.offset(ms) * MINUTE).toISOString().slice(11, 16);

const allZonesWithinHours = (hours: SendHours, zones: readonly IANAZone[], ms: number) =>
	zones.every((zone) => isWithinHours(hours, formatTimeIn(zone, ms)));

function findOutsideHoursOfContacts(
	{ promotionName, countries }: Campaign,
	hours: SendHours,
	now: DateTime,
): Issue | undefined {
	const places = countries.map((country) => ({ name: placeName(country), zones: timeZonesOf(country) }));
	const unknown = places.filter(({ zones }) => zones.length === 0);
	if (unknown.length > 0) {
		const names = joinFirst(unknown.map(({ name }) => name));
		return {
			message: `It is not known what time it is for some contacts (${names}), so it is not known whether 'Send Only Between' allows "${promotionName}" now`,
			advice: `Launch to these contacts on their own, with 'Time Zone' of 'Send Only Between' set to "Workflow's".`,
		};
	}
	const outside = places.filter(({ zones }) => !allZonesWithinHours(hours, zones, now.toMillis()));
	if (outside.length === 0) return undefined;
	const times = joinFirst(outside.map((place) => `${describeTimes(place, now.toMillis())} in ${place.name}`));
	return {
		message: `'Send Only Between' allows "${promotionName}" only between ${hours.from} and ${hours.to} where the contacts live, and it is ${times}`,
		advice: describeNextChance(places, hours, now),
	};
}

/** Says when all contacts are within the hours, or what to do if they never are. */
function describeNextChance(places: readonly Place[], hours: SendHours, now: DateTime): string {
	const allZones = [...new Set(places.flatMap(({ zones }) => zones))];
	const next = findNextWithin(hours, allZones, now.toMillis());
	if (next) {
		const inWorkflowZone = (ms: number) => now.plus(ms - now.toMillis());
		const splitAdvice = places.length > 1 ? ' To reach each country at its own hours, make one launch for each.' : '';
		return `All contacts are within these hours from ${inWorkflowZone(next.from).toFormat('ccc, LLL d, HH:mm', { locale: 'en-US' })} to ${inWorkflowZone(next.to).toFormat('HH:mm')} (${now.zoneName}): launch again then.${splitAdvice}`;
	}
	const neverWithin = places.filter(({ zones }) => !findNextWithin(hours, zones, now.toMillis()));
	if (neverWithin.length > 0) {
		return `In the next ${DAYS_AHEAD} days, all time zones of ${joinFirst(neverWithin.map(({ name }) => name))} are never within these hours at once. Choose longer hours for the contacts there, or launch to one region at a time with 'Time Zone' set to "Workflow's".`;
	}
	return `In the next ${DAYS_AHEAD} days, these countries are never all within these hours at once. Split the contacts by country and make one launch for each, or choose longer hours.`;
}

/** The next time at which all of these zones are within the hours, and when the first of them no longer is. */
function findNextWithin(hours: SendHours, zones: readonly IANAZone[], now: number) {
	const from = momentsAt(hours.from, zones, now).find((ms) => ms > now && allZonesWithinHours(hours, zones, ms));
	if (from === undefined) return undefined;
	const to = momentsAt(hours.to, zones, now).find((ms) => ms > from && !allZonesWithinHours(hours, zones, ms));
	return to === undefined ? undefined : { from, to };
}

/** All moments in the days ahead at which it is this time in one of the zones, in order. */
function momentsAt(time: string, zones: readonly IANAZone[], now: number): number[] {
	// Today and the days ahead, with one day more at both ends, because the date differs between zones.
	const days = Array.from({ length: DAYS_AHEAD + 3 }, (_, day) =>
		new Date(now + (day - 1) * DAY).toISOString().slice(0, 10),
	);
	const inZone = (zone: IANAZone) =>
		days.map((day) => {
			const asUtc = Date.parse(`${day}T${time}Z`);
			// The offset at the moment itself may differ (daylight saving), so compute it twice.
			const firstGuess = asUtc - zone.offset(asUtc) * MINUTE;
			return asUtc - zone.offset(firstGuess) * MINUTE;
		});
	return [...new Set(zones.flatMap(inZone))].sort((a, b) => a - b);
}

/** The earliest and the latest time of day there. */
function describeTimes({ zones }: Place, now: number): string {
	const times = [...zones].sort((a, b) => a.offset(now) - b.offset(now)).map((zone) => formatTimeIn(zone, now));
	return [...new Set([times[0], times.at(-1)])].join(' to ');
}

/** Numbers of no country are shown by their beginning. */
const placeName = (country: string) => (country.startsWith('+') ? country : countryLabel(country));

const joinFirst = (names: readonly string[]) =>
	names.slice(0, MOST_NAMED).join(', ') +
	(names.length > MOST_NAMED ? `, and ${grouped(names.length - MOST_NAMED)} more` : '');
