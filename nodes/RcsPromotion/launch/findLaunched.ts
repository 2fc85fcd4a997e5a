import { DateTime } from 'luxon';
import type { IDataObject } from 'n8n-workflow';
import { Refusal } from '../../form/refusal';
import { readResponse, type ServiceClient } from '../../service/client';
import { parseBody } from '../../service/answers';
import { saysFailure, saysSuccess } from '../../service/judgement';
import { findByName, promotionState } from '../../service/promotions';
import { timeouts } from '../../service/timeouts';
import type { Answer, Promotion } from '../../service/types';
import { asSentence, isObject, plainText } from '../../service/values';
import type { LaunchMemory, RememberedLaunch, Unconfirmed } from './memory';
import { describeSent } from './messages';
import { buildUnconfirmedOutput } from './output';

/** A launch that was sent, and what it takes to find out how it ended. */
export interface LaunchToFind {
	client: ServiceClient;
	memory: LaunchMemory;
	launch: RememberedLaunch;
}

interface SearchResult {
	/** New promotions with this name that belong to no other launch of ours. */
	newIds: string[];
	/** What the list shows as the status of each promotion that it has. */
	statusOf: ReadonlyMap<string, string>;
	/** Whether the list could be read at least once. */
	couldRead: boolean;
	/** Whether another of our launches has the same name and no promotion ID yet, so that the two cannot be told apart. */
	isAmbiguous: boolean;
}

/** Reads the list after each of these pauses (in ms) until it shows a new promotion with the launch's name. */
export async function searchPromotions(
	{ client, memory, launch }: LaunchToFind,
	pausesMs: readonly number[],
): Promise<SearchResult> {
	let newIds: string[] = [];
	let listed: Promotion[] = [];
	const couldRead = await client.readListUntil(pausesMs, (promotions) => {
		listed = promotions;
		// Looked up each time, because the IDs of other launches may become known in the meantime.
		const otherIds = memory.findOtherPromotions(launch).ids;
		const ids = findByName(promotions, launch.promotionName).map(({ promotionId }) => promotionId);
		newIds = ids.filter((id) => !otherIds.includes(id));
		return newIds.length > 0;
	});
	const statusOf = new Map(listed.map(({ promotionId, status }) => [promotionId, plainText(status)]));
	return { newIds, statusOf, couldRead, isAmbiguous: memory.findOtherPromotions(launch).hasUnknownId };
}

/** Returns the output of a launch that an earlier try sent. Sends nothing. */
export async function resumeEarlierTry(sent: LaunchToFind): Promise<IDataObject> {
	const { state, output, unconfirmed, account } = sent.launch;
	if (state === 'launched') return { ...output, outcome: 'alreadyLaunched' };
	if (account !== sent.client.account) {
		const launch = { ...sent.launch, whyUnknown: "the credential had another 'Base URL' or 'Account ID' then" };
		throw createUnknownError({ ...sent, launch }, 'The list of this account would not show it.');
	}
	if (unconfirmed) return await finishAnswered(sent, unconfirmed.values, unconfirmed);
	return await finishUnknown(sent);
}

/** Returns the output of a launch to which the service answered with a success, whether or not that proves that it was launched. */
export async function finishAnsweredNow(
	sent: LaunchToFind,
	answer: Answer,
	answeredIds: string[],
): Promise<IDataObject> {
	const [answeredId = null, ...others] = answeredIds;
	const promotionId = others.length === 0 ? answeredId : null;
	const values: IDataObject = { outcome: 'launched', promotionId, response: readResponse(answer) };
	const isDenied = promotionId !== null && (saysFailure(answer) || acceptsNobody(parseBody(answer).value));
	const isConfirmed = promotionId === null ? saysSuccess(answer) : !isDenied;
	// Saved now in case the worker dies while the list is being read.
	if (isConfirmed) {
		rememberAsLaunched(sent, values);
		return await finishAnswered(sent, values);
	}
	const because = isDenied
		? `, although it named promotion ${promotionId}`
		: others.length > 0
			? ` and named several promotions: ${answeredIds.join(', ')}`
			: ' and named no promotion';
	const unconfirmed = { values, because, isDenied };
	const launch: RememberedLaunch = { ...sent.launch, state: 'unknown', promotionId, unconfirmed };
	sent.memory.remember(launch);
	return await finishAnswered({ ...sent, launch }, values, unconfirmed);
}

/** For example {"accepted": 0, "rejected": 2}, at the top or one level below. Counters that are all 0 say nothing yet. */
const acceptsNobody = (value: unknown): boolean =>
	isObject(value) &&
	[value, ...Object.values(value).filter(isObject)].some(
		({ accepted, rejected }) => plainText(accepted) !== '' && Number(accepted) === 0 && Number(rejected) > 0,
	);

