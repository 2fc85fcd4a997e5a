import type { IDataObject, NodeApiError, NodeOperationError } from 'n8n-workflow';
import { readBody } from '../../../service/answers';
import { responseOf } from '../../../service/client';
import { judge } from '../../../service/judgement';
import { ONCE } from '../../../service/retry';
import { answeredPromotionIds, promotionState } from '../../../service/promotions';
import type { Answer, Outcome, Promotion, PromotionStatusChange } from '../../../service/types';
import { comparable, isObject, plainText, shortened } from '../../../service/values';
import type { ItemContext } from '../../itemContext';
import { changeablePromotionIdOf } from '../sharedFields';
import type { OutputItem } from '../operation';

/** Pauses before each look at the list, in ms, if the answer does not confirm the change. */
const LOOK_AFTER_MS = [0, 1000, 3000];
/** The first list only helps to explain what comes of the request, so it may not hold it up for long. */
const LIST_BEFORE = { ...ONCE, tryMs: 5_000 };
const VERBS = { Stopped: 'stop', Cancelled: 'cancel' } as const;

interface Change {
	item: ItemContext;
	promotionId: string;
	status: PromotionStatusChange;
	/** "stopped" or "cancelled", for sentences. */
	done: string;
	/** The list before the first request of the run; undefined if it could not be read. */
	listBefore: Promotion[] | undefined;
	/** The promotion in that list. */
	listed: Promotion | undefined;
}

/** What n8n keeps of a request across Retry On Fail, loops, and a retry of the execution. */
interface StatusRequest {
	/** null if neither the list nor the answer names it. */
	promotionName: string | null;
	/** Whether the promotion was listed before the request. Only then does its absence mean anything. */
	wasListed: boolean;
	/** Once the service has accepted the request. */
	accepted?: { status: string | null; response: IDataObject | string | null };
	/** Why the result of the request is not known. */
	cause?: string;
	/** Once the change was seen. Until then, later runs and tries look again. */
	confirmed?: Sighting;
}

/** What the service shows of a promotion. */
interface Sighting {
	/** null if it is not shown. */
	status: string | null;
	confirmed: boolean;
}

type Result = { refusal: Outcome } | { requested: StatusRequest; seen: Sighting | undefined };

/** Requests the change once per execution, and returns how it ended or throws with a message for the user. */
export async function changeStatus(item: ItemContext, status: PromotionStatusChange): Promise<OutputItem[]> {
	const promotionId = changeablePromotionIdOf(item);
	const listBefore = await item.readOnce(
		'list before changes',
		async () => await item.client.promotions(LIST_BEFORE).catch(() => undefined),
	);
	const listed = listBefore && find(listBefore, promotionId);
	const change: Change = { item, promotionId, status, done: status.toLowerCase(), listBefore, listed };
	const key = JSON.stringify([item.client.account, promotionId, status]);
	// A thousand items of a run may name the same promotion. They share what came of it, also a refusal.
	const result = await item.readOnce(`change ${key}`, async () => await resultOf(change, key));
	if ('refusal' in result) throw refused(change, result.refusal);
	const { requested, seen } = result;
	const { promotionName, accepted } = requested;
	if (!seen?.confirmed && !accepted) throw unknownResult(change, requested, seen);
	const shown = seen ?? { status: accepted?.status ?? null, confirmed: false };
	const response = accepted?.response ?? null;
	const { accountId } = item.client;
	const name = atStart(inWords(change, promotionName));
	if (shown.confirmed) item.hintOnce(`${name} is ${change.done}.`, { type: 'info' });
	else item.hintOnce(`${name} is not shown as ${change.done} yet. Check its status later with Get.`);
	return [{ json: { promotionName, promotionId, requestedStatus: status, ...shown, response, accountId } }];
}

async function resultOf(change: Change, key: string): Promise<Result> {
	// Shared by all nodes of the execution.
	const store = change.item.context.getContext('flow') as { rcsPromotionChanges?: Record<string, StatusRequest> };
	const requests = (store.rcsPromotionChanges ??= {});
	let requested = requests[key];
	if (!requested) {
		const { listed } = change;
		// Remembered before it is sent, so that a retried node only looks and does not ask again. Nothing is awaited in between,
		// because another call of an AI agent may name the same promotion.
		requests[key] = { promotionName: nameOf(listed), wasListed: listed !== undefined };
		const answered = await ask(change, requests[key]);
		if ('refusal' in answered) {
			delete requests[key];
			return answered;
		}
		requests[key] = requested = answered;
	}
	const seen = requested.confirmed ?? (await look(change, requested));
	if (seen?.confirmed) requests[key] = { ...requested, confirmed: seen };
	return { requested, seen };
}

