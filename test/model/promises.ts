/**
 * What users are promised, as sentences of the docs over all that a trigger saw. It uses nothing of the code under test, and knows no
 * number but those in the docs.
 */
import type { IDataObject } from 'n8n-workflow';
import { LOW_LIMIT, selectedIds, type Form } from './form';
import { isOver, type Answer, type Counted, type Read, type Shown } from './world';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const WEEK = 7 * DAY;

export interface Poll {
	at: number;
	form: Form;
	answer: Answer;
	reads: ReadonlyMap<string, Read>;
	/** A person activated the trigger. */
	isActivation: boolean;
}

/** One promotion in one good answer. */
interface Sight {
	at: number;
	isListed: boolean;
	/** The list is as long as this. */
	listSize: number;
	/** Once over, always over; a status that is left out says nothing. */
	status: string;
	read?: Read;
	/** The last figures that were read. */
	counted?: Counted;
	/** What its events are counted from. */
	countsFrom?: Counted;
	/** Events and limits that were emitted, or crossed in silence, and statuses in which it stalled before anything was sent. */
	emitted: string[];
	isGone?: boolean;
	events: readonly string[];
}

export interface Story {
	isNew: boolean;
	isOldNews: boolean;
	name: string;
	createdAt: number | null;
	sights: Sight[];
}

/** All that is known after a poll. It is never changed, because n8n may go back to it. */
export interface Memory {
	seen: ReadonlySet<string>;
	over: ReadonlySet<string>;
	stories: ReadonlyMap<string, Story>;
	/** When the newest that was ever listed was created; without any, when the first list was read. */
	newestAt?: number;
	baselineAt: number;
	/** How many are missing of whom it is not believed yet. */
	doubtful: number;
}

const last = ({ sights }: Story): Sight => sights[sights.length - 1] as Sight;
const isSame = (a: string, b: string) => a.trim().toLowerCase() === b.trim().toLowerCase();
const isActive = (status: string) => !isOver(status) && !isSame(status, 'Stopped');
const change = (from: string | null, to: string) => `${from} -> ${to}`;
/** How long ago that was. The host's clock may go back: then what was later is now. */
const since = ({ sights }: Story, index: number) =>
	(sights.at(-1)?.at ?? 0) - Math.min(...sights.slice(index).map(({ at }) => at));
const wasEmitted = ({ sights }: Story, what: string, from = 0) =>
	sights.slice(from).some((one) => one.emitted.includes(what));
/** Answers in a row that lacked it. */
const missed = ({ sights }: Story) => sights.length - 1 - sights.findLastIndex(({ isListed }) => isListed);
const knownBefore = ({ sights, isNew }: Story, index: number): Counted | undefined => {
	const before = sights.slice(0, index);
	const startsFromZero = isNew || before.some(({ read, counted }) => read === 'none' && !counted);
	return before.at(-1)?.counted ?? (startsFromZero ? NOTHING_COUNTED : undefined);
};
const hasMoved = (story: Story, index: number) => {
	const { read } = story.sights[index] as Sight;
	const before = knownBefore(story, index);
	return typeof read === 'object' && before !== undefined && distance(before, read, []) > 0;
};
const hasChanged = ({ sights }: Story, index: number) =>
	index > 0 && !isSame(sights[index]?.status ?? '', sights[index - 1]?.status ?? '');
const lastIndex = ({ sights }: Story, fits: (index: number) => boolean) =>
	sights.findLastIndex((_, index) => fits(index));
const lastMove = (story: Story) =>
	Math.max(
		0,
		lastIndex(story, (at) => hasMoved(story, at) || hasChanged(story, at)),
	);
/** Where this trigger saw it complete. */
const completion = ({ sights, isNew }: Story) => {
	const index = sights.findIndex(({ status }) => isSame(status, 'Completed'));
	return index > 0 || isNew ? index : -1;
};
const NOTHING_COUNTED: Counted = { attempted: 0, failed: 0, sent: 0, delivered: 0, read: 0 };
const distance = (a: Counted, b: Counted, chosen: readonly string[]) =>
	Math.max(
		...(Object.keys(NOTHING_COUNTED) as Array<keyof Counted>)
			.filter((counter) => chosen.length === 0 || chosen.includes(counter))
			.map((counter) => Math.abs(a[counter] - b[counter])),
	);
