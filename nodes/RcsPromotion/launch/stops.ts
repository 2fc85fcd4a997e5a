import type { DateTime } from 'luxon';
import { findByName, sameName, sortPromotions } from '../../service/promotions';
import type { Promotion } from '../../service/types';
import { counted, grouped } from '../../service/values';
import { isRepeat, LOOKED_UP, selectForLookUp } from '../contacts/fingerprint';
import { describeIssue, type Issue } from '../issues';
import type { LaunchMemory } from './memory';
import { outsideHours } from './sendHours';
import type { Campaign } from './types';

/** What is known besides the campaign when its stops are looked for. */
export interface LaunchFacts {
	/** In the time zone of the workflow. */
	now: DateTime;
	/** The code that this campaign has; computed for a dry run, or if a code was entered. */
	approvalCode?: string;
	/** The listed promotions, or why they cannot be read. */
	list: Promotion[] | Issue;
	/** How many of those looked up had this template before; null if n8n could not tell. */
	foundBefore: number | null;
	isCancelled: boolean;
}

interface Stop extends Issue {
	/** Whether this also stops a test. It goes to the user's own phones, so most limits do not. */
	holdsTests: boolean;
}

/** What a live run stops at, and the promotion that it returns instead of sending if 'If Name Exists' says so. */
export interface Verdict {
	stops: Stop[];
	existing?: NameInUse;
}

/** Everything that stops a launch, in the same order for every run. Changes nothing. */
export function findStops(campaign: Campaign, memory: LaunchMemory, facts: LaunchFacts): Verdict {
	const { ifNameExists } = campaign;
	const inUse = ifNameExists === 'launch' ? undefined : findNameInUse(campaign, memory, facts);
	const existing = ifNameExists === 'return' ? inUse : undefined;
	const unreadable = Array.isArray(facts.list) ? undefined : facts.list;
	const all: Array<[found: Issue | undefined, holdsTests: boolean]> = [
		[facts.isCancelled ? { message: 'The execution was stopped' } : undefined, true],
		[memory.keepsNothing ? NO_MEMORY : undefined, false],
		[findWrongCode(campaign, facts), true],
		[outsideHours(campaign, facts.now), false],
		[tooManyRecipients(campaign), false],
		[sentInThisExecution(campaign, memory), false],
		[tooManyLaunches(campaign, memory), true],
		[facts.isCancelled ? undefined : unreadable, true],
		[ifNameExists === 'fail' ? inUse : undefined, false],
		[existing ? undefined : sentBefore(campaign, memory, facts), false],
	];
	// The advice says how to get past a stop, which is not for a model to do.
	const advice = memory.call.isTool ? { advice: undefined } : {};
	const stops = all.flatMap(([found, holdsTests]) => (found ? { ...found, holdsTests, ...advice } : []));
	return { stops, existing: existing && { ...existing, ...advice } };
}

/** Sentences that say what a live run would stop at, or return instead of sending. */
export function describeLiveRun({ stops, existing }: Verdict): string[] {
	if (stops.length > 0 || !existing) return stops.map((stop) => `A live run would not send: ${describeIssue(stop)}`);
	const advice = existing.advice === undefined ? '' : " To send, change 'Promotion Name'.";
	return [`A live run would not send: ${describeExisting(existing)}.${advice}`];
}

export const describeExisting = ({ message }: NameInUse) =>
	`${message}, and 'If Name Exists' is set to return the existing promotion`;

const NO_MEMORY: Issue = {
	message: 'This way of running the node keeps nothing of what it sent, so a later try could send the same again',
	advice:
		'n8n Agents run tools like that. They can do dry runs, Stop, Cancel and all reads. Launch from a workflow, for example one that the agent calls as a tool.',
};

function findWrongCode({ approvalCode }: Campaign, facts: LaunchFacts): Issue | undefined {
	if (approvalCode === '' || approvalCode === facts.approvalCode) return undefined;
	return {
		message: "'Approval Code' does not match this launch",
		advice:
			'The account, contacts, names, template or another field changed after the approved dry run; a time in a name changes with each run. Do a new dry run and have its code approved.',
	};
}

