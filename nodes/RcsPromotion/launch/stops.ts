import type { DateTime } from 'luxon';
import { findByName, isSameName, newestFirst, promotionState, type PromotionList } from '../../service/promotions';
import { counted, grouped, plainText } from '../../service/values';
import { isRepeat, LOOKUP_SIZE, selectForLookUp } from '../contacts/fingerprint';
import type { Issue } from '../issues';
import type { Campaign } from './campaign';
import type { LaunchMemory } from './memory';

/** What is known besides the campaign when its stops are looked for. */
export interface LaunchFacts {
	/** In the time zone of the workflow. */
	now: DateTime;
	/** Empty if it cannot be read, with the reason. */
	list: PromotionList & { issue?: Issue };
	/** How many fingerprint entries that were looked up got this template before; null if n8n could not tell. */
	repeatCount: number | null;
	isCancelled: boolean;
}

/**
 * Finds everything that stops a launch to everyone, in the same order for every run. Changes nothing. A test goes to the user's own
 * phones, so little of it stops tests, too.
 */
export function findStops(campaign: Campaign, memory: LaunchMemory, facts: LaunchFacts) {
	const { isCancelled, list } = facts;
	const stop = (issue: Issue | undefined, alsoStopsTests = false) =>
		issue === undefined ? [] : [{ ...issue, alsoStopsTests }];
	return [
		...stop(isCancelled ? { message: 'The execution was stopped' } : undefined, true),
		...stop(findTooManyRecipients(campaign)),
		...stop(findRepeatInExecution(campaign, memory)),
		...stop(findTooManyLaunches(campaign, memory), true),
		// An execution that was stopped cannot read the list either.
		...stop(isCancelled ? undefined : list.issue, true),
		...stop(findNameInUse(campaign, memory, facts)),
		...stop(findRepeatOfEarlierExecution(campaign, facts)),
	];
}

/** What is known of people who got this message before, and is too little to stop for. */
export function findRepeatWarnings(campaign: Campaign, memory: LaunchMemory, { repeatCount }: LaunchFacts): string[] {
	const { template, message } = campaign.fingerprints;
	const warn = (count: number | null, fingerprint: readonly string[], where: string) =>
		count === null || count === 0 || isRepeat(count, fingerprint)
			? []
			: [`${describeReached(campaign, count)} got the template "${templateName(campaign)}" ${where}.`];
	return [
		...warn(memory.countReached(selectForLookUp(message)), message, 'with the same cards in this execution'),
		...warn(repeatCount, template, 'from this node within the last 20 hours'),
	];
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
	const { runsOnce, itemCount, run } = memory.call;
	const inOtherRuns = memory.launchesOfNode().filter((launch) => launch.run !== run).length;
	const launches = inOtherRuns + (runsOnce ? 1 : itemCount);
	if (launches <= maximumLaunches) return undefined;
	const toLaunchOnce =
		!runsOnce && itemCount > 1
			? "Turn on 'Execute Once' on this node, or on the node that reads the contacts, to launch once: each input item makes a launch of its own. If the input items are the contacts, set 'Recipients' to 'Input Items' instead."
			: 'Let this node run once, for all contacts together: remove the loop around it, or the second connection into it, and leave out the contacts that already got the message.';
	return {
		message: `This node would make ${grouped(launches)} launches in this execution, more than 'Maximum Launches' (${grouped(maximumLaunches)}) allows`,
		advice: `${toLaunchOnce} To make all of these launches, raise 'Maximum Launches' in 'Options'.`,
	};
}

/** Looks in the list, and in what this n8n process has launched and the list may not show yet. */
function findNameInUse(
	{ account, request: { promotionName, ifNameExists } }: Campaign,
	memory: LaunchMemory,
	{ list: { promotions, namesWithoutId }, now }: LaunchFacts,
): Issue | undefined {
	if (ifNameExists === 'launch') return undefined;
	// One that was cancelled reached nobody, so that its name is free.
	const named = findByName(promotions, promotionName).filter(({ status }) => promotionState(status) !== 'cancelled');
	const [newest] = newestFirst(named);
	if (!newest && !namesWithoutId.some((name) => isSameName(name, promotionName))) {
		const unlisted = memory.findUnlisted(account, promotionName, promotions, now.toMillis());
		return unlisted && describeUnlisted(unlisted, now);
	}
	const details = [newest?.promotionId ?? 'without an ID', plainText(newest?.status)].filter(Boolean).join(', ');
	return { message: `A promotion named "${promotionName}" already exists (${details})`, advice: CHANGE_NAME };
}

const CHANGE_NAME =
	"If it is the same campaign, it was already launched. Otherwise, change 'Promotion Name', for example by adding the date and time, or set 'If Name Exists' in 'Options' to 'Launch Anyway'.";

function describeUnlisted(launch: NonNullable<ReturnType<LaunchMemory['findUnlisted']>>, now: DateTime): Issue {
	const { promotionName, state, sentAt, node, execution } = launch;
	const sent = now.minus(now.toMillis() - Date.parse(sentAt)).toFormat('LLL d, HH:mm:ss', { locale: 'en-US' });
	const where = `on ${sent} by the node "${node}" in execution ${execution}`;
	if (state === 'launched') {
		const message = `"${promotionName}" was launched ${where}, and the list of promotions does not show it yet`;
		return { message, advice: CHANGE_NAME };
	}
	return {
		message: `"${promotionName}" was sent ${where}, and it is not known ${state === 'sending' ? 'yet ' : ''}whether it was launched`,
		advice:
			'Look for it in the service or with Promotion: Get Many. If the list still lacks it an hour after it was sent, its name is free.',
	};
}

function findRepeatOfEarlierExecution(campaign: Campaign, { repeatCount }: LaunchFacts): Issue | undefined {
	if (!campaign.request.refuseRepeats) return undefined;
	if (repeatCount === null) {
		return {
			message: 'n8n could not check whether this was sent before',
			advice:
				"Save the workflow first, since n8n remembers launches only for saved workflows. If that does not help, turn off 'Refuse Repeats' in 'Options'.",
		};
	}
	if (!isRepeat(repeatCount, campaign.fingerprints.template)) return undefined;
	return {
		message: `This node has sent, or tried to send, the template "${templateName(campaign)}" to ${describeReached(campaign, repeatCount)} within the last 20 hours`,
		advice:
			"Look for the earlier launch with Promotion: Get Many. If this launch is meant for other people, take out those who already got it. If the earlier one was cancelled, or to send it again anyway, turn off 'Refuse Repeats' in 'Options' for this run.",
	};
}

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
	return entries > LOOKUP_SIZE
		? `about ${Math.round((found / LOOKUP_SIZE) * 100)}% of ${contacts}`
		: `${found} of ${contacts}`;
}
