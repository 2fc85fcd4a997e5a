import { DateTime } from 'luxon';
import type { IExecuteFunctions, IExecutionContext, IRunExecutionData, NodeApiError } from 'n8n-workflow';
import { Refusal } from '../../service/refusal';
import { isCancelled } from '../../service/clock';
import { readTestPhones } from '../contacts/contactForm';
import { describeIssue, throwIfAny } from '../issues';
import type { ItemContext } from '../itemContext';
import { asTest, withOptOuts, type Campaign } from './campaign';
import type { LaunchRecord } from './launchRecord';
import type { LaunchMemory } from './memory';
import { buildOutput, buildOutputSoFar, buildPreview } from './output';
import { buildLaunchBody } from './request';
import { rememberAsSending } from './sendOnce';
import { findRepeatWarnings, findStops, type LaunchFacts } from './stops';

const TO_EVERYONE = 'To send to everyone, start the workflow with a schedule, form or webhook, and publish it.';

type Decision =
	| { kind: 'everyone' }
	/** A test, to the user's own phones. */
	| { kind: 'testPhones'; phones: readonly string[] }
	| { kind: 'dryRun'; why: string; advice: string };

/** Decides whether a campaign is sent, and to whom; remembers it if it is, or throws with what stops it. */
export async function decideAndRemember(
	item: ItemContext,
	memory: LaunchMemory,
	launchRecord: LaunchRecord,
	prepared: Campaign,
): Promise<ReturnType<typeof guard>> {
	throwIfAny(prepared.refusals, prepared.warnings);
	// Not asked if 'Send To' does not depend on it: a run that n8n cannot show would be refused for nothing.
	const runKind =
		prepared.request.sendMode === 'careful'
			? await item.readOnce('runKind', async () => await findRunKind(item.context))
			: 'byHand';
	const decision = decide(prepared, runKind, () => readTestPhones(item));
	const campaign = withOptOuts(prepared, decision.kind !== 'everyone');
	const facts = await recordAndGatherFacts(item, launchRecord, campaign, decision);
	return guard(campaign, decision, facts, memory);
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
	{ kind }: Decision,
): Promise<LaunchFacts> {
	// Record the launch before reading the list. Otherwise two launches at the same moment would not see each other. Record it
	// again at the end: another n8n process may have overwritten the first record.
	const repeatCount = await launchRecord
		.countAndRecord(Date.now(), refuseRepeats, kind === 'everyone')
		// Null means that n8n could not tell, which stops a launch, because it may not be recorded either.
		.catch(() => null);
	// Read again for each launch, because it must show that of the previous item. Dry runs share one read.
	const read = kind === 'dryRun' ? item.readPromotionList() : item.client.promotionList();
	const list = await read.catch((error: unknown) => {
		const { message, description } = error as NodeApiError;
		const issue = {
			message: `${message}, so n8n could not check for earlier launches`,
			advice: description ?? undefined,
		};
		return { promotions: [], namesWithoutId: [], issue };
	});
	await launchRecord.recordAgain();
	const now = DateTime.fromMillis(Date.now(), { zone: item.context.getTimezone() });
	// n8n may have a time zone that nobody knows.
	return { list, now: now.isValid ? now : DateTime.utc(), repeatCount, isCancelled: isCancelled(item.context) };
}

/**
 * Lets a launch pass and remembers it, or throws with what stops it. Synchronous on purpose: if this awaited anything before it remembers
 * the launch, another call could send the same in the meantime.
 */
