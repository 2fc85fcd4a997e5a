import { DateTime } from 'luxon';
import type { IDataObject } from 'n8n-workflow';
import { Refusal } from '../../form/refusal';
import { readResponse, type ServiceClient } from '../../service/client';
import { saysSuccess } from '../../service/judgement';
import { findByName } from '../../service/promotions';
import { timeouts } from '../../service/timeouts';
import type { Answer } from '../../service/types';
import { asSentence } from '../../service/values';
import type { LaunchMemory } from './memory';
import { describeSent, unconfirmedRow } from './output';
import type { SentLaunch } from './types';

const ID_NOT_SHOWN =
	'The service accepted the launch, but neither its answer nor the list shows the promotion ID yet. Find it later with Promotion: Get Many.';

/** A launch after it was sent. */
export interface Attempt {
	client: ServiceClient;
	memory: LaunchMemory;
	sent: SentLaunch;
}

interface Found {
	/** New promotions with this name that no other launch of ours explains. */
	newIds: string[];
	/** Whether the list could be read at least once. */
	couldRead: boolean;
	/** False if another of our launches has the same name and no promotion ID yet, because the two cannot be told apart. */
	isSure: boolean;
}

/** Reads the list after each of these pauses (in ms) until it shows a new promotion with the launch's name. */
export async function findLaunched({ client, memory, sent }: Attempt, pausesMs: readonly number[]): Promise<Found> {
	let newIds: string[] = [];
	const couldRead = await client.readListUntil(pausesMs, (promotions) => {
		// Read each time, because the IDs of other launches may become known in the meantime.
		const otherIds = memory.idsOfOthers(sent);
		const ids = findByName(promotions, sent.promotionName).map(({ promotionId }) => promotionId);
		newIds = ids.filter((id) => !otherIds.includes(id));
		return newIds.length > 0;
	});
	return { newIds, couldRead, isSure: memory.idsOfOthers(sent).every((promotionId) => promotionId !== null) };
}

/** The output of a launch that an earlier try sent. Sends nothing. */
export async function findEarlier(
	client: ServiceClient,
	memory: LaunchMemory,
	earlier: SentLaunch,
): Promise<IDataObject> {
	if (earlier.state === 'launched') return { ...earlier.row, outcome: 'alreadyLaunched' };
	const attempt = { client, memory, sent: earlier };
	return earlier.unclearAnswer
		? await findPromotionId(attempt, earlier.unclearAnswer, false)
		: await findUnanswered(attempt);
}

/** The output of a launch that the service accepted. */
export async function findAccepted(attempt: Attempt, answer: Answer, answeredId: string | null): Promise<IDataObject> {
	const facts: IDataObject = { outcome: 'launched', promotionId: answeredId, response: readResponse(answer) };
	const isCertain = answeredId !== null || saysSuccess(answer);
	// Saved now in case the worker dies while the list is being read.
	if (isCertain) rememberLaunched(attempt, facts);
	else attempt.memory.remember({ ...attempt.sent, state: 'unknown', unclearAnswer: facts });
	return await findPromotionId(attempt, facts, isCertain);
}

/** Looks for the promotion ID of an accepted launch, and for other promotions that may be the same launch. */
async function findPromotionId(attempt: Attempt, facts: IDataObject, isCertain: boolean): Promise<IDataObject> {
	const answeredId = facts.promotionId as string | null;
	const { findLaunchedAfterMs } = timeouts;
	const pausesMs = answeredId === null ? findLaunchedAfterMs : findLaunchedAfterMs.slice(0, 1);
	const { newIds, isSure, couldRead } = await findLaunched(attempt, pausesMs);
	const others = isSure ? newIds.filter((id) => id !== answeredId) : [];
	if (answeredId === null && others.length === 1)
		return rememberLaunched(attempt, { ...facts, promotionId: others[0] });
	// Someone else may have launched the same campaign at the same moment, or the list may be slow.
	if (others.length > 0) {
		const remark = `The list shows ${answeredId === null ? 'several' : 'other'} new promotions with this name: ${others.join(', ')}. Check whether the campaign was launched twice.`;
		return rememberLaunched(attempt, { ...facts, duplicateSuspected: true, otherPromotionIds: others }, remark);
	}
	if (!isCertain) return unconfirmedRow(attempt.sent, facts, couldRead);
	return rememberLaunched(attempt, facts, answeredId === null ? ID_NOT_SHOWN : undefined);
}

/** The output of a launch whose answer does not show whether it arrived; an error if the list does not show it either. */
export async function findUnanswered(attempt: Attempt): Promise<IDataObject> {
	const { cause } = attempt.sent;
	const found = await findLaunched(attempt, timeouts.findLaunchedAfterMs);
	const [promotionId, ...further] = found.newIds;
	if (promotionId === undefined || further.length > 0 || !found.isSure) throw describeUnknown(attempt, found);
	const facts = { outcome: 'reconciled', promotionId, response: null };
	if (cause === undefined) return rememberLaunched(attempt, facts);
	return rememberLaunched(attempt, facts, `${asSentence(cause)} The list shows the promotion, so it was launched.`);
}

/** Returns the output, which a later try returns, too. */
function rememberLaunched({ memory, sent }: Attempt, facts: IDataObject, remark?: string): IDataObject {
	const warnings = [...(sent.row.warnings as string[]), ...(remark === undefined ? [] : [remark])];
	const row: IDataObject = { ...sent.row, launched: true, ...facts, warnings };
	memory.remember({ ...sent, state: 'launched', promotionId: facts.promotionId as string | null, row });
	return row;
}

const formatTime = (iso: string) =>
	DateTime.fromISO(iso, { zone: 'utc' }).toFormat("LLL d, HH:mm:ss 'UTC'", { locale: 'en-US' });

function describeUnknown({ memory, sent }: Attempt, { newIds, couldRead }: Found): Refusal {
	const { promotionName, audience, sentAt, cause } = sent;
	const seen =
		newIds.length > 0
			? `These new promotions with this name may be it: ${newIds.join(', ')}.`
			: couldRead
				? 'The list does not show a new promotion with this name yet.'
				: 'The list of promotions could not be read.';
	return new Refusal(
		`It is not known whether "${promotionName}" was launched to ${audience}${cause === undefined ? '' : `: ${cause}`}`,
		[
			`The launch was sent once, on ${formatTime(sentAt)}. ${seen}`,
			'It will not be sent again: Retry On Fail, or retrying this execution, only checks whether it has appeared.',
			`Look for "${promotionName}" in the service or with Promotion: Get Many before you launch it again.`,
			...describeSent(memory.launchesOfNode().filter(({ id }) => id !== sent.id)),
		].join(' '),
		`The launch was sent once, on ${formatTime(sentAt)}. ${seen} Tell the person that this is not known, and do not launch it again.`,
	);
}
