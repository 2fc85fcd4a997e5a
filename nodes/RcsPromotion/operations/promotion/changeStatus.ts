import type { IDataObject } from 'n8n-workflow';
import { isRedirect, isSuccess, readBody } from '../../../service/answers';
import { responseOf } from '../../../service/client';
import { clockOf } from '../../../service/clock';
import type { Purpose } from '../../../service/errors';
import { ONCE } from '../../../service/retry';
import { promotionState } from '../../../service/status';
import type { Outcome, Promotion, PromotionStatusChange } from '../../../service/types';
import { isObject } from '../../../service/values';
import { changeablePromotionIdOf } from '../fields';
import type { ItemContext } from '../../itemContext';
import type { OutputItem } from '../operation';
import { statusChangeMemory } from './statusChangeMemory';

/** When the list is asked whether a change arrived whose answer is missing, in ms after one another. */
const LOOK_AFTER_MS = [0, 1000, 3000];

export interface StatusChange {
	status: PromotionStatusChange;
	verb: 'stop' | 'cancel';
	advice: string;
	/** Whether the promotion may disappear from the list by the change. */
	mayVanish: boolean;
}

interface Finding {
	status: string | null;
	confirmed: boolean;
}

/** Asks for the change once per execution and promotion; whatever comes back, says what became of it or throws in words. */
export async function changeStatus(item: ItemContext, change: StatusChange): Promise<OutputItem[]> {
	const { client, context } = item;
	const promotionId = changeablePromotionIdOf(item);
	const memory = statusChangeMemory(context, client.accountId, promotionId, change.status);
	const known = memory.recall();
	if (known?.row) return [{ json: { ...known.row } }];

	const row = known
		? await findOut(item, change, promotionId, known.wasListed)
		: await ask(item, change, promotionId, memory);
	memory.remember({ wasListed: true, row });
	return [{ json: { ...row } }];
}

async function ask(
	item: ItemContext,
	change: StatusChange,
	promotionId: string,
	memory: ReturnType<typeof statusChangeMemory>,
): Promise<IDataObject> {
	const { client } = item;
	const wasListed = change.mayVanish && (await isListed(item, promotionId));
	// Remembered before it is sent: a retried node must look instead of asking a second time.
	memory.remember({ wasListed });
	const outcome = await client.changeStatus(promotionId, change.status);
	if (isRefusal(outcome)) {
		memory.forget();
		throw client.fault(outcome, purposeOf(change, promotionId));
	}
	const answer = outcome.kind === 'answer' && isSuccess(outcome) ? outcome : undefined;
	const said = answer && readBody(answer);
	const status = said && isObject(said.value) && typeof said.value.status === 'string' ? said.value.status : undefined;
	const response = answer && said?.kind !== 'html' ? responseOf(answer) : null;
	if (status !== undefined && promotionState(status) === promotionState(change.status)) {
		return rowOf(item, change, promotionId, { status, confirmed: true }, response);
	}
	const seen = await look(item, change, promotionId, wasListed);
	if (seen?.confirmed) return rowOf(item, change, promotionId, seen, response);
	// An answer that is a plain yes stands, but what the list shows is said beside it.
	if (said && said.kind !== 'html')
		return rowOf(item, change, promotionId, { status: seen?.status ?? status ?? null, confirmed: false }, response);
	throw unknownOutcome(item, change, promotionId, outcome);
}

async function findOut(item: ItemContext, change: StatusChange, promotionId: string, wasListed: boolean) {
	const seen = await look(item, change, promotionId, wasListed);
	if (seen?.confirmed) return rowOf(item, change, promotionId, seen, null);
	throw unknownOutcome(item, change, promotionId);
}

/** Reads the list until it shows the change, or says what it shows instead; undefined when it cannot be read. */
async function look(
	{ client, context }: ItemContext,
	change: StatusChange,
	promotionId: string,
	wasListed: boolean,
): Promise<Finding | undefined> {
	const clock = clockOf(context);
	let seen: Finding | undefined;
	let missed = 0;
	for (const delay of LOOK_AFTER_MS) {
		if (!(await clock.pause(delay))) return seen;
		const promotions = await client.promotions(ONCE).catch(() => undefined);
		if (!promotions) continue;
		const found = findingOf(promotions, change, promotionId, wasListed);
		missed = found.status === null && found.confirmed ? missed + 1 : 0;
		// One answer that lacks it may be an odd answer.
		seen = missed === 1 ? { ...found, confirmed: false } : found;
		if (seen.confirmed) return seen;
	}
	return seen;
}

function findingOf(promotions: Promotion[], change: StatusChange, promotionId: string, wasListed: boolean): Finding {
	const promotion = promotions.find((candidate) => candidate.promotionId === promotionId);
	// "Will not exist afterwards": gone is as good as cancelled, if it was there before.
	if (!promotion) return { status: null, confirmed: change.mayVanish && wasListed };
	const status = typeof promotion.status === 'string' ? promotion.status : null;
	return { status, confirmed: promotionState(status) === promotionState(change.status) };
}

/** One quick look that never holds up the change itself. */
async function isListed(item: ItemContext, promotionId: string): Promise<boolean> {
	const promotions = await item.readOnce('promotions', async () => await item.client.promotions(ONCE)).catch(() => []);
	return promotions.some((promotion) => promotion.promotionId === promotionId);
}

/** Only a plain no is certain; after a time-out at the service (408) the change may still have been made. */
const isRefusal = (outcome: Outcome) =>
	outcome.kind === 'answer' &&
	(isRedirect(outcome) || (outcome.status >= 400 && outcome.status < 500 && outcome.status !== 408));

function rowOf(
	{ client }: ItemContext,
	change: StatusChange,
	promotionId: string,
	{ status, confirmed }: Finding,
	response: unknown,
): IDataObject {
	return {
		accountId: client.accountId,
		promotionId,
		requestedStatus: change.status,
		status,
		confirmed,
		response: response as IDataObject,
	};
}

const purposeOf = ({ verb, advice }: StatusChange, promotionId: string): Purpose => ({
	doing: `${verb} promotion ${promotionId}`,
	advice,
	promotionId,
});

function unknownOutcome(item: ItemContext, change: StatusChange, promotionId: string, outcome?: Outcome) {
	const cause = outcome && item.client.fault(outcome, purposeOf(change, promotionId));
	const description = [
		cause && `${cause.message}.`,
		`The request to ${change.verb} it was sent once and is not sent again in this execution. Look at the status of the promotion with Get or in the service, then decide.`,
	];
	return item.refusal(
		`It is not known whether promotion ${promotionId} was ${change.verb === 'stop' ? 'stopped' : 'cancelled'}`,
		description.filter(Boolean).join(' '),
	);
}
