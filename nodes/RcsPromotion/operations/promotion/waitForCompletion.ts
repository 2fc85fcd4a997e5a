import type { IDataObject } from 'n8n-workflow';
import { Refusal } from '../../../form/refusal';
import { clockOf, type Clock } from '../../../service/clock';
import { askedToWaitMs, describeError, isTemporary } from '../../../service/errors';
import { promotionState, simplifiedPromotion } from '../../../service/promotions';
import { ONCE, type RetryPolicy } from '../../../service/retry';
import { computeRates } from '../../../service/statistics';
import { timeouts } from '../../../service/timeouts';
import type { Promotion } from '../../../service/types';
import { describeNotListed, promotionField, resolvePromotionId } from '../sharedFields';
import type { ItemContext } from '../../itemContext';
import type { Operation } from '../operation';

const LONGEST_MINUTES = 60;
const SHORTEST_SECONDS = 5;
/** A single list without the promotion may be wrong; this many in a row are believed. */
const LISTS_WITHOUT_IT = 3;

type Ending = 'completed' | 'stopped' | 'cancelled' | 'removed' | 'timedOut';
const ENDS = { completed: 'completed', cancelled: 'cancelled', paused: 'stopped', active: undefined } as const;

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
		const promotionId = await resolvePromotionId(item);
		const advice = 'Enter a number of minutes, up to 60. To follow a longer campaign, use the RCS Promotion Trigger.';
		const timeoutMs = form.number('timeoutMinutes', advice) * 60_000;
		const intervalMs = form.number('intervalSeconds') * 1000;
		const shared = await item.readOnce('latest list', async (): Promise<Shared> => await Promise.resolve({}));
		const wait = async () => {
			const clock = clockOf(context);
			const began = clock.now();
			return await waitAndRead({ item, promotionId, clock, began, deadline: began + timeoutMs, intervalMs, shared });
		};
		// Items that name the same promotion share what comes of it.
		const key = `wait ${JSON.stringify([promotionId, timeoutMs, intervalMs])}`;
		return [{ json: { ...(await item.readOnce(key, wait)) } }];
	},
};

/** What the items of a run share. */
interface Shared {
	latest?: { at: number; promotions: Promotion[] };
}

interface Waiting {
	item: ItemContext;
	promotionId: string;
	clock: Clock;
	began: number;
	/** Applies to everything: lists, pauses, figures, and reads that hang. */
	deadline: number;
	intervalMs: number;
	shared: Shared;
}

async function waitAndRead(waiting: Waiting): Promise<IDataObject> {
	const { item, promotionId, clock, began } = waiting;
	const { outcome, promotion } = await waitForEnd(waiting);
	const waitedSeconds = Math.round((clock.now() - began) / 1000);
	const { name = null, status = null } = promotion ? simplifiedPromotion(promotion) : {};
	const figures = await readCounters(waiting);
	return { outcome, name, status, ...figures, waitedSeconds, promotionId, accountId: item.client.accountId };
}

/** Reads the list and pauses, over and over. A list that cannot be read is made up for by the next one. */
async function waitForEnd(waiting: Waiting): Promise<{ outcome: Ending; promotion: Promotion | undefined }> {
	const { item, promotionId, clock, began, deadline, intervalMs, shared } = waiting;
	let promotion: Promotion | undefined;
	let listsWithoutIt = 0;
	for (let isFirst = true; ; isFirst = false) {
		let fault: unknown;
		const promotions = await readList(waiting, isFirst).catch((error: unknown) => {
			// Waiting does not help with what a person has to mend. But where a list was read before, nothing has to be mended.
			if (!isTemporary(error) && !shared.latest) throw error;
			fault = error;
			return [];
		});
		const found = promotions.find((candidate) => candidate.promotionId === promotionId);
		promotion = found ?? promotion;
		const ended = found && ENDS[promotionState(found.status)];
		if (ended) return { outcome: ended, promotion };
		// An empty list is more likely a wrong answer.
		if (found) listsWithoutIt = 0;
		else if (promotions.length > 0) listsWithoutIt++;
		if (promotion && listsWithoutIt >= LISTS_WITHOUT_IT) return { outcome: 'removed', promotion };
		const left = deadline - clock.now();
		// Only a list that could be read shows that it is not listed.
		const isOverdue = !fault && clock.now() - began >= timeouts.listedWithinMs;
		if (!promotion && (isOverdue || left <= 0)) throw (fault ?? describeNotListed(promotionId)) as Error;
		if (left <= 0) {
			if (fault) item.hintOnce(`The time is up, and the last status may be old: ${describeError(fault)}`);
			return { outcome: 'timedOut', promotion };
		}
		if (!(await clock.pause(Math.min(Math.max(intervalMs, askedToWaitMs(fault)), left)))) {
			throw new Refusal('The execution was stopped while it waited', 'Run the workflow again when you are ready.');
		}
	}
}

/** Reads the list, unless another item has just read it. */
async function readList(waiting: Waiting, isFirst: boolean): Promise<Promotion[]> {
	const { item, clock, intervalMs, shared } = waiting;
	if (isFirst && shared.latest && clock.now() < shared.latest.at + intervalMs) return shared.latest.promotions;
	const promotions = await item.client.promotions(policyUntilDeadline(waiting));
	shared.latest = { at: clock.now(), promotions };
	return promotions;
}

/** A single try that ends when the time is up, even if the service never answers. */
const policyUntilDeadline = ({ clock, deadline }: Waiting): RetryPolicy => ({
	...ONCE,
	tryMs: Math.max(deadline - clock.now(), timeouts.waitGraceMs),
});

/** If the figures cannot be read, the output still says how the promotion ended. */
async function readCounters(waiting: Waiting): Promise<IDataObject> {
	try {
		const { counters } = await waiting.item.client.statistics(waiting.promotionId, policyUntilDeadline(waiting));
		return { statistics: { ...counters }, rates: { ...computeRates(counters) } };
	} catch (error) {
		return { statistics: null, rates: null, statisticsError: describeError(error) };
	}
}
