import { randomUUID } from 'crypto';
import type { IDataObject, NodeOperationError } from 'n8n-workflow';
import { responseOf } from '../../service/client';
import { describeError } from '../../service/errors';
import { judge, saysSuccess } from '../../service/judgement';
import { named } from '../../service/promotions';
import type { Answer, Promotion } from '../../service/types';
import { asSentence } from '../../service/values';
import type { ItemContext } from '../itemContext';
import { launchBody } from './body';
import { answeredPromotionId, look, type Attempt, type LookResult } from './look';
import type { LaunchMemory } from './memory';
import { saidOfSent, sentRow, unconfirmedRow } from './output';
import type { Campaign, SentLaunch } from './types';
import { jsonUpload, multipartUpload } from './upload';

/** How long a launch waits. One object, so that tests can shorten it. */
export const launchTiming = {
	/** How long the service may take to answer after it has received the whole launch. */
	answerMs: 300_000,
	/** Pauses before each read of the list to find out how a launch ended, in ms. Reads happen at about 0, 2, 5, 15 and 30 s. */
	lookAfterMs: [0, 2_000, 3_000, 10_000, 15_000],
};

const ID_NOT_SHOWN =
	'The service accepted the launch, but neither its answer nor the list shows the promotion ID yet. Find it later with Promotion: Get Many.';

/**
 * Sends the launch once and returns how it ended, or throws with a message for the user. After a plain refusal the memory holds nothing
 * of it, so that it may be sent again.
 */
export async function sendOnce(
	item: ItemContext,
	memory: LaunchMemory,
	campaign: Campaign,
	listed: Promotion[],
): Promise<IDataObject> {
	const { file, promotionName, targetListName, audience } = campaign;
	const body = launchBody(campaign);
	const upload = file ? multipartUpload(file, body) : jsonUpload(body);
	const sending: SentLaunch = {
		id: randomUUID(),
		state: 'sending',
		people: campaign.peopleOfMessage,
		account: item.client.account,
		promotionName,
		promotionId: null,
		audience,
		listedBefore: named(listed, promotionName).map(({ promotionId }) => promotionId),
		sentAt: new Date().toISOString(),
		row: sentRow(campaign),
	};
	memory.remember(sending);
	const outcome = await item.client.launch(targetListName, upload, launchTiming.answerMs);
	const answeredId = answeredPromotionId(outcome);
	const isOld = answeredId !== undefined && memory.othersLike(sending).includes(answeredId);
	const verdict = isOld ? 'unknown' : answeredId === undefined ? judge(outcome).write : 'accepted';
	if (verdict === 'accepted') {
		return await accepted({ item, memory, sent: sending }, outcome as Answer, answeredId ?? null);
	}
	const fault = item.client.fault(outcome, {
		doing: `launch "${promotionName}"`,
		advice: 'Check the names of the template and the list, the language, and the cards.',
	});
	if (upload.readFault !== undefined)
		fault.message = `The contacts could not be read to their end: ${describeError(upload.readFault)}`;
	if (verdict === 'refused') {
		memory.forget(sending);
		const [before = 'Nothing was sent to anyone.'] = saidOfSent(memory.sent());
		fault.description = `${before} ${fault.description}`;
		// Users first want to know what was not sent and to how many, whatever the reason.
		fault.message = `"${promotionName}" was not launched to ${audience}: ${fault.message}`;
		throw fault;
	}
	const cause = isOld ? `The service answered with promotion ${answeredId}, which was launched before` : fault.message;
	const sent: SentLaunch = { ...sending, state: 'unknown', cause };
	memory.remember(sent);
	return await findOut({ item, memory, sent });
}

/** The result of a launch that an earlier try sent. Sends nothing. */
export async function resultOf(item: ItemContext, memory: LaunchMemory, earlier: SentLaunch): Promise<IDataObject> {
	if (earlier.state === 'launched') return { ...earlier.row, outcome: 'alreadyLaunched' };
	const attempt = { item, memory, sent: earlier };
	return earlier.unclearAnswer ? await findAccepted(attempt, earlier.unclearAnswer, false) : await findOut(attempt);
}

