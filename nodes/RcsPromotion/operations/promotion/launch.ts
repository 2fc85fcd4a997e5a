import { stopAt } from '../../finding';
import { decide, isLiveRun } from '../../launch/decide';
import { launchFields } from '../../launch/fields';
import { LaunchMemory } from '../../launch/memory';
import { dryRun, existingRow, inOrder, saidOfUnsent, tell } from '../../launch/output';
import { prepareCampaign } from '../../launch/prepare';
import { launchRequest, recipientsOf } from '../../launch/request';
import { resultOf, sendOnce } from '../../launch/sendOnce';
import { askStops, outsideHours, stopOfThisExecution, type Asked, type Launch } from '../../launch/stops';
import { testSize } from '../../launch/testRun';
import type { ItemContext } from '../../itemContext';
import type { Operation, OutputItem } from '../operation';

export const launch: Operation = {
	name: 'Launch',
	description: 'Send a campaign to a list of contacts',
	action: 'Launch promotion',
	writes: true,
	properties: launchFields,
	runsOnce: (first) => recipientsOf(first) === 'inputItems',
	async execute(item) {
		const memory = new LaunchMemory(item, await isLiveRun(item.context), recipientsOf(item) === 'inputItems');
		const earlier = memory.recall();
		const row = earlier ? await resultOf(item, memory, earlier) : await launchCampaign(item, memory);
		tell(item, memory, row);
		return [{ json: inOrder(row) }];
	},
};

async function launchCampaign(item: ItemContext, memory: LaunchMemory): Promise<OutputItem['json']> {
	let launch: Launch;
	let asked: Asked;
	try {
		const request = await launchRequest(item);
		const campaign = await prepareCampaign(item, request);
		const decision = decide({
			sendMode: request.sendMode,
			isTest: memory.isTest,
			isTool: item.isTool,
			testSize: testSize(campaign),
			alreadyTested: memory.tested(),
		});
		launch = { item, memory, campaign, decision };
		asked = await askStops(launch);
		if (decision.kind === 'dryRun') return await dryRun(launch, asked, decision);
		const isLive = decision.kind === 'live';
		stopAt(item, isLive ? asked.stops : asked.stops.filter(({ holdsTests }) => holdsTests));
		if (isLive && asked.existing) return existingRow(campaign, asked.existing.promotionId);
		// While the list was read, another call of an AI agent may have been sent, or the hours may have ended. Nothing may be awaited
		// between this and sending.
		const overtaken = stopOfThisExecution(launch) ?? (isLive ? outsideHours(launch) : undefined);
		if (overtaken) {
			await asked.reservation?.withdraw();
			stopAt(item, [overtaken]);
		}
	} catch (error) {
		throw saidOfUnsent(error, item, memory) as Error;
	}
	return await sendOnce(launch, asked);
}
