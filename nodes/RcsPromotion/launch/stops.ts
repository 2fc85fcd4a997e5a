import type { DateTime } from 'luxon';
import { findByName, isSameName, sortPromotions } from '../../service/promotions';
import type { Promotion } from '../../service/types';
import { counted, grouped } from '../../service/values';
import { isRepeat, LOOKUP_SIZE, selectForLookUp } from '../contacts/fingerprint';
import { describeIssue, type Issue } from '../issues';
import type { LaunchMemory } from './memory';
import { findOutsideHours } from './sendHours';
import type { Campaign } from './types';

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
	isTool: boolean;
}

/** Finds everything that stops a launch, in the same order for every run. Changes nothing. */
export function findStops(campaign: Campaign, memory: LaunchMemory, facts: LaunchFacts): StopCheck {
	const { ifNameExists } = campaign;
	const { isTool } = memory.call;
	const inUse = ifNameExists === 'launch' ? undefined : findNameInUse(campaign, memory, facts);
	const refusedName = ifNameExists === 'fail' ? inUse : undefined;
	const existing = ifNameExists === 'return' ? inUse : undefined;
	const found: Array<{ issue: Issue | undefined; alsoStopsTests: boolean }> = [
		{ issue: facts.isCancelled ? { message: 'The execution was stopped' } : undefined, alsoStopsTests: true },
		{ issue: memory.isUnavailable ? MEMORY_UNAVAILABLE : undefined, alsoStopsTests: false },
		{ issue: findOutsideHours(campaign, facts.now), alsoStopsTests: false },
		{ issue: findTooManyRecipients(campaign), alsoStopsTests: false },
		{ issue: findRepeatInExecution(campaign, memory), alsoStopsTests: false },
		{ issue: findTooManyLaunches(campaign, memory), alsoStopsTests: true },
		// An execution that was stopped cannot read the list either.
		{ issue: facts.isCancelled ? undefined : facts.promotionsIssue, alsoStopsTests: true },
		{ issue: refusedName, alsoStopsTests: false },
		// To return the existing promotion repeats nothing.
		{ issue: existing ? undefined : findRepeatOfEarlierExecution(campaign, memory, facts), alsoStopsTests: false },
	];
	// The advice says how to get past a stop, which a model must not do.
	const forReader = <T extends Issue>(issue: T): T => (isTool ? { ...issue, advice: undefined } : issue);
	const stops = found.flatMap(({ issue, alsoStopsTests }) => (issue ? { ...forReader(issue), alsoStopsTests } : []));
	return { stops, existing: existing && forReader(existing), isTool };
}

/** Sentences that say what a live run would stop at, or return instead of sending. */
export function describeStops({ stops, existing, isTool }: StopCheck): string[] {
	if (existing && stops.length === 0) {
		const advice = isTool ? '' : " To send, change 'Promotion Name'.";
		return [`A live run would not send: ${describeExisting(existing)}.${advice}`];
	}
	return stops.map((stop) => `A live run would not send: ${describeIssue(stop)}`);
}

export const describeExisting = ({ message }: NameInUse) =>
	`${message}, and 'If Name Exists' is set to return the existing promotion`;

const MEMORY_UNAVAILABLE: Issue = {
	message: 'This way of running the node keeps nothing of what it sent, so a later try could send the same again',
	advice:
		'n8n Agents run tools like that. They can do dry runs, Stop, Cancel and all reads. Launch from a workflow, for example one that the agent calls as a tool.',
};

function findTooManyRecipients({ maximumRecipients, recipientCount }: Campaign): Issue | undefined {
	if (recipientCount === null || recipientCount <= maximumRecipients) return undefined;
	return {
		message: `There are ${counted(recipientCount, 'contact')}, more than 'Maximum Recipients' (${grouped(maximumRecipients)})`,
		advice: "To send to all of them, raise 'Maximum Recipients' in 'Options'.",
	};
}

