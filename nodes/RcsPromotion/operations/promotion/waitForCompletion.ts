import type { IDataObject } from 'n8n-workflow';
import { Refusal } from '../../../form/refusal';
import { clockOf, type Clock } from '../../../service/clock';
import { askedToWaitMs, describeError, isTemporary } from '../../../service/errors';
import { promotionState, simplifyPromotion } from '../../../service/promotions';
import { ONCE, type RetryPolicy } from '../../../service/retry';
import { computeRates } from '../../../service/counting';
import { timeouts } from '../../../service/timeouts';
import type { Promotion } from '../../../service/types';
import { plainText, shortened } from '../../../service/values';
import { workOutFigures } from '../figures';
import { createNotListedRefusal, promotionField, readPromotionIdOrName } from '../sharedFields';
import type { ItemContext } from '../../itemContext';
import type { Operation } from '../operation';

const LONGEST_MINUTES = 60;
const SHORTEST_SECONDS = 5;

type WaitOutcome = 'completed' | 'stopped' | 'cancelled' | 'removed' | 'timedOut';
const OUTCOMES = { completed: 'completed', cancelled: 'cancelled', paused: 'stopped', active: undefined } as const;

export const waitForCompletion: Operation = {
	name: 'Wait for Completion',
	description: 'Wait up to an hour until a promotion is completed, stopped, cancelled or no longer listed',
	action: 'Wait for completion of promotion',
	writes: false,
	properties: [
		{
			displayName:
				"Waiting keeps the execution running and one of n8n's workers busy. For campaigns that run for hours, start another workflow with the RCS Promotion Trigger instead.",
			name: 'waitNotice',
			type: 'notice',
			default: '',
		},
		promotionField('The promotion to wait for'),
		{
			displayName: 'Timeout (Minutes)',
			name: 'timeoutMinutes',
			type: 'number',
			typeOptions: { minValue: 0.1, maxValue: LONGEST_MINUTES },
			default: 15,
			description: 'How long to wait for each item. After that, the outcome is timedOut.',
		},
		{
			displayName: 'Interval (Seconds)',
			name: 'intervalSeconds',
			type: 'number',
			typeOptions: { minValue: SHORTEST_SECONDS, maxValue: 3600 },
			default: 60,
			description: 'How often to look at the list of promotions',
		},
	],
	async execute(item) {
		const { context, form } = item;
		const promotionId = await readPromotionIdOrName(item);
		const advice = 'Enter a number of minutes, up to 60. To follow a longer campaign, use the RCS Promotion Trigger.';
		const timeoutMs = form.number('timeoutMinutes', advice) * 60_000;
		const intervalMs = form.number('intervalSeconds') * 1000;
		const shared = await item.readOnce('shared list', async (): Promise<SharedList> => await Promise.resolve({}));
		const waitFromNow = async () => {
			const clock = clockOf(context);
			const startedAt = clock.now();
			const deadline = startedAt + timeoutMs;
			return await waitAndRead({ item, promotionId, clock, startedAt, deadline, intervalMs, shared });
		};
		// Items that wait for the same promotion share the result.
		const key = `wait ${JSON.stringify([promotionId, timeoutMs, intervalMs])}`;
		return [{ json: { ...(await item.readOnce(key, waitFromNow)) } }];
	},
};

/** The list that the items of a run share. */
interface SharedList {
	latest?: { at: number; promotions: Promotion[] };
}

interface Wait {
	item: ItemContext;
	promotionId: string;
	clock: Clock;
	startedAt: number;
	/** No pause and no read goes on after this, but for a short grace. */
	deadline: number;
	intervalMs: number;
	shared: SharedList;
}

async function waitAndRead(wait: Wait): Promise<IDataObject> {
	const { item, promotionId, clock, startedAt } = wait;
	const { outcome, promotion } = await waitForEnd(wait);
	const waitedSeconds = Math.round((clock.now() - startedAt) / 1000);
	const { name = null, status = null } = promotion ? simplifyPromotion(promotion) : {};
	const figures = await readFiguresJson(wait, outcome);
	return { outcome, name, status, ...figures, waitedSeconds, promotionId, accountId: item.client.accountId };
}

