import { ExpressionError, NodeApiError, NodeOperationError, UserError } from 'n8n-workflow';
import { isTemporary } from '../service/errors';

const AN_HOUR_MS = 60 * 60_000;

/**
 * Why n8n polls now. If a poll throws while n8n itself registers the trigger (at startup or takeover), the trigger ends for good although
 * the workflow stays active. "registration?" is a first poll that may be such a registration: newer n8n versions use the mode "update" both
 * for repairs and for scheduled polls.
 */
export type Occasion = 'schedule' | 'activation by a person' | 'registration by n8n' | 'registration?';

export type Outage = Record<'from' | 'to', string>;

/** Decides which failed polls become failed executions, so that one outage is not reported every minute. */
export class Outages {
	/** The time of the first of several failures in a row. */
	failingSince?: number;
	private failuresInARow = 0;
	private raisedAt: { passing?: number; mendable?: number } = {};

	failed(now: number): void {
		this.failingSince ??= now;
		this.failuresInARow += 1;
	}

	/** The outage that ends with a good poll, if any. */
	endingAt(now: number): Outage | undefined {
		const since = this.failingSince;
		return since === undefined ? undefined : { from: new Date(since).toISOString(), to: new Date(now).toISOString() };
	}

	/** Call this when a poll was good and its result was accepted. */
	worked(occasion: Occasion): void {
		this.failingSince = undefined;
		this.failuresInARow = 0;
		if (occasion === 'activation by a person') this.raisedAt = {};
	}

	/** Passing faults are raised from the second failure in a row; faults that someone can fix are raised at once. Both at most once an hour. */
	raises(passing: boolean, now: number, occasion: Occasion): boolean {
		if (occasion === 'registration by n8n') return false;
		if (occasion === 'activation by a person') return !passing;
		if ((passing || occasion === 'registration?') && this.failuresInARow < 2) return false;
		const { raisedAt } = this;
		const earlier = passing ? [raisedAt.passing, raisedAt.mendable] : [raisedAt.mendable];
		// In both directions, because a clock may be set back.
		if (earlier.some((time) => time !== undefined && Math.abs(now - time) < AN_HOUR_MS)) return false;
		raisedAt[passing ? 'passing' : 'mendable'] = now;
		return true;
	}
}

/** Whether it may be gone at the next poll without anyone doing anything. */
export function isPassing(error: unknown): boolean {
	if (error instanceof NodeApiError) return isTemporary(error);
	return ![NodeOperationError, UserError, ExpressionError].some((type) => error instanceof type);
}
