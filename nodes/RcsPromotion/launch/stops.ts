import { DateTime } from 'luxon';
import { isCancelled } from '../../service/clock';
import { inWords } from '../../service/errors';
import { named, sameName, sorted } from '../../service/promotions';
import type { Promotion } from '../../service/types';
import { counted, grouped } from '../../service/values';
import { findingText, type Finding } from '../finding';
import type { ItemContext } from '../itemContext';
import type { Decision } from './decide';
import type { LaunchMemory } from './memory';
import { approvalCode, type Campaign } from './prepare';
import type { SendHours } from './request';
import { SentBefore, type Reservation } from './sentBefore';

/** A campaign that is about to be sent. */
export interface Launch {
	item: ItemContext;
	memory: LaunchMemory;
	campaign: Campaign;
	decision: Decision;
}

interface Stop extends Finding {
	/** Whether this also stops a small test. */
	holdsTests: boolean;
}

export type Asked = Awaited<ReturnType<typeof askStops>>;

/**
 * Checks everything that could stop a launch, in the same order for every run. Only a live run is recorded, before the list is read,
 * so that a second launch at the same moment finds the record.
 */
export async function askStops(launch: Launch) {
	const { item, campaign, decision } = launch;
	const { ifNameExists, testRecipients } = campaign.request;
	const isLive = decision.kind === 'live';
	const stops: Stop[] = [];
	const note = (finding: Finding | undefined, holdsTests: boolean) => {
		if (finding) stops.push({ ...finding, holdsTests });
	};
	note(testRecipientsUnused(launch), true);
	note(await notApproved(launch), true);
	note(outsideHours(launch), false);
	note(tooManyRecipients(launch), testRecipients.length === 0);
	note(stopOfThisExecution(launch), true);
	const record = await askRecord(launch, isLive && stops.length === 0);
	const list = await readList(launch);
	note(list.unreadable, true);
	const inUse = ifNameExists === 'launch' ? undefined : nameInUse(launch, list.promotions);
	const existing = ifNameExists === 'return' ? inUse : undefined;
	if (ifNameExists === 'fail') note(inUse, false);
	if (!existing) note(record.repeat, false);
	if (isLive && isCancelled(item.context)) note({ message: 'The execution was stopped' }, true);

	const isClear = stops.length === 0 && !existing;
	if (isClear) await record.reservation?.confirm();
	else await record.reservation?.withdraw();
	return {
		/** Everything that stops a live run. */
		stops,
		/** The promotion to return instead of sending, if 'If Name Exists' says so. */
		existing,
		/** The promotions before the launch. */
		listed: list.promotions,
		/** Only for a live run that nothing stops. */
		reservation: isClear ? record.reservation : undefined,
	};
}

/** Sentences that say what a live run would stop at, or return instead of sending. */
export function toldOfLiveRun({ stops, existing }: Asked): string[] {
	if (stops.length > 0 || !existing) return stops.map((stop) => `A live run would stop here: ${findingText(stop)}`);
	return [
		`A live run would not send: ${existing.message}, and 'If Name Exists' is set to return the existing promotion. To send, change 'Promotion Name'.`,
	];
}

/** A user who enters test phones and runs a test expects that only those phones get the message. */
function testRecipientsUnused({ memory, campaign: { request } }: Launch): Finding | undefined {
	if (!memory.isTest || request.sendMode !== 'always' || request.testRecipients.length === 0) return undefined;
	return {
		message: "'Test Recipients' does not apply while 'Send' is 'Always Everyone'",
		wayOut:
			"To test on your own phones, set 'Send' to 'When Published: Everyone (Tests: Max 10)'. To send to everyone, remove 'Test Recipients'.",
	};
}

async function notApproved({ item, campaign }: Launch): Promise<Finding | undefined> {
	const approved = campaign.request.approvalCode;
	if (approved === '' || approved === (await approvalCode(item, campaign))) return undefined;
	return {
		message: "'Approval Code' does not match this launch",
		wayOut:
			'The account, contacts, names, template or another field changed after the approved dry run; a time in a name changes with each run. Do a new dry run and have its code approved.',
	};
}

export function outsideHours({ item, campaign: { request, promotionName } }: Launch): Finding | undefined {
	const hours = request.sendOnlyBetween;
	const zone = item.context.getTimezone();
	const time = DateTime.fromMillis(Date.now(), { zone }).toFormat('HH:mm');
	if (!hours || isWithin(hours, time)) return undefined;
	return {
		message: `It is ${time} in ${zone}, and 'Send Only Between' allows "${promotionName}" only between ${hours.from} and ${hours.to}`,
		wayOut:
			"A run that starts too late, for example because n8n makes up for a missed one, sends nothing. Launch again within these hours, or change 'Send Only Between' in 'Options'.",
	};
}

