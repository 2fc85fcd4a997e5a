import { DateTime } from 'luxon';
import type { IDataObject, NodeApiError } from 'n8n-workflow';
import { Refusal } from '../../form/refusal';
import { isCancelled } from '../../service/clock';
import { plainText } from '../../service/values';
import { throwIfAny } from '../issues';
import type { ItemContext } from '../itemContext';
import { TARGETING } from './body';
import { asTestRun, type Campaign } from './campaign';
import type { LaunchRequest } from './launchForm';
import type { LaunchRecord } from './launchRecord';
import { findRunKind } from './liveRun';
import type { LaunchMemory } from './memory';
import { buildDryRunOutput, buildExistingOutput, buildPreview, type DryRunDecision } from './output';
import { rememberAsSending, type LaunchToSend } from './sendOnce';
import { describeStops, findStops, type LaunchFacts } from './stops';

const TO_EVERYONE =
	"To send to everyone, start the workflow with a schedule, form or webhook and publish it, or set 'Send To' to 'Everyone, Always'.";

/** For a model: it must report the dry run, not try to get around it. */
const TELL_DRY_RUN = 'Tell the person that this was a dry run.';

type Decision =
	| { kind: 'everyone' }
	/** A test, to the user's own phones. */
	| { kind: 'testPhones' }
	| DryRunDecision;

export type DecisionResult =
	/** It may be sent. The output of a test also gets the preview. It is not remembered, because a later try does not need it. */
	| { kind: 'send'; toSend: LaunchToSend; preview?: IDataObject[] }
	/** It ends here: a dry run, or a promotion of this name exists. */
	| { kind: 'nothingSent'; output: IDataObject; hint: string };

/** Decides whether a campaign is sent, and to whom; remembers it if it is, or throws with what stops it. */
export async function decideAndRemember(
	item: ItemContext,
	memory: LaunchMemory,
	launchRecord: LaunchRecord,
	campaign: Campaign,
): Promise<DecisionResult> {
	const { warnings, notes } = campaign.output;
	throwIfAny(campaign.refusals, [...warnings, ...notes]);
	const { isTool, client } = item;
	const isLiveRun = await readIsLiveRun(item, campaign);
	const decision = decide(campaign.request, { isLiveRun, isTool, accountId: client.accountId });
	const facts = await recordAndGatherFacts(item, launchRecord, campaign, decision);
	try {
		return guard(campaign, decision, facts, memory);
	} finally {
		// The list that this decision went by counts for the next one.
		if (decision.kind !== 'dryRun' && !facts.promotionsIssue)
			memory.noteList(campaign.account, facts.promotions, facts.now.toMillis());
	}
}

/** Decides whether this run sends to everyone, to the user's own phones as a test, or to nobody. */
export function decide(
	request: LaunchRequest,
	{ isLiveRun, isTool, accountId }: { isLiveRun: boolean; isTool: boolean; accountId: string },
): Decision {
	const { sendMode, testPhones } = request;
	const dryRun = (why: string, advice: string): Decision => ({ kind: 'dryRun', why, advice });
	if (sendMode === 'always') return { kind: 'everyone' };
	if (sendMode === 'dryRun') {
		return dryRun("'Send To' is set to 'Nobody (Dry Run)'", isTool ? TELL_DRY_RUN : "To send, change 'Send To'.");
	}
	if (isTool) {
		return dryRun("An AI agent called this node, and 'Send To' does not let agents message people", TELL_DRY_RUN);
	}
	if (isLiveRun) return { kind: 'everyone' };
	const obstacle = findTestObstacle(request, accountId);
	if (obstacle !== undefined) return dryRun(`This is a test, and ${obstacle}`, TO_EVERYONE);
	if (testPhones.length > 0) return { kind: 'testPhones' };
	return dryRun(
		"This is a test, and 'Test Phones' is empty",
		`To get the message yourself, enter your number in 'Test Phones'. ${TO_EVERYONE}`,
	);
}