function guard(campaign: Campaign, decision: Decision, facts: LaunchFacts, memory: LaunchMemory) {
	const stops = findStops(campaign, memory, facts);
	const repeats = findRepeatWarnings(campaign, memory, facts);
	const withWarnings = (more: string[]) => ({ ...campaign, warnings: [...campaign.warnings, ...more] });
	if (decision.kind === 'everyone') {
		throwIfAny(stops, [...campaign.warnings, ...repeats]);
		return { sending: rememberAsSending(memory, withWarnings(repeats), facts.list.promotions) };
	}
	const seen = withWarnings([...stops.map((stop) => `A live run would not send: ${describeIssue(stop)}`), ...repeats]);
	const who = stops.length === 0 ? campaign.contacts.share : '';
	if (decision.kind === 'dryRun') {
		const outlook = who === '' ? '' : `${who.charAt(0).toUpperCase()}${who.slice(1)} would get it. `;
		const output = buildOutput(buildOutputSoFar(seen, 0), {
			...{ outcome: 'dryRun', promotionId: null, message: `Nothing was sent. ${outlook}${decision.why}.` },
			details: { preview: buildPreview(seen, 3), body: buildLaunchBody(seen.request) },
		});
		return { dryRun: { output, howToSend: decision.advice } };
	}
	throwIfAny(
		stops.filter(({ alsoStopsTests }) => alsoStopsTests),
		campaign.warnings,
	);
	const { promotionName, ifNameExists } = campaign.request;
	const isFree = ifNameExists === 'fail' ? ` The name "${promotionName}" is still free for it.` : '';
	const outlook = who === '' ? [] : [`A live run would go to ${who}.${isFree}`];
	const test = asTest({ ...seen, notes: [...outlook, ...seen.notes] }, decision.phones, facts.now);
	const sending = rememberAsSending(memory, test, facts.list.promotions);
	// It is not remembered with the launch, because it holds names and numbers.
	return { sending, preview: buildPreview(test, test.contacts.first.length) };
}

/*
 * How a run was started. What n8n shows of it is not documented; it was seen in 1.122 to 2.41, unless a comment says otherwise. If that
 * changes, a run is refused or treated as a test, never sent live; docs/tested.md lists what each version of n8n shows.
 */

/** n8n runs a published workflow in these modes when its trigger fires. Its assistant and its MCP server use them, too. */
const TRIGGER_MODES = ['trigger', 'webhook'];
const LIVE_MODES = [...TRIGGER_MODES, 'cli', 'error'];

/** live: it may reach everyone. byHand: a person tries the workflow out and sees how it ends. Any other run must not end as if it had sent. */
type RunKind = 'live' | 'byHand' | { neitherBecause: string };

/** How this run was started, followed to the execution that began it as far as n8n tells. */
export async function findRunKind(context: IExecuteFunctions): Promise<RunKind> {
	const { getExecutionContext, getExecutionDataById } = context as Partial<IExecuteFunctions>;
	const showsExecutions = getExecutionDataById !== undefined;
	const readExecution = async (id: string) => await getExecutionDataById?.call(context, id).catch(() => undefined);
	const unreadable = { neitherBecause: 'n8n could not show how it was started' };
	const mode = context.getMode();
	let execution = await readExecution(context.getExecutionId());
	if (showsExecutions && !execution && [...TRIGGER_MODES, 'retry'].includes(mode)) return unreadable;
	const origin: Partial<IExecutionContext> = getExecutionContext?.call(context) ?? {};
	// A retried execution keeps how it began in its origin.
	let { source, parentExecutionId } = mode === 'retry' ? origin : { ...origin, source: mode };
	// A sub-workflow is what the execution is that called it.
	while (source === 'integrated') {
		if (parentExecutionId === undefined || !showsExecutions) return 'live';
		const caller = await readExecution(parentExecutionId);
		// While the caller runs, only the record of the sub-workflow may have how it began.
		const began = execution?.parentExecution?.executionContext ?? caller?.executionData?.runtimeData;
		if (!began) return unreadable;
		({ source, parentExecutionId } = began);
		execution = caller;
	}
	if (source === 'manual') return 'byHand';
	if (source === undefined || !LIVE_MODES.includes(source))
		return { neitherBecause: `n8n ran it in the mode "${source ?? 'not known'}"` };
	// A caller that has ended may not be kept; how it began is known all the same. Where n8n shows no execution, a published workflow
	// counts as triggered.
	const isTriggered = execution ? wasTriggered(execution) : showsExecutions || context.getWorkflow().active;
	if (isTriggered || !TRIGGER_MODES.includes(source)) return 'live';
	return {
		neitherBecause: 'its own trigger did not start it (an assistant or an agent did, or it is not published)',
	};
}

function wasTriggered({ executionData, manualData, resultData }: IRunExecutionData): boolean {
	// n8n stores what a trigger brought before the workflow runs. Its assistant and MCP server store none. Seen in 1.123 to 2.41.
	const hasTriggerData = executionData !== undefined;
	// Left by a person, an assistant or an agent who started the workflow in place of its trigger. Seen in 2.20 to 2.41.
	const wasStartedByHand = manualData !== undefined || Object.keys(resultData.pinData ?? {}).length > 0;
	return hasTriggerData && !wasStartedByHand;
}
