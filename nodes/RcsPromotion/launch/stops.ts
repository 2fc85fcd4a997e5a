import { inWords } from '../../service/errors';
import { isCancelled } from '../../service/clock';
import { sorted } from '../../service/promotions';
import type { Promotion } from '../../service/types';
import { comparable, counted, grouped } from '../../service/values';
import type { Finding } from '../finding';
import type { ItemContext } from '../itemContext';
import { notApproved } from './approval';
import type { Decision } from './decide';
import { findingText } from './findings';
import { named, sameName } from './listWatch';
import type { LaunchMemory } from './memory';
import type { Campaign } from './prepare';
import { timeOutside, shownHours } from './sendHours';
import { SentBefore, type Reservation } from './sentBefore';

/** A campaign on the point of being sent. */
export interface Launch {
	item: ItemContext;
	memory: LaunchMemory;
	campaign: Campaign;
	decision: Decision;
}

interface Stop extends Finding {
	/** Whether a small test stops here as well. */
	holdsTests: boolean;
}

export interface Asked {
	/** Everything that a live run stops at. */
	stops: Stop[];
	/** What it gives in place of sending, where 'If Name Exists' says so. */
	existing: NameInUse | undefined;
	/** The promotions before the launch. */
	listed: Promotion[];
	/** Only of a live run that nothing stops. */
	reservation: Reservation | undefined;
}

/**
 * Asks everything that may speak against a launch, in one order for all runs. Only a live run leaves a trace: it is recorded as sent
 * before the list is read, so that a second one at the same moment finds the record.
 */
export async function askStops(launch: Launch): Promise<Asked> {
	const { item, campaign, decision } = launch;
	const { ifNameExists, maximumRecipients } = campaign.request;
	const isLive = decision.send && !decision.asTest;
	const stops: Stop[] = [];
	const note = (finding: Finding | undefined, holdsTests: boolean) => {
		if (finding) stops.push({ ...finding, holdsTests });
	};
	note(testRecipientsUnused(launch), true);
	note(await notApproved(item, campaign), true);
	note(outsideHours(launch), false);
	note(tooManyRecipients(launch), (campaign.request.testRecipients.length || Infinity) > maximumRecipients);
	note(sentInThisExecution(launch) ?? tooManyLaunches(launch), true);
	const record = await askRecord(launch, isLive && stops.length === 0);
	const list = await readList(launch);
	note(list.unreadable, true);
	const inUse = ifNameExists === 'launch' ? undefined : nameInUse(launch, list.promotions);
	if (ifNameExists === 'fail') note(inUse, false);
	const existing = ifNameExists === 'return' ? inUse : undefined;
	if (!existing) note(record.repeat, false);
	if (isLive && isCancelled(item.context)) note({ message: 'The execution was stopped' }, true);

	const isClear = stops.length === 0 && !existing;
	if (isClear) await record.reservation?.confirm();
	else await record.reservation?.withdraw();
	return { stops, existing, listed: list.promotions, reservation: isClear ? record.reservation : undefined };
}

/** What a live run would stop at, or give in place of sending, in sentences. */
export function toldOfLiveRun({ stops, existing }: Asked): string[] {
	if (stops.length > 0 || !existing) return stops.map((stop) => `A live run would stop here: ${findingText(stop)}`);
	return [
		`A live run would not send: ${existing.message}, and 'If Name Exists' is set to return the existing promotion. To send, change 'Promotion Name'.`,
	];
}

/** Whoever enters phones of their own and runs a test expects only those to get it. */
function testRecipientsUnused({ memory, campaign: { request } }: Launch): Finding | undefined {
	if (!memory.isTest || request.sendMode !== 'always' || request.testRecipients.length === 0) return undefined;
	return {
		message: "'Test Recipients' does not apply while 'Send' is 'Always Everyone'",
		wayOut:
			"To test on your own phones, set 'Send' to 'When Published: Everyone (Tests: Max 10)'. To send to everyone, remove 'Test Recipients'.",
	};
}

function outsideHours({ item, campaign: { request, promotionName } }: Launch): Finding | undefined {
	const hours = request.sendOnlyBetween;
	const zone = item.context.getTimezone();
	const time = hours && timeOutside(hours, Date.now(), zone);
	if (!hours || time === undefined) return undefined;
	return {
		message: `It is ${time} in ${zone}, and 'Send Only Between' lets "${promotionName}" go between ${shownHours(hours)} only`,
		wayOut:
			"A run that starts too late, for example because n8n makes up for a missed one, sends nothing. Launch again within these hours, or change 'Send Only Between' in 'Options'.",
	};
}

function tooManyRecipients({ campaign: { request, contacts } }: Launch): Finding | undefined {
	const { maximumRecipients } = request;
	if (contacts === null || contacts <= maximumRecipients) return undefined;
	return {
		message: `There are ${counted(contacts, 'contact')}, more than 'Maximum Recipients' (${grouped(maximumRecipients)})`,
		wayOut: "To send to all of them, raise 'Maximum Recipients' in 'Options'.",
	};
}

