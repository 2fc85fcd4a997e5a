import type { IDataObject, NodeApiError } from 'n8n-workflow';
import { isCancelled } from '../../../service/clock';
import type { Promotion } from '../../../service/types';
import { without } from '../../../service/values';
import type { ItemContext } from '../../itemContext';
import { approvalObstacle } from '../../launch/approval';
import { findOut, sendLaunch, type LaunchAttempt } from '../../launch/attempt';
import { digest, mayReachOthers } from '../../launch/body';
import { dryRun, liveRun, unsentBecause } from '../../launch/dryRun';
import { launchFields } from '../../launch/launchFields';
import {
	nameIsTaken,
	obstaclesTo,
	promotionsOfName,
	remarkOnRecord,
	reserve,
	type Guarded,
	type PromotionsOfName,
} from '../../launch/guards';
import { LaunchMemory } from '../../launch/memory';
import { unsent } from '../../launch/output';
import { prepareLaunch, type PreparedLaunch } from '../../launch/prepare';
import { explainedStop, stopAt } from '../../launch/obstacles';
import { launchRequest, recipientsOf, type RecipientSource } from '../../launch/request';
import { stopAtDifferences } from '../../launch/sameForAll';
import { decideToSend, isLiveRun } from '../../launch/sendDecision';
import type { Reservation } from '../../launch/sentBefore';
import { asTestRun, testSize } from '../../launch/testRun';
import type { Operation } from '../operation';

export const launch: Operation = {
	name: 'Launch',
	description: 'Send a campaign to a list of contacts',
	action: 'Launch promotion',
	writes: true,
	properties: launchFields,
	runsOnce: (first) => recipientsOf(first) === 'inputItems',
	async execute(item) {
		const recipients = recipientsOf(item);
		const memory = new LaunchMemory(item.context);
		const isTest = memory.noteTest(!(await isLiveRun(item.context)));
		const attempt = { item, memory, ...placeInExecution(item, recipients) };
		const known = memory.recall(attempt.key);
		if (known?.state === 'launched') return [{ json: { ...known.row, outcome: 'alreadyLaunched' } }];
		if (known && known.state !== 'refused') return [{ json: await findOut(attempt, known) }];

		const prepared = await explainingStops(attempt, recipients, async () => await prepare(item, recipients));
		const { request } = prepared;
		if (isTest && request.sendMode === 'always' && request.testRecipients.length > 0) stopAt(item, testersUnused);
		const decision = decideToSend(request.sendMode, {
			isTest,
			isTool: item.isTool,
			contacts: mayReachOthers(prepared.body) ? null : testSize(prepared),
			alreadyTested: memory.tested(),
		});
		if (!decision.send) return [{ json: await dryRun({ attempt, launch: prepared }, decision) }];

		const { asTest } = decision;
		const ready = asTest ? asTestRun(item, prepared) : prepared;
		const cleared = await explainingStops(attempt, recipients, async () => {
			stopAt(item, await approvalObstacle(item, prepared));
			return await clear({ attempt, launch: ready }, asTest);
		});
		if (cleared.existing) return [{ json: existing(ready, cleared.existing.promotionId) }];
		const remarks = asTest
			? unsentBecause(await liveRun({ attempt, launch: prepared }))
			: await remarkOnRecord({ attempt, launch: ready });
		const told = { ...ready, warnings: [...ready.warnings, ...remarks] };
		const json = await sendLaunch(attempt, told, { ...cleared, asTest });
		tell(attempt, recipients, json.warnings as string[]);
		return [{ json }];
	},
};

/** Whoever enters phones of their own and runs a test expects only those to get it. */
const testersUnused = {
	message: "'Test Recipients' does not apply while 'Send' is 'Always Everyone', so nothing was sent",
	wayOut:
		"To test on your own phones, set 'Send' to 'Safe (Tests: Max 10 Recipients)'. To send to everyone, remove 'Test Recipients'.",
};

/**
 * Under what a later try of the same launch finds it: its place in the execution, never its values, which the clock may change. A tool
 * gets a new place with each try and a new number with each call, so there its arguments stand for it.
 */
