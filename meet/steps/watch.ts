import { findCampaign, type Campaign } from '../campaign';
import type { Seen } from '../exchange';
import { listingOf } from '../listing';
import type { Meeting } from '../meeting';
import { isSuccess, nodesState } from '../nodesView';
import type { LaunchOptions } from '../options';
import { shownWord } from '../secrets';
import { attemptedIn, learnAfterEnd } from './afterEnd';
import { learnReportBeforeStart, learnStatisticsBeforeStart, reportState } from './beforeStart';
import { learnIdElsewhere } from './launchAnswer';
import { learnReport } from './report';
import { learnStatistics } from './statistics';

interface Watched {
	words: string[];
	/** How many words came before the service showed that it sends; undefined while it did not. */
	wordsBeforeStart: number | undefined;
	firstStatistics: Seen | undefined;
	firstReport: Seen | undefined;
}

/** Whether the campaign was watched to a final status. */
export async function watch(meeting: Meeting, campaign: Campaign, launch: LaunchOptions): Promise<boolean> {
	const { asker, options, hide } = meeting;
	const { launched } = campaign;
	if (launched.kind === 'answer' && launched.status >= 400 && launched.status < 500) {
		for (const gap of ['listedAfter', 'statusOrder', 'headerNames'] as const)
			meeting.notKnown(gap, 'the launch was refused');
		return false;
	}
	meeting.say('Watching it until it ends …');
	const watched: Watched = {
		words: [],
		wordsBeforeStart: undefined,
		firstStatistics: undefined,
		firstReport: undefined,
	};
	const endsAt = Date.now() + options.watchMs;
	let isListed = false;
	let notListedAt: number | undefined;
	let isOver = false;
	for (let look = 0; !isOver && !asker.hasEnded && Date.now() < endsAt; look++) {
		if (look > 0) await asker.pause(options.everyMs);
		const lookedAt = Date.now();
		const listing = listingOf(await meeting.readList(), meeting);
		if (typeof listing === 'string') continue;
		const entry = findCampaign(campaign, listing);
		if (!entry) {
			notListedAt = lookedAt;
			continue;
		}
		if (!isListed) {
			isListed = true;
			campaign.promotionId = entry.promotionId;
			learnListed(meeting, campaign, notListedAt);
			learnLimit(
				meeting,
				campaign,
				listing.entries.map(({ promotionId }) => promotionId),
			);
			learnIdElsewhere(meeting, campaign);
		}
		const word = shownWord(entry.fields.status, hide) ?? '(cannot be shown)';
		const isNewWord = watched.words.at(-1) !== word;
		if (isNewWord) watched.words.push(word);
		isOver = ['completed', 'cancelled'].includes(nodesState(entry.fields.status));
		if (!isOver) await lookForStart(meeting, entry.promotionId, watched, isNewWord);
	}
	if (!isListed) meeting.notKnown('listedAfter', 'it was not seen in the list while it was watched');
	learnWords(meeting, watched, isOver);
	learnStatisticsBeforeStart(meeting, watched.firstStatistics);
	learnReportBeforeStart(meeting, watched.firstReport);
	if (isOver && campaign.promotionId !== undefined) await readEnd(meeting, campaign.promotionId, launch);
	return isOver;
}

/** Statistics or a report that were refused or empty before, or a first attempt, show that it sends now. */
async function lookForStart(
	meeting: Meeting,
	promotionId: string,
	watched: Watched,
	isNewWord: boolean,
): Promise<void> {
	if (watched.wordsBeforeStart !== undefined) return;
	const statistics = await meeting.readStatistics(promotionId);
	const report = await meeting.readReport(promotionId);
	const isFirst = watched.firstStatistics === undefined;
	watched.firstStatistics ??= statistics;
	watched.firstReport ??= report;
	const wasRefused = (first: Seen, now: Seen) =>
		first.kind === 'answer' && !isSuccess(first) && now.kind === 'answer' && isSuccess(now);
	const hasStarted =
		(attemptedIn(statistics) ?? 0) > 0 ||
		(!isFirst && wasRefused(watched.firstStatistics, statistics)) ||
		(!isFirst && wasRefused(watched.firstReport, report)) ||
		(reportState(watched.firstReport) === 'empty' && reportState(report) === 'headerOnly');
	// A word that an earlier look had shown was there before the start, and is from before the statistics were read.
	if (hasStarted) watched.wordsBeforeStart = watched.words.length - (isNewWord ? 1 : 0);
}

