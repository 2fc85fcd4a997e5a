import { DateTime } from 'luxon';
import type { IExecuteFunctions, NodeApiError } from 'n8n-workflow';
import { Refusal } from '../../form/refusal';
import { isCancelled } from '../../service/clock';
import type { ItemContext } from '../itemContext';
import { findRunKind } from './liveRun';
import type { MarkStore, LaunchRecord } from './launchRecord';
import type { LaunchFacts } from './stops';
import type { Campaign, Decision } from './types';

/** False, without asking n8n, if 'Send To' does not depend on it: a run that n8n cannot show would be refused for nothing. */
export async function readIsLiveRun(item: ItemContext, { sendMode }: Campaign): Promise<boolean> {
	if (sendMode !== 'careful' || item.isTool) return false;
	const runKind = await item.readOnce('runKind', async () => await findRunKind(item.context));
	if (runKind !== 'notKnown') return runKind === 'live';
	throw new Refusal(
		'n8n could not show how this run was started, so it is not known whether it may send to everyone',
		"Run the workflow again. If that does not help, n8n's database may be out of reach or full; the person who runs n8n can tell. 'Everyone, Always' in 'Send To' does not ask, but then tests in the editor send to everyone, too.",
	);
}

/** Gathers what only n8n and the service know about a launch before it is sent. Records a launch to everyone. */
export async function recordAndGatherFacts(
	item: ItemContext,
	launchRecord: LaunchRecord,
	campaign: Campaign,
	decision: Decision,
): Promise<LaunchFacts> {
	// Record the launch before reading the list. Otherwise two launches at the same moment would not see each other. Record it
	// again at the end: another n8n process may have overwritten the first record.
	const repeatCount = await launchRecord
		.countAndRecord(Date.now(), {
			hours: campaign.refuseRepeatsWithinHours,
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

/** The marks that n8n keeps for this node. */
export const openMarkStore = (context: IExecuteFunctions): MarkStore => ({
	id: `${context.getWorkflow().id} ${context.getNode().id}`,
	async add(marks, maxEntries) {
		const options = { mode: 'entries' as const, maxEntries };
		const answer = await context.helpers.checkProcessedAndRecord([...marks], 'node', options);
		return answer.new.map(String);
	},
	async remove(marks, maxEntries) {
		await context.helpers.removeProcessed([...marks], 'node', { mode: 'entries', maxEntries });
	},
});
