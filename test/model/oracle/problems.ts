/** What could not be seen is said, soon, not too often, and not once it is over. */
import { nameMatches, RATES } from '../form';
import {
	DAY,
	HOUR,
	MINUTE,
	isOver,
	isRemembered,
	type Difference,
	type History,
	type Moment,
	type Poll,
} from '../history';
import { counters, type Answer } from '../answers';

/** A read is a problem once every try of ten minutes failed: so many of the list, and of the statistics of one promotion. */
const TEN_MINUTES = 10 * MINUTE;
const TRIES = { list: 2, statistics: 3 };
/** What is measured at the beginning or the end of a poll. */
const SLACK = MINUTE;

interface Failing {
	firstAt: number;
	polls: number;
	/** 401 or 403. */
	isRefused: boolean;
	/** When it had become a problem. */
	heldAt?: number;
}

const isRefused = (answer?: Answer) => answer?.isRefusal === true;

export const tellsOf = ({ thrown, items, activation }: Poll): string | undefined => {
	if (thrown !== undefined) return activation === 'activate' ? undefined : thrown;
	const text = items.map(({ checkProblem }) => checkProblem).find((one) => one !== undefined);
	return typeof text === 'string' ? text : undefined;
};

export function judgeProblems({ polls, service }: History, moments: ReadonlyMap<string, Moment[]>): Difference[] {
	const found: Difference[] = [];
	let list: Failing | undefined;
	let statistics = new Map<string, Failing>();
	/** Whose answers lack counters: that may be said, and need not be. */
	let doubtful = new Map<string, Failing>();
	/** Whose silence was found already. */
	let unsaid = new Set<unknown>();
	let [process, toldAt, failedAt, limitedUntil] = [0, -Infinity, -Infinity, -Infinity];
	/** Facts that are said once, by their text. */
	let saidOnce = new Map<string, number>();
	for (const poll of polls) {
		if (poll.process !== process || poll.isNewBeginning) {
			[list, statistics, process, saidOnce] = [undefined, new Map(), poll.process, new Map()];
			[doubtful, unsaid] = [new Map(), new Set()];
			[toldAt, failedAt] = [-Infinity, -Infinity];
		}
		if (poll.isLate) continue;
		const differ = (promise: string, text: string) => found.push({ promise, turn: poll.turn, text });
		const text = tellsOf(poll);
		const isCut = poll.ending !== undefined && poll.ending !== 'after';
		const listAnswer = poll.answers.findLast(({ id }) => id === undefined);
		if (listAnswer?.retryAfterMs !== undefined) limitedUntil = listAnswer.at + Math.min(listAnswer.retryAfterMs, HOUR);
		// A poll may also have nothing to do, because n8n has not stored the one before.
		const wasIdle = poll.requests === 0 && poll.at > limitedUntil;
		if (wasIdle) continue;
		if (poll.shown) list = undefined;
		else list = nextFailing(list, poll, listAnswer ? isRefused(listAnswer) : (list?.isRefused ?? false), TRIES.list);
		for (const [id, read] of poll.reads) {
			const before = statistics.get(id) ?? doubtful.get(id);
			if (fails(read, id, poll, moments.get(id) ?? [])) {
				statistics.set(id, nextFailing(before, poll, isRefused(read), TRIES.statistics));
			} else statistics.delete(id);
			const all = moments.get(id) ?? [];
			if (read.result === 'good' && (read.isNonsense === true || lacksWhatWasThere(read, poll, all)))
				doubtful.set(id, nextFailing(doubtful.get(id) ?? before, poll, false, 2));
			else if (read.result === 'good') doubtful.delete(id);
		}
		if (list?.polls === 1 && poll.activation === undefined && poll.log.length === 0)
			differ('logged', 'the first failure of an outage is not in the log');
		if (text !== undefined) {
			const why = reasonFor(poll, {
				list,
				statistics: new Map([...doubtful, ...statistics]),
				saidOnce,
				moments,
				polls,
				service,
			});
			if (!why) differ('false alarm', `said although it could be seen, or too soon: ${text}`);
			if (poll.thrown !== undefined && poll.activation === undefined && poll.at - failedAt < HOUR - SLACK)
				differ('too often', `failed again after ${((poll.at - failedAt) / MINUTE).toFixed(0)} minutes: ${text}`);
			if (poll.thrown !== undefined) failedAt = poll.at;
			toldAt = poll.at;
			continue;
		}
		if (poll.activation !== undefined || isCut) continue;
		const isQuietHour = poll.at - toldAt < HOUR + SLACK;
		if (isQuietHour) continue;
		if (list?.heldAt !== undefined && isLong(list, poll) && !unsaid.has('list')) {
			unsaid.add('list');
			differ('unsaid', `the list could not be read for ${minutesOf(list, poll)} minutes`);
		}
		for (const [id, one] of statistics) {
			if (
				unsaid.has(id) ||
				!poll.reads.has(id) ||
				one.heldAt === undefined ||
				!isLong(one, poll) ||
				!isConcerned(id, poll, moments)
			)
				continue;
			const isNew = toldAt < one.firstAt;
			if (isNew || poll.at - toldAt > DAY + HOUR) {
				unsaid.add(id);
				differ('unsaid', `the statistics of ${id} could not be read for ${minutesOf(one, poll)} minutes`);
				break;
			}
		}
	}
	return found;
}