function sentInThisExecution({ memory, campaign }: Launch): Finding | undefined {
	if (!memory.hasSent(campaign.digest)) return undefined;
	return {
		message: `This execution has already sent the message of "${campaign.promotionName}" to the same recipients`,
		wayOut: 'Remove the repeated input item, the loop around this node, or the other node that launches the same.',
	};
}

function tooManyLaunches({ item, memory, campaign: { request, promotionName } }: Launch): Finding | undefined {
	const { maximumLaunches } = request;
	if (memory.sent().length >= maximumLaunches) {
		return {
			message: `This node has reached 'Maximum Launches' (${maximumLaunches}) in this execution, so "${promotionName}" was not sent`,
			wayOut:
				"If this node is in a loop, each round makes its own launch. Remove the loop, so that all items make one launch, and leave out the contacts that already got the message. To make all of these launches, raise 'Maximum Launches' in 'Options'.",
		};
	}
	const items = memory.isOneForAll ? 1 : item.context.getInputData().length;
	const before = memory.sentInOtherRuns();
	if (before + items <= maximumLaunches) return undefined;
	const added = before === 0 ? ', ' : `. With the ${before} already made, that is `;
	return {
		message: `${items} input items would make ${items} launches${added}more than 'Maximum Launches' (${maximumLaunches}) allows`,
		wayOut:
			"For one launch to all contacts, set 'Recipients' to 'Input Items'. If you want all of these launches, raise 'Maximum Launches' in 'Options'.",
	};
}

/** Whether this node sent the same over executions. A live run is recorded also where nobody asks. */
async function askRecord(
	{ item: { context }, campaign }: Launch,
	isRecorded: boolean,
): Promise<{ repeat?: Finding; reservation?: Reservation }> {
	const { repeatDigest, promotionName, request } = campaign;
	const hours = request.refuseRepeatsWithinHours;
	const record = new SentBefore(context.helpers, `${context.getWorkflow().id} ${context.getNode().id}`);
	const repeat: Finding = {
		message: `This node sent the template of "${promotionName}" to the same recipients within the last ${counted(hours, 'hour')}`,
		wayOut:
			"To send it to them again, lower 'Refuse Repeats Within Hours' in 'Options'; 0 turns it off. A launch that may not have gone through counts, too; look for it with Promotion: Get Many.",
	};
	try {
		if (!isRecorded) {
			return hours > 0 && (await record.wasSent(repeatDigest, Date.now(), hours)) ? { repeat } : {};
		}
		const reservation = await record.reserve(repeatDigest, Date.now(), hours);
		return reservation.sentBefore ? { repeat } : { reservation };
	} catch {
		return hours > 0 ? { repeat: cannotRemember } : {};
	}
}

const cannotRemember: Finding = {
	message: 'n8n could not check whether this was sent before',
	wayOut:
		"Save the workflow first, since n8n remembers launches only for saved workflows. If that does not help, set 'Refuse Repeats Within Hours' in 'Options' to 0.",
};

/** Read anew for each launch, as the one of the item before must be in it; dry runs share a reading. */
async function readList({ item, decision }: Launch): Promise<{ promotions: Promotion[]; unreadable?: Finding }> {
	try {
		return { promotions: decision.send ? await item.client.promotions() : (await item.listed()).promotions };
	} catch (error) {
		const message = 'The list of promotions could not be read, so n8n could not check for earlier launches';
		return { promotions: [], unreadable: { message, wayOut: inWords(error) } };
	}
}

interface NameInUse extends Finding {
	/** The newest promotion of the name; null while the list does not show it. */
	promotionId: string | null;
}

/** Among what is listed, what this execution has launched, and what a live run would launch before it comes to this item. */
function nameInUse({ item, memory, campaign, decision }: Launch, promotions: Promotion[]): NameInUse | undefined {
	const { promotionName } = campaign;
	const wayOut =
		"Change 'Promotion Name', for example add the date (one contact per run: the contact's ID), or set 'If Name Exists' in 'Options'.";
	const [newest] = sorted(named(promotions, promotionName), { field: 'createdDate', direction: 'descending' });
	const sent = memory.sent().find((earlier) => sameName(earlier.promotionName, promotionName));
	if (newest || sent) {
		const sentId = typeof sent?.row.promotionId === 'string' ? sent.row.promotionId : null;
		const promotionId = newest?.promotionId ?? sentId;
		const id = promotionId === null ? '' : ` (${promotionId})`;
		return { message: `A promotion named "${promotionName}" already exists${id}`, wayOut, promotionId };
	}
	const first = decision.send ? item.itemIndex : item.firstWith(`launch ${comparable(promotionName)}`);
	if (first === item.itemIndex) return undefined;
	const message = `Input item ${first + 1} has the same promotion name, "${promotionName}"`;
	const own = "Give each item a name of its own, for example with an expression in 'Promotion Name'.";
	return { message, wayOut: own, promotionId: null };
}
