import type { IDataObject } from 'n8n-workflow';
import { throwIfAny } from '../../issues';
import type { ItemContext } from '../../itemContext';
import { decide } from '../../launch/decide';
import { launchFields } from '../../launch/fields';
import { ask, thisMoment } from '../../launch/knowledge';
import { isLiveRun } from '../../launch/liveRun';
import { LaunchMemory } from '../../launch/memory';
import { dryRunRow, existingRow, inOrder, previewOf, saidOfUnsent, tell } from '../../launch/output';
import { prepareCampaign } from '../../launch/prepare';
import { isOneForAll } from '../../contacts/request';
import { launchRequest } from '../../launch/request';
import { resultOf, sendOnce } from '../../launch/sendOnce';
import { SentBefore } from '../../launch/sentBefore';
import { saidOfLiveRun, stopsOf } from '../../launch/stops';
import { asTestRun } from '../../launch/testRun';
import type { Campaign } from '../../launch/types';
import type { Operation } from '../operation';

export const launch: Operation = {
	name: 'Launch',
	description: 'Send a campaign to a list of contacts',
	action: 'Launch promotion',
	writes: true,
	properties: launchFields,
	runsOnce: isOneForAll,
	async execute(item) {
		const memory = new LaunchMemory(item, isOneForAll(item));
		const earlier = memory.recall();
		const row = earlier ? await resultOf(item, memory, earlier) : await launchCampaign(item, memory);
		tell(item, memory, row);
		return [{ json: inOrder(row) }];
	},
};

/** Only where it matters: a run that n8n cannot show must not hold up a dry run, or what is always sent. */
async function readIsLiveRun(item: ItemContext, { sendMode }: Campaign): Promise<boolean> {
	if (sendMode !== 'careful' || item.isTool) return false;
	const isLive = await item.readOnce('isLiveRun', async () => await isLiveRun(item.context));
	if (isLive !== null) return isLive;
	throw item.refusal(
		'n8n could not show how this run was started, so it is not known whether it may send to everyone',
		"Run the workflow again. If that does not help, n8n's database may be out of reach or full; the person who runs n8n can tell. 'Everyone, Always' in 'Send To' does not ask, but then tests in the editor send to everyone, too.",
	);
}

async function launchCampaign(item: ItemContext, memory: LaunchMemory): Promise<IDataObject> {
	let campaign: Campaign | undefined;
	let record: SentBefore | undefined;
	let sending: Promise<IDataObject>;
	try {
		try {
			campaign = await prepareCampaign(item, await launchRequest(item));
			throwIfAny(item, campaign.faults, [...campaign.warnings, ...campaign.notes]);
			const decision = decide(campaign, { isLiveRun: await readIsLiveRun(item, campaign), isTool: item.isTool });

			record = new SentBefore(item.context, campaign.peopleOfTemplate);
			const isLive = decision.kind === 'live';
			// A live launch is recorded before the list is read, whatever seems to stop it so far, so that a second launch at the same
			// moment finds it; and once more after that, in case another n8n process has overwritten the record.
			const hours = campaign.refuseRepeatsWithinHours;
			const foundBefore = await record.reserve(Date.now(), { hours, isLive }).catch(() => null);
			const known = { foundBefore, ...(await ask(item, campaign, decision)) };
			await record.confirm();
			// Nothing may be awaited between this and sending: another call of an AI agent could be sent in the meantime.
			const verdict = stopsOf(campaign, memory, { ...known, ...thisMoment(item) }, item.isTool);
			if (decision.kind === 'dryRun') return dryRunRow(item, campaign, decision, { ...known, verdict });
			const stops = verdict.stops.filter(({ holdsTests }) => isLive || holdsTests);
			throwIfAny(item, stops, [...campaign.warnings, ...campaign.notes]);
			if (isLive && verdict.existing) return existingRow(campaign, verdict.existing.promotionId);

			const toSend = isLive ? campaign : asTestRun(item, campaign, saidOfLiveRun(verdict));
			sending = sendOnce(item, memory, toSend, Array.isArray(known.list) ? known.list : []);
			if (!isLive) sending = sending.then((row) => ({ ...row, preview: previewOf(toSend, toSend.first) }));
		} catch (error) {
			throw saidOfUnsent(error, item, memory, campaign?.ready) as Error;
		}
		return await sending;
	} finally {
		// Nothing was sent, or the service refused it: the next launch must not find it.
		if (!memory.recall()) await record?.withdraw();
	}
}
