import type { DateTime } from 'luxon';
import { findByName, newestFirst, promotionState } from '../../service/promotions';
import type { Promotion } from '../../service/types';
import { counted, grouped, plainText } from '../../service/values';
import { isRepeat, LOOKUP_SIZE, selectForLookUp } from '../contacts/fingerprint';
import { describeIssue, type Issue } from '../issues';
import type { Campaign } from './campaign';
import type { SendHours } from './launchForm';
import type { KnownLaunch, LaunchMemory } from './memory';

/** What is known besides the campaign when its stops are looked for. */
export interface LaunchFacts {
	/** In the time zone of the workflow. */
	now: DateTime;
	/** The listed promotions; empty if they cannot be read. */
	promotions: Promotion[];
	/** Why they cannot be read. */
	promotionsIssue?: Issue;
	/** How many fingerprint entries that were looked up got this template before; null if n8n could not tell. */
	repeatCount: number | null;
	/** When the hour began in which they got it last, in ms, as far as it is known. */
	repeatedAt?: number;
	isCancelled: boolean;
}

interface Stop extends Issue {
	/** A test goes to the user's own phones, so most stops do not apply to it. */
	alsoStopsTests: boolean;
}

/** What stops a launch to everyone, and the promotion that it returns instead of sending if 'If Name Exists' says so. */
export interface StopCheck {
	stops: Stop[];
	existing?: NameInUse;
}

/** Finds everything that stops a launch, in the same order for every run. Changes nothing. */
export function findStops(campaign: Campaign, memory: LaunchMemory, facts: LaunchFacts): StopCheck {
	const { ifNameExists } = campaign.request;
	const inUse = ifNameExists === 'launch' ? undefined : findNameInUse(campaign, memory, facts);
	// Only what certainly exists can be returned.
	const existing = ifNameExists === 'return' && inUse?.promotionId !== null ? inUse : undefined;
	const found: Array<{ issue: Issue | undefined; alsoStopsTests: boolean }> = [
		{ issue: facts.isCancelled ? { message: 'The execution was stopped' } : undefined, alsoStopsTests: true },
		{ issue: memory.isUnavailable ? MEMORY_UNAVAILABLE : undefined, alsoStopsTests: false },
		{ issue: findOutsideHours(campaign, facts.now), alsoStopsTests: false },
		{ issue: findTooManyRecipients(campaign), alsoStopsTests: false },
		{ issue: findRepeatInExecution(campaign, memory), alsoStopsTests: false },
		{ issue: findTooManyLaunches(campaign, memory), alsoStopsTests: true },
		// An execution that was stopped cannot read the list either.
		{ issue: facts.isCancelled ? undefined : facts.promotionsIssue, alsoStopsTests: true },
		{ issue: existing ? undefined : inUse, alsoStopsTests: false },
		// To return the existing promotion repeats nothing.
		{ issue: existing ? undefined : findRepeatOfEarlierExecution(campaign, memory, facts), alsoStopsTests: false },
	];
	const stops = found.flatMap(({ issue, alsoStopsTests }) => (issue ? { ...issue, alsoStopsTests } : []));
	return { stops, existing };
}

/** Sentences that say what a live run would stop at, or return instead of sending. */
export function describeStops({ stops, existing }: StopCheck, isTool: boolean): string[] {
	const returned = { message: existing && describeExisting(existing), advice: "To send, change 'Promotion Name'." };
	const issues = existing && stops.length === 0 ? [returned as Issue] : stops;
	// The advice says how to get past a stop, which a model must not do.
	return issues.map((issue) => `A live run would not send: ${isTool ? issue.message : describeIssue(issue)}`);
}

export const describeExisting = ({ message }: NameInUse) =>
	`${message}, and 'If Name Exists' is set to return the existing promotion`;

const MEMORY_UNAVAILABLE: Issue = {
	message: 'This way of running the node keeps nothing of what it sent, so a later try could send the same again',
	advice:
		"n8n Agents and n8n's Chat Hub run tools like that. They can do dry runs, Stop, Cancel and all reads. Launch from a workflow, for example one that the agent calls as a tool.",
};

