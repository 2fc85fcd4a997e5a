import type { IDataObject } from 'n8n-workflow';
import { Refusal } from '../../../service/refusal';
import { clockOf } from '../../../service/clock';
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
		const promotionId = readPromotionId(item);
		const advice = 'Enter a number of minutes, up to 60. To follow a longer campaign, use the RCS Promotion Trigger.';
		const timeoutMs = item.form.number('timeoutMinutes', advice) * 60_000;
		const intervalMs = item.form.number('intervalSeconds') * 1000;
		// Items that wait for the same promotion share the result.
		const key = `wait ${JSON.stringify([promotionId, timeoutMs, intervalMs])}`;
		const json = await item.readOnce(key, async () => await waitForEnd(item, promotionId, timeoutMs, intervalMs));
		return [{ json: { ...json } }];
	},
};

/** Reads the list over and over, with pauses. If it cannot be read once, the next one counts. */
async function waitForEnd(
	item: ItemContext,
	promotionId: string,
	timeoutMs: number,
	intervalMs: number,
): Promise<IDataObject> {
	const clock = clockOf(item.context);
	const startedAt = clock.now();
	/** No pause and no read goes on after this, but for a short grace. */
	const deadline = startedAt + timeoutMs;
	/** The list that the items of a run share. */
	const shared = await item.readOnce('list of waits', async () => {
		return await Promise.resolve<{ latest?: Promotion[]; readAt: number }>({ readAt: 0 });
	});
	let promotion: Promotion | undefined;
	/** When the latest lists were read, as far as all of them lack it. */
	let missing: number[] = [];
	for (let isFirst = true; ; isFirst = false) {
		let listError: unknown;
		const promotions = await readList(isFirst).catch((error: unknown) => {
			// A lasting error at the start is for a person to correct. After a list that could be read, it may still pass.
			if (!isTemporary(error) && !shared.latest) throw error;
			listError = error;
			return undefined;
		});
		const found = promotions?.find((candidate) => candidate.promotionId === promotionId);
		promotion = found ?? promotion;
		const outcome = found && OUTCOMES[promotionState(found.status)];
		if (outcome) return describeEnd(outcome);
		if (promotions) missing = found ? [] : [...missing, clock.now()];
		const missingForMs = clock.now() - (missing[0] ?? clock.now());
		const isRemoved = missing.length >= LISTS_WITHOUT_IT && missingForMs >= timeouts.removedForMs;
		if (promotion && promotions && isRemoved) return describeEnd('removed');
		const leftMs = deadline - clock.now();
		// A new promotion is listed within a while. Only a list that could be read shows that it is not.
		const isOverdue = !listError && clock.now() - startedAt >= timeouts.listedWithinMs;
		if (!promotion && (isOverdue || leftMs <= 0)) throw (listError ?? createNotListedRefusal(promotionId)) as Error;
		if (leftMs <= 0) {
			item.hintOnce(`The time is up. ${describeLastStatus(promotion, missing.length > 0, listError)}`);
			return describeEnd('timedOut');
		}
		const pauseMs = Math.max(intervalMs, askedToWaitMs(listError));
		if (!(await clock.pause(Math.min(pauseMs, leftMs)))) {
			throw new Refusal('The execution was stopped while it waited', 'Run the workflow again when you are ready.');
		}
	}

	/** Reads the list, unless another item has just read it. A single try, which ends at the deadline, or a little later. */
	async function readList(isFirst: boolean): Promise<Promotion[]> {
		if (isFirst && shared.latest && clock.now() < shared.readAt + intervalMs) return shared.latest;
		const tryMs = Math.max(deadline - clock.now(), timeouts.waitGraceMs);
		shared.latest = await item.client.promotions({ ...ONCE, tryMs });
		shared.readAt = clock.now();
		return shared.latest;
	}

	function describeEnd(outcome: string): IDataObject {
		const { name = null, status = null } = promotion ? simplifyPromotion(promotion) : {};
		const waitedSeconds = Math.round((clock.now() - startedAt) / 1000);
		return { outcome, name, status, waitedSeconds, promotionId, accountId: item.client.accountId };
	}
}

/** A service may end campaigns with words that the node does not know, so a person has to see the word. */
function describeLastStatus(promotion: Promotion | undefined, isMissing: boolean, listError: unknown): string {
	if (listError) return `The last status may be old: ${describeError(listError)}`;
	const status = shortened(plainText(promotion?.status), 100);
	const shown = status === '' ? 'empty' : `“${status}”`;
	if (isMissing) return `The last status was ${shown}, and the latest list did not show the promotion.`;
	return `The status is ${shown}. Only Completed, Cancelled or Stopped ends the wait.`;
}