/** Between the last look that did not show it, and the end of the one that did. */
function learnListed(meeting: Meeting, { sentAt, answeredAt }: Campaign, notListedAt: number | undefined): void {
	const [fromMs, toMs] = [Math.max(0, (notListedAt ?? answeredAt) - answeredAt), Date.now() - sentAt];
	const isSlow = toMs > 30_000;
	const upTo = `${(toMs / 1000).toFixed(1)} s`;
	meeting.learn('listedAfter', {
		value: { fromMs, toMs },
		seen: fromMs === 0 ? `Within ${upTo}.` : `After ${(fromMs / 1000).toFixed(1)} to ${upTo}.`,
		nodes: isSlow ? 'Launch stops looking after half a minute.' : 'Launch looks for it for half a minute.',
		...(isSlow && { setting: 'If Launch gives no promotion ID, find it later with Promotion: Get Many.' }),
	});
	meeting.recorded.listDelayMs = fromMs === 0 ? 0 : toMs;
}

function learnLimit(meeting: Meeting, { before }: Campaign, ids: string[]): void {
	const isCapped = ids.length <= before.size && [...before].some((id) => !ids.includes(id));
	meeting.learn('listLimit', {
		value: isCapped ? ids.length : null,
		seen: isCapped
			? `It does: as the new one came, an old one left, at ${ids.length}.`
			: `Not up to ${ids.length} promotions.`,
		nodes: 'The trigger remembers the IDs that left the list, and is not told of a promotion that was never listed.',
		...(isCapped && { setting: `A name older than ${ids.length} promotions is not seen by 'If Name Exists'.` }),
	});
	meeting.recorded.listNewest = isCapped ? ids.length : 0;
}

function learnWords(meeting: Meeting, { words, wordsBeforeStart }: Watched, isOver: boolean): void {
	const { asker } = meeting;
	if (words.length === 0) {
		meeting.notKnown('statusOrder', 'it was not seen in the list while it was watched');
		return;
	}
	const shown = words.map((word) => `"${word}"`).join(', then ');
	const start =
		wordsBeforeStart === undefined
			? 'When preparation ends could not be seen.'
			: `Preparation ends with "${words[wordsBeforeStart - 1] ?? words[0]}".`;
	meeting.learn('statusOrder', {
		value: words,
		seen: `${shown}${isOver ? '' : ' (it was not watched to its end)'}. ${start}`,
		nodes: 'Each change is a Status Changed; Stop and Cancel are tried whatever the word.',
		...(!isOver && !asker.signal.aborted && { setting: 'Watch longer with --minutes.' }),
	});
	const last = words.at(-1) ?? '';
	const active = isOver ? words.slice(0, -1) : words;
	// Where it could not be seen, the last word is played as the one while sending.
	const split = Math.max(1, wordsBeforeStart ?? active.length - 1);
	const [preparation, running] = [active.slice(0, split), active.slice(split)];
	meeting.recorded.statusWords = {
		...(preparation.length > 0 && { preparation, running: running.length > 0 ? running : preparation.slice(-1) }),
		...(isOver && nodesState(last) === 'completed' && { completed: [last] }),
	};
}

async function readEnd(meeting: Meeting, promotionId: string, { columns }: LaunchOptions): Promise<void> {
	const statistics = await meeting.readStatistics(promotionId);
	if ('notKnown' in meeting.answers.statisticsAnswer) learnStatistics(meeting, statistics);
	if ('notKnown' in meeting.answers.reportAnswer) learnReport(meeting, await meeting.readReport(promotionId));
	const attempted = attemptedIn(statistics);
	const header = columns.join(',');
	if (attempted === undefined) {
		meeting.notKnown('headerNames', 'the statistics at its end hold no counter attempted');
	} else {
		meeting.learn('headerNames', {
			value: { columns, attempted: attempted > 0 },
			works: attempted > 0,
			seen: attempted > 0 ? `${header}: your phone was attempted.` : `${header}: nobody was attempted.`,
			nodes: 'They always send name, phone, language, businesssubscriberid, as far as a contact has them.',
			setting:
				attempted > 0
					? 'Look at your phone: a text with ${name} must greet "Test".'
					: "Ask your provider for the columns, and use 'Send File Unchanged' with a file that has them.",
		});
	}
	await learnAfterEnd(meeting, promotionId, statistics);
}
