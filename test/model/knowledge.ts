/** What one process of a trigger knows of all promotions, in full. */
import { figuresOf, statusOf, upTo, type History } from './history';
import type { Figures, Shown } from './world';

const A_DAY = 24 * 60 * 60_000;

export interface Knowledge {
	history: History;
	createdAt: number | null;
	/** What Counters Changed starts from; null before the first reading. */
	told: Figures | null;
	/** The limits that were crossed, each of them once. */
	limits: ReadonlySet<string>;
	/** So many good answers in a row lacked it. */
	missing: number;
	/** It was seen as over: from then on, any other status is an old copy. */
	ended: boolean;
	/** It was told as gone: when it comes back, it is new. */
	gone: boolean;
	/** It is in scope and not over, or watched after its completion: otherwise nothing is known but that it was there. */
	followed: boolean;
}

export interface Everything {
	/** All that was ever listed. */
	ones: Map<string, Knowledge>;
	/** Whatever was created from then on and is not among them is new. */
	since: number;
}

export function newKnowledge(createdAt: number | null, { appeared }: { appeared: boolean }): Knowledge {
	const nothing = { told: null, limits: new Set<string>(), missing: 0, ended: false, gone: false };
	return { history: { appeared, seen: [] }, createdAt, followed: true, ...nothing };
}

/** What shows whether another process would have to find out something again. */
export function digest(everything: Everything | null): string {
	const known = [...(everything?.ones ?? [])].map(([id, { history, limits, ...rest }]) => [
		id,
		statusOf(history),
		figuresOf(history),
		[...limits],
		rest,
	]);
	return JSON.stringify(known);
}

/** As it is known at this time: what was later is now. */
export function knownAt(everything: Everything | null, now: number): Map<string, Knowledge> {
	const known = [...(everything?.ones ?? [])];
	return new Map(known.map(([id, one]) => [id, { ...one, history: upTo(now, one.history) }]));
}

/** Whether a promotion that is not known came after watching began. */
export const isNews = ({ createdAt }: Shown, { since }: Everything): boolean =>
	createdAt === null || createdAt >= since;

/** A day before the newest; at first, a day before now. */
export function aDayBefore(known: Everything | null, answer: Iterable<Shown>, now: number): number {
	const newest = Math.max(0, ...[...answer].map(({ createdAt }) => createdAt ?? 0));
	return (known ? Math.min(newest, now) : now) - A_DAY;
}

/** Nothing is known of it but that it was there, and whether it was over. */
export function forget(one: Knowledge): void {
	Object.assign(one, { history: { appeared: false, seen: [] }, told: null, limits: new Set(), followed: false });
}
