import { randomUUID } from 'crypto';
import type { IDataObject } from 'n8n-workflow';
import type { LaunchUpload, ServiceClient } from '../../service/client';
import { describeError } from '../../service/errors';
import { judge } from '../../service/judgement';
import { findAnsweredIds, findByName } from '../../service/promotions';
import { timeouts } from '../../service/timeouts';
import type { Outcome, Promotion } from '../../service/types';
import { buildLaunchBody } from './body';
import { finishAccepted, finishUnknown } from './findLaunched';
import type { LaunchMemory } from './memory';
import { describeSent, buildSuccessOutput } from './output';
import type { Campaign, RememberedLaunch } from './types';
import { buildJsonUpload, buildMultipartUpload } from './upload';

/** A launch that is remembered and may be sent. */
export interface LaunchToSend {
	campaign: Campaign;
	upload: LaunchUpload;
	launch: RememberedLaunch;
	/** All promotions that were listed before it is sent. */
	listedIds: ReadonlySet<string>;
}

/** Remembers the launch before it is sent, so that neither a later try nor another call sends it again. */
export function rememberAsSending(memory: LaunchMemory, campaign: Campaign, listed: Promotion[]): LaunchToSend {
	const { account, promotionName, audience } = campaign;
	const upload = buildUpload(campaign);
	const launch: RememberedLaunch = {
		id: randomUUID(),
		state: 'sending',
		messageFingerprint: campaign.messageFingerprint,
		account,
		promotionName,
		promotionId: null,
		audience,
		listedBefore: findByName(listed, promotionName).map(({ promotionId }) => promotionId),
		sentAt: new Date().toISOString(),
		output: buildSuccessOutput(campaign),
	};
	memory.remember(launch);
	return { campaign, upload, launch, listedIds: new Set(listed.map(({ promotionId }) => promotionId)) };
}

/** A campaign with contacts is never sent without their file: the service would send to a list of that name which it already has. */
function buildUpload(campaign: Campaign): LaunchUpload {
	const body = buildLaunchBody(campaign);
	if (campaign.recipientSource === 'uploadedList') return buildJsonUpload(body);
	if (campaign.file) return buildMultipartUpload(campaign.file, body);
	throw new Error('The file of contacts is missing');
}

/**
 * Sends the launch once and returns its output, or throws with a message for the user. If the service plainly refuses, the launch is
 * forgotten and may be sent again.
 */
export async function sendOnce(
	client: ServiceClient,
	memory: LaunchMemory,
	{ campaign, upload, launch, listedIds }: LaunchToSend,
): Promise<IDataObject> {
	const outcome = await client.launch(campaign.targetListName, upload, timeouts.launchAnswerMs);
	const answeredId = findAnsweredId(outcome);
	const isEarlier = (id: string) => listedIds.has(id) || memory.findOtherPromotions(launch).ids.includes(id);
	const namesEarlierLaunch = answeredId !== null && isEarlier(answeredId);
	const { writeOutcome } = judge(outcome);
	// An ID proves the launch, whatever else the answer says, unless it is the ID of an earlier one.
	const isAccepted = !namesEarlierLaunch && (answeredId !== null || writeOutcome === 'accepted');
	// The second condition is for the compiler: only an answer can be accepted.
	if (isAccepted && outcome.kind === 'answer') {
		return await finishAccepted({ client, memory, launch }, outcome, answeredId);
	}
	const error = client.createError(outcome, {
		action: 'launch it',
		advice: 'Check the names of the template and the list, the language, and the cards.',
	});
	if (upload.fileReadError !== undefined)
		error.message = `The contacts could not be read to their end: ${describeError(upload.fileReadError)}`;
	if (writeOutcome === 'refused' && !namesEarlierLaunch) {
		memory.forget(launch);
		const alreadySent = describeSent(memory.launchesOfNode());
		error.description = `${alreadySent || 'Nothing was sent to anyone.'} ${error.description}`;
		// Users first want to know what was not sent and to how many, whatever the reason.
		error.message = `"${launch.promotionName}" was not launched to ${launch.audience}: ${error.message}`;
		throw error;
	}
	const whyUnknown = namesEarlierLaunch
		? `The service answered with promotion ${answeredId}, which was launched before`
		: error.message;
	const unknownLaunch: RememberedLaunch = { ...launch, state: 'unknown', whyUnknown };
	memory.remember(unknownLaunch);
	return await finishUnknown({ client, memory, launch: unknownLaunch });
}

/** The promotion that the answer to a launch names; null if it names none or several. */
export function findAnsweredId(outcome: Outcome): string | null {
	const [id = null, ...others] = findAnsweredIds(outcome);
	return others.length === 0 ? id : null;
}
