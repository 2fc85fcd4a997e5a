import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { NodeApiError, NodeOperationError } from 'n8n-workflow';
import { isCancelled } from '../../../service/clock';
import { contactFields } from '../../contacts/fields';
import { digest, mayReachOthers } from '../../launch/body';
import { launchFields } from '../../launch/fields';
import { LaunchMemory } from '../../launch/memory';
import { decideToSend, isTestMode } from '../../launch/sendDecision';
import { hintOnce } from '../hints';
import type { Operation, OperationRun, Row } from '../operation';
import { isToolRun } from '../toolRun';
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
	runsOnce: (context) => recipientsOf(context, 0) === 'inputItems',
	async execute(run, itemIndex) {
		const { context } = run;
		const recipients = recipientsOf(context, itemIndex);
		const memory = new LaunchMemory(context.getContext('node'));
		const isTest = memory.noteTest(isTestMode(context.getMode()));
		const key = memoryKey(context, recipients, itemIndex);
		const delivery = { run, itemIndex, memory, key };
		const known = memory.recall(key);
		if (known?.state === 'launched') return [{ json: { ...known.row, outcome: 'alreadyLaunched' } }];
		if (known && known.state !== 'refused') return [{ json: await findOut(delivery, known) }];

		const prepared = await counting(context, recipients, async () => await prepare(run, itemIndex, recipients));
		const decision = decideToSend(prepared.request.sendMode, {
			hostMode: context.getMode(),
			isTool: isToolRun(context),
			startedAsTest: isTest,
			contacts: mayReachOthers(prepared.body) ? null : prepared.contacts,
		});
		if (!decision.send) return await dryRun(run, prepared, decision);
		const { request } = prepared;
		const guarded = await counting(context, recipients, async () => {
			const tooMany = tooManyRecipients(prepared);
			stopAt(context, itemIndex, tooMany === undefined ? [] : [tooMany]);
			stopAtRepeats(run, itemIndex, prepared, memory);
			const { listedBefore, existing } = await checkName(run, itemIndex, prepared, memory);
			if (existing) return { existing };
			if (isCancelled(context)) stopAt(context, itemIndex, ['The execution was stopped before anything was sent']);
			const mayRepeat = request.options.ifSentBefore === 'launch' || decision.isSmallTest;
			return { listedBefore, reservation: mayRepeat ? undefined : await reserveLaunch(run, itemIndex, prepared) };
		});
		if (guarded.existing)
			return [{ json: unsent(prepared, { outcome: 'existing', ...guarded.existing, response: null }) }];
		const row = await deliver(delivery, prepared, guarded.listedBefore, guarded.reservation);
		if (decision.isSmallTest) await hintOnce(run, TESTS_SEND);
		await tell(run, request, row.warnings as string[], itemIndex, memory.sent().length);
		return [{ json: row }];
	},
};

/**
 * Under what a later try of the same launch finds it: its place in the execution, never its values, which the clock may change. A tool
 * gets a new place with each try and a new number with each call, so there its arguments stand for it.
 */
function memoryKey(context: IExecuteFunctions, recipients: Recipients, itemIndex: number): string {
	const isOneForAll = recipients === 'inputItems';
	if (isToolRun(context)) {
		const calls = context.getInputData().map(({ json: { toolCallId: _, ...call } }) => call);
		return `tool ${digest(isOneForAll ? calls : [itemIndex, calls[itemIndex]])}`;
	}
	const run = `run ${context.evaluateExpression('{{ $runIndex }}', itemIndex) as number}`;
	return isOneForAll ? run : `${run} item ${itemIndex}`;
}

async function prepare(run: OperationRun, itemIndex: number, recipients: Recipients): Promise<PreparedLaunch> {
	const { context } = run;
	if (recipients === 'inputItems') stopAtDifferences(context, properties);
	if (recipients === 'csvFile' && isToolRun(context)) {
		stopAt(context, itemIndex, [
			'An AI agent cannot hand over a CSV file. Set Recipients to Uploaded List, or to Input Items for a contact that the agent names.',
		]);
	}
	return await prepareLaunch(run, itemIndex, launchRequest(context, itemIndex));
}

/** One launch for all items fails as one, so its message says for how many. */
async function counting<T>(context: IExecuteFunctions, recipients: Recipients, work: () => Promise<T>): Promise<T> {
	try {
		return await work();
	} catch (error) {
		const fault = error as Error;
		const count = context.getInputData().length;
		if (recipients === 'inputItems' && (fault instanceof NodeOperationError || fault instanceof NodeApiError)) {
			const contacts = count === 1 ? '1 contact was' : `${count.toLocaleString('en')} contacts were`;
			fault.message = `${fault.message.replace(/\.$/, '')} (${contacts} not sent)`;
		}
		throw fault;
	}
}

async function dryRun(
	run: OperationRun,
	prepared: PreparedLaunch,
	{ why, wayOut }: { why: string; wayOut: string },
): Promise<Row[]> {
	const tooMany = tooManyRecipients(prepared);
	if (tooMany !== undefined) prepared.warnings.push(`A live run would stop here. ${tooMany}`);
	await hintOnce(run, hintOfDryRun(run.context, prepared, why, wayOut));
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
async function tell(
	run: OperationRun,
	request: LaunchRequest,
	warnings: string[],
	itemIndex: number,
	launches: number,
) {
	const [first, ...others] = warnings;
	if (first !== undefined) {
		await hintOnce(run, others.length > 0 ? `${first} ${others.length} more: see warnings in the output.` : first);
	}
	const isLast = itemIndex === run.context.getInputData().length - 1;
	if (request.recipients !== 'inputItems' && launches > 1 && isLast) {
		await hintOnce(
			run,
			`This execution has made ${launches} launches so far, as each input item makes its own. For one launch to all of them set Recipients to Input Items.`,
		);
	}
}
