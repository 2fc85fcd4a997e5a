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
import { describeSent, buildUnconfirmedOutput } from './output';
import type { RememberedLaunch } from './types';

const ID_NOT_SHOWN =
	'The service accepted the launch, but neither its answer nor the list shows the promotion ID yet. Find it later with Promotion: Get Many.';

/** A launch after it was sent. */
export interface Attempt {
	client: ServiceClient;
	memory: LaunchMemory;
	launch: RememberedLaunch;
}

interface SearchResult {
	/** New promotions with this name that belong to no other launch of ours. */
	newIds: string[];
	/** Whether the list could be read at least once. */
	couldRead: boolean;
	/** False if another of our launches has the same name and no promotion ID yet, because the two cannot be told apart. */
	isUnambiguous: boolean;
}

/** Reads the list after each of these pauses (in ms) until it shows a new promotion with the launch's name. */
export async function searchInList(
	{ client, memory, launch }: Attempt,
	pausesMs: readonly number[],
): Promise<SearchResult> {
	let newIds: string[] = [];
	const couldRead = await client.readListUntil(pausesMs, (promotions) => {
		// Read each time, because the IDs of other launches may become known in the meantime.
		const otherIds = memory.idsNotOfThisLaunch(launch);
		const ids = findByName(promotions, launch.promotionName).map(({ promotionId }) => promotionId);
		newIds = ids.filter((id) => !otherIds.includes(id));
		return newIds.length > 0;
	});
	return { newIds, couldRead, isUnambiguous: !memory.idsNotOfThisLaunch(launch).includes(null) };
}

/** Returns the output of a launch that an earlier try sent. Sends nothing. */
export async function resumeEarlierTry(attempt: Attempt): Promise<IDataObject> {
	const { state, row, unclearAnswer } = attempt.launch;
	if (state === 'launched') return { ...row, outcome: 'alreadyLaunched' };
	return unclearAnswer ? await completeWithId(attempt, unclearAnswer, false) : await finishUnanswered(attempt);
}

/** Returns the output of a launch that the service accepted. */
export async function finishAccepted(
	attempt: Attempt,
	answer: Answer,
	answeredId: string | null,
): Promise<IDataObject> {
	const facts: IDataObject = { outcome: 'launched', promotionId: answeredId, response: readResponse(answer) };
	const isConfirmed = answeredId !== null || saysSuccess(answer);
	// Saved now in case the worker dies while the list is being read.
	if (isConfirmed) rememberLaunched(attempt, facts);
	else attempt.memory.remember({ ...attempt.launch, state: 'unknown', unclearAnswer: facts });
	return await completeWithId(attempt, facts, isConfirmed);
}

/** Looks for the promotion ID of an accepted launch, and warns of other promotions that may be the same launch. */
async function completeWithId(attempt: Attempt, facts: IDataObject, isConfirmed: boolean): Promise<IDataObject> {
	const answeredId = facts.promotionId as string | null;
	const { findLaunchedAfterMs } = timeouts;
	const pausesMs = answeredId === null ? findLaunchedAfterMs : findLaunchedAfterMs.slice(0, 1);
	const { newIds, isUnambiguous, couldRead } = await searchInList(attempt, pausesMs);
	const others = isUnambiguous ? newIds.filter((id) => id !== answeredId) : [];
	// The answer named none, and the list shows exactly one.
	if (answeredId === null && others.length === 1)
		return rememberLaunched(attempt, { ...facts, promotionId: others[0] });
	// More than expected: someone else may have launched the same campaign at the same moment, or the list may be slow.
	if (others.length > 0) {
		const remark = `The list shows ${answeredId === null ? 'several' : 'other'} new promotions with this name: ${others.join(', ')}. Check whether the campaign was launched twice.`;
		return rememberLaunched(attempt, { ...facts, duplicateSuspected: true, otherPromotionIds: others }, remark);
	}
	// The list shows nothing, so the answer decides.
	if (!isConfirmed) return buildUnconfirmedOutput(attempt.launch, facts, couldRead);
	return rememberLaunched(attempt, facts, answeredId === null ? ID_NOT_SHOWN : undefined);
}

/** Returns the output of a launch whose answer does not show whether it arrived. Throws if the list does not show it either. */
export async function finishUnanswered(attempt: Attempt): Promise<IDataObject> {
	const { cause: whyUnknown } = attempt.launch;
	const result = await searchInList(attempt, timeouts.findLaunchedAfterMs);
	const [promotionId, ...others] = result.newIds;
	if (promotionId === undefined || others.length > 0 || !result.isUnambiguous)
		throw createUnknownError(attempt, result);
	const facts = { outcome: 'reconciled', promotionId, response: null };
	if (whyUnknown === undefined) return rememberLaunched(attempt, facts);
	const remark = `${asSentence(whyUnknown)} The list shows the promotion, so it was launched.`;
	return rememberLaunched(attempt, facts, remark);
}

/** Remembers the output, which a later try returns, too. */
function rememberLaunched({ memory, launch }: Attempt, facts: IDataObject, remark?: string): IDataObject {
	const warnings = [...(launch.row.warnings as string[]), ...(remark === undefined ? [] : [remark])];
	const output: IDataObject = { ...launch.row, launched: true, ...facts, warnings };
	memory.remember({ ...launch, state: 'launched', promotionId: facts.promotionId as string | null, row: output });
	return output;
}

const formatTime = (iso: string) =>
	DateTime.fromISO(iso, { zone: 'utc' }).toFormat("LLL d, HH:mm:ss 'UTC'", { locale: 'en-US' });

function createUnknownError({ memory, launch }: Attempt, result: SearchResult): Refusal {
	const { promotionName, audience, sentAt, cause: whyUnknown } = launch;
	const sentOnce = `The launch was sent once, on ${formatTime(sentAt)}. ${describeSearch(result)}`;
	return new Refusal(
		`It is not known whether "${promotionName}" was launched to ${audience}${whyUnknown === undefined ? '' : `: ${whyUnknown}`}`,
		[
			sentOnce,
			'It will not be sent again: Retry On Fail, or retrying this execution, only checks whether it has appeared.',
			`Look for "${promotionName}" in the service or with Promotion: Get Many before you launch it again.`,
			...describeSent(memory.launchesOfNode().filter(({ id }) => id !== launch.id)),
		].join(' '),
		`${sentOnce} Tell the person that this is not known, and do not launch it again.`,
	);
}

function describeSearch({ newIds, couldRead }: SearchResult): string {
	if (newIds.length > 0) return `These new promotions with this name may be it: ${newIds.join(', ')}.`;
	if (couldRead) return 'The list does not show a new promotion with this name yet.';
	return 'The list of promotions could not be read.';
}