/** The hours may span midnight. */
export const isWithin = ({ from, to }: SendHours, time: string) =>
	from < to ? from <= time && time < to : from <= time || time < to;

function tooManyRecipients({ campaign: { request, contacts } }: Launch): Finding | undefined {
	const { maximumRecipients } = request;
	if (contacts === null || contacts <= maximumRecipients) return undefined;
	return {
		message: `There are ${counted(contacts, 'contact')}, more than 'Maximum Recipients' (${grouped(maximumRecipients)})`,
		wayOut: "To send to all of them, raise 'Maximum Recipients' in 'Options'.",
	};
}

/** What this execution has launched before. */
export const stopOfThisExecution = (launch: Launch): Finding | undefined =>
	sentInThisExecution(launch) ?? tooManyLaunches(launch);

function sentInThisExecution({ memory, campaign }: Launch): Finding | undefined {
	if (!memory.hasSent(campaign.digest)) return undefined;
	return {
		message: `This execution has already sent the message of "${campaign.promotionName}" to the same contacts`,
		wayOut:
			'Remove the repeated input item, the loop around this node, or the other node that launches the same message.',
	};
}

/** Counts all items of a run before the first is sent, so that either all or none are sent. */
function tooManyLaunches({ item, memory, campaign: { request } }: Launch): Finding | undefined {
	const { maximumLaunches } = request;
	const launches = memory.sentInOtherRuns() + (memory.isOneForAll ? 1 : item.context.getInputData().length);
	if (launches <= maximumLaunches) return undefined;
	return {
		message: `This node would make ${grouped(launches)} launches in this execution, more than 'Maximum Launches' (${grouped(maximumLaunches)}) allows`,
		wayOut:
			"Each round of a loop makes its own launch, and so does each input item with 'CSV File' or 'Uploaded List'. For one launch to all contacts, set 'Recipients' to 'Input Items' and remove the loop, leaving out the contacts that already got the message. To make all of these launches, raise 'Maximum Launches' in 'Options'.",
	};
}

/** Whether this node sent the same in an earlier execution. A live run is recorded even if the check is off. */
async function askRecord(
	{ item: { context }, campaign }: Launch,
	isLive: boolean,
): Promise<{ repeat?: Finding; reservation?: Reservation }> {
	const { repeatDigest, template, request } = campaign;
	const hours = request.refuseRepeatsWithinHours;
	const record = new SentBefore(context.helpers, `${context.getWorkflow().id} ${context.getNode().id}`);
	const repeat: Finding = {
		message: `This node sent, or tried to send, the template "${template.name}" to the same contacts within the last ${counted(hours, 'hour')}`,
		wayOut:
			"See what was sent with Promotion: Get Many. To send it again anyway, set 'Refuse Repeats Within Hours' in 'Options' to 0.",
	};
	try {
		const { sentBefore, reservation } = await record.ask(repeatDigest, Date.now(), { hours, isLive });
		return sentBefore ? { repeat } : { reservation };
	} catch {
		return hours > 0 ? { repeat: cannotRemember } : {};
	}
}

const cannotRemember: Finding = {
	message: 'n8n could not check whether this was sent before',
	wayOut:
		"Save the workflow first, since n8n remembers launches only for saved workflows. If that does not help, set 'Refuse Repeats Within Hours' in 'Options' to 0.",
};

/** Read again for each launch, because it must show the launch of the previous item. Dry runs share one read. */
async function readList({ item, decision }: Launch): Promise<{ promotions: Promotion[]; unreadable?: Finding }> {
	try {
		return { promotions: decision.kind === 'dryRun' ? await item.listed() : await item.client.promotions() };
	} catch (error) {
		const message = 'The list of promotions could not be read, so n8n could not check for earlier launches';
		return { promotions: [], unreadable: { message, wayOut: inWords(error) } };
	}
}

interface NameInUse extends Finding {
	/** The newest promotion with this name; null while the list does not show it. */
	promotionId: string | null;
}

/** Looks in the list and in what this execution has launched. */
function nameInUse({ memory, campaign: { promotionName } }: Launch, promotions: Promotion[]): NameInUse | undefined {
	const [newest] = sorted(named(promotions, promotionName), { field: 'createdDate', direction: 'descending' });
	const inUse = newest ?? memory.sent().find((earlier) => sameName(earlier.promotionName, promotionName));
	if (!inUse) return undefined;
	const { promotionId } = inUse;
	return {
		message: `A promotion named "${promotionName}" already exists${promotionId === null ? '' : ` (${promotionId})`}`,
		wayOut:
			"Change 'Promotion Name', for example by adding the date and time, or set 'If Name Exists' in 'Options'. If it is the same campaign, it was already launched, and there is nothing to do.",
		promotionId,
	};
}
