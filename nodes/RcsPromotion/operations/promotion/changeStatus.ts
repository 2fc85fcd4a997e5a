import type { IDataObject, NodeApiError } from 'n8n-workflow';
import { Refusal } from '../../../form/refusal';
import { parseBody } from '../../../service/answers';
import { readResponse } from '../../../service/client';
import { clockOf } from '../../../service/clock';
import { judge } from '../../../service/judgement';
import { findAnsweredIds, isOver, promotionState } from '../../../service/promotions';
import { ONCE, readRetryAfterMs } from '../../../service/retry';
import { timeouts } from '../../../service/timeouts';
import type { Outcome, Promotion, PromotionStatusChange } from '../../../service/types';
import { asSentence, counted, isObject, plainText, shortened } from '../../../service/values';
import { FIND_ID } from '../../issues';
import type { ItemContext } from '../../itemContext';
import { noteCancelled } from '../../launch/memory';
import { readChangeablePromotionId, refuseIfName } from '../sharedFields';
import type { OutputItem } from '../operation';
import { NOT_CHANGED } from '../tool/texts';
import { readExpectedName, refuseOtherName } from './onlyIfNamed';

const LIST_POLICY = { ...ONCE, tryMs: timeouts.changeListMs };
const STATE_OF_CHANGE = { Stopped: 'paused', Cancelled: 'cancelled' } as const;
const VERB_OF_STATUS = { Stopped: 'stop', Cancelled: 'cancel' } as const;

interface StatusChange {
	item: ItemContext;
	promotionId: string;
	status: PromotionStatusChange;
	/** "stopped" or "cancelled", for sentences. */
	done: string;
	/** The promotion before the first request; undefined if the list did not show it, or could not be read. */
	listed: Promotion | undefined;
}

interface ChangeResult {
	/** Null if neither the list nor an answer gives it. */
	promotionName: string | null;
	/** As the service showed it last; null if it does not show the promotion. */
	status: string | null;
	/** Null if the change is most likely done, but nothing proves it. */
	confirmed: boolean | null;
	requests: number;
	/** The latest answer that accepted a request; undefined if there was none. */
	response?: IDataObject | string | null;
	/** Whether such an answer was not about another promotion. */
	isAccepted?: boolean;
	/** The first outcome that does not show whether the request was carried out, if none before accepted one. */
	unclear?: Outcome;
	/** The latest outcome that did not accept a request, but for the first unclear one. */
	refusal?: Outcome;
	/** Whether the latest list shows the promotion; undefined if no list could be read. */
	isListed?: boolean;
	/** Since when no list has shown the promotion, if an outcome suggests that it was cancelled. */
	missingSince?: number;
}

/** Requests the change until it is confirmed, and returns how it ended or throws with a message for the user. */
export async function changeStatus(item: ItemContext, status: PromotionStatusChange): Promise<OutputItem[]> {
	const promotionId = readChangeablePromotionId(item);
	const expectedName = readExpectedName(item);
	const done = status.toLowerCase();
	const { client } = item;
	// A list that cannot be read does not keep a Stop from going out, unless the name must be compared.
	const nothingDone = `Promotion ${promotionId} was not ${done}`;
	const promotions =
		expectedName === ''
			? await item.readOnce('list before changes', async () => await client.promotions(LIST_POLICY).catch(nothing))
			: await item.listPromotions().catch((error: unknown) => {
					throw Object.assign(error as Error, { message: `${nothingDone}: ${(error as Error).message}` });
				});
	const listed = promotions && findPromotion(promotions, promotionId);
	if (item.isTool && promotions && !listed) refuseIfName(promotionId, promotions);
	if (expectedName !== '') refuseOtherName(client, listed, expectedName, nothingDone);
	const change: StatusChange = { item, promotionId, status, done, listed };
	// Items that name the same promotion share the result, even a refusal.
	const key = `change ${JSON.stringify([client.account, promotionId, status])}`;
	const result = await item.readOnce(key, async () => await requestUntilConfirmed(change));
	const { promotionName, confirmed, response } = result;
	if (confirmed === false && response === undefined)
		throw isOutcomeUnknown(change, result) ? createUnknownRefusal(change, result) : createRefusedError(change, result);
	if (confirmed && status === 'Cancelled') noteCancelled(client.account, promotionId);
	item.hintOnce(describeResult(change, result), confirmed ? 'info' : 'warning');
	const facts = { promotionName, promotionId, requestedStatus: status, status: result.status, confirmed };
	return [{ json: { ...facts, response: response ?? null, accountId: client.accountId } }];
}