const text = (from: Counted, to: Counted) =>
	(['attempted', 'failed'] as const)
		.filter((counter) => from[counter] !== to[counter])
		.map((counter) => `${counter} ${from[counter]} -> ${to[counter]}`)
		.join(', ');

/** What has to come with this poll, exactly, and what is known after it. */
export function expected(memory: Memory | undefined, poll: Poll) {
	const { at, form, answer, reads } = poll;
	const stories = new Map<string, Story>();
	const cap = (time?: number) => (time === undefined ? undefined : Math.min(time, at));
	const known = { newestAt: cap(memory?.newestAt), baselineAt: cap(memory?.baselineAt) ?? at };
	const [seen, over] = [new Set(memory?.seen), new Set(memory?.over)];
	for (const id of new Set([...answer.keys(), ...(memory?.stories.keys() ?? [])])) {
		const shown = answer.get(id);
		const earlier = memory?.stories.get(id);
		const name = shown?.name || earlier?.name || '';
		const isKnown = seen.has(id);
		const wasOver = over.has(id);
		// While names decide, one without a name is not known yet.
		if (shown && (isKnown || shown.name !== '' || form.scope.nameContains === '')) {
			seen.add(id);
			if (isOver(shown.status)) over.add(id);
		}
		const createdAt = shown?.createdAt ?? earlier?.createdAt ?? null;
		if (!isInScope(form, id, name, createdAt, at)) continue;
		const isOld = !earlier && !isKnown && shown !== undefined && isOldNews(shown, poll, known);
		const isNew = memory ? !isKnown && !isOld : form.options.emitExisting;
		if (!earlier && (!shown || (!isNew && (wasOver || isOver(shown.status))))) continue;
		const story = earlier ?? { isNew, isOldNews: isOld && !isNew, name, createdAt, sights: [] };
		const before = story.sights.at(-1);
		const isFrozen = before !== undefined && isOver(before.status);
		const status = isFrozen || !shown?.status ? (before?.status ?? '') : shown.status;
		const read = shown || isFrozen ? reads.get(id) : undefined;
		const counted = typeof read === 'object' ? read : before?.counted;
		const sight = {
			at,
			isListed: shown !== undefined,
			listSize: answer.size,
			status,
			read,
			counted,
			emitted: [],
			events: form.events,
		};
		stories.set(id, { ...story, name, createdAt, sights: [...story.sights, sight] });
	}
	const { gone, doubtful } = whatIsGone(stories, answer);
	const keys = [...stories].flatMap(([id, story]) => eventsOf(story, form, gone.get(id)).map((key) => `${id} ${key}`));
	const goOn = new Map([...stories].filter(([, story]) => goesOn(story, form)));
	let { newestAt } = known;
	for (const { createdAt } of answer.values()) {
		if (createdAt !== null) newestAt = Math.max(newestAt ?? 0, Math.min(createdAt, at));
	}
	const next: Memory = { seen, over, stories: goOn, newestAt, baselineAt: known.baselineAt, doubtful };
	return { memory: next, stories, keys };
}

function isInScope({ scope }: Form, id: string, name: string, createdAt: number | null, at: number): boolean {
	const selected = selectedIds(scope);
	if (selected && !selected.includes(id)) return false;
	if (!name.toLowerCase().includes(scope.nameContains)) return false;
	return scope.createdWithinDays === 0 || createdAt === null || createdAt >= at - scope.createdWithinDays * DAY;
}

/** Only of one that is seen for the first time: created more than a week before what is known, or before a person activated the trigger. */
function isOldNews(
	{ createdAt, status }: Shown,
	{ at, isActivation }: Poll,
	known: Pick<Memory, 'newestAt' | 'baselineAt'>,
) {
	if (createdAt === null) return isActivation && isOver(status);
	return createdAt < (isActivation ? at : (known.newestAt ?? known.baselineAt)) - WEEK;
}

