import type { IDataObject } from 'n8n-workflow';
import { runsOnce } from '../../contacts/contactForm';
import type { ItemContext } from '../../itemContext';
import { readCampaign } from '../../launch/campaign';
import { decideAndRemember } from '../../launch/decide';
import { launchFields } from '../../launch/launchFields';
import { LaunchRecord } from '../../launch/launchRecord';
import { openLaunchMemory, type LaunchMemory } from '../../launch/memory';
import { rethrowAsNotSent, showHints } from '../../launch/output';
import { resumeEarlierTry, sendOnce } from '../../launch/sendOnce';
import type { Operation } from '../operation';

export const launch: Operation = {
	name: 'Launch',
	description: 'Send a campaign to a list of contacts',
	action: 'Launch promotion',
	writes: true,
	peopleOnly: true,
	properties: launchFields,
	runsOnce,
	async execute(item) {
		const memory = openLaunchMemory(item, runsOnce(item));
		const earlier = memory.recall();
		const { output, howToSend } = earlier
			? { output: await resumeEarlierTry({ client: item.client, memory, launch: earlier }) }
			: await launchCampaign(item, memory);
		showHints(item, memory, output, howToSend);
		return [{ json: output }];
	},
};

async function launchCampaign(
	item: ItemContext,
	memory: LaunchMemory,
): Promise<{ output: IDataObject; howToSend?: string }> {
	const campaign = await readCampaign(item).catch((error: unknown) => rethrowAsNotSent(error, memory));
	// If something is wrong with them, it is not decided yet who would get the message.
	const count = campaign.refusals.length > 0 ? campaign.recipients.rows : campaign.contacts.count;
	const launchRecord = new LaunchRecord(item.context, campaign.fingerprints.template);
	try {
		const { dryRun, sending, preview } = await decideAndRemember(item, memory, launchRecord, campaign).catch(
			(error: unknown) => rethrowAsNotSent(error, memory, count),
		);
		if (dryRun) return dryRun;
		const { accountId, ...output } = await sendOnce(item.client, memory, sending);
		return { output: { ...output, ...(preview && { preview }), accountId } };
	} finally {
		// The memory holds what was sent and not refused.
		const wasSent = memory.recall() !== undefined;
		if (!wasSent) await launchRecord.withdraw();
	}
}