const nothing = () => undefined;

async function requestUntilConfirmed(change: StatusChange): Promise<ChangeResult> {
	const clock = clockOf(change.item.context);
	const result: ChangeResult = { promotionName: readName(change.listed), status: null, confirmed: false, requests: 0 };
	for (const pauseMs of timeouts.requestChangeAfterMs) {
		if (pauseMs > 0 && !(await clock.pause(pauseMs))) break;
		const outcome = await requestChange(change, result);
		if (!result.confirmed) await readStatus(change, result, clock.now());
		if (result.confirmed !== false || isRefusalFinal(result, outcome, clock.now())) break;
	}
	return result;
}

async function requestChange(change: StatusChange, result: ChangeResult): Promise<Outcome> {
	const { item, promotionId, status } = change;
	const outcome = await item.client.changeStatus(promotionId, status);
	result.requests++;
	const { writeOutcome } = judge(outcome);
	if (writeOutcome === 'accepted' && outcome.kind === 'answer') {
		const { value } = parseBody(outcome);
		const isAboutIt = findAnsweredIds(outcome).every((id) => id === promotionId);
		const shown = isAboutIt && isObject(value) ? value : {};
		result.promotionName ??= readName(shown);
		result.response = readResponse(outcome);
		result.isAccepted ||= isAboutIt;
		result.refusal = undefined;
		setStatus(change, result, plainText(shown.status) || null);
	} else if (writeOutcome === 'unknown' && result.response === undefined) {
		result.unclear ??= outcome;
	} else {
		result.refusal = outcome;
	}
	return outcome;
}

function setStatus(change: StatusChange, result: ChangeResult, status: string | null): void {
	result.status = status;
	result.confirmed = status !== null && promotionState(status) === STATE_OF_CHANGE[change.status];
}

/** Reads the status from the list. If it cannot be read, the result stays as it is. */
async function readStatus(change: StatusChange, result: ChangeResult, now: number): Promise<void> {
	const promotions = await change.item.client.promotions(LIST_POLICY).catch(() => undefined);
	if (!promotions) return;
	const listed = findPromotion(promotions, change.promotionId);
	result.isListed = listed !== undefined;
	result.promotionName ??= readName(listed);
	setStatus(change, result, listed ? plainText(listed.status) : null);
	const { isAccepted, refusal, unclear } = result;
	const mayBeCancelled = isAccepted || (refusal && unclear);
	if (listed || !mayBeCancelled) result.missingSince = undefined;
	else result.missingSince ??= now;
	// The document says that a cancelled promotion "will not exist afterwards". One that was never listed proves nothing by not being listed.
	if (change.status !== 'Cancelled' || !change.listed) return;
	const isGone = now - (result.missingSince ?? Infinity) >= timeouts.goneForMs;
	if (isGone) result.confirmed = isAccepted ? true : null;
}

/** Whether the service refused, another request would not change that, and no earlier one may have been carried out. */
function isRefusalFinal({ response, unclear }: ChangeResult, outcome: Outcome, now: number): boolean {
	const { writeOutcome, isTemporary } = judge(outcome);
	if (writeOutcome !== 'refused' || response !== undefined || unclear) return false;
	const longestPauseMs = Math.max(...timeouts.requestChangeAfterMs);
	return !isTemporary || (readRetryAfterMs(outcome, now) ?? 0) > longestPauseMs;
}

const findPromotion = (promotions: Promotion[], id: string) => promotions.find(({ promotionId }) => promotionId === id);

const readName = (promotion: Record<string, unknown> | undefined) => plainText(promotion?.name) || null;

