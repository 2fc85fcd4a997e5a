import type { LifeDurations, Phase } from './types';

/** The host's time, unless it was set. */
export class Clock {
	setTo: number | undefined;

	now(): number {
		return this.setTo ?? Date.now();
	}
}

export const defaultDurations: LifeDurations = { preparationMs: 60_000, runningMs: 300_000, tailMs: 600_000 };

/** Where a promotion is in its life. Nothing ticks: the phase follows from the clock whenever it is read. */
export interface Life {
	/** Moves by itself; otherwise `phase` holds until it is changed by hand. */
	automatic: boolean;
	/** The phase of a life that does not move by itself, or of one that was stopped or cancelled. */
	phase: Phase;
	since: number;
	/** Milliseconds lived before `since`. */
	livedMs: number;
	durations: LifeDurations;
}

export interface Moment {
	phase: Phase;
	/** How much of the phase is over, 0 to 1. */
	phaseFraction: number;
	/** Share of the recipients attempted so far, 0 to 1. */
	runFraction: number;
	/** Share of the late deliveries and reads that have come in, 0 to 1. */
	tailFraction: number;
}

/** How long an automatic life lasts before a phase begins. */
export function livedBefore(phase: Phase, { preparationMs, runningMs }: LifeDurations): number {
	if (phase === 'running') return preparationMs;
	return phase === 'completed' ? preparationMs + runningMs : 0;
}

const fractionOf = (part: number, whole: number) => (whole <= 0 ? 1 : Math.min(1, Math.max(0, part / whole)));

const isMoving = ({ automatic, phase }: Life) => automatic && phase !== 'stopped' && phase !== 'cancelled';

export function momentOf(life: Life, now: number, speed: number): Moment {
	const { phase, livedMs, since, durations } = life;
	if (!isMoving(life)) {
		const runFraction = phase === 'completed' ? 1 : phase === 'running' ? 0.5 : 0;
		return { phase, phaseFraction: 0, runFraction, tailFraction: phase === 'completed' ? 1 : 0 };
	}
	const lived = Math.max(0, livedMs + (now - since) * speed);
	if (lived < durations.preparationMs) {
		const phaseFraction = fractionOf(lived, durations.preparationMs);
		return { phase: 'preparation', phaseFraction, runFraction: 0, tailFraction: 0 };
	}
	const ran = lived - durations.preparationMs;
	if (ran < durations.runningMs) {
		const fraction = fractionOf(ran, durations.runningMs);
		return { phase: 'running', phaseFraction: fraction, runFraction: fraction, tailFraction: 0 };
	}
	const tailFraction = fractionOf(ran - durations.runningMs, durations.tailMs);
	return { phase: 'completed', phaseFraction: tailFraction, runFraction: 1, tailFraction };
}

/** When it was completed; null if it is not yet, or never will be. */
export function completedAt(life: Life, now: number, speed: number): number | null {
	if (!isMoving(life)) return life.phase === 'completed' ? life.since : null;
	const at = life.since + (livedBefore('completed', life.durations) - life.livedMs) / speed;
	return at <= now ? at : null;
}
