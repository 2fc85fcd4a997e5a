import { randomUUID } from 'crypto';
import type { IDataObject } from 'n8n-workflow';
import type { LaunchUpload, ServiceClient } from '../../service/client';
import { describeError } from '../../service/errors';
import { judge } from '../../service/judgement';
import { findAnsweredIds, findByName } from '../../service/promotions';
import { timeouts } from '../../service/timeouts';
import type { Answer, Outcome, Promotion } from '../../service/types';
import { buildLaunchBody } from './body';
import { finishAccepted, finishUnanswered } from './findLaunched';
import type { LaunchMemory } from './memory';
import { describeSent, buildSuccessOutput } from './output';
import type { Campaign, RememberedLaunch } from './types';
import { jsonUpload, multipartUpload } from './upload';

/** A launch that is remembered and may be sent. */
export interface Sending {
	campaign: Campaign;
	upload: LaunchUpload;
	launch: RememberedLaunch;
}

/** Remembers the launch before it is sent, so that neither a later try nor another call sends it again. */
export function rememberLaunch(memory: LaunchMemory, campaign: Campaign, listed: Promotion[]): Sending {
	const { account, promotionName, audience } = campaign;
	const upload = buildUpload(campaign);
	const launch: RememberedLaunch = {
		id: randomUUID(),
		state: 'sending',
		people: campaign.messageFingerprint,
		account,
		promotionName,
		promotionId: null,
		audience,
		listedBefore: findByName(listed, promotionName).map(({ promotionId }) => promotionId),
		sentAt: new Date().toISOString(),
		row: buildSuccessOutput(campaign),
	};
	memory.remember(launch);
	return { campaign, upload, launch };
}

/** The service takes a launch without a file for one to a list that it already has, so only the form decides on that. */
function buildUpload(campaign: Campaign): LaunchUpload {
	const body = buildLaunchBody(campaign);
	if (campaign.recipients === 'uploadedList') return jsonUpload(body);
	if (campaign.file) return multipartUpload(campaign.file, body);
	throw new Error('The file of contacts is missing');
}

/**
 * Sends the launch once and returns its output, or throws with a message for the user. If the service plainly refuses, the launch is
 * forgotten and may be sent again.
 */
export async function sendOnce(
	client: ServiceClient,
	memory: LaunchMemory,
	{ campaign, upload, launch }: Sending,
): Promise<IDataObject> {
	const outcome = await client.launch(campaign.targetListName, upload, timeouts.launchAnswerMs);
	const answeredId = findAnsweredId(outcome);
	const namesEarlierLaunch = answeredId !== undefined && memory.idsNotOfThisLaunch(launch).includes(answeredId);
	const ending = judgeLaunch(outcome, answeredId, namesEarlierLaunch);
	if (ending === 'accepted') {
		return await finishAccepted({ client, memory, launch }, outcome as Answer, answeredId ?? null);
	}
	const error = client.createError(outcome, {
		action: 'launch it',
		advice: 'Check the names of the template and the list, the language, and the cards.',
	});
	if (upload.fileReadError !== undefined)
		error.message = `The contacts could not be read to their end: ${describeError(upload.fileReadError)}`;
	if (ending === 'refused') {
		memory.forget(launch);
		const [sentBefore = 'Nothing was sent to anyone.'] = describeSent(memory.launchesOfNode());
		error.description = `${sentBefore} ${error.description}`;
		// Users first want to know what was not sent and to how many, whatever the reason.
		error.message = `"${launch.promotionName}" was not launched to ${launch.audience}: ${error.message}`;
		throw error;
	}
	const cause = namesEarlierLaunch
		? `The service answered with promotion ${answeredId}, which was launched before`
		: error.message;
	const unanswered: RememberedLaunch = { ...launch, state: 'unknown', cause };
	memory.remember(unanswered);
	return await finishUnanswered({ client, memory, launch: unanswered });
}

function judgeLaunch(outcome: Outcome, answeredId: string | undefined, namesEarlierLaunch: boolean) {
	if (namesEarlierLaunch) return 'unknown';
	return answeredId === undefined ? judge(outcome).writeOutcome : 'accepted';
}

/** The promotion that the answer to a launch names; none if it names several. */
export function findAnsweredId(outcome: Outcome): string | undefined {
	const [id, ...others] = findAnsweredIds(outcome);
	return others.length === 0 ? id : undefined;
}
