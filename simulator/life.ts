import type { LifeDurations, Phase } from './types';

export const defaultDurations: LifeDurations = { preparationMs: 60_000, runningMs: 300_000, tailMs: 600_000 };

/**
 * Where a promotion is in its life. Nothing ticks: the phase is computed from the clock whenever it is read, so ten
 * thousand promotions cost nothing while nobody does.
 */
export interface Life {
	/** Moves by itself; otherwise `phase` holds until it is changed by hand. */
	automatic: boolean;
	/** The phase of a life that does not move by itself, or of one that was stopped or cancelled. */
	phase: Phase;
	/** Nominal milliseconds lived before `since`. */
	livedMs: number;
	since: number;
	durations: LifeDurations;
}

/** How long an automatic life lasts before a phase begins. */
export function livedBefore(phase: Phase, { preparationMs, runningMs }: LifeDurations): number {
	if (phase === 'running') return preparationMs;
	return phase === 'completed' ? preparationMs + runningMs : 0;
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

const fractionOf = (part: number, whole: number) => (whole <= 0 ? 1 : Math.min(1, Math.max(0, part / whole)));

const standing: Record<Phase, Moment> = {
	preparation: { phase: 'preparation', phaseFraction: 0, runFraction: 0, tailFraction: 0 },
	running: { phase: 'running', phaseFraction: 0, runFraction: 0.5, tailFraction: 0 },
	completed: { phase: 'completed', phaseFraction: 0, runFraction: 1, tailFraction: 1 },
	stopped: { phase: 'stopped', phaseFraction: 0, runFraction: 0, tailFraction: 0 },
	cancelled: { phase: 'cancelled', phaseFraction: 0, runFraction: 0, tailFraction: 0 },
};

function livedAt(life: Life, now: number, speed: number): number {
	return Math.max(0, life.livedMs + (now - life.since) * speed);
}

export function momentOf(life: Life, now: number, speed: number): Moment {
	if (!life.automatic || life.phase === 'stopped' || life.phase === 'cancelled') return standing[life.phase];
	const { preparationMs, runningMs, tailMs } = life.durations;
	const lived = livedAt(life, now, speed);
	if (lived < preparationMs) {
		return { ...standing.preparation, phaseFraction: fractionOf(lived, preparationMs) };
	}
	const ran = lived - preparationMs;
	if (ran < runningMs) {
		const fraction = fractionOf(ran, runningMs);
		return { phase: 'running', phaseFraction: fraction, runFraction: fraction, tailFraction: 0 };
	}
	const tailFraction = fractionOf(ran - runningMs, tailMs);
	return { phase: 'completed', phaseFraction: tailFraction, runFraction: 1, tailFraction };
}

/** When a life reaches or reached its completion; null while nothing moves it there. */
export function completionTime(life: Life, speed: number): number | null {
	if (!life.automatic && life.phase === 'completed') return life.since;
	if (!life.automatic || life.phase === 'stopped' || life.phase === 'cancelled') return null;
	return life.since + (life.durations.preparationMs + life.durations.runningMs - life.livedMs) / speed;
}

/** Stopped or cancelled: what was lived until now is kept, so that a stopped one can go on from there. */
export function halt(life: Life, phase: 'stopped' | 'cancelled', now: number, speed: number): Life {
	const livedMs = life.automatic ? livedAt(life, now, speed) : life.livedMs;
	return { ...life, phase, livedMs, since: now };
}

export function resume(life: Life, now: number): Life {
	return { ...life, phase: 'preparation', since: now };
}
