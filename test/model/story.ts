/**
 * What a trigger saw of one promotion, poll by poll, since it follows it. It is kept whole, and each sentence of the docs is looked up in it
 * from its beginning: nothing is carried along but what was seen and what was told.
 */
import { LOW_LIMIT, type Form } from './form';
import { counters, mapCounters, type Counted, type Read, type Status } from './world';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** One good answer. */
export interface Seen {
	at: number;
	/** Once over, always over; a status that is left out says nothing. */
	status: Status;
	/** What the list said: nothing of this promotion, or nothing at all. */
	said: Status | '' | 'absent' | 'empty list';
	/** What its statistics answered, if they were asked for. */
	read?: Read;
	/** The last value of each counter; null before the first good answer. */
	counted: Counted | null;
	told: readonly Told[];
	/** What Counters Changed counts from. */
	countsFrom?: Counted;
	/** Limits that its very first read showed as crossed. */
	silentLimits?: readonly string[];
}

export interface Story {
	/** It was not there when watching began. */
	isNew: boolean;
	name: string;
	createdAt: number | null;
	seen: readonly Seen[];
}

export interface Told {
	event: string;
	what: string;
	/** The counters it shows, and whether it says that they are old, and why. */
	shows: string;
	figures: 'current' | 'stale' | 'stale, and why';
}

export const isOver = (status: Status | ''): boolean => status === 'Completed' || status === 'Cancelled';
/** Any word but the three that the document names. */
const isActive = (status: Status): boolean => !isOver(status) && status !== 'Stopped';
const last = ({ seen }: Story): Seen => seen[seen.length - 1] as Seen;
export const change = (from: string | null, to: string): string => `${from} -> ${to}`;
export const shown = (counted: Counted | null): string =>
	counted ? counters.map((counter) => `${counted[counter]} ${counter}`).join(', ') : 'nothing';
export const changesText = (from: Partial<Counted>, to: Partial<Counted>): string =>
	counters
		.filter((counter) => typeof from[counter] === 'number' && typeof to[counter] === 'number')
		.filter((counter) => from[counter] !== to[counter])
		.map((counter) => `${counter} ${from[counter]} -> ${to[counter]}`)
		.join(', ');

/** How long ago that was. The host's clock may go back: then what was later is now. */
function since({ seen }: Story, index: number): number {
	const times = seen.slice(index).map(({ at }) => at);
	return (times.at(-1) ?? 0) - Math.min(...times);
}

/** "There are none" is an answer as long as there never were any. */
export const isAnswered = (read: Read | undefined, before: Counted | null): boolean =>
	read !== undefined && read !== 'unread' && !(read === 'none' && before !== null);

const before = ({ seen }: Story, index: number): Counted | null => seen[index - 1]?.counted ?? null;

/** What a read is compared with: nothing was sent before it was new, or while it had no statistics. */
function comparedWith(story: Story, index: number): Counted | null {
	const earlier = before(story, index);
	const hadNone = story.seen.slice(0, index).some(({ read, counted }) => read === 'none' && counted === null);
	if (!story.isNew && !hadNone) return earlier;
	return mapCounters((counter) => earlier?.[counter] ?? 0);
}

function movedAt(story: Story, index: number): boolean {
	const { read, counted } = story.seen[index] as Seen;
	const from = comparedWith(story, index);
	return typeof read === 'object' && from !== null && counted !== null && changesText(from, counted) !== '';
}

const changedAt = ({ seen }: Story, index: number): boolean =>
	index > 0 && seen[index]?.status !== seen[index - 1]?.status;

const lastIndex = (story: Story, fits: (index: number) => boolean): number => {
	for (let index = story.seen.length - 1; index >= 0; index--) if (fits(index)) return index;
	return -1;
};

/** Neither its figures nor its status have changed since. */
const restsSince = (story: Story): number =>
	Math.max(
		0,
		lastIndex(story, (index) => movedAt(story, index) || changedAt(story, index)),
	);

/** Where this trigger saw it complete. */
export function completion({ isNew, seen }: Story): number {
	const index = seen.findIndex(({ status }) => status === 'Completed');
	return index > 0 || isNew ? index : -1;
}

