import { randomUUID } from 'crypto';
import { DateTime } from 'luxon';
import type { IDataObject } from 'n8n-workflow';
import { Refusal } from '../../service/refusal';
import { readResponse, type ServiceClient } from '../../service/client';
import { judge } from '../../service/judgement';
import { findAnsweredIds, findByName, promotionState } from '../../service/promotions';
import { timeouts } from '../../service/timeouts';
import type { Outcome, Promotion } from '../../service/types';
import { asSentence, plainText } from '../../service/values';
import type { Campaign } from './campaign';
import type { Launch, LaunchMemory } from './memory';
import { buildOutput, buildOutputSoFar, describeSent, quoteAnswer } from './output';
import { buildLaunchBody, buildUpload } from './request';

/** A launch that was sent, and what it takes to find out how it ended. */
interface SentLaunch {
	client: ServiceClient;
	memory: LaunchMemory;
	launch: Launch;
}

/** Remembers the launch before it is sent, so that neither a later try nor another call sends it again. */
export function rememberAsSending(memory: LaunchMemory, campaign: Campaign, listed: Promotion[]) {
	const { account, contacts, fingerprints, reach, request } = campaign;
	const { promotionName, targetListName } = request;
	const { execution, node, run } = memory.call;
	const body = buildLaunchBody(request);
	const upload = buildUpload(request.recipientSource, body, contacts.file);
	const launch: Launch = {
		id: randomUUID(),
		state: 'sending',
		...{ execution, node, run, account, promotionName },
		promotionId: null,
		sentAt: new Date().toISOString(),
		messageFingerprint: fingerprints.message,
		audience: contacts.audience,
		listedBefore: findByName(listed, promotionName).map(({ promotionId }) => promotionId),
		output: buildOutputSoFar(campaign, reach === undefined ? contacts.count : null),
	};
	memory.remember(launch);
	return { launch, targetListName, body, upload, listedIds: new Set(listed.map(({ promotionId }) => promotionId)) };
}

/**
 * Sends the launch once and returns its output, or throws with a message for the user. If the service plainly refuses, the launch is
 * forgotten and may be sent again.
 */
