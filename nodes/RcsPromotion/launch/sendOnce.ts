import { randomUUID } from 'crypto';
import type { IDataObject } from 'n8n-workflow';
import type { LaunchUpload, ServiceClient } from '../../service/client';
import { describeError } from '../../service/errors';
import { judge } from '../../service/judgement';
import { findAnsweredIds, findByName } from '../../service/promotions';
import { timeouts } from '../../service/timeouts';
import type { Outcome, Promotion } from '../../service/types';
import { buildLaunchBody } from './body';
import type { Campaign } from './campaign';
import { finishAnsweredNow, finishUnknown, searchPromotions, type LaunchToFind } from './findLaunched';
import type { LaunchMemory, RememberedLaunch } from './memory';
import { describeSent } from './messages';
import { buildSuccessOutput } from './output';
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
	const { account, contacts, fingerprints } = campaign;
	const { promotionName } = campaign.request;
	const upload = buildUpload(campaign);
	const launch: RememberedLaunch = {
		id: randomUUID(),
		state: 'sending',
		messageFingerprint: fingerprints.message,
		account,
		promotionName,
		promotionId: null,
		audience: contacts.audience,
		listedBefore: findByName(listed, promotionName).map(({ promotionId }) => promotionId),
		sentAt: new Date().toISOString(),
		output: buildSuccessOutput(campaign),
	};
	memory.remember(launch);
	return { campaign, upload, launch, listedIds: new Set(listed.map(({ promotionId }) => promotionId)) };
}

/** A campaign with contacts is never sent without their file: the service would send to a list of that name which it already has. */
function buildUpload({ request, contacts: { file } }: Campaign): LaunchUpload {
	const body = buildLaunchBody(request);
	if (request.recipientSource === 'uploadedList') return buildJsonUpload(body);
	if (file) return buildMultipartUpload(file, body);
	throw new Error('The file of contacts is missing');
}

/**
 * Sends the launch once and returns its output, or throws with a message for the user. If the service plainly refuses, the launch is
 * forgotten and may be sent again.
 */
export async function sendOnce(
	client: ServiceClient,
	memory: LaunchMemory,
	toSend: LaunchToSend,
): Promise<IDataObject> {
	const { campaign, upload, launch, listedIds } = toSend;
	const sent = { client, memory, launch };
	const outcome = await client.launch(campaign.request.targetListName, upload, timeouts.launchAnswerMs);
	const answeredIds = findAnsweredIds(outcome);
	const [answeredId] = answeredIds;
	const isEarlier = (id: string) => listedIds.has(id) || memory.findOtherPromotions(launch).ids.includes(id);
	const namesEarlierLaunch = answeredIds.length === 1 && isEarlier(answeredId as string);
	const { writeOutcome } = judge(outcome);
	// A new ID shows that the service acted on it, whatever else the answer says.
	const isAnswered = !namesEarlierLaunch && (answeredIds.length === 1 || writeOutcome === 'accepted');
	// The second condition is for the compiler: only an answer can be one.
	if (isAnswered && outcome.kind === 'answer') return await finishAnsweredNow(sent, outcome, answeredIds);
	const error = client.createError(outcome, {
		action: 'launch it',
		advice: "Check the template's name, ID and language, and how many cards and texts it takes.",
		isTold: true,
	});
	if (upload.fileReadError !== undefined)
		error.message = `The contacts could not be read to their end: ${describeError(upload.fileReadError)}`;
	const isRefused = writeOutcome === 'refused' && !namesEarlierLaunch && !(await mayHaveArrived(outcome, sent));
	if (isRefused) {
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

/**
 * Something between n8n and the service may have repeated the request, and then the service accepts the first and refuses the second, or
 * it lists a launch that it only refused in part. So no refusal is believed before the list was read.
 */
async function mayHaveArrived(outcome: Outcome, sent: LaunchToFind): Promise<boolean> {
	if (outcome.kind !== 'answer') return false;
	const { newIds, couldRead } = await searchPromotions(sent, timeouts.findLaunchedAfterMs.slice(0, 2));
	// Without the list, only a conflict says that such a promotion may be there.
	return newIds.length > 0 || (outcome.status === 409 && !couldRead);
}
