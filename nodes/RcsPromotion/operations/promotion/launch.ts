import type { IDataObject } from 'n8n-workflow';
import { checkContacts } from '../../contacts/checkContacts';
import { runsOnce } from '../../contacts/contactForm';
import { throwIfAny } from '../../issues';
import type { ItemContext } from '../../itemContext';
import { decide } from '../../launch/decide';
import { gatherFacts, nodeRecordOf, readIsLiveRun } from '../../launch/facts';
import { launchFields } from '../../launch/fields';
import { findEarlier } from '../../launch/findLaunched';
import { guardLaunch } from '../../launch/guard';
import { readLaunchRequest } from '../../launch/launchForm';
import { openLaunchMemory, type LaunchMemory } from '../../launch/memory';
import { describeUnsent, inOrder, listHints } from '../../launch/output';
import { needsOf, prepareCampaign } from '../../launch/prepare';
import { sendOnce } from '../../launch/sendOnce';
import { SentBefore } from '../../launch/sentBefore';
import type { Campaign } from '../../launch/types';
import type { Operation } from '../operation';

export const launch: Operation = {
	name: 'Launch',
	description: 'Send a campaign to a list of contacts',
	action: 'Launch promotion',
	writes: true,
	properties: launchFields,
	runsOnce,
	async execute(item) {
		const memory = openLaunchMemory(item, runsOnce(item));
		const earlier = memory.recall();
		const row = earlier ? await findEarlier(item.client, memory, earlier) : await launchCampaign(item, memory);
		for (const hint of listHints(memory, row)) item.hintOnce(...hint);
		return [{ json: inOrder(row) }];
	},
};

async function launchCampaign(item: ItemContext, memory: LaunchMemory): Promise<IDataObject> {
	const campaign = await prepare(item).catch((error: unknown) => {
		throw describeUnsent(error, memory) as Error;
	});
	const record = new SentBefore(nodeRecordOf(item.context), campaign.peopleOfTemplate);
	try {
		const guarded = await guard(item, memory, record, campaign).catch((error: unknown) => {
			throw describeUnsent(error, memory, campaign.ready) as Error;
		});
		if ('row' in guarded) {
			if (guarded.hint) item.hintOnce(...guarded.hint);
			return guarded.row;
		}
		const row = await sendOnce(item.client, memory, guarded.sending);
		return guarded.preview ? { ...row, preview: guarded.preview } : row;
	} finally {
		// Nothing was sent, or the service refused it: the next launch must not find it.
		if (!memory.recall()) await record.withdraw();
	}
}

/** Everything that can be checked without the service. */
async function prepare(item: ItemContext): Promise<Campaign> {
	const request = await readLaunchRequest(item);
	const { recipients } = request;
	const checked = recipients === 'uploadedList' ? undefined : await checkContacts(item, recipients, needsOf(request));
	return prepareCampaign(item.client, request, checked);
}

async function guard(item: ItemContext, memory: LaunchMemory, record: SentBefore, campaign: Campaign) {
	throwIfAny(campaign.faults, [...campaign.warnings, ...campaign.notes]);
	const decision = decide(campaign, { isLiveRun: await readIsLiveRun(item, campaign), isTool: item.isTool });
	const facts = await gatherFacts(item, record, campaign, decision);
	return guardLaunch(campaign, decision, facts, memory);
}
