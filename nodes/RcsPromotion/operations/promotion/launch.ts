import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { NodeApiError, NodeOperationError } from 'n8n-workflow';
import { isCancelled } from '../../../service/clock';
import { contactFields } from '../../contacts/fields';
import { digest, mayReachOthers } from '../../launch/body';
import { launchFields } from '../../launch/fields';
import { LaunchMemory } from '../../launch/memory';
import { decideToSend, isTestMode } from '../../launch/sendDecision';
import type { ItemContext } from '../../itemContext';
import type { Operation, OutputItem } from '../operation';
import { deliver, findOut } from './launchDelivery';
import { checkName, reserveLaunch, stopAtRepeats, tooManyRecipients } from './launchGuards';
import { prepareLaunch, stopAt, type PreparedLaunch } from './launchPreparation';
import { launchRequest, recipientsOf, type LaunchRequest, type Recipients } from './launchRequest';
import { stopAtDifferences } from './launchSameForAll';

const properties = launchFields(contactFields);

/** Nothing keeps a second test from the same people, and whoever presses a button may not expect it to reach anybody. */
const TESTS_SEND =
	'This was a test run, but its messages are real, and each further test run sends them again. To try without messages set Send to Never (Dry Run).';

export const launch: Operation = {
	name: 'Launch',
	description: 'Send a campaign to a list of contacts',
	action: 'Launch a promotion and message its recipients',
	writes: true,
	properties,
	runsOnce: (first) => recipientsOf(first) === 'inputItems',
	async execute(item) {
		const { context } = item;
		const recipients = recipientsOf(item);
		const memory = new LaunchMemory(context.getContext('node'));
		const isTest = memory.noteTest(isTestMode(context.getMode()));
		const key = memoryKey(item, recipients);
		const delivery = { item, memory, key };
		const known = memory.recall(key);
		if (known?.state === 'launched') return [{ json: { ...known.row, outcome: 'alreadyLaunched' } }];
		if (known && known.state !== 'refused') return [{ json: await findOut(delivery, known) }];

		const prepared = await counting(item, recipients, async () => await prepare(item, recipients));
		const decision = decideToSend(prepared.request.sendMode, {
			hostMode: context.getMode(),
			isTool: item.isTool,
			startedAsTest: isTest,
			contacts: mayReachOthers(prepared.body) ? null : prepared.contacts,
		});
		if (!decision.send) return await dryRun(item, prepared, decision);
		const { request } = prepared;
		const guarded = await counting(item, recipients, async () => {
			const tooMany = tooManyRecipients(prepared);
			stopAt(item, tooMany === undefined ? [] : [tooMany]);
			stopAtRepeats(item, prepared, memory);
			const { listedBefore, existing } = await checkName(item, prepared, memory);
			if (existing) return { existing };
			if (isCancelled(context)) stopAt(item, ['The execution was stopped before anything was sent']);
			const mayRepeat = request.options.ifSentBefore === 'launch' || decision.isSmallTest;
			return { listedBefore, reservation: mayRepeat ? undefined : await reserveLaunch(item, prepared) };
		});
		if (guarded.existing)
			return [{ json: unsent(prepared, { outcome: 'existing', ...guarded.existing, response: null }) }];
		const row = await deliver(delivery, prepared, guarded.listedBefore, guarded.reservation);
		if (decision.isSmallTest) item.hintOnce(TESTS_SEND);
		tell(item, request, row.warnings as string[], memory.sent().length);
		return [{ json: row }];
	},
};

/**
 * Under what a later try of the same launch finds it: its place in the execution, never its values, which the clock may change. A tool
 * gets a new place with each try and a new number with each call, so there its arguments stand for it.
 */
function memoryKey(item: ItemContext, recipients: Recipients): string {
	const { context, itemIndex } = item;
	const isOneForAll = recipients === 'inputItems';
	if (item.isTool) {
		const calls = context.getInputData().map(({ json: { toolCallId: _, ...call } }) => call);
		return `tool ${digest(isOneForAll ? calls : [itemIndex, calls[itemIndex]])}`;
	}
	const run = `run ${context.evaluateExpression('{{ $runIndex }}', itemIndex) as number}`;
	return isOneForAll ? run : `${run} item ${itemIndex}`;
}

async function prepare(item: ItemContext, recipients: Recipients): Promise<PreparedLaunch> {
	if (recipients === 'inputItems') stopAtDifferences(item.context, properties);
	if (recipients === 'csvFile' && item.isTool) {
		stopAt(item, [
			'An AI agent cannot hand over a CSV file. Set Recipients to Uploaded List, or to Input Items for a contact that the agent names.',
		]);
	}
	return await prepareLaunch(item, launchRequest(item));
}

/** One launch for all items fails as one, so its message says for how many. */
async function counting<T>(item: ItemContext, recipients: Recipients, work: () => Promise<T>): Promise<T> {
	try {
		return await work();
	} catch (error) {
		const fault = error as Error;
		const count = item.context.getInputData().length;
		if (recipients === 'inputItems' && (fault instanceof NodeOperationError || fault instanceof NodeApiError)) {
			const contacts = count === 1 ? '1 contact was' : `${count.toLocaleString('en')} contacts were`;
			fault.message = `${fault.message.replace(/\.$/, '')} (${contacts} not sent)`;
		}
		throw fault;
	}
}

async function dryRun(
	item: ItemContext,
	prepared: PreparedLaunch,
	{ why, wayOut }: { why: string; wayOut: string },
): Promise<OutputItem[]> {
	const tooMany = tooManyRecipients(prepared);
	if (tooMany !== undefined) prepared.warnings.push(`A live run would stop here. ${tooMany}`);
	item.hintOnce(hintOfDryRun(item.context, prepared, why, wayOut));
	return [{ json: unsent(prepared, { outcome: 'dryRun', reason: `${why}. ${wayOut}`, body: prepared.body }) }];
}

/** One hint for all items that make launches of their own, however their reasons differ. */
function hintOfDryRun(context: IExecuteFunctions, { request }: PreparedLaunch, why: string, wayOut: string): string {
	const isOneOfMany = request.recipients !== 'inputItems' && context.getInputData().length > 1;
	const reason = isOneOfMany ? 'For items with the outcome dryRun the output says why' : why;
	return `Nothing was sent. ${reason}. ${wayOut}`;
}

function unsent({ row, warnings }: PreparedLaunch, facts: IDataObject): IDataObject {
	const { accountId, ...others } = row;
	const { outcome, promotionId = null, promotionIdSource = null, ...rest } = facts;
	return { accountId, outcome, launched: false, promotionId, promotionIdSource, ...others, warnings, ...rest };
}

/** What is worth knowing about a launch that went well. */
function tell(item: ItemContext, request: LaunchRequest, warnings: string[], launches: number) {
	const [first, ...others] = warnings;
	if (first !== undefined) {
		item.hintOnce(others.length > 0 ? `${first} ${others.length} more: see warnings in the output.` : first);
	}
	const isLast = item.itemIndex === item.context.getInputData().length - 1;
	if (request.recipients !== 'inputItems' && launches > 1 && isLast) {
		item.hintOnce(
			`This execution has made ${launches} launches so far, as each input item makes its own. For one launch to all of them set Recipients to Input Items.`,
		);
	}
}
