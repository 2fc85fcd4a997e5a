import type { IDataObject, NodeApiError, NodeOperationError } from 'n8n-workflow';
import { readBody } from '../../../service/answers';
import { responseOf } from '../../../service/client';
import { judge } from '../../../service/judgement';
import { ONCE } from '../../../service/retry';
import { answeredPromotionIds } from '../../../service/promotions';
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
	/** As the list showed it before the first request of the run; undefined if the list did not, or could not be read. */
	listed: Promotion | undefined;
}

/** What n8n keeps of a request across Retry On Fail, loops, and a retry of the execution. */
interface StatusRequest {
	/** null if neither the list nor the answer names it. */
	promotionName: string | null;
	/** Whether the promotion was listed before the request. Only then does its absence mean anything. */
	wasListed: boolean;
	/** The service's answer, once it has accepted the request. */
	response?: IDataObject | string | null;
	/** Why the result of the request is not known. */
	cause?: string;
	/** What the service shows of the promotion since then. Until that confirms the change, later runs and tries look again. */
	seen?: Sighting;
}

/** What the service shows of a promotion. */
interface Sighting {
	/** null if it is not shown. */
	status: string | null;
	confirmed: boolean;
}

interface Refusal {
	refusal: Outcome;
}

/** Requests the change once per execution, and returns how it ended or throws with a message for the user. */
export async function changeStatus(item: ItemContext, status: PromotionStatusChange): Promise<OutputItem[]> {
	const promotionId = changeablePromotionIdOf(item);
	const listBefore = await item.readOnce(
		'list before changes',
		async () => await item.client.promotions(LIST_BEFORE).catch(() => []),
	);
	const listed = find(listBefore, promotionId);
	const change: Change = { item, promotionId, status, done: status.toLowerCase(), listed };
	const key = JSON.stringify([item.client.account, promotionId, status]);
	// A thousand items of a run may name the same promotion. They share what came of it, also a refusal.
	const result = await item.readOnce(`change ${key}`, async () => await resultOf(change, key));
	if ('refusal' in result) throw refused(change, result.refusal);
	const { promotionName, response, seen } = result;
	if (!seen || (!seen.confirmed && response === undefined)) throw unknownResult(change, result);
	const { accountId } = item.client;
	const name = atStart(inWords(change, promotionName));
	if (seen.confirmed) item.hintOnce(`${name} is ${change.done}.`, { type: 'info' });
	else item.hintOnce(`${name} is not shown as ${change.done} yet. Check its status later with Get.`);
	const json = { promotionName, promotionId, requestedStatus: status, ...seen, response: response ?? null, accountId };
	return [{ json }];
}

async function resultOf(change: Change, key: string): Promise<StatusRequest | Refusal> {
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
	if (requested.seen?.confirmed) return requested;
	const looked = { ...requested, seen: (await look(change, requested)) ?? requested.seen };
	if (looked.seen?.confirmed) requests[key] = looked;
	return looked;
}

async function ask(change: Change, asked: StatusRequest): Promise<StatusRequest | Refusal> {
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
		response: responseOf(answer) ?? null,
		seen: { status, confirmed: isDone(change, status) },
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
	const goesOn = `If it is already running, it goes on sending; ask your provider to ${VERBS[status]} it.`;
	fault.message = `${atStart(inWords(change, nameOf(listed)))} was not ${done}: ${fault.message}`;
	fault.description = `${goesOn} ${fault.description}`;
	return fault;
}

function unknownResult(change: Change, { promotionName: name, cause, seen }: StatusRequest): NodeOperationError {
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
