/** What the trigger may know of one campaign at a moment, as far as its polls showed it and nobody forgot it. */
import { nameMatches } from '../form';
import {
	DAY,
	HOUR,
	MINUTE,
	isCompleted,
	isOver,
	isRemembered,
	isSame,
	normal,
	type Moment,
	type Poll,
} from '../history';
import { counters, NOTHING_SENT, type Answer } from '../answers';

const WEEK = 7 * DAY;
const YEAR_2000 = Date.UTC(2000, 0);

/** Yes, no, or not to be told from outside. */
export type Known = 'yes' | 'no' | 'unclear';

/** The good polls that are still remembered at a later one, from the first on. */
export class Past {
	private readonly good: Poll[];

	constructor(polls: readonly Poll[]) {
		this.good = polls.filter(({ shown }) => shown !== undefined);
	}

	lastGood(before: Poll): Poll | undefined {
		return this.good.findLast((poll) => isRemembered(poll, before));
	}

	all(before: Poll): Poll[] {
		return this.good.filter((poll) => isRemembered(poll, before));
	}
}

/** Whether what is seen for the first time is news: what ended, or else was created, within the seven days before the last good list. */
export function isNews({ poll, shown }: Moment, lastGood: Poll): Known {
	if (!shown) return 'unclear';
	const isByPerson = poll.activation === 'activate';
	const usable = (time: number) => time >= YEAR_2000 && time <= poll.endedAt;
	const { endTime, createdAt, status } = shown;
	const time = isOver(status) && usable(endTime) ? endTime : createdAt;
	if (Math.abs(time - poll.at) < 2 * MINUTE && isByPerson) return 'unclear';
	if (!usable(time)) return isByPerson ? 'no' : 'yes';
	const age = (isByPerson ? poll.at : lastGood.at) - time;
	if (Math.abs(age - WEEK) < 2 * HOUR) return 'unclear';
	return age > WEEK ? 'no' : 'yes';
}

/** What was seen of one campaign before a poll, and in it. */
export class Seen {
	private kept: {
		before?: Moment[];
		all?: Moment[];
		lists?: Moment[];
		listed?: Moment[];
		reads?: Array<Answer & { of: Poll }>;
		moved?: number;
		rested?: boolean;
	} = {};

	constructor(
		private readonly line: readonly Moment[],
		private readonly count: number,
		readonly now: Moment,
		private readonly past: Past,
	) {}

	get before(): readonly Moment[] {
		return (this.kept.before ??= this.line.slice(0, this.count));
	}

	private get all(): readonly Moment[] {
		return (this.kept.all ??= [...this.before, this.now]);
	}

	/** Nothing was read and told, now and before, and it is listed as before. */
	get isQuiet(): boolean {
		const { now, line, count } = this;
		const last = line[count - 1];
		if (!last?.shown || !now.shown || last.read || now.read || last.poll.form !== now.poll.form) return false;
		const isAlike =
			last.shown.status === now.shown.status && last.shown.name === now.shown.name && now.shown.status !== '';
		return isAlike && last.items.length === 0 && now.items.length === 0;
	}

	/** Those with a list. */
	get lists(): Moment[] {
		return (this.kept.lists ??= this.all.filter(({ poll }) => poll.shown));
	}

	/** Those in which it was listed. */
	get listed(): Moment[] {
		return (this.kept.listed ??= this.findListed());
	}

	/** While names decide, one that has no name yet is not known yet. */
	private findListed(): Moment[] {
		const all = this.all.filter(({ shown }) => shown);
		const first = all.findIndex(({ shown, poll }) => shown?.name !== '' || poll.form.nameContains === '');
		return first < 0 ? [] : all.slice(first);
	}

	/** At some time nothing of it moved for nearly two weeks, so its record may have ended. */
	get restedLong(): boolean {
		return (this.kept.rested ??= this.findRest());
	}

	private findRest(): boolean {
		const moves = this.all
			.map((_, index) => index)
			.filter((index) => index === 0 || index === this.all.length - 1 || this.isMove(index));
		return moves.some(
			(index, place) =>
				(this.all[index]?.poll.at ?? 0) - (this.all[moves[place - 1] ?? index]?.poll.at ?? 0) > 13 * DAY,
		);
	}

	private isMove(index: number): boolean {
		const { shown, read, poll } = this.all[index] as Moment;
		const before = this.all.slice(0, index).findLast((one) => one.shown)?.shown;
		const readBefore = this.all.slice(0, index).findLast((one) => one.read?.sent)?.read?.sent;
		const hasChanged = before !== undefined && shown !== undefined && normal(before.status) !== normal(shown.status);
		return (
			hasChanged ||
			(read?.sent !== undefined && readBefore !== undefined && poll.turn > 0 && hasMoved(readBefore, read.sent))
		);
	}