/** With the third answer in a row that lacks it, unless five or more would be gone at once, for three days, or the list has no more room. */
function whatIsGone(stories: ReadonlyMap<string, Story>, answer: Answer) {
	const oldest = Math.min(...[...answer.values()].flatMap(({ createdAt }) => createdAt ?? []));
	const missing = [...stories].filter(([, story]) => missed(story) > 0 && !isOver(last(story).status));
	const wasGone = (story: Story) => story.sights.slice(-1 - missed(story)).some(({ isGone }) => isGone);
	const slid = ({ createdAt, sights }: Story) => {
		const shown = sights.findLast(({ isListed }) => isListed);
		const isLong = answer.size >= 20 && answer.size >= (shown?.listSize ?? 0);
		return isLong && createdAt !== null && createdAt < oldest;
	};
	const vanishing = missing.filter(([, story]) => missed(story) > 1 && !wasGone(story) && !slid(story));
	const isBelieved = (story: Story) =>
		vanishing.length < 5 || since(story, story.sights.length - missed(story)) >= 3 * DAY;
	const gone = new Map<string, 'disappeared' | 'slid'>();
	for (const [id, story] of missing) {
		if (missed(story) < 3 || wasGone(story)) continue;
		if (slid(story)) gone.set(id, 'slid');
		else if (isBelieved(story)) gone.set(id, 'disappeared');
	}
	const doubtful = vanishing.length < 5 ? 0 : vanishing.filter(([, story]) => !isBelieved(story)).length;
	return { gone, doubtful };
}

/** Those that have to come now. Others may come, if `checkMayCome` lets them. */
function eventsOf(story: Story, form: Form, gone?: 'disappeared' | 'slid'): string[] {
	const { sights, isNew, isOldNews } = story;
	const now = last(story);
	const at = sights.length - 1;
	const isGone = gone === 'disappeared' && !wasEmitted(story, 'gone');
	const keys: string[] = [];
	const emit = (event: string, what: string, once = event) => {
		now.emitted.push(once);
		if (form.events.includes(event)) keys.push(`${event} ${what}`);
	};
	const previous = at === 0 ? (isNew ? null : now.status) : (sights[at - 1]?.status ?? '');
	const statuses = change(previous, now.status);
	const became = (status: RegExp) => status.test(now.status) && !status.test(previous ?? '');
	if (previous === null) emit('created', statuses);
	else if (isGone || !isSame(previous, now.status)) emit('statusChanged', statuses);
	if (became(/^completed$/i)) emit('completed', statuses);
	if (became(/^stopped$/i)) emit('stopped', statuses);
	const wasCancelled = sights.some((one) => one.emitted.includes('cancelled') && one.events.includes('cancelled'));
	if ((isGone || became(/^cancell?ed$/i)) && !wasCancelled) emit('cancelled', statuses);
	if (isGone) emit('disappeared', statuses, 'gone');
	if (gone) now.isGone = true;
	const { read } = now;
	if (typeof read !== 'object') return keys;
	const before = knownBefore(story, at);
	if (form.events.includes('countersChanged')) {
		const from = sights.findLast(({ countsFrom }) => countsFrom)?.countsFrom ?? before ?? read;
		const isEnough = distance(from, read, form.options.counters) >= form.options.minimumChange;
		now.countsFrom = isEnough ? read : from;
		if (isEnough) emit('countersChanged', text(from, read));
	}
	const limit = `above ${form.options.highLimit}`;
	const isCrossed = read.failed > 0 && (100 * read.failed) / read.attempted >= form.options.highLimit;
	if (form.events.includes('thresholdCrossed') && isCrossed && !wasEmitted(story, limit)) {
		if (before || !isOldNews) emit('thresholdCrossed', before ? limit : `${limit} at first sight`, limit);
		else now.emitted.push(limit);
	}
	return keys;
}

/** It is not over, or figures may still cause an event; and it is not gone for a week. */
function goesOn(story: Story, form: Form): boolean {
	const { sights } = story;
	const { status } = last(story);
	if (!isOver(status)) {
		const gone = sights.findLastIndex(({ isGone }) => isGone);
		const isGone = gone >= sights.length - missed(story) && gone >= 0 && gone < sights.length - 1;
		return !isGone || since(story, gone) < WEEK;
	}
	const waits = ['countersChanged', 'finalFiguresReady', 'thresholdCrossed'].some((event) =>
		form.events.includes(event),
	);
	return (
		waits && completion(story) >= 0 && since(story, completion(story)) < form.options.watchAfterCompletionHours * HOUR
	);
}

