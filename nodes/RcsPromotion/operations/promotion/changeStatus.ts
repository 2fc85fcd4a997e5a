import type { NodeApiError } from 'n8n-workflow';
import { quoteSafely } from '../../../service/answers';
import { readResponse } from '../../../service/client';
import { clockOf } from '../../../service/clock';
import { judge } from '../../../service/judgement';
import { findAnswered, findAnsweredIds, isOver, promotionState } from '../../../service/promotions';
import { ONCE, readRetryAfterMs } from '../../../service/retry';
import { timeouts } from '../../../service/timeouts';
import type { Answer, Outcome, Promotion, PromotionStatusChange } from '../../../service/types';
import { asSentence, counted, plainText, shortened } from '../../../service/values';
import type { ItemContext } from '../../itemContext';
import { noteCancelled } from '../../launch/memory';
import type { OutputItem } from '../operation';
import { readChangeablePromotionId } from '../sharedFields';
import { readExpectedName, refuseOtherName } from './onlyIfNamed';

const LIST_POLICY = { ...ONCE, tryMs: timeouts.changeListMs };
const STATES = { Stopped: 'paused', Cancelled: 'cancelled' } as const;
const VERBS = { Stopped: 'stop', Cancelled: 'cancel' } as const;

interface Change {
	item: ItemContext;
	promotionId: string;
	status: PromotionStatusChange;
	/** "stopped" or "cancelled", for sentences. */
	done: string;
	/** The list before the first request; undefined if it could not be read. */
	before: Promotion[] | undefined;
}

/** What was asked, answered and listed. */
interface Facts {
	requests: number;
	/** The latest answer that accepted a request. */
	accepted?: Answer;
	/** What came since, or instead. */
	failures: Outcome[];
	/** Since the first request that may have been carried out; before there is one, since the first. */
	looks: Look[];
	/** As an answer or the list showed it last; null if the list does not show it. */
	status: string | null;
	promotionName: string | null;
	/** Yes, no, or not known. */
	confirmed: boolean | null;
}

/** What one list shows. */
interface Look {
	at: number;
	isListed: boolean;
	/** Whether it shows others that were listed before, and none that were not: then this promotion alone has gone. */
	isRestAsBefore: boolean;
}

/** Requests the change until it is confirmed. Throws if every request was refused, or none is known to have arrived. */
export async function changeStatus(item: ItemContext, status: PromotionStatusChange): Promise<OutputItem[]> {
	const promotionId = readChangeablePromotionId(item);
	const expectedName = readExpectedName(item);
	const { client } = item;
	const done = status.toLowerCase();
	const nothingDone = `Promotion ${promotionId} was not ${done}`;
	// A list that cannot be read does not keep a Stop from going out, unless the name must be compared.
	const before =
		expectedName === ''
			? await item.readOnce('list before changes', async () => await readList(item))
			: await item.listPromotions().catch((error: unknown) => {
					throw Object.assign(error as Error, { message: `${nothingDone}: ${(error as Error).message}` });
				});
	if (expectedName !== '') refuseOtherName(client, find(before, promotionId), expectedName, nothingDone);
	const change: Change = { item, promotionId, status, done, before };
	// Items that name the same promotion share what came of it, even a refusal.
	const key = `change ${JSON.stringify([promotionId, status])}`;
	const facts = await item.readOnce(key, async () => await requestUntilConfirmed(change));
	const { confirmed, accepted, promotionName } = facts;
	if (!confirmed && !accepted && !isGone(change, facts)) throw createError(change, facts);
	if (confirmed && status === 'Cancelled') noteCancelled(client.account, promotionId);
	const message = asSentence(describe(change, facts));
	item.hintOnce(confirmed ? message : `${message} Check it in the service.`, confirmed ? 'info' : 'warning');
	const outcome = { promotionName, promotionId, requestedStatus: status, status: facts.status, confirmed, message };
	return [{ json: { ...outcome, response: accepted ? readResponse(accepted) : null, accountId: client.accountId } }];
}

