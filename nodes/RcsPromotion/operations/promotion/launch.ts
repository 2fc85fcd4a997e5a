import type { IDataObject } from 'n8n-workflow';
import { checkContacts, getContactsInput } from '../../contacts/checkContacts';
import { runsOnce } from '../../contacts/contactForm';
import { throwIfAny } from '../../issues';
import type { ItemContext } from '../../itemContext';
import { decide } from '../../launch/decide';
import { openMarkStore, readIsLiveRun, recordAndGatherFacts } from '../../launch/facts';
import { launchFields } from '../../launch/fields';
import { resumeEarlierTry } from '../../launch/findLaunched';
import { guardAndRemember, type GuardResult } from '../../launch/guard';
import { readLaunchRequest } from '../../launch/launchForm';
import { openLaunchMemory, type LaunchMemory } from '../../launch/memory';
import { buildHints, orderOutput, rethrowAsNotSent } from '../../launch/output';
import { contactChecksFor, prepareCampaign } from '../../launch/prepare';
import { sendOnce } from '../../launch/sendOnce';
import { LaunchRecord } from '../../launch/launchRecord';
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
		for (const hint of buildHints(memory, output)) item.hintOnce(hint.text, hint);
		return [{ json: orderOutput(output) }];
	},
};

async function launchCampaign(item: ItemContext, memory: LaunchMemory): Promise<IDataObject> {
	const campaign = await readCampaign(item).catch((error: unknown) => rethrowAsNotSent(error, memory));
	const launchRecord = new LaunchRecord(openMarkStore(item.context), campaign.templateFingerprint);
	try {
		const result = await decideAndGuard(item, memory, launchRecord, campaign).catch((error: unknown) =>
			rethrowAsNotSent(error, memory, campaign.recipientCount),
		);
		if (result.kind === 'nothingSent') {
			item.hintOnce(result.hint.text, result.hint);
			return result.output;
		}
		const output = await sendOnce(item.client, memory, result.toSend);
		return result.preview ? { ...output, preview: result.preview } : output;
	} finally {
		// The memory holds what was sent and not refused. If n8n keeps none, only tests are sent, and tests are not recorded.
		const wasSent = memory.recall() !== undefined;
		if (!wasSent) await launchRecord.withdraw();
	}
}

/** Reads the form and checks the contacts. Sends the service no request; the client only tells the account. */
async function readCampaign(item: ItemContext): Promise<Campaign> {
	const request = await readLaunchRequest(item);
	const { recipientSource } = request;
	if (recipientSource === 'uploadedList') return prepareCampaign(item.client, request);
	const checked = await checkContacts(getContactsInput(item, recipientSource), contactChecksFor(request));
	return prepareCampaign(item.client, request, checked);
}

async function decideAndGuard(
	item: ItemContext,
	memory: LaunchMemory,
	launchRecord: LaunchRecord,
	campaign: Campaign,
): Promise<GuardResult> {
	throwIfAny(campaign.refusals, [...campaign.warnings, ...campaign.notes]);
	const decision = decide(campaign, { isLiveRun: await readIsLiveRun(item, campaign), isTool: item.isTool });
	const facts = await recordAndGatherFacts(item, launchRecord, campaign, decision);
	return guardAndRemember(campaign, decision, facts, memory);
}
