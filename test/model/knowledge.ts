/** What one process of a trigger knows of all promotions, in full. */
import { figuresOf, statusOf, type History } from './history';
import type { Figures, Shown } from './world';

const AN_HOUR = 60 * 60_000;
const A_DAY = 24 * AN_HOUR;

export interface Knowledge {
	history: History;
	createdAt: number | null;
	/** What Counters Changed starts from; null before the first reading. */
	told: Figures | null;
	/** The limit that is crossed and not armed again. */
	over: number | null;
	low: boolean;
	/** So many good answers in a row lacked it; with enough of them it is gone. */
	missing: number;
	enough: number;
	/** It made room for newer ones. */
	madeRoom: boolean;
	/** It is in scope and not over, or watched after its completion: otherwise nothing is known but that it was there. */
	followed: boolean;
}

export interface Everything {
	/** All that was ever listed, but for what was told as gone. */
	ones: Map<string, Knowledge>;
	/** Whatever was created from then on and is not among them is new. */
	since: number;
	/** When the newest that was ever listed was created. */
	newest: number;
	/** How many the last answer listed, unless it was empty. */
	listed: number;
}

export function newKnowledge(createdAt: number | null, { appeared }: { appeared: boolean }): Knowledge {
	const nothing = { told: null, over: null, low: false, missing: 0, enough: 2, madeRoom: false };
	return { history: { appeared, seen: [] }, createdAt, followed: true, ...nothing };
}

/** What shows whether another process would have to find out something again. */
export function digest(everything: Everything | null): string {
	const known = [...(everything?.ones ?? [])].map(([id, { history, ...rest }]) => [
		id,
		statusOf(history),
		figuresOf(history),
		rest,
	]);
	return JSON.stringify(known);
}

/** Whether a promotion that is not known came after watching began. */
export const isNews = ({ createdAt }: Shown, { since }: Everything): boolean =>
	createdAt === null || createdAt >= since;

/** A day before, by whole hours. */
export const aDayBefore = (time: number): number => Math.floor((time - A_DAY) / AN_HOUR) * AN_HOUR;
