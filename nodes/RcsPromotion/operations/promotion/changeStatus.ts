import type { NodeApiError, NodeOperationError } from 'n8n-workflow';
import { readBody } from '../../../service/answers';
import { responseOf } from '../../../service/client';
import { clockOf } from '../../../service/clock';
import { judge } from '../../../service/judgement';
import { ONCE } from '../../../service/retry';
import { answeredPromotionIds, normalizedStatus, promotionState } from '../../../service/promotions';
import type { Answer, Outcome, Promotion, PromotionStatusChange } from '../../../service/types';
import { isObject, plainText, shortened } from '../../../service/values';
import type { ItemContext } from '../../itemContext';
import { changeablePromotionIdOf } from '../sharedFields';
import type { OutputItem } from '../operation';

/** Pauses before each look at the list, in ms, if the answer does not confirm the change. */
const LOOK_AFTER_MS = [0, 1000, 3000];
/** Within this time, items that name the same promotion share a look, because there may be a thousand of them. */
const LOOK_LASTS_MS = 1000;
/** The first list only helps to explain what comes of the request, so it may not hold it up for long. */
const LIST_BEFORE = { ...ONCE, tryMs: 5_000 };
const VERBS = { Stopped: 'stop', Cancelled: 'cancel' } as const;

interface Change {
	item: ItemContext;
	promotionId: string;
	status: PromotionStatusChange;
	/** "stopped" or "cancelled", for sentences. */
	done: string;
	/** Identifies the change among those of the execution. */
	key: string;
	/** What this execution has requested. n8n keeps it across Retry On Fail, loops, and a retry of the execution. */
	requests: Record<string, Requested>;
	run: Run;
}

interface Requested {
	/** null if neither the list nor the answer names it. */
	promotionName: string | null;
	/** Whether the promotion was listed before the request. Only then does its absence mean anything. */
	wasListed: boolean;
	/** Once the service has accepted the request. */
	accepted?: { status: string | null; response: ReturnType<typeof responseOf> };
	/** Why the result of the request is not known. */
	cause?: string;
	/** Once the change was seen. Until then, later items and tries look again. */
	confirmed?: Seen;
}

/** What the items of this run share. */
interface Run {
	/** The list before the first request; undefined if it could not be read. */
	listBefore: Promotion[] | undefined;
	/** A later run may ask again, but a thousand items are not refused a thousand times. */
	refusals: Map<string, Outcome>;
	looks: Map<string, Look>;
}

interface Look {
	at: number;
	/** Undefined if the list could not be read. */
	seen: Seen | undefined;
}

/** What the service shows of a promotion. */
interface Seen {
	/** null if it is not shown. */
	status: string | null;
	confirmed: boolean;
}

/** Requests the change once per execution, and returns how it ended or throws with a message for the user. */
export async function changeStatus(item: ItemContext, status: PromotionStatusChange): Promise<OutputItem[]> {
	const promotionId = changeablePromotionIdOf(item);
	const store = item.context.getContext('node') as { statusChanges?: Record<string, Requested> };
	const requests = (store.statusChanges ??= {});
	const run = await item.readOnce('status changes', async (): Promise<Run> => {
		const listBefore = await item.client.promotions(LIST_BEFORE).catch(() => undefined);
		return { listBefore, refusals: new Map(), looks: new Map() };
	});
	const key = JSON.stringify([item.client.account, promotionId, status]);
	const change: Change = { item, promotionId, status, done: status.toLowerCase(), key, requests, run };
	// Nothing may be awaited between this and remembering the request, for another call of an AI agent may name the same promotion.
	const requested = requests[key] ?? (await ask(change));
	const seen = requested.confirmed ?? (await look(change, requested));
	if (seen?.confirmed) requests[key] = { ...requested, confirmed: seen };
	else if (!requested.accepted) throw unknownResult(change, requested, seen);
	const { promotionName, accepted } = requested;
	const shown = seen ?? { status: accepted?.status ?? null, confirmed: false };
	const response = accepted?.response ?? null;
	const { accountId } = item.client;
	return [{ json: { promotionName, promotionId, requestedStatus: status, ...shown, response, accountId } }];
}

async function ask(change: Change): Promise<Requested> {
	const { item, promotionId, status, key, requests, run } = change;
	const refusal = run.refusals.get(key);
	if (refusal) throw refused(change, refusal);
	const listed = run.listBefore && find(run.listBefore, promotionId);
	const asked: Requested = { promotionName: nameOf(listed), wasListed: listed !== undefined };
	// Remembered before it is sent, so that a retried node only looks and does not ask again.
	requests[key] = asked;
	const outcome = await item.client.changeStatus(promotionId, status);
	const verdict = judge(outcome).write;
	if (verdict === 'refused') {
		delete requests[key];
		run.refusals.set(key, outcome);
		throw refused(change, outcome);
	}
	const cause = item.client.fault(outcome, { doing: `${VERBS[status]} it`, promotionId }).message;
	requests[key] = verdict === 'accepted' ? accepted(change, asked, outcome as Answer) : { ...asked, cause };
	return requests[key];
}

/** What the answer says counts only if it does not name another promotion. */
function accepted(change: Change, asked: Requested, answer: Answer): Requested {
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
async function look(change: Change, { wasListed }: Requested): Promise<Seen | undefined> {
	const { item, promotionId, key, run } = change;
	const clock = clockOf(item.context);
	const last = run.looks.get(key);
	if (last && clock.now() < last.at + LOOK_LASTS_MS) return last.seen;
	let seen: Seen | undefined;
	let missed = 0;
	// A later item does not wait as well.
	await item.client.lookInList(last ? [0] : LOOK_AFTER_MS, (promotions) => {
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
	run.looks.set(key, { at: clock.now(), seen });
	return seen;
}

const isDone = ({ done }: Change, status: string | null) => normalizedStatus(status) === done;

const find = (promotions: Promotion[], id: string) => promotions.find(({ promotionId }) => promotionId === id);

const nameOf = (promotion: Record<string, unknown> | undefined) => plainText(promotion?.name) || null;

/** People know their campaigns by name. */
function inWords({ item, promotionId }: Change, name: string | null): string {
	return item.client.hideKey(name === null ? `promotion ${promotionId}` : `"${shortened(name, 200)}" (${promotionId})`);
}

function refused(change: Change, outcome: Outcome): NodeApiError {
	const { item, promotionId, status, done, run } = change;
	const listed = run.listBefore && find(run.listBefore, promotionId);
	const fault = item.client.fault(outcome, {
		doing: `${VERBS[status]} it`,
		advice: `A promotion can be ${done} only while it is being prepared.`,
		promotionId,
	});
	fault.message = `${inWords(change, nameOf(listed))} was not ${done}: ${fault.message}`.replace(
		/^promotion/,
		'Promotion',
	);
	fault.description = `${whatItDoes(change, listed)}${fault.description}`;
	return fault;
}

/** What comes of a promotion that was not stopped, for the beginning of a description. */
function whatItDoes({ status, run }: Change, listed: Promotion | undefined): string {
	const advice = `ask your provider to ${VERBS[status]} it.`;
	if (!run.listBefore) return `It may go on sending; ${advice} `;
	if (!listed) return '';
	if (promotionState(listed.status) === 'active') return `It goes on sending; ${advice} `;
	return `The list shows it as "${plainText(listed.status)}". `;
}

function unknownResult(
	change: Change,
	{ promotionName: name, cause }: Requested,
	seen: Seen | undefined,
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
