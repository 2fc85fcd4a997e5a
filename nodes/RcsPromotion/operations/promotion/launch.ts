import type { IDataObject } from 'n8n-workflow';
import { checkContacts } from '../../contacts/checkContacts';
import { runsOnce } from '../../contacts/contactForm';
import { throwIfAny } from '../../issues';
import type { ItemContext } from '../../itemContext';
import { decide } from '../../launch/decide';
import { openNodeRecord, readIsLiveRun, recordAndGatherFacts } from '../../launch/facts';
import { launchFields } from '../../launch/fields';
import { resumeEarlierTry } from '../../launch/findLaunched';
import { guardAndRemember, type GuardedLaunch } from '../../launch/guard';
import { readLaunchRequest } from '../../launch/launchForm';
import { openLaunchMemory, type LaunchMemory } from '../../launch/memory';
import { addWhatWasNotSent, orderOutput, listHints } from '../../launch/output';
import { contactChecksFor, prepareCampaign } from '../../launch/prepare';
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
		const output = earlier
			? await resumeEarlierTry({ client: item.client, memory, launch: earlier })
			: await launchCampaign(item, memory);
		for (const hint of listHints(memory, output)) item.hintOnce(hint.text, hint);
		return [{ json: orderOutput(output) }];
	},
};

async function launchCampaign(item: ItemContext, memory: LaunchMemory): Promise<IDataObject> {
	const campaign = await checkWithoutService(item).catch((error: unknown) => {
		throw addWhatWasNotSent(error, memory) as Error;
	});
	const sentBefore = new SentBefore(openNodeRecord(item.context), campaign.templateFingerprint);
	try {
		const guarded = await decideAndGuard({ item, memory, sentBefore, campaign }).catch((error: unknown) => {
			throw addWhatWasNotSent(error, memory, campaign.recipientCount) as Error;
		});
		if (guarded.kind === 'nothingSent') {
			item.hintOnce(guarded.hint.text, guarded.hint);
			return guarded.output;
		}
		const output = await sendOnce(item.client, memory, guarded.sending);
		return guarded.preview ? { ...output, preview: guarded.preview } : output;
	} finally {
		// If nothing went out, or the service refused it, the next launch must be free to send.
		const wasSent = memory.recall() !== undefined;
		if (!wasSent) await sentBefore.withdraw();
	}
}

async function checkWithoutService(item: ItemContext): Promise<Campaign> {
	const request = await readLaunchRequest(item);
	const { recipients } = request;
	if (recipients === 'uploadedList') return prepareCampaign(item.client, request);
	const checked = await checkContacts(item, recipients, contactChecksFor(request));
	return prepareCampaign(item.client, request, checked);
}

interface LaunchInProgress {
	item: ItemContext;
	memory: LaunchMemory;
	sentBefore: SentBefore;
	campaign: Campaign;
}

async function decideAndGuard({ item, memory, sentBefore, campaign }: LaunchInProgress): Promise<GuardedLaunch> {
	throwIfAny(campaign.refusals, [...campaign.warnings, ...campaign.notes]);
	const decision = decide(campaign, { isLiveRun: await readIsLiveRun(item, campaign), isTool: item.isTool });
	const facts = await recordAndGatherFacts(item, sentBefore, campaign, decision);
	return guardAndRemember(campaign, decision, facts, memory);
}