	get reads(): Array<Answer & { of: Poll }> {
		return (this.kept.reads ??= this.all.flatMap(({ read, poll }) => (read ? [{ ...read, of: poll }] : [])));
	}

	/** The last status that was listed before this poll. */
	get statusBefore(): string | undefined {
		return this.before.findLast(({ shown }) => shown && normal(shown.status) !== '')?.shown?.status;
	}

	/** The last status that was listed, now or before. What is over stays over. */
	get status(): string {
		const texts = this.listed.map(({ shown }) => shown?.status ?? '');
		return texts.find(isOver) ?? texts.findLast((text) => normal(text) !== '') ?? '';
	}

	get name(): string {
		return this.listed.findLast(({ shown }) => shown?.name)?.shown?.name ?? '';
	}

	get first(): Moment | undefined {
		return this.listed[0];
	}

	/** It was there when the trigger began. */
	get isOfBaseline(): boolean {
		return this.first !== undefined && this.past.lastGood(this.first.poll) === undefined;
	}

	get wasNews(): Known {
		const lastGood = this.first && this.past.lastGood(this.first.poll);
		return this.first && lastGood ? isNews(this.first, lastGood) : 'no';
	}

	goodReads(): Array<Answer & { of: Poll }> {
		return this.reads.filter(({ result }) => result === 'good');
	}

	/** When figures or status were last seen to change; when it was first seen, if they never were. */
	get movedAt(): number {
		return (this.kept.moved ??= this.findMove());
	}

	private findMove(): number {
		let moved = this.first?.poll.at ?? 0;
		const reads = this.goodReads();
		reads.forEach(({ sent, of }, index) => {
			const before = reads[index - 1]?.sent;
			const isFirstOfNew = before === undefined && this.wasNews !== 'no' && sent && !isSame(NOTHING_SENT, sent);
			if (isFirstOfNew || (before && sent && hasMoved(before, sent))) moved = Math.max(moved, of.at);
		});
		this.listed.forEach(({ shown, poll }, index) => {
			const before = this.listed[index - 1]?.shown;
			if (before && shown && normal(before.status) !== normal(shown.status)) moved = Math.max(moved, poll.at);
		});
		return moved;
	}

	/** Since when the good lists in a row lack it. */
	get absentSince(): Moment | undefined {
		const last = this.lists.findLastIndex(({ shown }) => shown);
		return last < 0 ? undefined : this.lists[last + 1];
	}

	get completedAt(): number | undefined {
		return this.listed.find(({ shown }) => shown && isCompleted(shown.status))?.poll.at;
	}

	/** Whether its figures have to be followed. */
	get isFollowed(): Known {
		const { first, now, name } = this;
		const { form, at } = now.poll;
		if (!first?.shown || !nameMatches(form, name)) return 'no';
		const wasHidden = this.lists.some(({ poll }) => !nameMatches(poll.form, name));
		if (isOver(first.shown.status)) {
			if (this.isOfBaseline) return 'no';
			if (this.wasNews !== 'yes') return this.wasNews;
			if (wasHidden) return 'unclear';
		}
		if (at - first.poll.at > 13 * DAY && this.restedLong) return 'unclear';
		if (!isOver(this.status)) return this.absentSince === undefined ? 'yes' : 'unclear';
		const { completedAt } = this;
		const watchHours = form.options.watchAfterCompletionHours ?? 72;
		const isWatched = completedAt !== undefined && at - completedAt < watchHours * HOUR - 2 * MINUTE;
		return isWatched && !wasHidden ? 'yes' : 'unclear';
	}
}

/** A counter that is missing has not moved. */
const hasMoved = (before: NonNullable<Answer['sent']>, sent: NonNullable<Answer['sent']>) =>
	counters.some((counter) => before[counter] !== null && sent[counter] !== null && before[counter] !== sent[counter]);

/** Whether an answer has all counters. */
export const isComplete = ({ result, sent }: Answer): boolean =>
	result === 'good' && sent !== undefined && counters.every((counter) => sent[counter] !== null);

/** Every poll that concerns a campaign, with what was seen before it. */
export function* seenOf(moments: readonly Moment[], past: Past): Generator<Seen> {
	let before: Moment[] = [];
	let forgottenFrom = Infinity;
	for (const now of moments) {
		if (now.poll.turn >= forgottenFrom) {
			before = before.filter(({ poll }) => isRemembered(poll, now.poll));
			forgottenFrom = Math.min(...before.map(({ poll }) => poll.forgottenFrom));
		}
		yield new Seen(before, before.length, now, past);
		before.push(now);
		forgottenFrom = Math.min(forgottenFrom, now.poll.forgottenFrom);
	}
}
