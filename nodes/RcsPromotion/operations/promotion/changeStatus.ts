import type { IDataObject, INodeProperties, NodeApiError } from 'n8n-workflow';
import { Refusal } from '../../../form/refusal';
import { readBody } from '../../../service/answers';
import { readResponse } from '../../../service/client';
import { clockOf } from '../../../service/clock';
import { describeError } from '../../../service/errors';
import { judge } from '../../../service/judgement';
import { answeredPromotionIds, sameName } from '../../../service/promotions';
import { ONCE, retryAfterMs } from '../../../service/retry';
import { timeouts } from '../../../service/timeouts';
import type { Outcome, Promotion, PromotionStatusChange } from '../../../service/types';
import { asSentence, comparable, counted, isObject, plainText, shortened } from '../../../service/values';
import { FIND_ID } from '../../issues';
import type { ItemContext } from '../../itemContext';
import { readChangeablePromotionId, refuseName } from '../sharedFields';
import type { OutputItem } from '../operation';

const LIST_POLICY = { ...ONCE, tryMs: timeouts.changeListMs };
const VERBS = { Stopped: 'stop', Cancelled: 'cancel' } as const;

export const onlyIfNamedField: INodeProperties = {
	displayName: 'Only If Named',
	name: 'expectedName',
	type: 'string',
	default: '',
	placeholder: 'e.g. Spring Sale',
	description: 'If the promotion has another name, nothing is changed. Leave it empty to accept any name.',
};

interface Change {
	item: ItemContext;
	promotionId: string;
	status: PromotionStatusChange;
	/** "stopped" or "cancelled", for sentences. */
	done: string;
	/** As the list showed it before the first request; undefined if it did not, or could not be read. */
	listed: Promotion | undefined;
}

interface Result {
	/** Null if neither the list nor the answer names it. */
	promotionName: string | null;
	/** The last that the service showed; null if it does not show the promotion. */
	status: string | null;
	/** Null if it is most likely done, but nothing proves it. */
	confirmed: boolean | null;
	requests: number;
	/** The latest answer that was no refusal; undefined if there was none. */
	response?: IDataObject | string | null;
	/** Whether such an answer was about this promotion, or named none. */
	isAccepted?: boolean;
	/** How a request ended that may or may not have arrived. */
	lost?: Outcome;
	/** The latest answer that refused the request, unless another accepted it. */
	refusal?: Outcome;
	/** Whether the latest list shows the promotion; undefined if no list could be read. */
	isListed?: boolean;
	/** Since when every list has lacked the promotion although an answer gave reason to expect that. */
	goneSince?: number;
}

/** Requests the change until it is confirmed, and returns how it ended or throws with a message for the user. */
export async function changeStatus(item: ItemContext, status: PromotionStatusChange): Promise<OutputItem[]> {
	const promotionId = readChangeablePromotionId(item);
	const expectedName = readExpectedName(item);
	// Why it cannot be read is kept for later: a Stop must go out all the same.
	const readBefore = async () => await item.client.promotions(LIST_POLICY).catch((error: unknown) => error as Error);
	const before = await item.readOnce('list before changes', readBefore);
	const listed = Array.isArray(before) ? findPromotion(before, promotionId) : undefined;
	if (item.isTool && !listed && Array.isArray(before)) refuseName(item, promotionId, before);
	const change: Change = { item, promotionId, status, done: status.toLowerCase(), listed };
	if (expectedName !== '') refuseOtherName(change, expectedName, Array.isArray(before) ? undefined : before);
	// A thousand items of a run may name the same promotion. They share what came of it, also a refusal.
	const key = `change ${JSON.stringify([item.client.account, promotionId, status])}`;
	const result = await item.readOnce(key, async () => await requestUntilConfirmed(change));
	const { promotionName, confirmed, response } = result;
	if (confirmed === false && response === undefined)
		throw isUnknown(change, result) ? describeUnknown(change, result) : describeRefused(change, result);
	const { done } = change;
	const name = describePromotion(change, promotionName, 'Promotion');
	if (confirmed) item.hintOnce(`${name} is ${done}.`, { type: 'info' });
	else if (confirmed === false) item.hintOnce(`${name} is not shown as ${done} yet. Check its status later with Get.`);
	else {
		const why = `a first request got no clear answer, the service then refused to ${VERBS[status]} it, and the list no longer shows it`;
		item.hintOnce(`${name} is most likely ${done}: ${why}. Check it in the service.`);
	}
	const { accountId } = item.client;
	const facts = { promotionName, promotionId, requestedStatus: status, status: result.status, confirmed };
	return [{ json: { ...facts, response: response ?? null, accountId } }];
}