/** Why it is not the time to send. Now is in the time zone of the workflow. */
function findOutsideHours({ request }: Campaign, now: DateTime): Issue | undefined {
	const { sendOnlyBetween: hours, promotionName } = request;
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

function findTooManyRecipients({ request, contacts: { count } }: Campaign): Issue | undefined {
	if (count === null || count <= request.maximumRecipients) return undefined;
	return {
		message: `There are ${counted(count, 'contact')}, more than 'Maximum Recipients' (${grouped(request.maximumRecipients)})`,
		advice: "To send to all of them, raise 'Maximum Recipients' in 'Options'.",
	};
}

function findRepeatInExecution(campaign: Campaign, memory: LaunchMemory): Issue | undefined {
	const { message } = campaign.fingerprints;
	const found = memory.countReached(selectForLookUp(message));
	if (!isRepeat(found, message)) return undefined;
	return {
		message: `This execution has sent, or tried to send, the template "${templateName(campaign)}" with the same cards to ${describeReached(campaign, found)}`,
		advice:
			'Remove the repeated input item, the loop around this node, or the other node that launches the same message. If it is meant for other people, take out those who already got it.',
	};
}

/** Counts all items of a run before the first is sent, so that either all or none are sent. */
function findTooManyLaunches({ request: { maximumLaunches } }: Campaign, memory: LaunchMemory): Issue | undefined {
	const launches = memory.countInOtherRuns() + (memory.call.runsOnce ? 1 : memory.call.itemCount);
	if (launches <= maximumLaunches) return undefined;
	return {
		message: `This node would make ${grouped(launches)} launches in this execution, more than 'Maximum Launches' (${grouped(maximumLaunches)}) allows`,
		advice:
			"Each round of a loop makes its own launch, and so does each input item with 'CSV File' or 'Uploaded List'. For one launch to all contacts, set 'Recipients' to 'Input Items' and remove the loop, leaving out the contacts that already got the message. To make all of these launches, raise 'Maximum Launches' in 'Options'.",
	};
}

export interface NameInUse extends Issue {
	/** The newest promotion with this name; null if it is not known, or if it is not known whether there is one. */
	promotionId: string | null;
}

/** Looks in the list, and in what this n8n process has launched and the list may not show yet. */
function findNameInUse(
	{ account, request: { promotionName } }: Campaign,
	memory: LaunchMemory,
	{ promotions, now }: LaunchFacts,
): NameInUse | undefined {
	// One that was cancelled reached nobody, so that its name is free.
	const named = findByName(promotions, promotionName).filter(({ status }) => promotionState(status) !== 'cancelled');
	const [newest] = newestFirst(named);
	if (!newest) {
		const unlisted = memory.findUnlisted(account, promotionName, now.toMillis());
		return unlisted && describeUnlisted(unlisted, now);
	}
	const { promotionId } = newest;
	const details = [promotionId, plainText(newest.status)].filter(Boolean).join(', ');
	return {
		message: `A promotion named "${promotionName}" already exists (${details})`,
		advice: `If it is the same campaign, it was already launched. Otherwise, ${CHANGE_NAME}`,
		promotionId,
	};
}

const CHANGE_NAME =
	"change 'Promotion Name', for example by adding the date and time, or set 'If Name Exists' in 'Options'.";

function describeUnlisted(launch: KnownLaunch, now: DateTime): NameInUse {
	const { promotionName, promotionId, state, sentAt, node, execution } = launch;
	const sent = now.minus(now.toMillis() - Date.parse(sentAt)).toFormat('LLL d, HH:mm:ss', { locale: 'en-US' });
	const where = `on ${sent} by the node "${node}" in execution ${execution}`;
	if (state !== 'launched') {
		return {
			message: `"${promotionName}" was sent ${where}, and it is not known ${state === 'sending' ? 'yet ' : ''}whether it was launched`,
			advice:
				'Look for it in the service or with Promotion: Get Many. If it has not appeared after some minutes, launch again: once a second list lacks it, its name is free.',
			promotionId: null,
		};
	}
	return {
		message: `"${promotionName}" was launched ${where}, and the list of promotions does not show it yet`,
		advice: `If it is the same campaign, it was already launched. Otherwise, ${CHANGE_NAME}`,
		promotionId,
	};
}

function findRepeatOfEarlierExecution(
	campaign: Campaign,
	memory: LaunchMemory,
	{ repeatCount, repeatedAt, now }: LaunchFacts,
): Issue | undefined {
	// Without a memory, MEMORY_UNAVAILABLE says enough.
	const { refuseRepeatsWithinHours: hours } = campaign.request;
	if (hours === 0 || memory.isUnavailable) return undefined;
	if (repeatCount === null) return CANNOT_REMEMBER;
	if (!isRepeat(repeatCount, campaign.fingerprints.template)) return undefined;
	const when =
		repeatedAt === undefined ? `in the last ${counted(hours, 'hour')}` : `last ${describeHour(repeatedAt, now)}`;
	return {
		message: `This node has sent, or tried to send, the template "${templateName(campaign)}" to ${describeReached(campaign, repeatCount)}, ${when}`,
		advice:
			"Use Promotion: Get Many to see whether it was sent. If this launch is meant for other people, take out those who already got it. If the earlier one was cancelled, or to send it again anyway, set 'Refuse Repeats Within Hours' in 'Options' to 0 for this run.",
	};
}

/** For example "on Mar 31 between 14:00 and 15:00". */
function describeHour(time: number, now: DateTime): string {
	const from = now.minus(now.toMillis() - time);
	const [begin, end] = [from, from.plus({ hours: 1 })].map((moment) => moment.toFormat('HH:mm'));
	return `on ${from.toFormat('LLL d', { locale: 'en-US' })} between ${begin} and ${end}`;
}

const CANNOT_REMEMBER: Issue = {
	message: 'n8n could not check whether this was sent before',
	advice:
		"Save the workflow first, since n8n remembers launches only for saved workflows. If that does not help, set 'Refuse Repeats Within Hours' in 'Options' to 0.",
};

const templateName = ({ request }: Campaign) => request.builtTemplate.template.name;

/** Says how many of the contacts got it, as far as that is known. */
function describeReached({ contacts: { count }, fingerprints }: Campaign, found: number): string {
	const entries = fingerprints.template.length;
	if (count === null) return 'this list';
	if (count === 1) return 'this contact';
	// A file that is sent unchanged has one fingerprint entry for all of its contacts.
	if (entries === 1) return 'the contacts of this file';
	const contacts = `these ${counted(count, 'contact')}`;
	// Of a larger list, only some contacts are looked up.
	return entries > LOOKUP_SIZE ? `about half or more of ${contacts}` : `${found} of ${contacts}`;
}