/** People know their promotions by name. */
const describePromotion = ({ item, promotionId }: StatusChange, name: string | null, promotion = 'promotion'): string =>
	item.client.hideKey(name === null ? `${promotion} ${promotionId}` : `"${shortened(name, 200)}" (${promotionId})`);

function createError({ item, promotionId, status, done }: StatusChange, outcome: Outcome): NodeApiError {
	const advice = `A promotion can be ${done} only while it is being prepared.`;
	return item.client.createError(outcome, {
		action: `${VERB_OF_STATUS[status]} it`,
		advice,
		promotionId,
		isTold: true,
	});
}

function describeResult(change: StatusChange, result: ChangeResult): string {
	const { status, done } = change;
	const { promotionName, confirmed, refusal, isAccepted } = result;
	const name = describePromotion(change, promotionName, 'Promotion');
	if (confirmed) return `${name} is ${done}.`;
	if (confirmed === false) {
		const accepted = `${name} is not shown as ${done}, although ${isAccepted ? 'the service accepted the request' : 'the service answered the request, about another promotion'}.`;
		const then = refusal ? ` Then: ${asSentence(createError(change, refusal).message)}` : '';
		return `${accepted}${then} ${describeOver(result) ?? describeOutlook(change, result)}`;
	}
	const why = `a first request got no clear answer, the service then refused to ${VERB_OF_STATUS[status]} it, and the list no longer shows it`;
	return `${name} is most likely ${done}: ${why}. Check it in the service.`;
}

/** One that is over will not change any more. */
const describeOver = ({ isListed, status }: ChangeResult) =>
	isListed === true && isOver(status) ? `It is already ${promotionState(status)}.` : undefined;

function describeOutlook({ status }: StatusChange, { isListed, status: shown }: ChangeResult): string {
	if (isListed === false) return 'The list does not show it. Check it in the service.';
	const seen = shown === null ? '' : `It is shown as "${shown}". `;
	return `${seen}If it is already sending, ask your provider to ${VERB_OF_STATUS[status]} it. Check its status later with Get.`;
}

/** The service may refuse to cancel a promotion that is no longer listed because it is cancelled already. */
const isOutcomeUnknown = ({ status }: StatusChange, { unclear, isListed }: ChangeResult) =>
	unclear !== undefined || (status === 'Cancelled' && isListed === false);

function createRefusedError(change: StatusChange, result: ChangeResult): NodeApiError {
	const { promotionName, refusal } = result;
	const { status, done } = change;
	const error = createError(change, refusal as Outcome);
	error.message = `${describePromotion(change, promotionName, 'Promotion')} was not ${done}: ${error.message}`;
	const goesOn = `If it is already running, it goes on sending; ask your provider to ${VERB_OF_STATUS[status]} it.`;
	error.description = describeOver(result) ?? `${goesOn} ${error.description}`;
	return error;
}

function createUnknownRefusal(change: StatusChange, result: ChangeResult): Refusal {
	const { status, done } = change;
	const { promotionName, unclear, refusal, requests } = result;
	const [first, then] = [unclear, refusal].flatMap((outcome) =>
		outcome ? [createError(change, outcome).message] : [],
	);
	const sent = `The request to ${VERB_OF_STATUS[status]} it was sent ${counted(requests, 'time')}.`;
	const next = 'Check the status with Get or in the service. To ask again, run the workflow again: it does no harm.';
	return new Refusal(
		`It is not known whether ${describePromotion(change, promotionName)} was ${done}: ${first}`,
		[sent, ...(then === undefined ? [] : [`Then: ${asSentence(then)}`]), describeList(result), next].join(' '),
		// The ID may be wrong if neither the service nor the list knows it.
		unclear || change.listed ? NOT_CHANGED : FIND_ID,
	);
}

function describeList({ isListed, status }: ChangeResult): string {
	if (isListed === undefined) return 'The list of promotions could not be read.';
	return isListed ? `The list shows it unchanged, as "${status}".` : 'The list does not show the promotion.';
}