/** An expression that found no name must not switch the check off. */
function readExpectedName({ context, form }: ItemContext): string {
	const name = form.optionalText('expectedName');
	const isEntered = plainText(context.getNode().parameters.expectedName) !== '';
	if (name !== '' || !isEntered) return name;
	throw new Refusal(
		"'Only If Named' is empty",
		'Its expression found no name. Correct it, or empty the field.',
		'Nothing was changed. Pass the name that goes with the promotionId, as a tool that lists promotions gave it.',
	);
}

function refuseOtherName(change: Change, expectedName: string, unreadable: Error | undefined): void {
	const { item, promotionId, done, listed } = change;
	if (listed && sameName(plainText(listed.name), expectedName)) return;
	const nothingDone = `Promotion ${promotionId} was not ${done}`;
	if (unreadable) {
		const why = `${unreadable.message}, so n8n could not compare its name with 'Only If Named'`;
		throw new Refusal(`${nothingDone}: ${why}`, describeError(unreadable));
	}
	const name = listed ? `it is named "${shortened(plainText(listed.name), 200)}"` : 'the list does not show it';
	throw new Refusal(
		item.client.hideKey(`${nothingDone}: ${name}, and 'Only If Named' is "${shortened(expectedName, 200)}"`),
		"Nothing was changed. Check 'Promotion ID' and 'Only If Named'.",
		'Nothing was changed. Tell the person this, and ask which promotion they mean.',
	);
}

async function requestUntilConfirmed(change: Change): Promise<Result> {
	const clock = clockOf(change.item.context);
	const result: Result = { promotionName: nameOf(change.listed), status: null, confirmed: false, requests: 0 };
	for (const pauseMs of timeouts.requestChangeAfterMs) {
		if (pauseMs > 0 && !(await clock.pause(pauseMs))) break;
		const outcome = await requestChange(change, result);
		if (!result.confirmed) await readStatus(change, result, clock.now());
		if (result.confirmed !== false || isFinal(result, outcome, clock.now())) break;
	}
	return result;
}

async function requestChange(change: Change, result: Result): Promise<Outcome> {
	const { item, promotionId, status } = change;
	const outcome = await item.client.changeStatus(promotionId, status);
	result.requests++;
	const verdict = judge(outcome).write;
	if (verdict === 'accepted' && outcome.kind === 'answer') {
		const { value } = readBody(outcome);
		const isAboutIt = answeredPromotionIds(outcome).every((id) => id === promotionId);
		const shown = isAboutIt && isObject(value) ? value : {};
		result.promotionName ??= nameOf(shown);
		result.response = readResponse(outcome);
		result.isAccepted ||= isAboutIt;
		result.refusal = undefined;
		takeStatus(change, result, plainText(shown.status) || null);
	} else if (verdict === 'refused') {
		if (result.response === undefined) result.refusal = outcome;
	} else {
		result.lost ??= outcome;
	}
	return outcome;
}

function takeStatus({ done }: Change, result: Result, status: string | null): void {
	result.status = status;
	result.confirmed = comparable(status) === done;
}