const minutesOf = ({ firstAt }: Failing, { at }: Poll) => ((at - firstAt) / MINUTE).toFixed(0);

/** It was already a problem at a poll before, so that there was time to say it. */
const isLong = ({ heldAt = Infinity, isRefused: isNow }: Failing, { at }: Poll) => isNow || at - heldAt >= 0;

function nextFailing(before: Failing | undefined, { at }: Poll, isNowRefused: boolean, tries: number): Failing {
	const next: Failing = {
		firstAt: before?.firstAt ?? at,
		polls: (before?.polls ?? 0) + 1,
		isRefused: isNowRefused,
		heldAt: before?.heldAt,
	};
	const holds = isNowRefused || (next.polls >= tries && at - next.firstAt >= TEN_MINUTES + SLACK);
	if (holds) next.heldAt ??= at;
	return next;
}

/** None yet is no failure while there never were any figures and it is not over; nor is it one of what the list lacks. */
function fails(read: Answer, id: string, poll: Poll, all: readonly Moment[]): boolean {
	if (read.result !== 'none') return read.result === 'failed';
	const before = all.filter((one) => isRemembered(one.poll, poll) || one.poll === poll);
	const hadFigures = before.some((one) => one.read?.result === 'good');
	const wasOver = before.some(({ shown }) => shown && isOver(shown.status));
	return (poll.shown?.has(id) === true || !read.isNotFound) && (hadFigures || wasOver);
}

function lacksWhatWasThere({ sent }: Answer, poll: Poll, all: readonly Moment[]): boolean {
	const lacking = counters.filter((counter) => sent?.[counter] === null);
	return all.some(
		(one) => isRemembered(one.poll, poll) && lacking.some((counter) => typeof one.read?.sent?.[counter] === 'number'),
	);
}

function isConcerned(id: string, poll: Poll, moments: ReadonlyMap<string, Moment[]>): boolean {
	const name = (moments.get(id) ?? []).findLast(({ shown }) => shown?.name)?.shown?.name ?? '';
	return poll.shown?.has(id) === true && nameMatches(poll.form, name);
}

interface Circumstances {
	list?: Failing;
	statistics: ReadonlyMap<string, Failing>;
	saidOnce: Map<string, number>;
	moments: ReadonlyMap<string, Moment[]>;
	polls: readonly Poll[];
	service: History['service'];
}