function findRepeatInExecution(campaign: Campaign, memory: LaunchMemory): Issue | undefined {
	const { messageFingerprint } = campaign;
	const found = memory.countReached(selectForLookUp(messageFingerprint));
	if (!isRepeat(found, messageFingerprint)) return undefined;
	return {
		message: `This execution has already sent the template "${campaign.template.name}" with the same cards to ${describeReached(campaign, found)}, or tried to`,
		advice:
			'Remove the repeated input item, the loop around this node, or the other node that launches the same message. If it is meant for other people, take out those who already got it.',
	};
}

/** Counts all items of a run before the first is sent, so that either all or none are sent. */
function findTooManyLaunches({ maximumLaunches }: Campaign, memory: LaunchMemory): Issue | undefined {
	const launches = memory.countInOtherRuns() + (memory.call.runsOnce ? 1 : memory.call.itemCount);
	if (launches <= maximumLaunches) return undefined;
	return {
		message: `This node would make ${grouped(launches)} launches in this execution, more than 'Maximum Launches' (${grouped(maximumLaunches)}) allows`,
		advice:
			"Each round of a loop makes its own launch, and so does each input item with 'CSV File' or 'Uploaded List'. For one launch to all contacts, set 'Recipients' to 'Input Items' and remove the loop, leaving out the contacts that already got the message. To make all of these launches, raise 'Maximum Launches' in 'Options'.",
	};
}

export interface NameInUse extends Issue {
	/** The newest promotion with this name; null while the list does not show it. */
	promotionId: string | null;
}

/** Looks in the list and in what this execution has launched. */
function findNameInUse(
	{ account, promotionName }: Campaign,
	memory: LaunchMemory,
	{ promotions }: LaunchFacts,
): NameInUse | undefined {
	const [newest] = sortPromotions(findByName(promotions, promotionName), {
		field: 'createdDate',
		direction: 'descending',
	});
	const launched = memory
		.launchesOfAllNodes()
		.find((launch) => launch.account === account && isSameName(launch.promotionName, promotionName));
	const inUse = newest ?? launched;
	if (!inUse) return undefined;
	const { promotionId } = inUse;
	return {
		message: `A promotion named "${promotionName}" already exists${promotionId === null ? '' : ` (${promotionId})`}`,
		advice:
			"If it is the same campaign, it was already launched, and there is nothing to do. Otherwise, change 'Promotion Name', for example by adding the date and time, or set 'If Name Exists' in 'Options'.",
		promotionId,
	};
}

function findRepeatOfEarlierExecution(
	campaign: Campaign,
	memory: LaunchMemory,
	{ repeatCount }: LaunchFacts,
): Issue | undefined {
	const { template, templateFingerprint, refuseRepeatsWithinHours: hours } = campaign;
	// Without a memory, MEMORY_UNAVAILABLE says enough.
	if (hours === 0 || memory.isUnavailable) return undefined;
	if (repeatCount === null) return CANNOT_REMEMBER;
	if (!isRepeat(repeatCount, templateFingerprint)) return undefined;
	return {
		message: `This node has already sent the template "${template.name}" to ${describeReached(campaign, repeatCount)} in the last ${counted(hours, 'hour')}, or tried to`,
		advice:
			"Use Promotion: Get Many to see whether it was sent. If this launch is meant for other people, take out those who already got it. To send it again anyway, set 'Refuse Repeats Within Hours' in 'Options' to 0.",
	};
}

const CANNOT_REMEMBER: Issue = {
	message: 'n8n could not check whether this was sent before',
	advice:
		"Save the workflow first, since n8n remembers launches only for saved workflows. If that does not help, set 'Refuse Repeats Within Hours' in 'Options' to 0.",
};

/** Says how many of the contacts got it, as far as that is known. */
function describeReached({ recipientCount, templateFingerprint }: Campaign, found: number): string {
	if (recipientCount === null) return 'this list';
	if (recipientCount === 1) return 'this contact';
	// A file that is sent unchanged has one fingerprint entry for all of its contacts.
	if (templateFingerprint.length === 1) return 'the contacts of this file';
	const contacts = `these ${counted(recipientCount, 'contact')}`;
	// Of a larger list, only some contacts are looked up.
	return templateFingerprint.length > LOOKUP_SIZE ? `about half or more of ${contacts}` : `${found} of ${contacts}`;
}
