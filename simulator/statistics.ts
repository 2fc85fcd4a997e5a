import type { Moment } from './life';
import { counterNames, type Counters, type RetryCounters } from './types';

export const noCounters: Counters = {
	attempted: 0,
	failed: 0,
	sent: 0,
	delivered: 0,
	read: 0,
	interacted: 0,
	optout: 0,
};

/**
 * Counters that could be real: attempted is sent plus failed, each stage is at most the one before it, and none of them
 * ever falls while time goes on.
 */
export function countersAt(recipients: number, failedPerThousand: number, moment: Moment): Counters {
	const attempted = Math.floor(recipients * moment.runFraction);
	const failed = Math.floor((attempted * failedPerThousand) / 1000);
	const sent = attempted - failed;
	const delivered = Math.floor(sent * 0.97 * (0.85 + 0.15 * moment.tailFraction));
	const read = Math.floor(delivered * 0.7 * (0.5 * moment.runFraction + 0.5 * moment.tailFraction));
	const interacted = Math.floor(read * 0.17);
	const optout = Math.floor(delivered * 0.003);
	return { attempted, failed, sent, delivered, read, interacted, optout };
}

/** What a service shows of these, if it counts each message once. */
export function countOnce<Some extends Counters>(reached: Some): Some {
	const { sent, delivered, read } = reached;
	return { ...reached, sent: sent - delivered, delivered: delivered - read };
}

/**
 * Splits the counters into tries: each later try attempts what the one before it could not send, and the sums of what
 * was sent, delivered and so on are the totals. `floor(x / 10)` for the rest keeps every part monotone in its total, so
 * no try can deliver more than it sent.
 */
export function retryEntries(total: Counters, count: number, firstNumber: number): RetryCounters[] {
	const entries: RetryCounters[] = [];
	let rest = { ...total };
	for (let index = 0; index < count; index++) {
		const last = index === count - 1;
		const later = { ...noCounters };
		if (!last) {
			for (const name of counterNames) later[name] = Math.floor(rest[name] / 10);
			// The failed ones fail in the last try only; before that they are what is tried again.
			later.failed = rest.failed;
			later.attempted = later.sent + later.failed;
		}
		const own = { ...noCounters };
		for (const name of counterNames) own[name] = rest[name] - later[name];
		own.attempted = rest.attempted;
		own.failed = rest.attempted - own.sent;
		entries.push({ promotionRetryNumber: firstNumber + index, ...own });
		rest = later;
	}
	return entries;
}
