import type { IDataObject } from 'n8n-workflow';
import { responseOf } from '../../../service/client';
import { clockOf } from '../../../service/clock';
import { ONCE } from '../../../service/retry';
import type { Answer, Outcome } from '../../../service/types';
import { answeredPromotionId } from '../../launch/answeredId';
import { judge } from '../../launch/judge';
import { lookForNew, sameName, type Sight } from '../../launch/look';
import type { LaunchMemory, RememberedLaunch } from '../../launch/memory';
import { launchTiming } from '../../launch/timing';
import type { Reservation } from '../../launch/sentBefore';
import type { ItemContext } from '../../itemContext';
import type { PreparedLaunch } from './launchPreparation';

export interface Delivery {
	item: ItemContext;
	memory: LaunchMemory;
	/** Under which this launch is remembered. */
	key: string;
}

/** Sends the launch, once, and says what became of it or throws in words. */
export async function deliver(
	delivery: Delivery,
	launch: PreparedLaunch,
	listedBefore: string[],
	reservation: Reservation | undefined,
): Promise<IDataObject> {
	const { item, memory, key } = delivery;
	const { client } = item;
	const upload = launch.upload();
	const sending: RememberedLaunch = {
		state: 'sending',
		digest: launch.digest,
		promotionName: launch.request.promotionName,
		audience: launch.audience,
		listedBefore,
		sentAt: new Date().toISOString(),
		row: { ...launch.row, warnings: launch.warnings },
	};
	// Remembered before it is sent: whoever tries again must find it, even if nothing else of this try is left.
	memory.remember(key, sending);
	const outcome = await client.launch(launch.request.targetListName, upload, launchTiming.answerMs);
	switch (judge(outcome)) {
		case 'refused':
			memory.remember(key, { ...sending, state: 'refused' });
			// If that does not succeed, a later launch is stopped once too often rather than too seldom.
			await reservation?.withdraw().catch(() => undefined);
			throw refusal(delivery, sending, outcome);
		case 'accepted':
			return await accepted(delivery, sending, outcome as Answer);
		case 'unknown':
			memory.remember(key, { ...sending, state: 'unknown' });
			return await findOut(delivery, sending, outcome);
	}
}

/** Looks for a launch of which nobody knows whether it arrived. Sends nothing. */
export async function findOut(delivery: Delivery, sent: RememberedLaunch, outcome?: Outcome): Promise<IDataObject> {
	const sight = await look(delivery, sent, launchTiming.lookAfterMs);
	const [promotionId] = sight.newIds;
	if (promotionId === undefined || sight.newIds.length > 1 || twins(delivery, sent) > 0) {
		throw unknownOutcome(delivery, sent, sight, outcome);
	}
	return conclude(delivery, sent, { outcome: 'reconciled', promotionId, promotionIdSource: 'list', response: null });
}

async function accepted(delivery: Delivery, sent: RememberedLaunch, answer: Answer): Promise<IDataObject> {
	const answeredId = answeredPromotionId(answer) ?? null;
	const facts = {
		outcome: 'launched',
		promotionId: answeredId,
		promotionIdSource: answeredId === null ? null : 'response',
		response: responseOf(answer) as IDataObject,
	};
	// Should the worker end while the list is read, this much is known.
	conclude(delivery, sent, facts);
	const { lookAfterMs } = launchTiming;
	const sight = await look(delivery, sent, answeredId === null ? lookAfterMs : lookAfterMs.slice(0, 1));
	const isSure = twins(delivery, sent) === 0;
	const [onlyNew, ...furtherNew] = sight.newIds;
	if (answeredId === null && onlyNew !== undefined && furtherNew.length === 0 && isSure) {
		return conclude(delivery, sent, { ...facts, promotionId: onlyNew, promotionIdSource: 'list' });
	}
	const others = isSure ? sight.newIds.filter((id) => id !== answeredId) : [];
	const remark = remarkOn(answeredId, others);
	return conclude(delivery, sent, {
		...facts,
		...(others.length > 0 ? { duplicateSuspected: true, otherPromotionIds: others } : {}),
		...(remark === undefined ? {} : { warnings: [...(sent.row.warnings as string[]), remark] }),
	});
}

/** Somebody else may have launched the same at the same moment, or the list may be slow. */
function remarkOn(answeredId: string | null, others: string[]): string | undefined {
	if (others.length > 0) {
		return `The list shows ${answeredId === null ? 'several' : 'other'} new promotions of this name: ${others.join(', ')}. Look whether the campaign was launched twice.`;
	}
	if (answeredId !== null) return undefined;
	return 'The service took the launch, but neither its answer nor the list names the ID of the promotion so far. Find it later with Promotion: Get Many.';
}

async function look({ item, memory }: Delivery, sent: RememberedLaunch, delaysMs: number[]): Promise<Sight> {
	const { client, context } = item;
	// What this execution launched under the same name is known to be something else.
	const own = memory.sent().flatMap(({ row }) => (typeof row.promotionId === 'string' ? [row.promotionId] : []));
	return await lookForNew({
		promotionName: sent.promotionName,
		listedBefore: [...sent.listedBefore, ...own],
		list: async () => await client.promotions(ONCE).catch(() => undefined),
		clock: clockOf(context),
		delaysMs,
	});
}

/** Other launches of this execution with the same name whose promotion is not known: theirs cannot be told from ours. */
function twins({ memory, key }: Delivery, sent: RememberedLaunch): number {
	return memory
		.sentBeside(key)
		.filter(
			({ promotionName, row }) => sameName(promotionName, sent.promotionName) && typeof row.promotionId !== 'string',
		).length;
}

function conclude({ memory, key }: Delivery, sent: RememberedLaunch, facts: IDataObject): IDataObject {
	const { accountId, ...others } = sent.row;
	const { outcome, promotionId, promotionIdSource, ...rest } = facts;
	const row = { accountId, outcome, launched: true, promotionId, promotionIdSource, ...others, ...rest };
	memory.remember(key, { ...sent, state: 'launched', row });
	return row;
}

const purposeOf = ({ promotionName }: RememberedLaunch) => ({
	doing: `launch "${promotionName}"`,
	advice: 'Nothing was sent to anyone. Check the names of the template and the list, the language, and the cards.',
});

/** Whatever the reason, people want to know first what did not go out, and to how many. */
function refusal({ item }: Delivery, sent: RememberedLaunch, outcome: Outcome) {
	const fault = item.client.fault(outcome, purposeOf(sent));
	fault.message = `"${sent.promotionName}" was not launched to ${sent.audience}: ${fault.message}`;
	return fault;
}

function unknownOutcome({ item }: Delivery, sent: RememberedLaunch, sight: Sight, outcome?: Outcome) {
	const cause = outcome && item.client.fault(outcome, purposeOf(sent));
	const found =
		sight.newIds.length > 0
			? `These promotions of this name are new and may be it: ${sight.newIds.join(', ')}.`
			: sight.couldRead
				? 'The list does not show a new promotion of this name so far.'
				: 'The list of promotions could not be read.';
	const description = [
		cause && `${cause.message}.`,
		`The launch was sent once, at ${sent.sentAt}. ${found}`,
		'It is not sent again: trying again, with Retry On Fail or with Retry of this execution, only looks whether it has appeared.',
		`Look for "${sent.promotionName}" in the service or with Promotion: Get Many before you launch it anew.`,
	];
	return item.refusal(
		`It is not known whether "${sent.promotionName}" was launched to ${sent.audience}`,
		description.filter(Boolean).join(' '),
	);
}
