import type { IDataObject } from 'n8n-workflow';
import { checkContacts } from '../../contacts/checkContacts';
import { runsOnce } from '../../contacts/contactForm';
import type { ItemContext } from '../../itemContext';
import { contactChecksFor, prepareCampaign, type Campaign } from '../../launch/campaign';
import { decideAndRemember } from '../../launch/decide';
import { launchFields } from '../../launch/fields';
import { resumeEarlierTry } from '../../launch/findLaunched';
import { readLaunchRequest } from '../../launch/launchForm';
import { LaunchRecord } from '../../launch/launchRecord';
import { openLaunchMemory, type LaunchMemory } from '../../launch/memory';
import { rethrowAsNotSent, showHints } from '../../launch/messages';
import { orderOutput } from '../../launch/output';
import { sendOnce } from '../../launch/sendOnce';
import type { Operation } from '../operation';
import { readContactsInput } from '../tool/phones';

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
		showHints(item, memory, output);
		return [{ json: orderOutput(output) }];
	},
};

async function launchCampaign(item: ItemContext, memory: LaunchMemory): Promise<IDataObject> {
	const campaign = await readCampaign(item).catch((error: unknown) => rethrowAsNotSent(error, memory));
	const { contacts, refusals } = campaign;
	// If something is wrong with them, it is not decided yet who would get the message.
	const count = refusals.length > 0 ? contacts.given : contacts.count;
	const launchRecord = new LaunchRecord(item.context, campaign.fingerprints.template);
	try {
		const result = await decideAndRemember(item, memory, launchRecord, campaign).catch((error: unknown) =>
			rethrowAsNotSent(error, memory, count),
		);
		if (result.kind === 'nothingSent') {
			item.hintOnce(result.hint, 'info');
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
	const checked = await checkContacts(readContactsInput(item, recipientSource), contactChecksFor(request));
	return prepareCampaign(item.client, request, checked);
}
