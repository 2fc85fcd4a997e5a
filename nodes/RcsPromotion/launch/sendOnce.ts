import { randomUUID } from 'crypto';
import type { IDataObject } from 'n8n-workflow';
import type { LaunchUpload, ServiceClient } from '../../service/client';
import { describeError } from '../../service/errors';
import { judge } from '../../service/judgement';
import { answeredPromotionIds, findByName } from '../../service/promotions';
import { timeouts } from '../../service/timeouts';
import type { Answer, Outcome, Promotion } from '../../service/types';
import { launchBody } from './body';
import { findAccepted, findUnanswered } from './findLaunched';
import type { LaunchMemory } from './memory';
import { describeSent, sentRow } from './output';
import type { Campaign, SentLaunch } from './types';
import { jsonUpload, multipartUpload } from './upload';

/** A launch that is remembered and may be sent. */
export interface Sending {
	campaign: Campaign;
	upload: LaunchUpload;
	sent: SentLaunch;
}

/** Remembers the launch before it is sent, so that neither a later try nor another call sends it again. */
export function rememberSending(memory: LaunchMemory, campaign: Campaign, listed: Promotion[]): Sending {
	const { promotionName, audience } = campaign;
	const upload = uploadOf(campaign);
	const sent: SentLaunch = {
		id: randomUUID(),
		state: 'sending',
		people: campaign.peopleOfMessage,
		account: campaign.account,
		promotionName,
		promotionId: null,
		audience,
		listedBefore: findByName(listed, promotionName).map(({ promotionId }) => promotionId),
		sentAt: new Date().toISOString(),
		row: sentRow(campaign),
	};
	memory.remember(sent);
	return { campaign, upload, sent };
}

/** The service takes a launch without a file for one to a list that it already has, so only the form decides on that. */
function uploadOf(campaign: Campaign): LaunchUpload {
	const body = launchBody(campaign);
	if (campaign.recipients === 'uploadedList') return jsonUpload(body);
	if (campaign.file) return multipartUpload(campaign.file, body);
	throw new Error('The file of contacts is missing');
}

/**
 * Sends the launch once and returns how it ended, or throws with a message for the user. After a plain refusal the memory holds nothing
 * of it, so that it may be sent again.
 */
export async function sendOnce(
	client: ServiceClient,
	memory: LaunchMemory,
	{ campaign, upload, sent }: Sending,
): Promise<IDataObject> {
	const { promotionName, targetListName, audience } = campaign;
	const outcome = await client.launch(targetListName, upload, timeouts.launchAnswerMs);
	const answeredId = answeredPromotionId(outcome);
	const isOld = answeredId !== undefined && memory.idsOfOthers(sent).includes(answeredId);
	const verdict = isOld ? 'unknown' : answeredId === undefined ? judge(outcome).write : 'accepted';
	if (verdict === 'accepted') {
		return await findAccepted({ client, memory, sent }, outcome as Answer, answeredId ?? null);
	}
	const fault = client.createError(outcome, {
		action: 'launch it',
		advice: 'Check the names of the template and the list, the language, and the cards.',
	});
	if (upload.readFault !== undefined)
		fault.message = `The contacts could not be read to their end: ${describeError(upload.readFault)}`;
	if (verdict === 'refused') {
		memory.forget(sent);
		const [before = 'Nothing was sent to anyone.'] = describeSent(memory.launchesOfNode());
		fault.description = `${before} ${fault.description}`;
		// Users first want to know what was not sent and to how many, whatever the reason.
		fault.message = `"${promotionName}" was not launched to ${audience}: ${fault.message}`;
		throw fault;
	}
	const cause = isOld ? `The service answered with promotion ${answeredId}, which was launched before` : fault.message;
	const unanswered: SentLaunch = { ...sent, state: 'unknown', cause };
	memory.remember(unanswered);
	return await findUnanswered({ client, memory, sent: unanswered });
}

/** The promotion that the answer to a launch names; none if it names several. */
export function answeredPromotionId(outcome: Outcome): string | undefined {
	const [id, ...others] = answeredPromotionIds(outcome);
	return others.length === 0 ? id : undefined;
}