/** Why something may be said now. */
function reasonFor(
	poll: Poll,
	{ list, statistics, saidOnce, moments, polls, service }: Circumstances,
): string | undefined {
	const isProblem = ({ firstAt, polls: count, isRefused: refused }: Failing, tries: number) =>
		refused || (count >= Math.min(tries, 2) && poll.endedAt - firstAt >= TEN_MINUTES - SLACK);
	if (list && (isProblem(list, TRIES.list) || (list.isRefused && list.polls > 0))) return 'list';
	for (const one of statistics.values()) if (isProblem(one, TRIES.statistics)) return 'statistics';
	// Which one waits for its turn for more than a day is not asked here.
	const isBusy = ({ reads, at, endedAt }: Poll) => reads.size >= 50 || endedAt - at > 15_000;
	const soFar = polls.filter(({ at }) => at <= poll.at);
	// Polls may be weeks apart.
	if (soFar.some((one, index) => isBusy(one) && (poll.at - one.at < 3 * DAY || index >= soFar.length - 4)))
		return 'turn';
	const once = (fact: string, againAfter = Infinity) => {
		if (poll.at - (saidOnce.get(fact) ?? -Infinity) < againAfter - SLACK) return undefined;
		saidOnce.set(fact, poll.at);
		return fact;
	};
	const past = (other: Poll) => other === poll || isRemembered(other, poll);
	const nothingInCommon = polls.some((one) => past(one) && isForeign(one, polls) && poll.at - one.at <= DAY);
	if (nothingInCommon && once('nothing in common', HOUR)) return 'nothing in common';
	for (const [id, all] of moments) {
		const before = all.filter((one) => past(one.poll));
		const listed = before.filter(({ shown }) => shown);
		const last = listed.at(-1);
		if (!last) continue;
		const wasOver = listed.some(({ shown }) => shown && isOver(shown.status));
		const absent = before.find(({ poll: one }) => one.turn > last.poll.turn && one.shown);
		if (!wasOver && absent && poll.endedAt - absent.poll.at >= HOUR - SLACK && once('left', DAY))
			return 'left the list';
		const reads = before.flatMap(({ read }) => (read ? [read] : []));
		const lastRead = reads.at(-1);
		const isFinal = wasOver || before.some(({ read, poll: { at } }) => read && poll.at - at > 13 * DAY);
		if (!poll.form.events.includes('thresholdCrossed') || !isFinal) continue;
		for (const { rate } of poll.form.limits) {
			const lacking = RATES[rate].find((counter) => lastRead?.result !== 'good' || lastRead.sent?.[counter] === null);
			const isOpen = rate !== 'failureRate' && service.counting !== undefined;
			if (lacking !== undefined && once(`limit ${lastRead?.result === 'good' ? lacking : 'no figures'}`))
				return `no ${lacking} of ${id}`;
			if (lacking === undefined && isOpen && reads.length > 0 && once(`limit ${rate}`))
				return `what the counters mean, of ${id}`;
		}
	}
	return undefined;
}

function isForeign(poll: Poll, polls: readonly Poll[]): boolean {
	const { shown } = poll;
	if (!shown || shown.size < 10) return false;
	// While names decide, one that has no name yet is not known yet.
	const known = polls
		.filter((one) => one.shown && isRemembered(one, poll))
		.flatMap(({ shown: all, form: { nameContains } }) =>
			[...(all ?? [])].filter(([, { name }]) => name !== '' || nameContains === '').map(([id]) => id),
		);
	return known.length > 0 && !known.some((id) => shown.has(id));
}

/** A long list that shows none of those that were known is said. */
export function judgeNothingInCommon({ polls }: History): Difference[] {
	const found: Difference[] = [];
	for (const poll of polls) {
		if (!isForeign(poll, polls) || poll.activation !== undefined || poll.ending !== undefined) continue;
		const soon = polls.filter(
			(one) => one.process === poll.process && one.turn >= poll.turn && one.at - poll.at <= 62 * MINUTE,
		);
		const isEnough = (soon.at(-1)?.at ?? 0) - poll.at >= HOUR;
		const wasBusy = polls.some(
			(one) =>
				one.process === poll.process &&
				tellsOf(one) !== undefined &&
				one.at >= poll.at - HOUR - SLACK &&
				one.at < poll.at,
		);
		if (isEnough && !wasBusy && !soon.some((one) => tellsOf(one) !== undefined))
			found.push({ promise: 'unsaid', turn: poll.turn, text: 'a list with nothing in common' });
		break;
	}
	return found;
}