async function accepted(attempt: Attempt, answer: Answer, answeredId: string | null): Promise<IDataObject> {
	const facts: IDataObject = { outcome: 'launched', promotionId: answeredId, response: responseOf(answer) };
	const isCertain = answeredId !== null || saysSuccess(answer);
	// Saved now in case the worker dies while the list is being read.
	if (isCertain) conclude(attempt, facts);
	else attempt.memory.remember({ ...attempt.sent, state: 'unknown', unclearAnswer: facts });
	return await findAccepted(attempt, facts, isCertain);
}

/** Looks for the promotion ID of a launch that the service accepted, and for others that may be the same launch. */
async function findAccepted(attempt: Attempt, facts: IDataObject, isCertain: boolean): Promise<IDataObject> {
	const answeredId = facts.promotionId as string | null;
	const { lookAfterMs } = launchTiming;
	const { newIds, isSure, couldRead } = await look(
		attempt,
		answeredId === null ? lookAfterMs : lookAfterMs.slice(0, 1),
	);
	const others = isSure ? newIds.filter((id) => id !== answeredId) : [];
	if (answeredId === null && others.length === 1) return conclude(attempt, { ...facts, promotionId: others[0] });
	// Someone else may have launched the same campaign at the same moment, or the list may be slow.
	if (others.length > 0) {
		const remark = `The list shows ${answeredId === null ? 'several' : 'other'} new promotions with this name: ${others.join(', ')}. Check whether the campaign was launched twice.`;
		return conclude(attempt, { ...facts, duplicateSuspected: true, otherPromotionIds: others }, remark);
	}
	if (!isCertain) return unconfirmedRow(attempt.sent, facts, couldRead);
	return conclude(attempt, facts, answeredId === null ? ID_NOT_SHOWN : undefined);
}

/** Looks for a launch that may or may not have arrived. */
async function findOut(attempt: Attempt): Promise<IDataObject> {
	const { cause } = attempt.sent;
	const found = await look(attempt, launchTiming.lookAfterMs);
	const [promotionId, ...further] = found.newIds;
	if (promotionId === undefined || further.length > 0 || !found.isSure) throw unknownOutcome(attempt, found);
	const facts = { outcome: 'reconciled', promotionId, response: null };
	if (cause === undefined) return conclude(attempt, facts);
	return conclude(attempt, facts, `${asSentence(cause)} The list shows the promotion, so it was launched.`);
}

function conclude({ memory, sent }: Attempt, facts: IDataObject, remark?: string): IDataObject {
	const warnings = [...(sent.row.warnings as string[]), ...(remark === undefined ? [] : [remark])];
	const row: IDataObject = { ...sent.row, launched: true, ...facts, warnings };
	memory.remember({ ...sent, state: 'launched', promotionId: facts.promotionId as string | null, row });
	return row;
}

function unknownOutcome({ item, memory, sent }: Attempt, { newIds, couldRead }: LookResult): NodeOperationError {
	const { promotionName, audience, sentAt, cause } = sent;
	const seen =
		newIds.length > 0
			? `These new promotions with this name may be it: ${newIds.join(', ')}.`
			: couldRead
				? 'The list does not show a new promotion with this name yet.'
				: 'The list of promotions could not be read.';
	return item.refusal(
		`It is not known whether "${promotionName}" was launched to ${audience}${cause === undefined ? '' : `: ${cause}`}`,
		[
			`The launch was sent once, at ${sentAt}. ${seen}`,
			'It will not be sent again: Retry On Fail, or retrying this execution, only checks whether it has appeared.',
			`Look for "${promotionName}" in the service or with Promotion: Get Many before you launch it again.`,
			...saidOfSent(memory.sent().filter(({ id }) => id !== sent.id)),
		].join(' '),
		`The launch was sent once, at ${sentAt}. ${seen} Tell the person that this is not known, and do not launch it again.`,
	);
}