/** Looks for the promotion ID that the answer did not name, and warns of other promotions that may be the same launch. */
async function finishAnswered(
	sent: LaunchToFind,
	values: IDataObject,
	unconfirmed?: Unconfirmed,
): Promise<IDataObject> {
	if (unconfirmed?.isDenied) return buildUnconfirmedOutput(sent.launch, unconfirmed, '');
	const answeredId = values.promotionId as string | null;
	const isNamed = answeredId !== null;
	const { findLaunchedAfterMs } = timeouts;
	// If the answer named it, one read is enough to see duplicates.
	const pausesMs = isNamed ? findLaunchedAfterMs.slice(0, 1) : findLaunchedAfterMs;
	const result = await searchPromotions(sent, pausesMs);
	const { newIds, isAmbiguous } = result;
	const foundIds = isAmbiguous ? [] : newIds.filter((id) => id !== answeredId);
	if (foundIds.length === 0) {
		// The list shows none that is surely this one, so the answer decides.
		if (isNamed) return rememberAsLaunched(sent, values, result);
		if (unconfirmed) return buildUnconfirmedOutput(sent.launch, unconfirmed, describeSearch(result));
		const warning = `The service accepted the launch, but its answer names no promotion. ${describeSearch(result)} Find it later with Promotion: Get Many.`;
		return rememberAsLaunched(sent, values, result, warning);
	}
	if (foundIds.length === 1 && !isNamed)
		return rememberAsLaunched(sent, { ...values, promotionId: foundIds[0] }, result);
	// More than expected: someone else may have launched the same campaign at the same moment, or the list may be slow.
	const warning = `The list shows ${isNamed ? 'other' : 'several'} new promotions with this name: ${foundIds.join(', ')}. Check whether the campaign was launched twice.`;
	const suspected = { ...values, duplicateSuspected: true, otherPromotionIds: foundIds };
	return rememberAsLaunched(sent, suspected, result, warning);
}

/** Returns the output of a launch of which no answer shows whether it arrived. Throws if the list does not show it either. */
export async function finishUnknown(sent: LaunchToFind): Promise<IDataObject> {
	const { whyUnknown } = sent.launch;
	const result = await searchPromotions(sent, timeouts.findLaunchedAfterMs);
	const [promotionId, ...others] = result.newIds;
	if (promotionId === undefined || others.length > 0 || result.isAmbiguous)
		throw createUnknownError(sent, describeSearch(result));
	const values = { outcome: 'reconciled', promotionId, response: null };
	if (whyUnknown === undefined) return rememberAsLaunched(sent, values, result);
	const warning = `${asSentence(whyUnknown)} The list shows the promotion, so it was launched.`;
	return rememberAsLaunched(sent, values, result, warning);
}

/** Remembers the output, which a later try returns, too. */
function rememberAsLaunched(
	{ memory, launch }: LaunchToFind,
	values: IDataObject,
	{ statusOf }: Pick<SearchResult, 'statusOf'> = { statusOf: new Map() },
	...moreWarnings: string[]
): IDataObject {
	const promotionId = values.promotionId as string | null;
	const status = statusOf.get(promotionId ?? '') || null;
	const warnings = [...(launch.output.warnings as string[]), ...moreWarnings];
	// Whatever a service calls a campaign that it did not carry out, the status shows it. These two words are known.
	if (['cancelled', 'paused'].includes(promotionState(status)))
		warnings.push(`The service shows this promotion as “${status}”, so it may reach no one.`);
	const output: IDataObject = { ...launch.output, launched: true, ...values, status, warnings };
	memory.remember({ ...launch, state: 'launched', promotionId, output });
	return output;
}

const formatTime = (iso: string) =>
	DateTime.fromISO(iso, { zone: 'utc' }).toFormat("LLL d, HH:mm:ss 'UTC'", { locale: 'en-US' });

/** @param search what the list shows of it */
function createUnknownError({ memory, launch }: LaunchToFind, search: string): Refusal {
	const { promotionName, audience, sentAt, whyUnknown } = launch;
	const sentOnce = `The launch was sent once, on ${formatTime(sentAt)}. ${search}`;
	return new Refusal(
		`It is not known whether "${promotionName}" was launched to ${audience}${whyUnknown === undefined ? '' : `: ${whyUnknown}`}`,
		[
			sentOnce,
			'It will not be sent again: Retry On Fail, or retrying this execution, only checks whether it has appeared.',
			`Look for "${promotionName}" in the service or with Promotion: Get Many before you launch it again.`,
			describeSent(memory.launchesOfNode().filter(({ id }) => id !== launch.id)),
		]
			.join(' ')
			.trim(),
		`${sentOnce} Tell the person that this is not known, and do not launch it again.`,
	);
}

function describeSearch({ newIds, couldRead }: SearchResult): string {
	if (newIds.length > 0) return `These new promotions with this name may be it: ${newIds.join(', ')}.`;
	if (couldRead) return 'The list does not show a new promotion with this name yet.';
	return 'The list of promotions could not be read.';
}
