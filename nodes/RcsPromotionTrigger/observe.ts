import type { IPollFunctions } from 'n8n-workflow';
import { NodeApiError } from 'n8n-workflow';
import { ServiceClient } from '../service/client';
import { mapConcurrently } from '../service/concurrency';
import type { RetryPolicy } from '../service/retry';
import { inTurns } from '../service/turns';
import type { Observation } from './advance';
import { Listing, type Reading } from './listing';
import { planReads } from './plan';
import { FULL_BUDGET_MS } from './processMemory';
import type { Reads } from './reads';
import type { TriggerSettings } from './settings';

/** Where the host gives more time than this, the next poll would begin meanwhile. */
const LONGEST_POLL_MS = 60_000;

export interface PollContext {
	settings: TriggerSettings;
	processId: string;
	/** The state as it is at the moment; what is emitted is judged by what it is after the last answer. */
	peek: () => unknown;
	reads: Reads;
}

interface Observed {
	observation: Observation;
	/** Given when statistics were asked for and not one call helped. */
	statisticsFault?: NodeApiError;
	/** Listed without an ID that could be asked for. */
	withoutId: number;
}

/** Everything of a poll that takes time: one list call, and the statistics that are due. */
export async function observe(context: IPollFunctions, poll: PollContext): Promise<Observed> {
	const started = Date.now();
	const budgetMs = Math.min(LONGEST_POLL_MS, hostBudgetMs(context));
	const client = await ServiceClient.open(context);
	const account = [client.baseUrl, client.accountId];
	const { promotions, withoutId } = await client.promotionList(listPolicy(budgetMs));
	const now = Date.now();
	const listing = await inTurns(Listing.of(promotions, poll.settings, now));
	const { processId, reads } = poll;
	const planContext = { account, now, processId, reads };
	const { first, rotation } = await inTurns(planReads(poll.peek(), listing, poll.settings, planContext));

	const readings = new Map<string, Reading>();
	const faults: NodeApiError[] = [];
	const policies = statisticsPolicies(budgetMs);
	const due = [
		...first.map((promotionId) => ({ promotionId, policy: policies.first, isRotation: false })),
		...rotation.map((promotionId) => ({ promotionId, policy: policies.rotation, isRotation: true })),
	];
	await mapConcurrently(due, async ({ promotionId, policy, isRotation }) => {
		if (Date.now() - started > 0.7 * budgetMs) return;
		// Before the answer, so that a poll that overlaps with this one reads others first.
		const status = listing.get(promotionId)?.status ?? '';
		if (isRotation) reads.note(promotionId, { at: now, answered: false, status });
		try {
			const { counters } = await client.statistics(promotionId, policy);
			readings.set(promotionId, counters);
		} catch (error) {
			const isNotThereYet = error instanceof NodeApiError && error.httpCode === NOT_THERE_YET;
			readings.set(promotionId, isNotThereYet ? 'none' : null);
			if (error instanceof NodeApiError && !isNotThereYet) faults.push(error);
		}
		if (isRotation) reads.note(promotionId, { at: now, answered: readings.get(promotionId) !== null, status });
	});
	const observation = { accountId: client.accountId, account, listing, readings };
	const helped = [...readings.values()].some((reading) => reading !== null && reading !== 'none');
	const statisticsFault = helped ? undefined : faults[0];
	return { observation, withoutId, ...(statisticsFault ? { statisticsFault } : {}) };
}

/** A promotion may have no statistics before it has sent anything. */
const NOT_THERE_YET = '404';

/** How long n8n waits for a poll. */
export function hostBudgetMs(context: IPollFunctions): number {
	const { getPollBudgetMs } = context as Partial<Pick<IPollFunctions, 'getPollBudgetMs'>>;
	return getPollBudgetMs?.call(context) ?? FULL_BUDGET_MS;
}

function listPolicy(budgetMs: number): RetryPolicy {
	// The next poll is the next try; one more now spares the user word of a single hiccup.
	return { tries: 2, firstDelayMs: 500, longestDelayMs: 5000, totalMs: 0.3 * budgetMs, idleMs: 0.3 * budgetMs };
}

function statisticsPolicies(budgetMs: number): Record<'first' | 'rotation', RetryPolicy> {
	const once = { tries: 1, firstDelayMs: 0, longestDelayMs: 0, totalMs: 0, idleMs: 0.2 * budgetMs };
	return { first: { ...once, tries: 2, firstDelayMs: 300, longestDelayMs: 2000, totalMs: 3000 }, rotation: once };
}
