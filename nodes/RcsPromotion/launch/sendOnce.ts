import { randomUUID } from 'crypto';
import type { IDataObject } from 'n8n-workflow';
import { readResponse, type LaunchUpload, type ServiceClient } from '../../service/client';
import { judge } from '../../service/judgement';
import { findAnsweredIds } from '../../service/promotions';
import { timeouts } from '../../service/timeouts';
import type { Outcome, Promotion } from '../../service/types';
import { buildJsonUpload, buildLaunchBody, buildMultipartUpload } from './body';
import type { Campaign } from './campaign';
import { finishLaunched, finishUnknown, searchPromotions, type SentLaunch } from './findLaunched';
import { listedWithName, type LaunchMemory, type RememberedLaunch } from './memory';
import { buildOutputSoFar, describeSent, quoteAnswer } from './output';

/** A launch that is remembered and may be sent. */
export interface LaunchToSend {
	targetListName: string;
	body: IDataObject;
	upload: LaunchUpload;
	launch: RememberedLaunch;
	/** All promotions that were listed before it is sent. */
	listedIds: ReadonlySet<string>;
}

/** Remembers the launch before it is sent, so that neither a later try nor another call sends it again. */
export function rememberAsSending(memory: LaunchMemory, campaign: Campaign, listed: Promotion[]): LaunchToSend {
	const { account, contacts, fingerprints, request } = campaign;
	const { promotionName, targetListName } = request;
	const { execution, node, run } = memory.call;
	const body = buildLaunchBody(request);
	const upload = buildUpload(campaign, body);
	const launch: RememberedLaunch = {
		id: randomUUID(),
		state: 'sending',
		...{ execution, node, run, account, promotionName },
		promotionId: null,
		sentAt: new Date().toISOString(),
		messageFingerprint: fingerprints.message,
		audience: contacts.audience,
		listedBefore: listedWithName(listed, promotionName),
		output: buildOutputSoFar(campaign),
	};
	memory.remember(launch);
	return { targetListName, body, upload, launch, listedIds: new Set(listed.map(({ promotionId }) => promotionId)) };
}

/** A campaign with contacts is never sent without their file: the service would send to a list of that name which it already has. */
function buildUpload({ request, contacts: { file } }: Campaign, body: IDataObject): LaunchUpload {
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
	{ targetListName, body, upload, launch, listedIds }: LaunchToSend,
): Promise<IDataObject> {
	const sent: SentLaunch = { client, memory, launch };
	const outcome = await client.launch(targetListName, upload, timeouts.launchAnswerMs);
	const { writeOutcome } = judge(outcome);
	const answeredIds = findAnsweredIds(outcome);
	const earlierIds = [...listedIds, ...memory.findOtherPromotions(launch).ids];
	const namesOnlyEarlier = answeredIds.length > 0 && answeredIds.every((id) => earlierIds.includes(id));
	if (outcome.kind === 'answer' && writeOutcome === 'accepted' && !namesOnlyEarlier) {
		const [promotionId = null, ...others] = answeredIds;
		// Of several, the list decides.
		const answeredId = others.length > 0 ? null : promotionId;
		const response = readResponse(outcome);
		const quote = quoteAnswer(response, answeredId, [body, targetListName, client.accountId]);
		return await finishLaunched(sent, answeredId, response, quote);
	}
	const error = client.createError(outcome, {
		action: 'launch it',
		advice: "Check the template's name, ID and language, and how many cards and texts it takes.",
		isTold: true,
	});
	if (writeOutcome === 'refused' && !(await mayHaveArrived(outcome, sent))) {
		memory.forget(launch);
		const alreadySent = describeSent(memory.launchesOfNode());
		error.description = `${alreadySent || 'Nothing was sent to anyone.'} ${error.description}`;
		// Users first want to know what was not sent and to how many, whatever the reason.
		error.message = `"${launch.promotionName}" was not launched to ${launch.audience}: ${error.message}`;
		throw error;
	}
	const whyUnknown = namesOnlyEarlier
		? `The service answered with promotion ${answeredIds.join(', ')}, which was launched before`
		: error.message;
	return await finishUnknown({ client, memory, launch: { ...launch, state: 'unknown', whyUnknown } });
}

/**
 * Something between n8n and the service may have repeated the request, and then the service accepts the first and refuses the second, or
 * it lists a launch that it only refused in part. So no refusal is believed before the list was read.
 */
async function mayHaveArrived(outcome: Outcome, sent: SentLaunch): Promise<boolean> {
	if (outcome.kind !== 'answer') return false;
	const { newIds, couldRead } = await searchPromotions(sent, timeouts.findLaunchedAfterMs.slice(0, 2));
	// Without the list, only a conflict says that such a promotion may be there.
	return newIds.length > 0 || (outcome.status === 409 && !couldRead);
}
