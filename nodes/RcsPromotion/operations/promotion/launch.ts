import type { IDataObject } from 'n8n-workflow';
import { Refusal } from '../../../form/refusal';
import { runsOnce } from '../../contacts/request';
import { throwIfAny } from '../../issues';
import type { ItemContext } from '../../itemContext';
import { decide } from '../../launch/decide';
import { launchFields } from '../../launch/fields';
import { findEarlier } from '../../launch/findLaunched';
import { guardLaunch } from '../../launch/guard';
import { isLiveRun } from '../../launch/liveRun';
import { LaunchMemory } from '../../launch/memory';
import { describeUnsent, inOrder, showHints } from '../../launch/output';
import { prepareCampaign } from '../../launch/prepare';
import { readLaunchRequest } from '../../launch/request';
import { sendOnce } from '../../launch/sendOnce';
import { SentBefore } from '../../launch/sentBefore';
import type { Campaign, Decision } from '../../launch/types';
import type { Operation } from '../operation';

export const launch: Operation = {
	name: 'Launch',
	description: 'Send a campaign to a list of contacts',
	action: 'Launch promotion',
	writes: true,
	properties: launchFields,
	runsOnce,
	async execute(item) {
		const memory = new LaunchMemory(item, runsOnce(item));
		const earlier = memory.recall();
		const row = earlier ? await findEarlier(item, memory, earlier) : await launchCampaign(item, memory);
		showHints(item, memory, row);
		return [{ json: inOrder(row) }];
	},
};

async function launchCampaign(item: ItemContext, memory: LaunchMemory): Promise<IDataObject> {
	const throwUnsent = (contacts?: number | null) => (error: unknown) => {
		throw describeUnsent(error, item, memory, contacts) as Error;
	};
	const request = await readLaunchRequest(item).catch(throwUnsent());
	const campaign = await prepareCampaign(item, request).catch(throwUnsent());
	const record = new SentBefore(item.context, campaign.peopleOfTemplate);
	try {
		const decision = await decideOnRecipients(item, campaign).catch(throwUnsent(campaign.ready));
		const guarded = await guardLaunch(item, memory, record, campaign, decision).catch(throwUnsent(campaign.ready));
		if ('row' in guarded) return guarded.row;
		const { sending, preview } = guarded;
		const row = await sendOnce(item, memory, sending);
		return preview ? { ...row, preview } : row;
	} finally {
		// Nothing was sent, or the service refused it: the next launch must not find it.
		if (!memory.recall()) await record.withdraw();
	}
}

async function decideOnRecipients(item: ItemContext, campaign: Campaign): Promise<Decision> {
	throwIfAny(campaign.faults, [...campaign.warnings, ...campaign.notes]);
	const { isTool } = item;
	return decide(campaign, { isLiveRun: await readIsLiveRun(item, campaign), isTool });
}

/** Only where it matters: a run that n8n cannot show must not hold up a dry run, or what is always sent. */
async function readIsLiveRun(item: ItemContext, { sendMode }: Campaign): Promise<boolean> {
	if (sendMode !== 'careful' || item.isTool) return false;
	const isLive = await item.readOnce('isLiveRun', async () => await isLiveRun(item.context));
	if (isLive !== null) return isLive;
	throw new Refusal(
		'n8n could not show how this run was started, so it is not known whether it may send to everyone',
		"Run the workflow again. If that does not help, n8n's database may be out of reach or full; the person who runs n8n can tell. 'Everyone, Always' in 'Send To' does not ask, but then tests in the editor send to everyone, too.",
	);
}