function placeInExecution(item: ItemContext, recipients: RecipientSource): { run: string; key: string } {
	const { context, itemIndex } = item;
	const isOneForAll = recipients === 'inputItems';
	if (item.isTool) {
		const calls = context.getInputData().map(({ json }) => without(json, 'toolCallId'));
		const key = `tool ${digest(isOneForAll ? calls : [itemIndex, calls[itemIndex]])}`;
		return { run: key, key };
	}
	const run = `run ${context.evaluateExpression('{{ $runIndex }}', itemIndex) as number}`;
	return { run, key: isOneForAll ? run : `${run} item ${itemIndex}` };
}

async function prepare(item: ItemContext, recipients: RecipientSource): Promise<PreparedLaunch> {
	if (recipients === 'inputItems') stopAtDifferences(item.context, launchFields);
	if (recipients === 'csvFile' && item.isTool) {
		stopAt(item, {
			message: 'An AI agent cannot hand over a CSV file',
			wayOut: "Set 'Recipients' to 'Uploaded List', or to 'Input Items' for a contact that the agent names.",
		});
	}
	return await prepareLaunch(item, launchRequest(item));
}

/** Whatever stops a launch says how many contacts that concerns, and what was sent before. */
async function explainingStops<T>(
	{ item, memory }: LaunchAttempt,
	recipients: RecipientSource,
	work: () => Promise<T>,
): Promise<T> {
	try {
		return await work();
	} catch (error) {
		throw explainedStop(error, item, memory, recipients === 'inputItems') as Error;
	}
}

interface Cleared extends PromotionsOfName {
	reservation?: Reservation;
}

/** Whether the launch may go. It is recorded as sent first, so that a second one at the same moment finds the record. */
async function clear(guarded: Guarded, isTest: boolean): Promise<Cleared> {
	const { attempt, launch } = guarded;
	const { item } = attempt;
	const { ifNameExists, ifSentBefore } = launch.request;
	stopAt(item, ...obstaclesTo(guarded));
	const reserved = isTest || ifSentBefore === 'launch' ? undefined : await reserve(guarded);
	const reservation = reserved && 'withdraw' in reserved ? reserved : undefined;
	try {
		const { listedBefore, existing } = promotionsOfName(guarded, await readList(item));
		if (existing && !isTest && ifNameExists !== 'launch') {
			if (ifNameExists === 'fail') stopAt(item, nameIsTaken(guarded, existing.promotionId));
			await reservation?.withdraw();
			return { listedBefore, existing };
		}
		if (reserved && 'message' in reserved) stopAt(item, reserved);
		if (isCancelled(item.context)) stopAt(item, { message: 'The execution was stopped' });
		await reservation?.confirm();
		return { listedBefore, reservation };
	} catch (error) {
		await reservation?.withdraw().catch(() => undefined);
		throw error as Error;
	}
}

/** Read anew for each item, as the launch of the item before must be in it. */
async function readList({ client }: ItemContext): Promise<Promotion[]> {
	try {
		return await client.promotions();
	} catch (error) {
		const fault = error as NodeApiError;
		fault.description = `Without the list of promotions, n8n could not check for earlier launches. ${fault.description ?? ''}`;
		throw fault;
	}
}

const existing = (launch: PreparedLaunch, promotionId: string | null): IDataObject =>
	unsent(launch, {
		outcome: 'existing',
		promotionId,
		promotionIdSource: promotionId === null ? null : 'list',
		warnings: launch.warnings,
		response: null,
	});

function tell({ item, memory }: LaunchAttempt, recipients: RecipientSource, warnings: string[]): void {
	for (const warning of warnings) item.hintOnce(warning);
	const launches = memory.sent().length;
	const isLast = item.itemIndex === item.context.getInputData().length - 1;
	if (recipients === 'inputItems' || launches < 2 || !isLast) return;
	item.hintOnce(
		`This execution has made ${launches} launches so far, as each input item makes its own. For one launch to all of them, set 'Recipients' to 'Input Items'.`,
	);
}