/** Events that come at a time of their own: whether this one may come now. Returns what is wrong with it. */
export function whyNot(item: IDataObject, stories: ReadonlyMap<string, Story>, { form }: Poll): string | undefined {
	const story = stories.get(String(item.promotionId));
	if (!story) return 'of a promotion that is not watched';
	const { status, read } = last(story);
	const restsSince = lastMove(story);
	const done = completion(story);
	const emit = (what: string) => {
		if (wasEmitted(story, what)) return 'once more';
		last(story).emitted.push(what);
		return undefined;
	};
	if (item.event === 'stalled') {
		const stalledAt = story.sights.findLastIndex((one) => one.emitted.includes('stalled'));
		const hasSent = (last(story).counted?.attempted ?? 0) > 0;
		const moved = lastIndex(
			story,
			(at) => hasMoved(story, at) || (hasChanged(story, at) && isActive(story.sights[at]?.status ?? '')),
		);
		if (!isActive(status)) return `while ${status}`;
		if (moved < 0 && !story.isNew) return 'although it has not moved since the trigger knows it';
		if (stalledAt >= 0 && stalledAt >= moved) return 'once more for one standstill';
		if (since(story, restsSince) < form.options.stalledAfterMinutes * MINUTE) return 'too soon';
		if (stalledAt >= 0 && since(story, stalledAt) < DAY) return 'twice a day';
		last(story).emitted.push('stalled');
		return hasSent ? undefined : emit(`stalled while ${status.toLowerCase()}`);
	}
	if (done < 0) return 'of one that did not complete while it was watched';
	if (item.event === 'finalFiguresReady') {
		const from = Math.max(restsSince, done);
		const goodReads = story.sights.slice(from).filter((one) => typeof one.read === 'object').length;
		const isQuiet = goodReads >= 2 && since(story, from) >= form.options.finalAfterMinutes * MINUTE;
		const isWatchOver = since(story, done) >= form.options.watchAfterCompletionHours * HOUR;
		const isRight = { quiet: isQuiet, watchEnd: isWatchOver, gone: missed(story) >= 3 && read === 'none' };
		if (!isRight[item.finalBecause as keyof typeof isRight]) return `because it is ${String(item.finalBecause)}`;
		return emit('finalFiguresReady');
	}
	const { attempted, failed } = (item.statistics ?? {}) as Counted;
	const { direction, percent } = item.threshold as { direction: string; percent: number };
	// Its last figures decide, if none can be read any more.
	if (direction === 'above')
		return (100 * failed) / attempted < percent ? 'of a rate that is not high' : emit(`above ${percent}`);
	if ((100 * failed) / attempted > LOW_LIMIT) return 'of a rate that is not low';
	return emit('below');
}

/** The last answer to a request for its figures was none. */
export function isUnanswered(story: Story): boolean {
	const index = story.sights.findLastIndex(({ read }) => read !== undefined);
	const { read, isListed } = story.sights[index] ?? {};
	return read === 'unread' || (read === 'none' && isListed === true && story.sights[index - 1]?.counted !== undefined);
}

/** What would have come by now, had all of it been read often enough. */
export function owed(memory: Memory | undefined, { events }: Form): string[] {
	return [...(memory?.stories ?? [])].flatMap(([id, story]) => {
		const { status, counted, isListed } = last(story);
		const done = completion(story);
		const watched = (event: string) => story.sights.slice(Math.max(0, done)).every((one) => one.events.includes(event));
		if (done >= 0 && watched('finalFiguresReady') && !wasEmitted(story, 'finalFiguresReady'))
			return [`${id} final figures`];
		if (!events.includes('stalled') || !isActive(status) || !isListed) return [];
		const moved = lastIndex(
			story,
			(at) => hasMoved(story, at) || (hasChanged(story, at) && isActive(story.sights[at]?.status ?? '')),
		);
		const hasStalled = wasEmitted(story, 'stalled', Math.max(0, moved));
		const isScheduled = !counted?.attempted && wasEmitted(story, `stalled while ${status.toLowerCase()}`);
		return (moved < 0 && !story.isNew) || hasStalled || isScheduled ? [] : [`${id} stalled`];
	});
}