export async function sendOnce(
	client: ServiceClient,
	memory: LaunchMemory,
	{ launch, targetListName, body, upload, listedIds }: ReturnType<typeof rememberAsSending>,
): Promise<IDataObject> {
	const sent: SentLaunch = { client, memory, launch };
	const outcome = await client.launch(targetListName, upload, timeouts.launchAnswerMs);
	const { writeOutcome } = judge(outcome);
	const answeredIds = findAnsweredIds(outcome);
	const isEarlier = (id: string) => listedIds.has(id) || memory.isOfOther(launch, id);
	const namesOnlyEarlier = answeredIds.length > 0 && answeredIds.every(isEarlier);
	if (outcome.kind === 'answer' && writeOutcome === 'accepted' && !namesOnlyEarlier) {
		// Of several, the list decides.
		const promotionId = answeredIds.length === 1 ? (answeredIds[0] as string) : null;
		const response = readResponse(outcome);
		const quote = quoteAnswer(response, promotionId, [body, targetListName, client.accountId]);
		const message = `Handed over for ${launch.audience} as "${launch.promotionName}"; ${quote}`;
		return await finishLaunched(sent, { outcome: 'launched', message, promotionId, details: { response } });
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
	return await finishUnknown({ ...sent, launch: { ...launch, whyUnknown } });
}

/** Returns the output of a launch that an earlier try sent. Sends nothing. */
export async function resumeEarlierTry(sent: SentLaunch): Promise<IDataObject> {
	const { state, output, account } = sent.launch;
	if (state === 'launched') return { ...output, outcome: 'alreadyLaunched' };
	if (account === sent.client.account) return await finishUnknown(sent);
	const launch = { ...sent.launch, whyUnknown: "the credential had another 'Base URL' or 'Account ID' then" };
	throw createUnknownError({ ...sent, launch }, 'The list of this account would not show it.');
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

/** Reads the list after each of these pauses (in ms) until it shows a new promotion with the launch's name. */
async function searchPromotions({ client, memory, launch }: SentLaunch, pausesMs: readonly number[]) {
	let [newIds, listed]: [string[], Promotion[]] = [[], []];
	const couldRead = await client.readListUntil(pausesMs, (promotions) => {
		listed = promotions;
		// Looked up each time, because the IDs of other launches may become known in the meantime.
		newIds = memory.findPromotions(launch, promotions);
		return newIds.length > 0;
	});
	let shown = 'The list of promotions could not be read.';
	if (newIds.length > 0) shown = `These new promotions with this name may be it: ${newIds.join(', ')}.`;
	else if (couldRead) shown = 'The list does not show a new promotion with this name yet.';
	return { newIds, listed, couldRead, shown, isAmbiguous: memory.isAmbiguous(launch) };
}

type Ending = Parameters<typeof buildOutput>[1];

/** Returns the output of a launch that the service accepted. The list adds the promotion's ID, if the answer does not name it. */
async function finishLaunched(sent: SentLaunch, ending: Ending): Promise<IDataObject> {
	const { promotionId } = ending;
	// Remembered now in case the worker dies while the list is being read.
	rememberAsLaunched(sent, ending, []);
	// If the answer named it, one read is enough to see another one.
	const looks = promotionId === null ? undefined : 1;
	const result = await searchPromotions(sent, timeouts.findLaunchedAfterMs.slice(0, looks));
	const others = result.isAmbiguous ? [] : result.newIds.filter((id) => id !== promotionId);
	if (promotionId === null && others.length === 1)
		return rememberAsLaunched(sent, { ...ending, promotionId: others[0] as string }, result.listed);
	const warnings: string[] = [];
	if (others.length > 0)
		warnings.push(
			`The list shows ${promotionId === null ? 'several' : 'other'} new promotions with this name: ${others.join(', ')}. Check whether the campaign was launched twice.`,
		);
	else if (promotionId === null)
		warnings.push(
			`The service accepted the launch, but its answer names no promotion. ${result.shown} Find it later with Promotion: Get Many.`,
		);
	return rememberAsLaunched(sent, { ...ending, warnings }, result.listed);
}

/** Returns the output of a launch of which no answer shows whether it arrived. Throws if the list does not show it either. */
async function finishUnknown(sent: SentLaunch): Promise<IDataObject> {
	const { launch, memory } = sent;
	memory.remember({ ...launch, state: 'unknown' });
	const { newIds, listed, shown, isAmbiguous } = await searchPromotions(sent, timeouts.findLaunchedAfterMs);
	const [promotionId, ...others] = newIds;
	if (promotionId === undefined || others.length > 0 || isAmbiguous) throw createUnknownError(sent, shown);
	const { whyUnknown, audience, promotionName } = launch;
	const warnings =
		whyUnknown === undefined ? [] : [`${asSentence(whyUnknown)} The list shows the promotion, so it was launched.`];
	const message = `Handed over for ${audience} as "${promotionName}", as the list of promotions shows`;
	const ending: Ending = { outcome: 'reconciled', message, promotionId, warnings, details: { response: null } };
	return rememberAsLaunched(sent, ending, listed);
}

/** Remembers the output, which a later try returns, too. */
function rememberAsLaunched({ memory, launch }: SentLaunch, ending: Ending, listed: Promotion[]): IDataObject {
	const { promotionId, message, warnings = [] } = ending;
	const status = plainText(listed.find((promotion) => promotion.promotionId === promotionId)?.status) || null;
	const shown = status === null ? '' : `. The list shows it as “${status}”`;
	// Whatever else a service calls a campaign that it did not carry out, the message quotes it.
	const isHalted = ['cancelled', 'paused'].includes(promotionState(status));
	const halted = isHalted ? [`The service shows this promotion as “${status}”, so it may reach no one.`] : [];
	const output = buildOutput(launch.output, {
		...{ ...ending, status },
		warnings: [...warnings, ...halted],
		message: `${message}${shown}.`,
	});
	memory.remember({ ...launch, state: 'launched', promotionId, output });
	return output;
}

/** @param shown what the list shows of it */
function createUnknownError({ memory, launch }: SentLaunch, shown: string): Refusal {
	const { promotionName, audience, sentAt, whyUnknown } = launch;
	const time = DateTime.fromISO(sentAt, { zone: 'utc' }).toFormat("LLL d, HH:mm:ss 'UTC'", { locale: 'en-US' });
	const others = memory.launchesOfNode().filter(({ id }) => id !== launch.id);
	return new Refusal(
		`It is not known whether "${promotionName}" was launched to ${audience}${whyUnknown === undefined ? '' : `: ${whyUnknown}`}`,
		`It was requested once, on ${time}. ${shown} It will not be sent again: Retry On Fail, or retrying this execution, only checks whether it has appeared. Look for "${promotionName}" in the service or with Promotion: Get Many before you launch it again. ${describeSent(others)}`.trim(),
	);
}
