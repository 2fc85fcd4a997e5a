import type { IDataObject, NodeApiError, NodeOperationError } from 'n8n-workflow';
import { readBody } from '../../../service/answers';
import { responseOf } from '../../../service/client';
import { isMass } from '../../../service/absence';
import { clockOf } from '../../../service/clock';
import type { Purpose } from '../../../service/errors';
import { judge } from '../../../service/judgement';
import { ONCE } from '../../../service/retry';
import { promotionState } from '../../../service/promotions';
import type { Answer, Outcome, Promotion, PromotionStatusChange } from '../../../service/types';
import { isObject, shortened } from '../../../service/values';
import type { ItemContext } from '../../itemContext';
import { changeablePromotionIdOf } from '../sharedFields';
import type { OutputItem } from '../operation';
import { StatusChangeMemory, type RememberedChange } from './statusChangeMemory';

/** When the list is asked whether a change arrived whose answer is missing, in ms after one another. */
const LOOK_AFTER_MS = [0, 1000, 3000];
/** Stop and Cancel mean the same however often they arrive, so a request that did nothing may be sent again; but not forever. */
const MOST_REQUESTS = 3;
const CHECK_STATUS = 'Check its status with Get.';

interface StatusChange {
	status: PromotionStatusChange;
	verb: 'stop' | 'cancel';
	done: 'stopped' | 'cancelled';
	/** Whether the promotion may disappear from the list by the change. */
	mayVanish: boolean;
}

interface Request {
	item: ItemContext;
	change: StatusChange;
	promotionId: string;
	memory: StatusChangeMemory;
}

/** What the list shows of the promotion. */
interface Seen {
	/** null where it is not listed. */
	status: string | null;
	confirmed: boolean;
}

/** Asks for the change; whatever comes back, says how it ended, or throws in words. */
export async function changeStatus(item: ItemContext, change: StatusChange): Promise<OutputItem[]> {
	const promotionId = changeablePromotionIdOf(item);
	const memory = new StatusChangeMemory(item, promotionId, change.status);
	const request = { item, change, promotionId, memory };
	const known = memory.recall();
	if (known?.row) return [{ json: { ...known.row } }];
	return [{ json: known ? await findOut(request, known) : await ask(request) }];
}

/** Somebody asked before in this execution, and does not know what came of it: looks first, and asks again only where nothing did. */
async function findOut(request: Request, known: RememberedChange): Promise<IDataObject> {
	const seen = await look(request, known.listedBefore, 'listed');
	if (seen?.confirmed) return conclude(request, known, seen, null);
	const isUnchanged = seen !== undefined && seen.status !== null;
	if (isUnchanged && known.sent < MOST_REQUESTS) return await ask(request, known);
	throw notKnown(request, known, seen);
}

async function ask(request: Request, known?: RememberedChange): Promise<IDataObject> {
	const { item, change, promotionId, memory } = request;
	const { client } = item;
	const listedBefore = known?.listedBefore ?? (change.mayVanish ? await countedWith(item, promotionId) : 0);
	const asked: RememberedChange = { ...known, sent: (known?.sent ?? 0) + 1, listedBefore };
	// Remembered before it is sent: a retried node must look before it asks again.
	memory.remember(asked);
	const outcome = await client.changeStatus(promotionId, change.status);
	const verdict = judge(outcome).write;
	if (verdict === 'refused') {
		memory.forget();
		throw await refusal(request, outcome);
	}
	const answer = verdict === 'accepted' ? (outcome as Answer) : undefined;
	const response = answer ? responseOf(answer) : null;
	const status = answer && statusIn(answer);
	if (status !== undefined && isDone(change, status)) {
		return conclude(request, asked, { status, confirmed: true }, response);
	}
	const seen = await look(request, listedBefore);
	if (seen?.confirmed) return conclude(request, asked, seen, response);
	// An answer that is a plain yes stands, but what the list shows is said beside it.
	if (answer) return conclude(request, asked, { status: seen?.status ?? status ?? null, confirmed: false }, response);
	const told = { ...asked, cause: asked.cause ?? client.fault(outcome, purposeOf(request)).message };
	memory.remember(told);
	throw notKnown(request, told, seen);
}

function statusIn(answer: Answer): string | undefined {
	const { value } = readBody(answer);
	return isObject(value) && typeof value.status === 'string' ? value.status : undefined;
}

