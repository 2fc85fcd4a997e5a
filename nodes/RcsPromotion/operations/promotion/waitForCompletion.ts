import type { IDataObject, NodeOperationError } from 'n8n-workflow';
import { NodeApiError } from 'n8n-workflow';
import { clockOf } from '../../../service/clock';
import { inWords } from '../../../service/errors';
import { simplifiedPromotion } from '../../../service/promotions';
import type { Clock, RetryPolicy } from '../../../service/retry';
import { ratesOf } from '../../../service/statistics';
import { promotionState } from '../../../service/status';
import type { Promotion } from '../../../service/types';
import { promotionField, promotionIdOf } from '../fields';
import type { ItemContext } from '../../itemContext';
import type { Operation } from '../operation';

const LONGEST_MINUTES = 60;
const SHORTEST_SECONDS = 5;
/** A promotion just launched may take some seconds until it is listed. */
const LISTED_WITHIN_MS = 60_000;
/** Good answers in a row that lack a promotion seen before, until it counts as removed. */
const MISSED_BEFORE_REMOVED = 2;
/** The next look is the next try. */
const BRIEF: RetryPolicy = { tries: 2, firstDelayMs: 500, longestDelayMs: 5000, totalMs: 15_000, idleMs: 30_000 };

type Outcome = 'completed' | 'stopped' | 'cancelled' | 'removed' | 'timedOut';
const ENDS = { completed: 'completed', cancelled: 'cancelled', paused: 'stopped', active: undefined } as const;

export const waitForCompletion: Operation = {
	name: 'Wait for Completion',
	description:
		'Wait until a promotion has completed, was stopped or cancelled, or is no longer listed, for an hour at most',
	action: 'Wait for the completion of a promotion',
	writes: false,
	properties: [
		{
			displayName:
				'Waiting keeps the execution running and holds one of n8n’s workers. For campaigns of hours, start another workflow with the RCS Promotion Trigger instead.',
			name: 'waitNotice',
			type: 'notice',
			default: '',
		},
		promotionField('searchPromotions', 'The promotion to wait for'),
		{
			displayName: 'Timeout (Minutes)',
			name: 'timeoutMinutes',
			type: 'number',
			typeOptions: { minValue: 1, maxValue: LONGEST_MINUTES },
			default: 15,
			description: 'How long to wait, all items together: after that the outcome is timedOut',
		},
		{
			displayName: 'Interval (Seconds)',
			name: 'intervalSeconds',
			type: 'number',
			typeOptions: { minValue: SHORTEST_SECONDS },
			default: 60,
			description: 'How often to look at the list of promotions',
		},
	],
	async execute(item) {
		const { context, client } = item;
		const promotionId = promotionIdOf(item);
		const timeoutMs = numberIn(item, 'timeoutMinutes', 'Timeout', 15, 0, LONGEST_MINUTES) * 60_000;
		const intervalMs = numberIn(item, 'intervalSeconds', 'Interval', 60, SHORTEST_SECONDS, 3600) * 1000;
		const clock = clockOf(context);
		// Items wait one after the other, but the time of all of them runs from the first one on.
		const began = await item.readOnce('waiting for completion began', async () => await Promise.resolve(clock.now()));
		const { outcome, promotion } = await wait(item, promotionId, {
			clock,
			deadline: began + timeoutMs,
			intervalMs,
		});
		const waitedSeconds = Math.round((clock.now() - began) / 1000);
		const json = {
			accountId: client.accountId,
			promotionId,
			outcome,
			waitedSeconds,
			...statusOf(promotion),
			...(await figures(item, promotionId)),
		};
		return [{ json }];
	},
};

interface Patience {
	clock: Clock;
	deadline: number;
	intervalMs: number;
}

/** Looks, and waits, and looks; a look that does not succeed is made up for by the next one. */
async function wait(
	item: ItemContext,
	promotionId: string,
	{ clock, deadline, intervalMs }: Patience,
): Promise<{ outcome: Outcome; promotion: Promotion | undefined }> {
	const began = clock.now();
	let promotion: Promotion | undefined;
	let missed = 0;
	for (;;) {
		const look = await item.client.promotions(BRIEF).then(
			(promotions) => ({ promotions }),
			(fault: unknown) => ({ fault }),
		);
		const left = deadline - clock.now();
		if ('fault' in look) {
			// What the user has to mend will not pass by waiting; the rest is told when the time is over.
			if (!(look.fault instanceof NodeApiError) || !mayPass(look.fault) || left <= 0) throw look.fault;
		} else {
			const found = look.promotions.find((candidate) => candidate.promotionId === promotionId);
			missed = found ? 0 : missed + 1;
			promotion = found ?? promotion;
			const ended = found && ENDS[promotionState(found.status)];
			if (ended) return { outcome: ended, promotion };
			if (promotion && missed >= MISSED_BEFORE_REMOVED) return { outcome: 'removed', promotion };
			const overdue = clock.now() - began >= LISTED_WITHIN_MS || left <= 0;
			if (!promotion && overdue) throw notListed(item, promotionId);
			if (left <= 0) return { outcome: 'timedOut', promotion };
		}
		if (!(await clock.pause(Math.min(intervalMs, Math.max(0, left))))) throw stopped(item);
	}
}

function mayPass({ httpCode }: NodeApiError): boolean {
	const code = Number(httpCode ?? 0);
	return code === 0 || code === 408 || code === 429 || code >= 500 || (code >= 200 && code < 300);
}

function statusOf(promotion: Promotion | undefined): IDataObject {
	const { name = null, status = null, state = null } = promotion ? simplifiedPromotion(promotion) : {};
	return { name, status, state };
}

/** How it ended is worth knowing even if the figures cannot be had. */
async function figures({ client }: ItemContext, promotionId: string): Promise<IDataObject> {
	return await client.statistics(promotionId, BRIEF).then(
		({ counters }) => ({ statistics: { ...counters }, rates: { ...ratesOf(counters) } }),
		(fault: unknown) => ({ statistics: null, rates: null, statisticsError: inWords(fault) }),
	);
}

function numberIn(
	item: ItemContext,
	name: string,
	label: string,
	otherwise: number,
	least: number,
	most: number,
): number {
	const value = Number(item.parameter(name, otherwise));
	if (value > 0 && value >= least && value <= most) return value;
	const range = least > 0 ? `from ${least} to ${most}` : `above 0 and at most ${most}`;
	throw item.refusal(
		`${label} must be a number ${range}`,
		name === 'timeoutMinutes'
			? 'Change Timeout. To follow a campaign for longer than an hour, use the RCS Promotion Trigger.'
			: 'Change Interval.',
	);
}

function notListed(item: ItemContext, promotionId: string): NodeOperationError {
	return item.refusal(
		`Promotion ${promotionId} is not in the list of this account`,
		'Check Promotion and the account of the credential. A cancelled promotion may no longer be listed.',
	);
}

function stopped(item: ItemContext): NodeOperationError {
	return item.refusal('The execution was stopped while it waited', 'Run the workflow again when you are ready.');
}