const readList = async ({ client }: ItemContext) => await client.promotions(LIST_POLICY).catch(() => undefined);

const find = (promotions: Promotion[] | undefined, id: string) =>
	promotions?.find(({ promotionId }) => promotionId === id);

async function requestUntilConfirmed(change: Change): Promise<Facts> {
	const clock = clockOf(change.item.context);
	const promotionName = readName(find(change.before, change.promotionId));
	const facts: Facts = { requests: 0, failures: [], looks: [], status: null, promotionName, confirmed: null };
	for (const pauseMs of timeouts.requestChangeAfterMs) {
		if (pauseMs > 0 && !(await clock.pause(pauseMs))) break;
		const outcome = await request(change, facts);
		if (!isAsked(change, facts)) await lookAtList(change, facts, clock.now());
		facts.confirmed = confirm(change, facts);
		if (facts.confirmed || isRefusalFinal(facts, outcome, clock.now())) break;
	}
	return facts;
}

async function request({ item, promotionId, status }: Change, facts: Facts): Promise<Outcome> {
	const outcome = await item.client.changeStatus(promotionId, status);
	const { writeOutcome } = judge(outcome);
	facts.requests++;
	if (writeOutcome !== 'refused' && !mayBeDone(facts)) facts.looks = [];
	if (outcome.kind === 'answer' && writeOutcome === 'accepted') {
		const answered = findAnswered(outcome, promotionId);
		facts.accepted = outcome;
		facts.failures = [];
		facts.promotionName ??= readName(answered);
		if (answered) facts.status = plainText(answered.status) || null;
	} else facts.failures.push(outcome);
	return outcome;
}

async function lookAtList({ item, promotionId, before = [] }: Change, facts: Facts, at: number): Promise<void> {
	const promotions = await readList(item);
	if (!promotions) return;
	const listed = find(promotions, promotionId);
	const wereListed = new Set(before.map((one) => one.promotionId).filter((id) => id !== promotionId));
	const others = promotions.filter((one) => one !== listed);
	// One that is new may have pushed it out of a list that shows only the newest.
	const isRestAsBefore =
		others.every((one) => wereListed.has(one.promotionId)) && (others.length > 0 || wereListed.size === 0);
	facts.looks.push({ at, isListed: listed !== undefined, isRestAsBefore });
	facts.promotionName ??= readName(listed);
	facts.status = listed ? plainText(listed.status) || null : null;
}

/** Confirmed is only what is about this promotion: an answer or a list that shows it so, or that it alone has gone. */
function confirm(change: Change, facts: Facts): boolean | null {
	if (isAsked(change, facts)) return true;
	if (facts.status !== null) return false;
	const isProven = isAboutIt(change, facts) && looksWithoutIt(facts).every((look) => look.isRestAsBefore);
	return isGone(change, facts) && isProven ? true : null;
}

const isAsked = (change: Change, { status }: Facts) => promotionState(status) === STATES[change.status];

const isAboutIt = ({ promotionId }: Change, { accepted }: Facts) =>
	accepted !== undefined && findAnsweredIds(accepted).every((id) => id === promotionId);

const mayBeDone = ({ accepted, failures }: Facts) =>
	accepted !== undefined || failures.some((outcome) => judge(outcome).writeOutcome === 'unknown');

/** The latest looks, as far as all of them lack it. */
const looksWithoutIt = ({ looks }: Facts): Look[] => looks.slice(looks.findLastIndex((look) => look.isListed) + 1);

/**
 * Whether a promotion to cancel has gone from lists some seconds apart, as one may come from a copy that is behind. The document says that
 * a cancelled promotion "will not exist afterwards".
 */
function isGone({ status, before, promotionId }: Change, facts: Facts): boolean {
	const without = looksWithoutIt(facts);
	const goneForMs = (without.at(-1)?.at ?? 0) - (without[0]?.at ?? 0);
	const wasListed = find(before, promotionId) !== undefined;
	return status === 'Cancelled' && wasListed && mayBeDone(facts) && goneForMs >= timeouts.goneForMs;
}

