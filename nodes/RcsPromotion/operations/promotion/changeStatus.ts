import type { IDataObject } from 'n8n-workflow';
import { readBody } from '../../../service/answers';
import { responseOf } from '../../../service/client';
import { clockOf } from '../../../service/clock';
import { judge } from '../../../service/judgement';
import { ONCE } from '../../../service/retry';
import { normalizedStatus } from '../../../service/promotions';
import type { Answer, Promotion, PromotionStatusChange } from '../../../service/types';
import { isObject, plainText } from '../../../service/values';
import type { ItemContext } from '../../itemContext';
import { changeablePromotionIdOf } from '../sharedFields';
import type { OutputItem } from '../operation';

/** Pauses before each look at the list, in ms, if the answer does not confirm the change. */
const LOOK_AFTER_MS = [0, 1000, 3000];
const VERBS = { Stopped: 'stop', Cancelled: 'cancel' } as const;

interface Change {
	item: ItemContext;
	promotionId: string;
	status: PromotionStatusChange;
	/** "stopped" or "cancelled", for sentences. */
	done: string;
	/** Remembers what this execution asked for. n8n keeps it across Retry On Fail, loops, and a retry of the execution. */
	remember: (request: Requested | undefined) => void;
}

interface Requested {
	/** Whether the promotion was listed before it was cancelled. Only then does its absence mean anything. */
	wasListed: boolean;
	/** Why the result of the request is not known. */
	cause?: string;
	/** The result; missing while it is not known. */
	row?: IDataObject;
}

/** What the list shows about the promotion. */
interface Seen {
	/** null if it is not listed. */
	status: string | null;
	confirmed: boolean;
}

/** Requests the change once per execution, and returns how it ended or throws with a message for the user. */
export async function changeStatus(item: ItemContext, status: PromotionStatusChange): Promise<OutputItem[]> {
	const promotionId = changeablePromotionIdOf(item);
	const store = item.context.getContext('node') as { statusChanges?: Record<string, Requested> };
	const requests = (store.statusChanges ??= {});
	const key = JSON.stringify([item.client.accountId, promotionId, status]);
	const remember = (request: Requested | undefined) => {
		if (request) requests[key] = request;
		else delete requests[key];
	};
	const change: Change = { item, promotionId, status, done: status.toLowerCase(), remember };
	const earlier = Object.hasOwn(requests, key) ? requests[key] : undefined;
	if (earlier?.row) return [{ json: { ...earlier.row } }];
	return [{ json: earlier ? await findOut(change, earlier) : await ask(change) }];
}

async function ask(change: Change): Promise<IDataObject> {
	const { item, promotionId, status, done, remember } = change;
	const { client } = item;
	const listed = status === 'Cancelled' ? await item.listed(ONCE).catch(() => undefined) : undefined;
	const request: Requested = { wasListed: statusAmong(listed ?? [], promotionId) !== null };
	// Remembered before it is sent, so that a retried node only looks and does not ask again.
	remember(request);
	const outcome = await client.changeStatus(promotionId, status);
	const verdict = judge(outcome).write;
	if (verdict === 'accepted') return await accepted(change, request, outcome as Answer);
	const fault = client.fault(outcome, {
		doing: `${VERBS[status]} promotion ${promotionId}`,
		advice: `A promotion can be ${done} only while it is being prepared. Check its status with Get.`,
		promotionId,
	});
	if (verdict === 'refused') {
		remember(undefined);
		throw fault;
	}
	const unknown = { ...request, cause: fault.message };
	remember(unknown);
	return await findOut(change, unknown);
}

/** The service accepted the request. If its answer does not show the new status, the list is read as well. */
async function accepted(change: Change, request: Requested, answer: Answer): Promise<IDataObject> {
	const { value } = readBody(answer);
	const status = isObject(value) && typeof value.status === 'string' ? value.status : null;
	const seen = isDone(change, status) ? { status, confirmed: true } : await look(change, request);
	return conclude(change, request, seen ?? { status, confirmed: false }, responseOf(answer));
}

/** The result of the request is not known, so only the list can show it. */
async function findOut(change: Change, request: Requested): Promise<IDataObject> {
	const seen = await look(change, request);
	if (seen?.confirmed) return conclude(change, request, seen, null);
	const { item, promotionId, status, done } = change;
	const shown = !seen
		? 'The list of promotions could not be read.'
		: seen.status === null
			? 'The list does not show the promotion.'
			: `The list shows it unchanged, as "${seen.status}".`;
	throw item.refusal(
		`It is not known whether promotion ${promotionId} was ${done}${request.cause ? `: ${request.cause}` : ''}`,
		`The request to ${VERBS[status]} it was sent once. ${shown} It will not be sent again in this execution: Retry On Fail only checks the list. Check the status with Get or in the service; to try again, run the workflow again.`,
	);
}

/** Reads the list until it shows the change, or returns what it shows instead; undefined if it cannot be read. */
async function look(change: Change, { wasListed }: Requested): Promise<Seen | undefined> {
	const { item, promotionId } = change;
	const clock = clockOf(item.context);
	let seen: Seen | undefined;
	let missed = 0;
	for (const delay of LOOK_AFTER_MS) {
		if (!(await clock.pause(delay))) return seen;
		const promotions = await item.client.promotions(ONCE).catch(() => undefined);
		if (!promotions) continue;
		const shown = statusAmong(promotions, promotionId);
		// A single answer without the promotion may be wrong, and so may any answer with an empty list.
		if (shown !== null) missed = 0;
		else if (promotions.length > 0) missed++;
		// The document says a cancelled promotion "will not exist afterwards", so one that is gone counts as cancelled.
		const isGone = wasListed && missed > 1;
		seen = { status: shown, confirmed: isGone || isDone(change, shown) };
		if (seen.confirmed) return seen;
	}
	return seen;
}

const isDone = ({ done }: Change, status: string | null) => normalizedStatus(status) === done;

/** null if it is not listed. */
function statusAmong(promotions: Promotion[], promotionId: string): string | null {
	const promotion = promotions.find((candidate) => candidate.promotionId === promotionId);
	return promotion ? plainText(promotion.status) : null;
}

function conclude(
	{ item, promotionId, status: requestedStatus, remember }: Change,
	request: Requested,
	seen: Seen,
	response: ReturnType<typeof responseOf>,
): IDataObject {
	const row = { ...seen, requestedStatus, response, accountId: item.client.accountId, promotionId };
	remember({ ...request, row });
	return { ...row };
}