/** Reads the list over and over, with pauses. If it cannot be read once, the next one counts. */
async function waitForEnd(wait: Wait): Promise<{ outcome: WaitOutcome; promotion: Promotion | undefined }> {
	const { item, promotionId, clock, startedAt, deadline, intervalMs, shared } = wait;
	let promotion: Promotion | undefined;
	let missingSince: number | undefined;
	for (let isFirst = true; ; isFirst = false) {
		let listError: unknown;
		const promotions = await readList(wait, isFirst).catch((error: unknown) => {
			// A lasting error at the start is for a person to correct. After a list that could be read, it may still pass.
			if (!isTemporary(error) && !shared.latest) throw error;
			listError = error;
			return undefined;
		});
		const found = promotions?.find((candidate) => candidate.promotionId === promotionId);
		promotion = found ?? promotion;
		const outcome = found && OUTCOMES[promotionState(found.status)];
		if (outcome) return { outcome, promotion };
		if (found) missingSince = undefined;
		else if (promotions) missingSince ??= clock.now();
		// One list may be wrong, an empty one, too.
		const isGone = clock.now() - (missingSince ?? Infinity) >= timeouts.goneForMs;
		if (promotion && promotions && isGone) return { outcome: 'removed', promotion };
		const leftMs = deadline - clock.now();
		// A new promotion is listed within a while. Only a list that could be read shows that it is not.
		const isOverdue = !listError && clock.now() - startedAt >= timeouts.listedWithinMs;
		if (!promotion && (isOverdue || leftMs <= 0)) throw (listError ?? createNotListedRefusal(promotionId)) as Error;
		if (leftMs <= 0) {
			item.hintOnce(`The time is up. ${describeLastStatus(promotion, listError)}`);
			return { outcome: 'timedOut', promotion };
		}
		const pauseMs = Math.max(intervalMs, askedToWaitMs(listError));
		if (!(await clock.pause(Math.min(pauseMs, leftMs)))) {
			throw new Refusal('The execution was stopped while it waited', 'Run the workflow again when you are ready.');
		}
	}
}

/** A service may end campaigns with words that the node does not know, so a person has to see the word. */
function describeLastStatus(promotion: Promotion | undefined, listError: unknown): string {
	if (listError) return `The last status may be old: ${describeError(listError)}`;
	const status = shortened(plainText(promotion?.status), 100);
	return `The status is ${status === '' ? 'empty' : `“${status}”`}. Only Completed, Cancelled or Stopped ends the wait.`;
}

/** Reads the list, unless another item has just read it. */
async function readList(wait: Wait, isFirst: boolean): Promise<Promotion[]> {
	const { item, clock, intervalMs, shared } = wait;
	if (isFirst && shared.latest && clock.now() < shared.latest.at + intervalMs) return shared.latest.promotions;
	const promotions = await item.client.promotions(policyUntilDeadline(wait));
	shared.latest = { at: clock.now(), promotions };
	return promotions;
}

/** A single try that ends at the deadline, or a little later, even if the service never answers. */
const policyUntilDeadline = ({ clock, deadline }: Wait): RetryPolicy => ({
	...ONCE,
	tryMs: Math.max(deadline - clock.now(), timeouts.waitGraceMs),
});

/** If the figures cannot be read, the output still says how the promotion ended. */
async function readFiguresJson(wait: Wait, outcome: WaitOutcome): Promise<IDataObject> {
	const { item, promotionId } = wait;
	try {
		const statistics = await item.client.statistics(promotionId, policyUntilDeadline(wait));
		const ended = outcome === 'completed' || outcome === 'cancelled';
		const figures = workOutFigures(item, { promotionId, statistics, isOver: ended });
		const { counters, countersAre } = figures;
		return { statistics: { ...counters }, countersAre, rates: { ...computeRates(figures) } };
	} catch (error) {
		return { statistics: null, countersAre: null, rates: null, statisticsError: describeError(error) };
	}
}
