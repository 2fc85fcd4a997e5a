import { awaitListed, changeStatus, launchCampaign, type Campaign } from '../campaign';
import type { Answered, Seen } from '../exchange';
import { comparable, describeAnswer, jsonOf, recordedAnswer } from '../forms';
import type { Gap } from '../gaps';
import { listingOf } from '../listing';
import type { Meeting } from '../meeting';
import { isSuccess, nodesOnChange } from '../nodesView';
import type { LaunchOptions } from '../options';
import { shownWord } from '../secrets';

/** After that, its preparation is most likely over. */
const LONGEST_PREPARATION_MS = 120_000;

const longest = ({ options }: Meeting) => Math.min(LONGEST_PREPARATION_MS, options.watchMs);

const wasRefused = ({ launched }: Campaign) =>
	launched.kind === 'answer' && launched.status >= 400 && launched.status < 500;

/** Launches a campaign of its own for a change; undefined, and told, if its ID is not known. */
async function campaignFor(
	meeting: Meeting,
	launch: LaunchOptions,
	purpose: string,
	gaps: Gap[],
): Promise<Required<Campaign> | undefined> {
	const campaign = await launchCampaign(meeting, launch, { purpose });
	const why =
		typeof campaign === 'string'
			? campaign
			: wasRefused(campaign)
				? 'the launch was refused'
				: 'its ID is not known, since it was not listed';
	const isFound =
		typeof campaign !== 'string' &&
		!wasRefused(campaign) &&
		(campaign.promotionId !== undefined || (await awaitListed(meeting, campaign, longest(meeting))) !== undefined);
	if (isFound) return campaign;
	for (const gap of gaps) meeting.notKnown(gap, why);
	return undefined;
}

/** Gives the ID of the campaign that was stopped, if the answer says so. */
export async function meetStop(meeting: Meeting, launch: LaunchOptions): Promise<string | undefined> {
	const campaign = await campaignFor(meeting, launch, 'stopped', ['stopBefore', 'repeatedStop']);
	const promotionId = campaign?.promotionId;
	if (promotionId === undefined) return undefined;
	const stopped = await changeStatus(meeting, promotionId, 'Stopped');
	learnChange(meeting, 'stopBefore', stopped);
	learnChange(meeting, 'repeatedStop', await changeStatus(meeting, promotionId, 'Stopped'));
	return stopped.kind === 'answer' && isSuccess(stopped) ? promotionId : undefined;
}

export async function meetCancel(
	meeting: Meeting,
	launch: LaunchOptions,
	stoppedId: string | undefined,
): Promise<void> {
	const { recorded } = meeting;
	if (stoppedId !== undefined) {
		const seen = await changeStatus(meeting, stoppedId, 'Cancelled');
		learnChange(meeting, 'cancelStopped', seen);
		if (seen.kind === 'answer') recorded.stoppedCountsAsPreparation = isSuccess(seen);
	}
	const campaign = await campaignFor(meeting, launch, 'cancelled', ['cancelBefore', 'cancelledListed']);
	const promotionId = campaign?.promotionId;
	if (campaign === undefined || promotionId === undefined) return;
	const wasListed = (await awaitListed(meeting, campaign, longest(meeting))) !== undefined;
	const seen = await changeStatus(meeting, promotionId, 'Cancelled');
	learnChange(meeting, 'cancelBefore', seen);
	if (seen.kind === 'none' || !isSuccess(seen) || !wasListed) {
		meeting.notKnown('cancelledListed', wasListed ? 'it was not cancelled' : 'it was not listed before');
		return;
	}
	learnChange(meeting, 'repeatedCancel', await changeStatus(meeting, promotionId, 'Cancelled'));
	await meeting.asker.pause(meeting.options.everyMs * 2);
	const listing = listingOf(await meeting.readList(), meeting);
	if (typeof listing === 'string') {
		meeting.notKnown('cancelledListed', listing);
		return;
	}
	const entry = listing.entries.find((one) => one.promotionId === promotionId);
	const word = shownWord(entry?.fields.status, meeting.hide) ?? 'a status that cannot be shown';
	meeting.learn('cancelledListed', {
		value: entry ? word : 'gone',
		seen: entry ? `It stays, as "${word}".` : 'It leaves the list.',
		nodes: entry
			? 'Cancel is confirmed by the list.'
			: 'Cancel is confirmed after an accepted answer and two lists without it; the trigger tells it after three.',
	});
	recorded.cancelledStaysListed = entry !== undefined;
}

/** Asks the watched campaign to stop once it is over, which it no longer can. */
export async function meetLateStop(meeting: Meeting, { promotionId }: Campaign, isOver: boolean): Promise<void> {
	if (!isOver || promotionId === undefined) {
		meeting.notKnown('stopLate', 'the watched campaign did not end');
		return;
	}
	const seen = await changeStatus(meeting, promotionId, 'Stopped');
	learnChange(
		meeting,
		'stopLate',
		seen,
		'After its end (one phone is sent to in a moment, so not tried while sending): ',
	);
	const { recorded, hide } = meeting;
	if (seen.kind === 'answer' && !isSuccess(seen)) {
		recorded.refusals = { ...recorded.refusals, notInPreparation: recordedAnswer(seen, hide) };
	}
}

function learnChange(meeting: Meeting, gap: Gap, seen: Seen, before = ''): void {
	if (seen.kind === 'none') {
		meeting.notKnown(gap, `the service ${seen.why}`);
		return;
	}
	const status = statusIn(seen, meeting);
	meeting.learn(gap, {
		value: { ...comparable(seen, meeting.hide), saysStatus: status ?? null },
		seen: `${before}${describeAnswer(seen, meeting.hide)}${status === undefined ? '' : `, which says "${status}"`}.`,
		works: isSuccess(seen),
		nodes: nodesOnChange(seen),
	});
	if (isSuccess(seen)) meeting.recorded.successStatus = { ...meeting.recorded.successStatus, patch: seen.status };
}

function statusIn(answer: Answered, { hide }: Meeting): string | undefined {
	const value = isSuccess(answer) ? jsonOf(answer) : undefined;
	if (typeof value !== 'object' || value === null) return undefined;
	return shownWord((value as { status?: unknown }).status, hide);
}
