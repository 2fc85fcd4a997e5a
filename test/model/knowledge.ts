/** What one process of a trigger knows of all promotions, in full. */
import { hasEnded } from './asked';
import { figuresOf, isUnderWay, statusOf, type History } from './history';
import type { Figures, Shown, Status } from './world';

const A_DAY = 24 * 60 * 60_000;

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
	/** `outside`: it is not to be watched, and nothing else is known of it. */
	gone: 'no' | 'removed' | 'silently' | 'outside';
	/** It has ended and is not watched: nothing but its status is known. */
	faded: boolean;
}

export interface Everything {
	ones: Map<string, Knowledge>;
	/** When watching began. */
	begun: number;
	/** A later answer has shown that the first one was whole. */
	confirmed: boolean;
	/** When the newest that was ever listed was created. */
	newest: number;
}

export function newKnowledge(createdAt: number | null, given: Partial<Knowledge> & { appeared: boolean }): Knowledge {
	const { appeared, ...rest } = given;
	const history = { appeared, seen: [] };
	const nothing = { told: null, over: null, low: false, missing: 0, enough: 2, madeRoom: false, faded: false };
	return { history, createdAt, gone: 'no', ...nothing, ...rest };
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

/** It should have been in the first answer: what had ended well before, and anything old until a second answer shows that the first was whole. */
export function isLate({ createdAt, status }: Shown, { begun, confirmed }: Everything): boolean {
	if (createdAt === null || createdAt > begun - A_DAY) return false;
	return hasEnded(status) || !confirmed;
}

/** With what a status is compared. Of one that left without a word it is known whether it was under way, not in which words. */
export function wordBefore({ history, gone }: Knowledge, status: Status): Status | null | 'the same' {
	const before = statusOf(history);
	if (before === undefined) return null;
	if (before === status) return 'the same';
	if (gone !== 'silently' || !isUnderWay(before)) return before;
	return isUnderWay(status) ? 'the same' : null;
}