async function ask(change: Change, asked: StatusRequest): Promise<StatusRequest | { refusal: Outcome }> {
	const { item, promotionId, status } = change;
	const outcome = await item.client.changeStatus(promotionId, status);
	const verdict = judge(outcome).write;
	if (verdict === 'refused') return { refusal: outcome };
	if (verdict === 'accepted') return accepted(change, asked, outcome as Answer);
	return { ...asked, cause: item.client.fault(outcome, { doing: `${VERBS[status]} it`, promotionId }).message };
}

/** What the answer says counts only if it does not name another promotion. */
function accepted(change: Change, asked: StatusRequest, answer: Answer): StatusRequest {
	const { value } = readBody(answer);
	const isAboutIt = answeredPromotionIds(answer).every((id) => id === change.promotionId);
	const shown = isAboutIt && isObject(value) ? value : {};
	const status = plainText(shown.status) || null;
	return {
		...asked,
		promotionName: asked.promotionName ?? nameOf(shown),
		accepted: { status, response: responseOf(answer) },
		...(isDone(change, status) ? { confirmed: { status, confirmed: true } } : {}),
	};
}

/** Reads the list until it shows the change, or returns what it shows instead; undefined if it cannot be read. */
async function look(change: Change, { wasListed }: StatusRequest): Promise<Sighting | undefined> {
	const { item, promotionId } = change;
	let seen: Sighting | undefined;
	let missed = 0;
	await item.client.lookInList(LOOK_AFTER_MS, (promotions) => {
		const listed = find(promotions, promotionId);
		const status = listed ? plainText(listed.status) : null;
		// A single answer without the promotion may be wrong, and so may any answer with an empty list.
		if (listed) missed = 0;
		else if (promotions.length > 0) missed++;
		// The document says a cancelled promotion "will not exist afterwards", so one that is gone counts as cancelled.
		const isGone = change.status === 'Cancelled' && wasListed && missed > 1;
		seen = { status, confirmed: isGone || isDone(change, status) };
		return seen.confirmed;
	});
	return seen;
}

const isDone = ({ done }: Change, status: string | null) => comparable(status) === done;

const find = (promotions: Promotion[], id: string) => promotions.find(({ promotionId }) => promotionId === id);

const nameOf = (promotion: Record<string, unknown> | undefined) => plainText(promotion?.name) || null;

/** People know their campaigns by name. */
function inWords({ item, promotionId }: Change, name: string | null): string {
	return item.client.hideKey(name === null ? `promotion ${promotionId}` : `"${shortened(name, 200)}" (${promotionId})`);
}

const atStart = (words: string) => words.replace(/^promotion/, 'Promotion');

function refused(change: Change, outcome: Outcome): NodeApiError {
	const { item, promotionId, status, done, listed } = change;
	const fault = item.client.fault(outcome, {
		doing: `${VERBS[status]} it`,
		advice: `A promotion can be ${done} only while it is being prepared.`,
		promotionId,
	});
	fault.message = `${atStart(inWords(change, nameOf(listed)))} was not ${done}: ${fault.message}`;
	fault.description = `${whatItDoes(change)}${fault.description}`;
	return fault;
}

/** What comes of a promotion that was not stopped, for the beginning of a description. */
function whatItDoes({ status, listBefore, listed }: Change): string {
	const advice = `ask your provider to ${VERBS[status]} it.`;
	if (!listBefore) return `It may go on sending; ${advice} `;
	if (!listed) return '';
	if (promotionState(listed.status) === 'active') return `It goes on sending; ${advice} `;
	return `The list shows it as "${plainText(listed.status)}". `;
}

function unknownResult(
	change: Change,
	{ promotionName: name, cause }: StatusRequest,
	seen: Sighting | undefined,
): NodeOperationError {
	const { item, status, done } = change;
	const shown = !seen
		? 'The list of promotions could not be read.'
		: seen.status === null
			? 'The list does not show the promotion.'
			: `The list shows it unchanged, as "${seen.status}".`;
	return item.refusal(
		`It is not known whether ${inWords(change, name)} was ${done}${cause ? `: ${cause}` : ''}`,
		`The request to ${VERBS[status]} it was sent once. ${shown} It will not be sent again in this execution: Retry On Fail only checks the list. Check the status with Get or in the service; to try again, run the workflow again.`,
	);
}
