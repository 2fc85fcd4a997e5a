import { NodeApiError } from 'n8n-workflow';
import type { ServiceClient } from '../service/client';
import { mapConcurrently } from '../service/concurrency';
import type { RetryPolicy } from '../service/retry';
import type { Promotion } from '../service/types';
import type { Due } from './due';
import type { Outage } from './outages';
import type { Reading } from './record';

/** When a poll began, and until when n8n waits for it. */
interface Time {
	at: number;
	until: number;
}

const onceWithin = (tryMs: number): RetryPolicy => ({
	tries: 1,
	firstDelayMs: 0,
	longestDelayMs: 0,
	totalMs: 0,
	endsWhenLimited: true,
	tryMs,
});

/** The list may take half of n8n's time limit. The next poll would try again anyway; one retry now keeps a single hiccup from being reported. */
export async function fetchList(client: ServiceClient, outage: Outage, { at, until }: Time): Promise<Promotion[]> {
	const paused = outage.pausedBy(client.account, at);
	if (paused) throw paused;
	const once = onceWithin((until - at) / 2);
	const twice = { ...once, tries: 2, firstDelayMs: 500, longestDelayMs: 5000, totalMs: 5000 };
	try {
		return await client.promotions(twice);
	} catch (fault) {
		outage.isLimited(fault, client.account, Date.now());
		throw fault as Error;
	}
}

interface Readings {
	/** By promotion ID, for the statistics that were requested. */
	readings: Map<string, Reading>;
	/** Set if statistics were due and not a single one could be read. */
	fault?: NodeApiError;
}

/** A promotion may have no statistics until it has sent something. */
const NOT_THERE_YET = '404';

/** Reads as many statistics as there is time for. The first answer that limits requests ends it. */
export async function fetchStatistics(
	client: ServiceClient,
	{ withEvent, inTurn }: Due,
	outage: Outage,
	{ at, until }: Time,
): Promise<Readings> {
	const readings = new Map<string, Reading>();
	if (withEvent.length + inTurn.length === 0) return { readings };
	let limit = outage.pausedBy(client.account, Date.now());
	const faults: NodeApiError[] = limit ? [limit] : [];
	// So that the poll ends while n8n still waits for it, and not long after the next one has started.
	const lastStart = Math.min(at + 0.7 * (until - at), Date.now() + 40_000);
	const once = onceWithin(Math.min(12_000, 0.2 * (until - at)));
	const twice = { ...once, tries: 2, firstDelayMs: 300, longestDelayMs: 2000, totalMs: 3000 };
	const calls = [
		...withEvent.map((promotionId) => ({ promotionId, policy: twice })),
		...inTurn.map((promotionId) => ({ promotionId, policy: once })),
	];
	await mapConcurrently(calls, async ({ promotionId, policy }) => {
		if (limit || Date.now() > lastStart) return;
		const reading = await client.counters(promotionId, policy).then(
			(counters): Reading => ({ kind: 'figures', counters }),
			(error: unknown): Reading => {
				if (!(error instanceof NodeApiError)) return { kind: 'unread' };
				if (error.httpCode === NOT_THERE_YET) return { kind: 'noneYet' };
				faults.push(error);
				if (outage.isLimited(error, client.account, Date.now())) limit = error;
				return { kind: 'unread' };
			},
		);
		readings.set(promotionId, reading);
	});
	const isAnyRead = [...readings.values()].some(({ kind }) => kind === 'figures');
	return { readings, fault: isAnyRead ? undefined : faults[0] };
}
