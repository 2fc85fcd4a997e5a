import type { IDataObject } from 'n8n-workflow';
import { Refusal } from '../../../service/refusal';
import { clockOf, type Clock } from '../../../service/clock';
import { askedToWaitMs, describeError, isTemporary } from '../../../service/errors';
import { promotionState, simplifyPromotion } from '../../../service/promotions';
import { ONCE } from '../../../service/retry';
import { timeouts } from '../../../service/timeouts';
import type { Promotion } from '../../../service/types';
import { plainText, shortened } from '../../../service/values';
import type { ItemContext } from '../../itemContext';
import type { Operation } from '../operation';
import { createNotListedRefusal, promotionField, readPromotionId } from '../sharedFields';

const LONGEST_MINUTES = 60;
const SHORTEST_SECONDS = 5;

const OUTCOMES = { completed: 'completed', cancelled: 'cancelled', paused: 'stopped', active: undefined } as const;
/** A promotion that so many lists in a row lack, over at least a minute, was removed: fewer may come from copies that are behind. */
const LISTS_WITHOUT_IT = 3;

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
		const promotionId = readPromotionId(item);
		const advice = 'Enter a number of minutes, up to 60. To follow a longer campaign, use the RCS Promotion Trigger.';
		const timeoutMs = form.number('timeoutMinutes', advice) * 60_000;
		const intervalMs = form.number('intervalSeconds') * 1000;
		const shared = await item.readOnce('shared list', async (): Promise<SharedList> => await Promise.resolve({}));
		// Items that wait for the same promotion share the result.
		const key = `wait ${JSON.stringify([promotionId, timeoutMs, intervalMs])}`;
		const json = await item.readOnce(key, async () => {
			const clock = clockOf(context);
			const startedAt = clock.now();
			const deadline = startedAt + timeoutMs;
			return await waitForEnd({ item, promotionId, clock, startedAt, deadline, intervalMs, shared });
		});
		return [{ json: { ...json } }];
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

/** Reads the list over and over, with pauses. If it cannot be read once, the next one counts. */
async function waitForEnd(wait: Wait): Promise<IDataObject> {
	const { item, promotionId, clock, startedAt, deadline, intervalMs, shared } = wait;
	let promotion: Promotion | undefined;
	let missing = { lists: 0, since: 0 };
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
		if (outcome) return describeEnd(wait, outcome, promotion);
		if (found) missing = { lists: 0, since: 0 };
		else if (promotions) missing = { lists: missing.lists + 1, since: missing.lists > 0 ? missing.since : clock.now() };
		const isRemoved = missing.lists >= LISTS_WITHOUT_IT && clock.now() - missing.since >= timeouts.removedForMs;
		if (promotion && promotions && isRemoved) return describeEnd(wait, 'removed', promotion);
		const leftMs = deadline - clock.now();
		// A new promotion is listed within a while. Only a list that could be read shows that it is not.
		const isOverdue = !listError && clock.now() - startedAt >= timeouts.listedWithinMs;
		if (!promotion && (isOverdue || leftMs <= 0)) throw (listError ?? createNotListedRefusal(promotionId)) as Error;
		if (leftMs <= 0) {
			item.hintOnce(`The time is up. ${describeLastStatus(promotion, missing.lists > 0, listError)}`);
			return describeEnd(wait, 'timedOut', promotion);
		}
		const pauseMs = Math.max(intervalMs, askedToWaitMs(listError));
		if (!(await clock.pause(Math.min(pauseMs, leftMs)))) {
			throw new Refusal('The execution was stopped while it waited', 'Run the workflow again when you are ready.');
		}
	}
}

function describeEnd(
	{ item, promotionId, clock, startedAt }: Wait,
	outcome: string,
	promotion?: Promotion,
): IDataObject {
	const { name = null, status = null } = promotion ? simplifyPromotion(promotion) : {};
	const waitedSeconds = Math.round((clock.now() - startedAt) / 1000);
	return { outcome, name, status, waitedSeconds, promotionId, accountId: item.client.accountId };
}

/** A service may end campaigns with words that the node does not know, so a person has to see the word. */
function describeLastStatus(promotion: Promotion | undefined, isMissing: boolean, listError: unknown): string {
	if (listError) return `The last status may be old: ${describeError(listError)}`;
	const status = shortened(plainText(promotion?.status), 100);
	const shown = status === '' ? 'empty' : `“${status}”`;
	if (isMissing) return `The last status was ${shown}, and the latest list did not show the promotion.`;
	return `The status is ${shown}. Only Completed, Cancelled or Stopped ends the wait.`;
}

/** Reads the list, unless another item has just read it. A single try, which ends at the deadline, or a little later. */
async function readList({ item, clock, intervalMs, shared, deadline }: Wait, isFirst: boolean): Promise<Promotion[]> {
	if (isFirst && shared.latest && clock.now() < shared.latest.at + intervalMs) return shared.latest.promotions;
	const tryMs = Math.max(deadline - clock.now(), timeouts.waitGraceMs);
	const promotions = await item.client.promotions({ ...ONCE, tryMs });
	shared.latest = { at: clock.now(), promotions };
	return promotions;
}
