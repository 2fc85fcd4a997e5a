import { sleep } from 'n8n-workflow';
import type { ServiceContext } from './types';

export interface Clock {
	now(): number;
	/** Resolves to false if the execution was cancelled in the meantime. */
	pause(ms: number): Promise<boolean>;
	random(): number;
}

/** n8n's sleep cannot be cut short, so a wait is split into slices, and cancellation is checked after each. */
const SLICE_MS = 1000;

/** The host's clock may be set while something waits, so the time is counted on from here by a clock that only goes forward. */
const startedAt = { timeMs: Date.now(), counterMs: performance.now() };

export function clockOf(context: ServiceContext): Clock {
	return {
		now: () => startedAt.timeMs + (performance.now() - startedAt.counterMs),
		random: () => Math.random(),
		async pause(ms) {
			for (let left = ms; left > 0 && !isCancelled(context); left -= SLICE_MS) {
				await sleep(Math.min(left, SLICE_MS));
			}
			return !isCancelled(context);
		},
	};
}

export function isCancelled(context: ServiceContext): boolean {
	// Poll and load-options contexts have no such signal, and neither do older n8n versions.
	const signal = 'getExecutionCancelSignal' in context ? context.getExecutionCancelSignal?.() : undefined;
	return signal?.aborted === true;
}

/** How long n8n waits at most for its other work: the editor, webhooks, health checks. */
const LONGEST_STRETCH_MS = 50;
let lastGaveWay = 0;

/** Lets n8n do its other work if it has waited that long, which only a timer does. Call this in every loop over user data. */
export async function giveWay(): Promise<void> {
	if (performance.now() - lastGaveWay < LONGEST_STRETCH_MS) return;
	await sleep(0);
	lastGaveWay = performance.now();
}

/** Few enough that n8n need not wait for long, even if each contact has a number that takes long to read. */
const PORTION = 500;

/** Runs steps, and gives way after each portion of them. */
export async function runGivingWay<Result>(steps: Generator<void, Result>): Promise<Result> {
	for (let count = 1; ; count++) {
		const step = steps.next();
		if (step.done) return step.value;
		if (count % PORTION === 0) await giveWay();
	}
}

/** In portions, because awaiting each of a million would take longer than reading them. */
export async function* inPortions<Entry>(all: readonly Entry[]): AsyncGenerator<Entry[]> {
	for (let from = 0; from < all.length; from += PORTION) {
		yield all.slice(from, from + PORTION);
		await giveWay();
	}
}