const wasTold = ({ seen }: Story, event: string, from = 0): boolean =>
	seen.slice(from).some(({ told }) => told.some((one) => one.event === event));

/** Answers in a row, but for empty ones, that lacked it. */
function missing({ seen }: Story, upTo = seen.length): number {
	const listed = seen.slice(0, upTo).filter(({ said }) => said !== 'empty list');
	return listed.length - 1 - listed.findLastIndex(({ said }) => said !== 'absent');
}

/** Where it counted as disappeared: with the third in a row. */
const disappearances = (story: Story): number[] =>
	story.seen.flatMap(({ said, status }, index) =>
		said === 'absent' && !isOver(status) && missing(story, index + 1) === 3 ? [index] : [],
	);

/** Final figures: how they came to be known as final, if they are with what was seen last. */
function finality(story: Story, { options }: Form): 'quiet' | 'watchEnd' | undefined {
	const completed = completion(story);
	if (completed < 0) return undefined;
	const { said, read } = last(story);
	const from = Math.max(restsSince(story), completed);
	const otherwise = lastIndex(
		story,
		(index) => !['Completed', '', 'absent', 'empty list'].includes((story.seen[index] as Seen).said),
	);
	const reads = story.seen.filter(
		(one, index) => index >= from && index > otherwise && one.said === 'Completed' && typeof one.read === 'object',
	);
	const isQuiet = since(story, from) >= options.finalAfterMinutes * MINUTE;
	if (said === 'Completed' && typeof read === 'object' && reads.length >= 2 && isQuiet) return 'quiet';
	return isWatchOver(story, { options }) ? 'watchEnd' : undefined;
}

export function isWatchOver(story: Story, { options }: Pick<Form, 'options'>): boolean {
	return since(story, completion(story)) >= options.watchAfterCompletionHours * HOUR;
}

const awaitsFinal = ({ events }: Form): boolean =>
	events.includes('finalFiguresReady') || events.includes('thresholdCrossed');

/** Its figures were final before what was seen last. */
export const isFinal = (story: Story): boolean => wasTold(story, '(final)');

export function owesStall(story: Story): boolean {
	const start = lastIndex(
		story,
		(index) => movedAt(story, index) || (changedAt(story, index) && isActive((story.seen[index] as Seen).status)),
	);
	if (!isActive(last(story).status) || (start < 0 && !story.isNew)) return false;
	return !wasTold(story, 'stalled', Math.max(0, start));
}

/** What is to be told of a promotion with what was seen last. */
export function tellings(story: Story, form: Form): Pick<Seen, 'told' | 'countsFrom' | 'silentLimits'> {
	const told: Told[] = [];
	const { seen, isNew } = story;
	const now = last(story);
	const at = seen.length - 1;
	const previous = at === 0 ? (isNew ? null : now.status) : (seen[at - 1] as Seen).status;
	const isGone = disappearances(story)[0] === at;
	const answered = isAnswered(now.read, before(story, at));
	const tell = (event: string, what: string, needsFigures = true) => {
		if (!form.events.includes(event)) return;
		const figures = isGone ? 'stale' : !needsFigures || answered ? 'current' : 'stale, and why';
		told.push({ event, what, shows: shown(now.counted), figures });
	};
	const statuses = change(previous, now.status);
	const became = (status: Status) => now.status === status && previous !== status;
	if (previous === null) tell('created', statuses, false);
	else if (isGone || previous !== now.status) tell('statusChanged', statuses);
	if (became('Completed')) tell('completed', statuses);
	if (became('Stopped')) tell('stopped', statuses);
	if ((isGone || became('Cancelled')) && !wasTold(story, 'cancelled')) tell('cancelled', statuses);
	const counts = countersChanged(story, form, tell);
	const finalBy = awaitsFinal(form) && !isFinal(story) ? finality(story, form) : undefined;
	if (finalBy) {
		tell('finalFiguresReady', finalBy);
		told.push({ event: '(final)', what: '', shows: '', figures: 'current' });
	}
	const sinceStart = restsSince(story);
	if (owesStall(story) && answered && since(story, sinceStart) >= form.options.stalledAfterMinutes * MINUTE) {
		const from = Math.min(...seen.slice(sinceStart).map((one) => one.at));
		tell('stalled', new Date(from).toISOString());
	}
	const silentLimits = thresholds(story, form, finalBy !== undefined, tell);
	if (isGone) tell('disappeared', statuses, false);
	return { told, ...counts, silentLimits };
}