function tooManyRecipients({ maximumRecipients, ready }: Campaign): Issue | undefined {
	if (ready === null || ready <= maximumRecipients) return undefined;
	return {
		message: `There are ${counted(ready, 'contact')}, more than 'Maximum Recipients' (${grouped(maximumRecipients)})`,
		advice: "To send to all of them, raise 'Maximum Recipients' in 'Options'.",
	};
}

function sentInThisExecution(campaign: Campaign, memory: LaunchMemory): Issue | undefined {
	const people = campaign.peopleOfMessage;
	const found = memory.countReached(selectForLookUp(people));
	if (!isRepeat(found, people)) return undefined;
	return {
		message: `This execution has already sent the template "${campaign.template.name}" with the same cards to ${describeReached(campaign, found)}`,
		advice:
			'Remove the repeated input item, the loop around this node, or the other node that launches the same message. If it is meant for other people, take out those who already got it.',
	};
}

/** Counts all items of a run before the first is sent, so that either all or none are sent. */
function tooManyLaunches({ maximumLaunches }: Campaign, memory: LaunchMemory): Issue | undefined {
	const launches = memory.countInOtherRuns() + memory.call.launches;
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
	{ promotionName }: Campaign,
	memory: LaunchMemory,
	{ list }: LaunchFacts,
): NameInUse | undefined {
	const promotions = Array.isArray(list) ? list : [];
	const [newest] = sortPromotions(findByName(promotions, promotionName), {
		field: 'createdDate',
		direction: 'descending',
	});
	const ours = memory.launchesOfNode().filter(({ account }) => account === memory.call.account);
	const inUse = newest ?? ours.find((earlier) => sameName(earlier.promotionName, promotionName));
	if (!inUse) return undefined;
	const { promotionId } = inUse;
	return {
		message: `A promotion named "${promotionName}" already exists${promotionId === null ? '' : ` (${promotionId})`}`,
		advice:
			"If it is the same campaign, it was already launched, and there is nothing to do. Otherwise, change 'Promotion Name', for example by adding the date and time, or set 'If Name Exists' in 'Options'.",
		promotionId,
	};
}

/** Whether this node sent the same in an earlier execution. */
function sentBefore(campaign: Campaign, memory: LaunchMemory, { foundBefore }: LaunchFacts): Issue | undefined {
	const { template, peopleOfTemplate, refuseRepeatsWithinHours: hours } = campaign;
	if (hours === 0 || memory.keepsNothing) return undefined;
	if (foundBefore === null) return cannotRemember;
	if (!isRepeat(foundBefore, peopleOfTemplate)) return undefined;
	return {
		message: `This node has already sent the template "${template.name}" to ${describeReached(campaign, foundBefore)} in the last ${counted(hours, 'hour')}`,
		advice:
			"Use Promotion: Get Many to see what was sent. If this launch is meant for other people, take out those who already got it. To send it again anyway, set 'Refuse Repeats Within Hours' in 'Options' to 0.",
	};
}

const cannotRemember: Issue = {
	message: 'n8n could not check whether this was sent before',
	advice:
		"Save the workflow first, since n8n remembers launches only for saved workflows. If that does not help, set 'Refuse Repeats Within Hours' in 'Options' to 0.",
};

/** In words, how many of the contacts had it, as far as that is known. */
function describeReached({ ready, peopleOfTemplate: { length: sampled } }: Campaign, found: number): string {
	if (ready === null) return 'this list';
	if (ready === 1) return 'this contact';
	// A file that is sent unchanged is looked at as a whole.
	if (sampled === 1) return 'the contacts of this file';
	const contacts = `these ${counted(ready, 'contact')}`;
	return sampled > LOOKED_UP ? `about half or more of ${contacts}` : `${found} of ${contacts}`;
}