/** Whether the service refused, another request would not change that, and no earlier one may have been carried out. */
function isRefusalFinal(facts: Facts, outcome: Outcome, now: number): boolean {
	const { writeOutcome, isTemporary } = judge(outcome);
	if (writeOutcome !== 'refused' || mayBeDone(facts)) return false;
	const longestPauseMs = Math.max(...timeouts.requestChangeAfterMs);
	return !isTemporary || (readRetryAfterMs(outcome, now) ?? 0) > longestPauseMs;
}

const readName = (promotion: Record<string, unknown> | undefined) => plainText(promotion?.name) || null;

/** What was asked, what was answered, and what the list shows, as one sentence without its period. */
function describe(change: Change, facts: Facts): string {
	const { item, promotionId, done } = change;
	const { promotionName, requests, confirmed } = facts;
	const name = promotionName === null ? promotionId : `"${shortened(promotionName, 200)}" (${promotionId})`;
	const asked = requests > 1 ? `, after ${counted(requests, 'request')}` : '';
	const known = [describeAnswers(change, facts), describeLooks(change, facts)].filter((part) => part !== '');
	return item.client.hideKey(`${lead()}${asked}: ${known.join(', and ')}`);

	function lead(): string {
		const subject = promotionName === null ? `Promotion ${name}` : name;
		if (confirmed) return `${subject} is ${done}`;
		if (isGone(change, facts)) return `${subject} is most likely ${done}`;
		if (!mayBeDone(facts)) return `${subject} could not be ${done}`;
		if (confirmed === false && facts.accepted) return `${subject} is not shown as ${done}`;
		return `It is not known whether ${promotionName === null ? `promotion ${name}` : name} is ${done}`;
	}
}

function describeAnswers(change: Change, { accepted, failures }: Facts): string {
	const failed = failures.map((outcome) => toError(change, outcome).message.replace(/^The /, 'the '));
	return [...new Set([...(accepted ? [describeAccepted(change, accepted)] : []), ...failed])].join(', then ');
}

function describeAccepted({ promotionId }: Change, accepted: Answer): string {
	const words = quoteSafely(accepted.body);
	const quoted = words === '' ? '' : `, saying “${words}”`;
	const answered = findAnswered(accepted, promotionId);
	if (answered) return `the service's answer shows it ${describeStatus(plainText(answered.status))}${quoted}`;
	const ids = findAnsweredIds(accepted);
	if (ids.length > 0 && !ids.includes(promotionId)) return `the service's answer is about another promotion${quoted}`;
	return `the service accepted the request${quoted}`;
}

function describeLooks({ before, promotionId }: Change, { looks, status, confirmed }: Facts): string {
	const latest = looks.at(-1);
	if (!latest) return confirmed ? '' : 'the list of promotions could not be read';
	if (latest.isListed) return `the list shows it ${describeStatus(status ?? '')}`;
	return find(before, promotionId) ? 'the list no longer shows it' : 'the list does not show it';
}

const describeStatus = (status: string) => (status === '' ? 'without a status' : `as “${shortened(status, 100)}”`);

const toError = ({ item, promotionId, status, done }: Change, outcome: Outcome): NodeApiError =>
	item.client.createError(outcome, {
		action: `${VERBS[status]} it`,
		advice: `A promotion can be ${done} only while it is being prepared.`,
		promotionId,
		isTold: true,
	});

function createError(change: Change, facts: Facts): NodeApiError {
	const verb = VERBS[change.status];
	const error = toError(change, facts.failures.at(-1) as Outcome);
	const goesOn = `If it is already running, it goes on sending; ask your provider to ${verb} it. ${error.description}`;
	const askAgain =
		'Check the status with Get or in the service. To ask again, run the workflow again: it does no harm.';
	const isEnded = isOver(facts.status) && `It is already ${promotionState(facts.status)}.`;
	const description = isEnded || (mayBeDone(facts) ? askAgain : goesOn);
	return Object.assign(error, { message: describe(change, facts), description });
}