const isDone = (change: StatusChange, status: string) => promotionState(status) === promotionState(change.status);

/**
 * Reads the list until it shows the change (or the promotion, where that was waited for before), or says what it shows instead; undefined
 * when it cannot be read.
 */
async function look(
	{ item, change, promotionId }: Request,
	listedBefore: number,
	until: 'changed' | 'listed' = 'changed',
): Promise<Seen | undefined> {
	const clock = clockOf(item.context);
	let seen: Seen | undefined;
	let missed = 0;
	for (const delay of LOOK_AFTER_MS) {
		if (!(await clock.pause(delay))) return seen;
		const promotions = await item.client.promotions(ONCE).catch(() => undefined);
		if (!promotions) continue;
		const status = statusAmong(promotions, promotionId);
		if (status !== undefined) missed = 0;
		else if (!isOdd(promotions.length, listedBefore)) missed++;
		// "Will not exist afterwards": gone is as good as cancelled, if it was there before. One answer that lacks it may be an odd one.
		const isGone = change.mayVanish && listedBefore > 0 && missed > 1;
		seen = { status: status ?? null, confirmed: status === undefined ? isGone : isDone(change, status) };
		if (seen.confirmed || (until === 'listed' && status !== undefined)) return seen;
	}
	return seen;
}

/** An answer that lacks many at once, or all of several, says nothing about this one. */
const isOdd = (listed: number, listedBefore: number) =>
	(listed === 0 && listedBefore > 1) || isMass(listedBefore - listed, listedBefore);

function statusAmong(promotions: Promotion[], promotionId: string): string | undefined {
	const promotion = promotions.find((candidate) => candidate.promotionId === promotionId);
	if (!promotion) return undefined;
	return typeof promotion.status === 'string' ? promotion.status : '';
}

/** How many promotions are listed, if this one is among them. One quick look that never holds up the change itself. */
async function countedWith(item: ItemContext, promotionId: string): Promise<number> {
	return await item.listed(ONCE).then(
		({ promotions }) => (statusAmong(promotions, promotionId) === undefined ? 0 : promotions.length),
		() => 0,
	);
}

function conclude(
	{ item, change, promotionId, memory }: Request,
	asked: RememberedChange,
	{ status, confirmed }: Seen,
	response: ReturnType<typeof responseOf>,
): IDataObject {
	const { accountId } = item.client;
	const row = { status, confirmed, requestedStatus: change.status, response, accountId, promotionId };
	memory.remember({ ...asked, row });
	return { ...row };
}

const purposeOf = ({ change: { verb, done }, promotionId }: Request): Purpose => ({
	doing: `${verb} promotion ${promotionId}`,
	advice: `A promotion can be ${done} only during its preparation. ${CHECK_STATUS}`,
	promotionId,
});

/** The status is mostly the reason, so it is told where the list can be read. */
async function refusal(request: Request, outcome: Outcome): Promise<NodeApiError> {
	const { item, promotionId } = request;
	const fault = item.client.fault(outcome, purposeOf(request));
	if (!fault.description?.includes(CHECK_STATUS)) return fault;
	const promotions = await item.client.promotions(ONCE).catch(() => []);
	const status = statusAmong(promotions, promotionId) ?? '';
	const shown = `The list shows it as "${shortened(status, 40)}".`;
	if (status !== '') fault.description = fault.description.replace(CHECK_STATUS, () => shown);
	return fault;
}

function notKnown(
	{ item, change, promotionId }: Request,
	{ sent, cause }: RememberedChange,
	seen: Seen | undefined,
): NodeOperationError {
	const shown =
		seen === undefined
			? 'The list of promotions could not be read.'
			: seen.status === null
				? 'The list does not show the promotion.'
				: `The list shows it unchanged, as "${seen.status}".`;
	const mayAskAgain = seen !== undefined && seen.status !== null && sent < MOST_REQUESTS;
	const next = mayAskAgain
		? `Try again, or turn on 'Retry On Fail': if the list still shows it unchanged, the request is sent again, ${MOST_REQUESTS} times at most in one execution.`
		: 'The request is not sent again in this execution. Check the status with Get or in the service.';
	const times = sent === 1 ? 'once' : `${sent} times`;
	return item.refusal(
		`It is not known whether promotion ${promotionId} was ${change.done}${cause === undefined ? '' : `: ${cause}`}`,
		`The request to ${change.verb} it was sent ${times}. ${shown} ${next}`,
	);
}
