import { DateTime } from 'luxon';
import type { IDataObject, NodeApiError } from 'n8n-workflow';
import { Refusal } from '../../form/refusal';
import { isCancelled } from '../../service/clock';
import { readTestPhones } from '../contacts/contactForm';
import { throwIfAny } from '../issues';
import type { ItemContext } from '../itemContext';
import { asTest, describeLiveRun, withOptOuts, type Campaign } from './campaign';
import type { LaunchRecord } from './launchRecord';
import { findRunKind, type RunKind } from './liveRun';
import type { LaunchMemory } from './memory';
import { buildDryRunOutput, buildPreview } from './output';
import type { LaunchRequest } from './request';
import { rememberAsSending, type LaunchToSend } from './sendOnce';
import { describeStops, findRepeatWarnings, findStops, type LaunchFacts } from './stops';

const TO_EVERYONE =
	"To send to everyone, start the workflow with a schedule, form or webhook and publish it, or set 'Send To' to 'Everyone, Always'.";

type Decision =
	| { kind: 'everyone' }
	/** A test, to the user's own phones. */
	| { kind: 'testPhones'; phones: readonly string[] }
	| { kind: 'dryRun'; why: string; advice: string };

export type DecisionResult =
	/** A test shows its preview. It is not remembered with it, because it holds names and numbers. */
	{ kind: 'send'; toSend: LaunchToSend; preview?: IDataObject[] | null } | { kind: 'dryRun'; output: IDataObject };

/** Decides whether a campaign is sent, and to whom; remembers it if it is, or throws with what stops it. */
export async function decideAndRemember(
	item: ItemContext,
	memory: LaunchMemory,
	launchRecord: LaunchRecord,
	prepared: Campaign,
): Promise<DecisionResult> {
	throwIfAny(prepared.refusals, prepared.warnings);
	const decision = decide(prepared, await readRunKind(item, prepared.request), () => readTestPhones(item));
	const campaign = withOptOuts(prepared, decision.kind !== 'everyone');
	const facts = await recordAndGatherFacts(item, launchRecord, campaign, decision);
	return guard(campaign, decision, facts, memory);
}

/** Not asked if 'Send To' does not depend on it: a run that n8n cannot show would be refused for nothing. */
async function readRunKind(item: ItemContext, { sendMode }: LaunchRequest): Promise<RunKind> {
	if (sendMode !== 'careful') return 'byHand';
	return await item.readOnce('runKind', async () => await findRunKind(item.context));
}

/**
 * Decides whether this run sends to everyone, to the user's own phones as a test, or to nobody. Throws if it may do none of these.
 * @param readPhones of the form, only if this is a test: the form hides 'Country' where there can be none
 */
export function decide(
	{ request, reach }: Pick<Campaign, 'request' | 'reach'>,
	runKind: RunKind,
	readPhones: () => readonly string[],
): Decision {
	const { sendMode, builtTemplate } = request;
	const dryRun = (why: string, advice: string): Decision => ({ kind: 'dryRun', why, advice });
	if (sendMode === 'always' || (sendMode === 'careful' && runKind === 'live')) return { kind: 'everyone' };
	if (sendMode === 'dryRun')
		return dryRun("'Send To' is set to 'Nobody (Dry Run)'", "To send, set 'Send To' to 'Everyone, When Published'.");
	if (typeof runKind === 'object') {
		throw new Refusal(
			`This run may not send to everyone: ${runKind.neitherBecause}`,
			"A run by hand in the editor makes a test, and a published workflow that its own trigger starts sends to everyone. To send in this run, too, set 'Send To' to 'Everyone, Always'.",
		);
	}
	const ownId = builtTemplate.references.find(({ column }) => column === 'businesssubscriberid');
	const obstacle =
		reach ?? (ownId && `${ownId.where} uses the contact's own ID, which must not be sent with your phone`);
	if (obstacle !== undefined) return dryRun(`This is a test, and ${obstacle}`, TO_EVERYONE);
	const phones = readPhones();
	if (phones.length > 0) return { kind: 'testPhones', phones };
	return dryRun(
		"This is a test, and 'Test Phones' is empty",
		`To get the message yourself, enter your number in 'Test Phones'. ${TO_EVERYONE}`,
	);
}

