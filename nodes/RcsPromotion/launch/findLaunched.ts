import { DateTime } from 'luxon';
import type { IDataObject } from 'n8n-workflow';
import { Refusal } from '../../form/refusal';
import type { ServiceClient } from '../../service/client';
import { promotionState } from '../../service/promotions';
import { timeouts } from '../../service/timeouts';
import type { Promotion } from '../../service/types';
import { asSentence, plainText } from '../../service/values';
import { listedWithName, type LaunchMemory, type RememberedLaunch } from './memory';
import { buildOutput, describeSent, type Ending } from './output';

/** A launch that was sent, and what it takes to find out how it ended. */
export interface SentLaunch {
	client: ServiceClient;
	memory: LaunchMemory;
	launch: RememberedLaunch;
}

interface SearchResult {
	/** New promotions with this name that belong to no other launch of ours. */
	newIds: string[];
	/** The list as it was read last. */
	listed: Promotion[];
	/** Whether the list could be read at least once. */
	couldRead: boolean;
	/** Whether another of our launches has the same name and no promotion ID yet, so that the two cannot be told apart. */
	isAmbiguous: boolean;
}

/** Reads the list after each of these pauses (in ms) until it shows a new promotion with the launch's name. */
export async function searchPromotions(
	{ client, memory, launch }: SentLaunch,
	pausesMs: readonly number[],
): Promise<SearchResult> {
	let newIds: string[] = [];
	let listed: Promotion[] = [];
	const couldRead = await client.readListUntil(pausesMs, (promotions) => {
		listed = promotions;
		// Looked up each time, because the IDs of other launches may become known in the meantime.
		const otherIds = memory.findOtherPromotions(launch).ids;
		newIds = listedWithName(promotions, launch.promotionName).filter((id) => !otherIds.includes(id));
		return newIds.length > 0;
	});
	return { newIds, listed, couldRead, isAmbiguous: memory.findOtherPromotions(launch).hasUnknownId };
}

/** Returns the output of a launch that an earlier try sent. Sends nothing. */
export async function resumeEarlierTry(sent: SentLaunch): Promise<IDataObject> {
	const { state, output, account } = sent.launch;
	if (state === 'launched') return { ...output, outcome: 'alreadyLaunched' };
	if (account === sent.client.account) return await finishUnknown(sent);
	const launch = { ...sent.launch, whyUnknown: "the credential had another 'Base URL' or 'Account ID' then" };
	throw createUnknownError({ ...sent, launch }, 'The list of this account would not show it.');
}

/** Returns the output of a launch that the service accepted. The list adds the promotion's ID, if the answer does not name it. */
export async function finishLaunched(
	sent: SentLaunch,
	answeredId: string | null,
	response: unknown,
	quote: string,
): Promise<IDataObject> {
	const words = `Handed over for ${sent.launch.audience} as "${sent.launch.promotionName}"; ${quote}`;
	const ending: Ending = { outcome: 'launched', message: words, promotionId: answeredId, status: null, response };
	// Remembered now in case the worker dies while the list is being read.
	rememberAsLaunched(sent, ending, []);
	// If the answer named it, one read is enough to see another one.
	const { findLaunchedAfterMs } = timeouts;
	const pausesMs = answeredId === null ? findLaunchedAfterMs : findLaunchedAfterMs.slice(0, 1);
	const result = await searchPromotions(sent, pausesMs);
	const others = result.isAmbiguous ? [] : result.newIds.filter((id) => id !== answeredId);
	if (answeredId === null && others.length === 1)
		return rememberAsLaunched(sent, { ...ending, promotionId: others[0] as string }, result.listed);
	const warnings: string[] = [];
	if (others.length > 0)
		warnings.push(
			`The list shows ${answeredId === null ? 'several' : 'other'} new promotions with this name: ${others.join(', ')}. Check whether the campaign was launched twice.`,
		);
	else if (answeredId === null)
		warnings.push(
			`The service accepted the launch, but its answer names no promotion. ${describeSearch(result)} Find it later with Promotion: Get Many.`,
		);
	return rememberAsLaunched(sent, { ...ending, warnings }, result.listed);
}

/** Returns the output of a launch of which no answer shows whether it arrived. Throws if the list does not show it either. */
export async function finishUnknown(sent: SentLaunch): Promise<IDataObject> {
	const { launch, memory } = sent;
	memory.remember({ ...launch, state: 'unknown' });
	const result = await searchPromotions(sent, timeouts.findLaunchedAfterMs);
	const [promotionId, ...others] = result.newIds;
	if (promotionId === undefined || others.length > 0 || result.isAmbiguous)
		throw createUnknownError(sent, describeSearch(result));
	const { whyUnknown, audience, promotionName } = launch;
	const warnings =
		whyUnknown === undefined ? [] : [`${asSentence(whyUnknown)} The list shows the promotion, so it was launched.`];
	const message = `Handed over for ${audience} as "${promotionName}", as the list of promotions shows`;
	return rememberAsLaunched(
		sent,
		{ outcome: 'reconciled', message, promotionId, status: null, warnings },
		result.listed,
	);
}

/** Remembers the output, which a later try returns, too. */
function rememberAsLaunched({ memory, launch }: SentLaunch, ending: Ending, listed: Promotion[]): IDataObject {
	const { promotionId } = ending;
	const found = listed.find((promotion) => promotion.promotionId === promotionId);
	const status = plainText(found?.status) || null;
	const shown = status === null ? '' : `. The list shows it as “${status}”`;
	const warnings = [...(ending.warnings ?? [])];
	// Whatever else a service calls a campaign that it did not carry out, the message quotes it.
	if (['cancelled', 'paused'].includes(promotionState(status)))
		warnings.push(`The service shows this promotion as “${status}”, so it may reach no one.`);
	const output = buildOutput(launch.output, { ...ending, status, warnings, message: `${ending.message}${shown}.` });
	memory.remember({ ...launch, state: 'launched', promotionId, output });
	return output;
}

const formatTime = (iso: string) =>
	DateTime.fromISO(iso, { zone: 'utc' }).toFormat("LLL d, HH:mm:ss 'UTC'", { locale: 'en-US' });

/** @param search what the list shows of it */
function createUnknownError({ memory, launch }: SentLaunch, search: string): Refusal {
	const { promotionName, audience, sentAt, whyUnknown } = launch;
	return new Refusal(
		`It is not known whether "${promotionName}" was launched to ${audience}${whyUnknown === undefined ? '' : `: ${whyUnknown}`}`,
		[
			`The launch was sent once, on ${formatTime(sentAt)}. ${search}`,
			'It will not be sent again: Retry On Fail, or retrying this execution, only checks whether it has appeared.',
			`Look for "${promotionName}" in the service or with Promotion: Get Many before you launch it again.`,
			describeSent(memory.launchesOfNode().filter(({ id }) => id !== launch.id)),
		]
			.join(' ')
			.trim(),
	);
}

function describeSearch({ newIds, couldRead }: SearchResult): string {
	if (newIds.length > 0) return `These new promotions with this name may be it: ${newIds.join(', ')}.`;
	if (couldRead) return 'The list does not show a new promotion with this name yet.';
	return 'The list of promotions could not be read.';
}
