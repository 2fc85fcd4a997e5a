/**
 * What a trigger saw of one promotion, poll by poll, and what follows from it about rest and standstill. It is kept whole
 * and looked through from its beginning each time; the rules are those of the description of the events, and nothing else.
 */
import { NOTHING, type Figures, type Status } from './world';

/** One good answer that listed the promotion. */
export interface Seen {
	at: number;
	status: Status;
	/** Null when its statistics were not asked for, or not answered, or when no counter was ever told. */
	figures: Figures | null;
	/** Its statistics were read. */
	isRead?: boolean;
	/** Its statistics were asked for, and there were none. */
	none?: true;
	/** It was told here that it is at rest, or that it stands still. */
	settled?: true;
	stalled?: true;
}

export interface History {
	/** It was not there when watching began: its figures start from nothing, and its coming counts as a movement. */
	appeared: boolean;
	seen: readonly Seen[];
}

export interface Patience {
	settledAfterMs: number;
	stalledAfterMs: number;
	watchMs: number;
}

export const isUnderWay = (status: Status) => status === 'Preparing' || status === 'Running';
const isComplete = (status: Status) => status === 'Completed';

export const statusOf = ({ seen }: History): Status | undefined => seen.at(-1)?.status;

export const lastSeen = ({ seen }: History): number => seen.at(-1)?.at ?? 0;

export function figuresOf({ seen }: History): Figures | null {
	return seen.findLast(({ figures }) => figures !== null)?.figures ?? null;
}

/** With what a good read is compared; null for the first one of a promotion that was there before, with statistics. */
export function figuresBefore(history: History): Figures | null {
	const hadNone = history.appeared || history.seen.some(({ none }) => none);
	return figuresOf(history) ?? (hadNone ? NOTHING : null);
}

/** What was later is now: the clock was set back. */
export const upTo = (now: number, { appeared, seen }: History): History => ({
	appeared,
	seen: seen.map((one) => (one.at > now ? { ...one, at: now } : one)),
});

export function marked(history: History, mark: 'finalFiguresReady' | 'stalled'): History {
	const { seen } = history;
	return { ...history, seen: seen.map((one, index) => (index === seen.length - 1 ? { ...one, [mark]: true } : one)) };
}

/** Where its present completion begins, if it was seen to begin. */
function completionIn({ appeared, seen }: History): number | undefined {
	const start = startOfRun(seen, isComplete);
	return start === seen.length || (start === 0 && !appeared) ? undefined : start;
}

export function completedAt(history: History): number | undefined {
	const start = completionIn(history);
	return start === undefined ? undefined : history.seen[start]?.at;
}

/** Its completion was seen, and that it came to rest. */
export function isAtRest(history: History): boolean {
	const start = completionIn(history);
	return start !== undefined && history.seen.slice(start).some(({ settled }) => settled);
}

/** Its completion was seen, and not yet that it came to rest. */
export function isRestless(history: History): boolean {
	return completionIn(history) !== undefined && !isAtRest(history);
}

export function moves(history: History): boolean {
	return history.appeared || lastMovement(history) !== undefined;
}

/** Whether it comes to rest with what was seen last, and why. */
export function restOf(history: History, patience: Patience): 'quiet' | 'watchEnd' | undefined {
	const { seen } = history;
	const completion = completionIn(history);
	const now = seen.at(-1);
	if (completion === undefined || !now || !isRestless(history)) return undefined;
	const quietFrom = Math.max(completion, lastMovement(history) ?? 0);
	const goodReads = seen.slice(quietFrom).filter(({ isRead }) => isRead).length;
	const quietFor = now.at - (seen[quietFrom]?.at ?? Infinity);
	if (now.isRead && goodReads >= 2 && quietFor >= patience.settledAfterMs) return 'quiet';
	return isWatchOver(history, now.at, patience) ? 'watchEnd' : undefined;
}

export function isWatchOver(history: History, now: number, { watchMs }: Patience): boolean {
	return now - (completedAt(history) ?? -Infinity) >= watchMs;
}

/** Since when it stands still, when that is to be told with what was seen last. */
export function stallOf(history: History, { stalledAfterMs }: Patience): number | undefined {
	const { seen } = history;
	const now = seen.at(-1);
	if (!now || !owesStall(history) || (!now.isRead && !now.none)) return undefined;
	// Time in which it was stopped, or over, is no standstill.
	const from = Math.max(startOfRun(seen, isUnderWay), lastMovement(history) ?? 0);
	const since = seen[from]?.at ?? Infinity;
	return now.at - since >= stalledAfterMs ? since : undefined;
}

/** It is under way and has moved, and no standstill was told since. */
export function owesStall(history: History): boolean {
	const status = statusOf(history);
	if (status === undefined || !isUnderWay(status) || !moves(history)) return false;
	return !history.seen.slice(lastMovement(history) ?? 0).some(({ stalled }) => stalled);
}

/** The good read that showed other figures than the one before it. */
function lastMovement({ appeared, seen }: History): number | undefined {
	let before: Figures | null = appeared ? NOTHING : null;
	let last: number | undefined;
	seen.forEach(({ figures, none }, index) => {
		if (none) before ??= NOTHING;
		if (figures === null) return;
		if (before !== null && before !== figures) last = index;
		before = figures;
	});
	return last;
}

/** From where on every status is such a one. */
function startOfRun(seen: readonly Seen[], belongs: (status: Status) => boolean): number {
	return seen.findLastIndex(({ status }) => !belongs(status)) + 1;
}