/** Gathers what only n8n and the service know about a launch before it is sent. Records a launch to everyone. */
async function recordAndGatherFacts(
	item: ItemContext,
	launchRecord: LaunchRecord,
	{ request: { refuseRepeats } }: Campaign,
	decision: Decision,
): Promise<LaunchFacts> {
	// Record the launch before reading the list. Otherwise two launches at the same moment would not see each other. Record it
	// again at the end: another n8n process may have overwritten the first record.
	const repeatCount = await launchRecord
		.countAndRecord(Date.now(), { refusesRepeats: refuseRepeats, goesToEveryone: decision.kind === 'everyone' })
		// Null means that n8n could not tell, which stops a launch, because it may not be recorded either.
		.catch(() => null);
	const facts: Pick<LaunchFacts, 'listed' | 'listIssue'> = { listed: { promotions: [], namesWithoutId: [] } };
	try {
		// Read again for each launch, because it must show that of the previous item. Dry runs share one read.
		facts.listed = decision.kind === 'dryRun' ? await item.readPromotionList() : await item.client.promotionList();
	} catch (error) {
		const { message, description } = error as NodeApiError;
		facts.listIssue = {
			message: `${message}, so n8n could not check for earlier launches`,
			advice: description ?? undefined,
		};
	}
	await launchRecord.recordAgain();
	const now = DateTime.fromMillis(Date.now(), { zone: item.context.getTimezone() });
	// n8n may have a time zone that nobody knows.
	return { ...facts, now: now.isValid ? now : DateTime.utc(), repeatCount, isCancelled: isCancelled(item.context) };
}

/**
 * Lets a launch pass and remembers it, or throws with what stops it. Synchronous on purpose: if this awaited anything before it remembers
 * the launch, another call could send the same in the meantime.
 */
function guard(campaign: Campaign, decision: Decision, facts: LaunchFacts, memory: LaunchMemory): DecisionResult {
	const stops = findStops(campaign, memory, facts);
	const repeats = findRepeatWarnings(campaign, memory, facts);
	const withWarnings = (more: string[]) => ({ ...campaign, warnings: [...campaign.warnings, ...more] });
	if (decision.kind === 'everyone') {
		throwIfAny(stops, [...campaign.warnings, ...repeats]);
		return { kind: 'send', toSend: rememberAsSending(memory, withWarnings(repeats), facts.listed.promotions) };
	}
	const seen = withWarnings([...describeStops(stops), ...repeats]);
	const wouldSend = stops.length === 0;
	if (decision.kind === 'dryRun') {
		const who = describeLiveRun(campaign);
		const outlook = wouldSend ? `${who.charAt(0).toUpperCase()}${who.slice(1)} would get it. ` : '';
		return {
			kind: 'dryRun',
			output: buildDryRunOutput(seen, `Nothing was sent. ${outlook}${decision.why}. ${decision.advice}`),
		};
	}
	throwIfAny(
		stops.filter(({ alsoStopsTests }) => alsoStopsTests),
		campaign.warnings,
	);
	const { promotionName, ifNameExists } = campaign.request;
	const isFree = ifNameExists === 'fail' ? ` The name "${promotionName}" is still free for it.` : '';
	const outlook = wouldSend ? [`A live run would go to ${describeLiveRun(campaign)}.${isFree}`] : [];
	const test = asTest({ ...seen, notes: [...outlook, ...seen.notes] }, decision.phones, facts.now);
	const toSend = rememberAsSending(memory, test, facts.listed.promotions);
	return { kind: 'send', toSend, preview: buildPreview(test, test.contacts.first.length) };
}