/** Why this campaign cannot be sent to the test phones only; undefined if it can. */
export function findTestObstacle(request: LaunchRequest, accountId: string): string | undefined {
	const { additionalBodyFields, descriptiveProperties } = request;
	if (request.recipientSource === 'uploadedList')
		return 'an uploaded list goes to its own contacts, not to test phones';
	if (request.contactOptions.sendFileUnchanged)
		return 'a file that is sent unchanged goes to its own contacts, not to test phones';
	const ownId = request.builtTemplate.references.find(({ column }) => column === 'businesssubscriberid');
	if (ownId) return `${ownId.where} uses the contact's own ID, which must not be sent with your phone`;
	const reachesOthers = (label: string) => `'${label}' could make the service send to other phones, too`;
	// Some services want the account ID in the body, too, which reaches nobody else.
	const isAccountId = (value: unknown) => plainText(value) === accountId;
	if (!Object.values(additionalBodyFields).every(isAccountId)) return reachesOthers('Additional Body Fields');
	const targeting = Object.entries(TARGETING).find(([name]) => name in descriptiveProperties);
	return targeting && reachesOthers(targeting[1]);
}

/** False, without asking n8n, if 'Send To' does not depend on it: a run that n8n cannot show would be refused for nothing. */
async function readIsLiveRun(item: ItemContext, { request: { sendMode } }: Campaign): Promise<boolean> {
	if (sendMode !== 'careful' || item.isTool) return false;
	const runKind = await item.readOnce('runKind', async () => await findRunKind(item.context));
	if (runKind !== 'notKnown') return runKind === 'live';
	throw new Refusal(
		'n8n could not show how this run was started, so it is not known whether it may send to everyone',
		"Run the workflow again. If that does not help, n8n's database may be out of reach or full; the person who runs n8n can tell. 'Everyone, Always' in 'Send To' does not ask, but then tests in the editor send to everyone, too.",
	);
}

/** Gathers what only n8n and the service know about a launch before it is sent. Records a launch to everyone. */
async function recordAndGatherFacts(
	item: ItemContext,
	launchRecord: LaunchRecord,
	campaign: Campaign,
	decision: Decision,
): Promise<LaunchFacts> {
	// Record the launch before reading the list. Otherwise two launches at the same moment would not see each other. Record it
	// again at the end: another n8n process may have overwritten the first record.
	const repeatCount = await launchRecord
		.countAndRecord(Date.now(), {
			hours: campaign.request.refuseRepeatsWithinHours,
			goesToEveryone: decision.kind === 'everyone',
		})
		// Null means that n8n could not tell. `findRepeatOfEarlierExecution` stops such a launch, because it may not be recorded either.
		.catch(() => null);
	const listFacts = await readPromotions(item, decision);
	await launchRecord.recordAgain();
	return {
		now: DateTime.fromMillis(Date.now(), { zone: item.context.getTimezone() }),
		...listFacts,
		repeatCount,
		repeatedAt: launchRecord.repeatedAt,
		isCancelled: isCancelled(item.context),
	};
}

/** Read again for each launch, because it must show the launch of the previous item. Dry runs share one read. */
async function readPromotions(
	item: ItemContext,
	{ kind }: Decision,
): Promise<Pick<LaunchFacts, 'promotions' | 'promotionsIssue'>> {
	try {
		return { promotions: kind === 'dryRun' ? await item.listPromotions() : await item.client.promotions() };
	} catch (error) {
		const { message, description } = error as NodeApiError;
		const advice = description ?? undefined;
		return {
			promotions: [],
			promotionsIssue: { message: `${message}, so n8n could not check for earlier launches`, advice },
		};
	}
}

/**
 * Lets a launch pass and remembers it, or throws with what stops it. Synchronous on purpose: if this awaited anything before it remembers
 * the launch, another call of an AI agent could send the same in the meantime.
 */
function guard(campaign: Campaign, decision: Decision, facts: LaunchFacts, memory: LaunchMemory): DecisionResult {
	const check = findStops(campaign, memory, facts);
	if (decision.kind === 'dryRun') {
		return { kind: 'nothingSent', ...buildDryRunOutput(campaign, decision, describeStops(check, memory.call.isTool)) };
	}
	const goesToEveryone = decision.kind === 'everyone';
	const stops = goesToEveryone ? check.stops : check.stops.filter(({ alsoStopsTests }) => alsoStopsTests);
	throwIfAny(stops, [...campaign.output.warnings, ...campaign.output.notes]);
	if (goesToEveryone) {
		if (check.existing) return { kind: 'nothingSent', ...buildExistingOutput(campaign, check.existing) };
		return { kind: 'send', toSend: rememberAsSending(memory, campaign, facts.promotions) };
	}
	const test = asTestRun(campaign, facts.now, describeStops(check, memory.call.isTool));
	return {
		kind: 'send',
		toSend: rememberAsSending(memory, test, facts.promotions),
		preview: buildPreview(test, test.contacts.first),
	};
}