type Tell = (event: string, what: string) => void;

/** A counter counts from its last emitted value; before any, from the value before this read, or from its first. */
function countersChanged(story: Story, { events, options }: Form, tell: Tell): Pick<Seen, 'countsFrom'> {
	const at = story.seen.length - 1;
	const { read, counted } = last(story);
	if (!events.includes('countersChanged') || typeof read !== 'object' || !counted) return {};
	const earlier = story.seen.findLast(({ countsFrom }) => countsFrom)?.countsFrom;
	const compared = comparedWith(story, at);
	const from = mapCounters((counter) => earlier?.[counter] ?? compared?.[counter] ?? counted[counter]);
	const chosen = options.counters.length > 0 ? (['failed'] as const) : counters;
	const isEnough = chosen.some((counter) => {
		const [one, other] = [from[counter], counted[counter]];
		return one !== null && other !== null && Math.abs(one - other) >= options.minimumChange;
	});
	if (isEnough) tell('countersChanged', changesText(from, counted));
	return { countsFrom: isEnough ? counted : from };
}

/** Once for each limit, by both counters that were sent. Silent only if the very first attempt to read saw it crossed. */
function thresholds(story: Story, { events, options }: Form, isFinalNow: boolean, tell: Tell): string[] {
	const { read, counted } = last(story);
	if (!events.includes('thresholdCrossed') || (typeof read !== 'object' && !isFinalNow)) return [];
	const { attempted = null, failed = null } = counted ?? {};
	if (attempted === null || failed === null || attempted < 1) return [];
	const rate = (100 * failed) / attempted;
	const areFinal = isFinalNow || isFinal(story);
	const crossed = [
		...(failed > 0 && rate >= options.highLimit ? [`above ${options.highLimit}`] : []),
		...(areFinal && rate <= LOW_LIMIT ? [`below ${LOW_LIMIT}`] : []),
	];
	const isKnown = (limit: string) =>
		story.seen.some(
			({ told, silentLimits }) => told.some(({ what }) => what === limit) || silentLimits?.includes(limit),
		);
	const fresh = crossed.filter((limit) => !isKnown(limit));
	const attempts = story.seen.filter((one) => one.read !== undefined).length;
	if (attempts === 1 && read !== undefined && !story.isNew) return fresh;
	for (const limit of fresh) tell('thresholdCrossed', limit);
	return [];
}

/** Events for whose sake a completed promotion is followed until its watch is over. */
export const WATCHING = ['countersChanged', 'thresholdCrossed'];

/** It is not over, or an event still waits for its figures; and it is not gone for a week. */
export function goesOn(story: Story, form: Form): boolean {
	const { status, said } = last(story);
	if (!isOver(status)) {
		const gone = disappearances(story).at(-1);
		const isStillGone = gone !== undefined && said === 'absent' && gone < story.seen.length - 1 && missing(story) > 3;
		return !isStillGone || since(story, gone) < 7 * 24 * HOUR;
	}
	if (completion(story) < 0) return false;
	const watches = WATCHING.some((event) => form.events.includes(event));
	return (watches && !isWatchOver(story, form)) || (awaitsFinal(form) && !isFinal(story));
}

const FOLLOWING = [...WATCHING, 'finalFiguresReady', 'stalled'];

/** Whether its statistics are read again and again: those of what was stopped for 72 hours. */
export function isReadAgain(story: Story, { events }: Form): boolean {
	const { status } = last(story);
	const from = lastIndex(story, (index) => index === 0 || changedAt(story, index));
	if (status === 'Stopped' && since(story, from) >= 72 * HOUR) return false;
	return FOLLOWING.some((event) => events.includes(event));
}

/** Whether the last request for its statistics was answered; undefined before the first. */
export function wasAnswered(story: Story): boolean | undefined {
	const index = lastIndex(story, (one) => (story.seen[one] as Seen).read !== undefined);
	return index < 0 ? undefined : isAnswered(story.seen[index]?.read, before(story, index));
}