/** Looks at what the list shows. If it cannot be read, what was known before stays. */
async function readStatus(change: Change, result: Result, now: number): Promise<void> {
	const promotions = await change.item.client.promotions(LIST_POLICY).catch(() => undefined);
	if (!promotions) return;
	const listed = findPromotion(promotions, change.promotionId);
	result.isListed = listed !== undefined;
	result.promotionName ??= nameOf(listed);
	takeStatus(change, result, listed ? plainText(listed.status) : null);
	const { isAccepted, refusal, lost } = result;
	const mayBeGone = isAccepted || (refusal && lost);
	if (listed || !mayBeGone) result.goneSince = undefined;
	// An empty list is more likely a wrong answer.
	else if (promotions.length > 0) result.goneSince ??= now;
	// The document says that a cancelled promotion "will not exist afterwards". Only of one that was listed does that say anything.
	const { goneSince = Infinity } = result;
	const isGone = change.status === 'Cancelled' && change.listed !== undefined && now - goneSince >= timeouts.goneForMs;
	if (isGone) result.confirmed = isAccepted ? true : null;
}

/** Whether the service has said no, and no earlier request may have arrived: asking again would only put off the bad news. */
function isFinal({ response, lost }: Result, outcome: Outcome, now: number): boolean {
	const { write, isTemporary } = judge(outcome);
	if (write !== 'refused' || response !== undefined || lost) return false;
	return !isTemporary || (retryAfterMs(outcome, now) ?? 0) > Math.max(...timeouts.requestChangeAfterMs);
}

const findPromotion = (promotions: Promotion[], id: string) => promotions.find(({ promotionId }) => promotionId === id);

const nameOf = (promotion: Record<string, unknown> | undefined) => plainText(promotion?.name) || null;

/** People know their campaigns by name. */
const describePromotion = ({ item, promotionId }: Change, name: string | null, promotion = 'promotion'): string =>
	item.client.hideKey(name === null ? `${promotion} ${promotionId}` : `"${shortened(name, 200)}" (${promotionId})`);

function faultOf({ item, promotionId, status, done }: Change, outcome: Outcome): NodeApiError {
	const advice = `A promotion can be ${done} only while it is being prepared.`;
	return item.client.createError(outcome, { action: `${VERBS[status]} it`, advice, promotionId });
}

/** A cancelled promotion may no longer exist, so a refusal to cancel one that is not listed may only mean that. */
const isUnknown = ({ status }: Change, { lost, isListed }: Result) =>
	lost !== undefined || (status === 'Cancelled' && isListed === false);

function describeRefused(change: Change, { promotionName, refusal }: Result): NodeApiError {
	const { status, done } = change;
	const fault = faultOf(change, refusal as Outcome);
	const goesOn = `If it is already running, it goes on sending; ask your provider to ${VERBS[status]} it.`;
	fault.message = `${describePromotion(change, promotionName, 'Promotion')} was not ${done}: ${fault.message}`;
	fault.description = `${goesOn} ${fault.description}`;
	return fault;
}

function describeUnknown(change: Change, result: Result): Refusal {
	const { status, done } = change;
	const { promotionName, isListed, lost, refusal, requests } = result;
	const [first, then] = [lost, refusal].flatMap((outcome) => (outcome ? [faultOf(change, outcome).message] : []));
	const shown =
		isListed === undefined
			? 'The list of promotions could not be read.'
			: isListed
				? `The list shows it unchanged, as "${result.status}".`
				: 'The list does not show the promotion.';
	const sent = `The request to ${VERBS[status]} it was sent ${counted(requests, 'time')}.`;
	const next = 'Check the status with Get or in the service. To ask again, run the workflow again: it does no harm.';
	return new Refusal(
		`It is not known whether ${describePromotion(change, promotionName)} was ${done}: ${first}`,
		[sent, ...(then === undefined ? [] : [`Then: ${asSentence(then)}`]), shown, next].join(' '),
		// Nothing is known of what neither the service nor the list knows.
		lost || change.listed ? undefined : FIND_ID,
	);
}
