/** What one process of a trigger knows of all promotions, in full. */
import { figuresOf, statusOf, type History } from './history';
import type { Figures } from './world';

export interface Knowledge {
	history: History;
	/** What Counters Changed starts from; null before the first reading. */
	told: Figures | null;
	/** Limits that are crossed and not armed again. */
	over: boolean;
	low: boolean;
	/** So many good answers in a row lacked it; with enough of them it is gone. */
	missing: number;
	enough: number;
	gone: 'no' | 'removed' | 'silently';
}

export type Everything = Map<string, Knowledge>;

/** What shows whether another process would have to find out something again. */
export function digest(everything: Everything | null): string {
	const known = [...(everything ?? [])].map(([id, { history, ...rest }]) => [
		id,
		statusOf(history),
		figuresOf(history),
		rest,
	]);
	return JSON.stringify(known);
}
