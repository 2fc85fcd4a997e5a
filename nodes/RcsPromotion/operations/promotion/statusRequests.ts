import type { NodeApiError } from 'n8n-workflow';
import { quoteSafely } from '../../../service/answers';
import type { ServiceClient } from '../../../service/client';
import type { Clock } from '../../../service/clock';
import { judge } from '../../../service/judgement';
import { findAnswered, findAnsweredIds, isOver, promotionState } from '../../../service/promotions';
import { ONCE, readRetryAfterMs } from '../../../service/retry';
import { timeouts } from '../../../service/timeouts';
import type { Answer, Outcome, Promotion, PromotionStatusChange } from '../../../service/types';
import { counted, plainText, shortened } from '../../../service/values';

/** Undefined if it cannot be read soon: a Stop does not wait for it. */
export const readListOnce = async (client: ServiceClient): Promise<Promotion[] | undefined> =>
	await client.promotions({ ...ONCE, tryMs: timeouts.changeListMs }).catch(() => undefined);

const VERBS = { Stopped: 'stop', Cancelled: 'cancel' } as const;

/** The requests to change the status of one promotion: what was asked, what was answered, and what the list shows. */
export class StatusRequests {
	/** The latest answer that accepted a request. */
	accepted?: Answer;
	/** As an answer or the list showed it last; null if the list does not show it. */
	status: string | null = null;
	promotionName: string | null;
	private requests = 0;
	/** What came since the accepted answer, or instead of one. */
	private failures: Outcome[] = [];
	/** Whether the latest list shows it; undefined if none could be read since the first request that may have been carried out. */
	private isListed?: boolean;
	/** The latest lists, as far as all of them lack it; `isRestAsBefore` if they show only others that were there before. */
	private listsWithoutIt: Array<{ at: number; isRestAsBefore: boolean }> = [];

	constructor(
		private readonly client: ServiceClient,
		private readonly clock: Clock,
		private readonly promotionId: string,
		private readonly requestedStatus: PromotionStatusChange,
		/** The list before the first request; empty if it could not be read. */
		private readonly before: Promotion[] = [],
	) {
		this.promotionName = readName(this.findIn(before));
	}

	async sendUntilConfirmed(): Promise<this> {
		for (const pauseMs of timeouts.requestChangeAfterMs) {
			if (pauseMs > 0 && !(await this.clock.pause(pauseMs))) break;
			const outcome = await this.send();
			if (!this.isAsRequested) await this.lookAtList();
			if (this.confirmed || this.isRefusalFinal(outcome)) break;
		}
		return this;
	}

	/** Confirmed is only what is about this promotion: an answer or a list that shows it so, or that it alone has gone. Null: not known. */
	get confirmed(): boolean | null {
		if (this.isAsRequested) return true;
		if (this.status !== null) return false;
		const isAboutIt = this.accepted && findAnsweredIds(this.accepted).every((id) => id === this.promotionId);
		const isProven = isAboutIt && this.listsWithoutIt.every((list) => list.isRestAsBefore);
		return this.isGone && isProven ? true : null;
	}

	/**
	 * Whether a promotion to cancel has gone from lists some seconds apart, as one may come from a copy that is behind. The document says
	 * that a cancelled promotion "will not exist afterwards".
	 */
	get isGone(): boolean {
		const [first, last] = [this.listsWithoutIt[0], this.listsWithoutIt.at(-1)];
		const goneForMs = first && last ? last.at - first.at : 0;
		const mayBeCancelled = this.requestedStatus === 'Cancelled' && this.mayBeDone;
		return mayBeCancelled && this.findIn(this.before) !== undefined && goneForMs >= timeouts.goneForMs;
	}

	/** What was asked, what was answered, and what the list shows, as one sentence without its period. */
	describe(): string {
		const { promotionId, promotionName, requests } = this;
		const it =
			promotionName === null ? `promotion ${promotionId}` : `"${shortened(promotionName, 200)}" (${promotionId})`;
		const asked = requests > 1 ? `, after ${counted(requests, 'request')}` : '';
		const known = [this.describeAnswers(), this.describeList()].filter((part) => part !== '');
		const sentence = `${this.describeEnd(it)}${asked}: ${known.join(', and ')}`;
		return this.client.hideKey(sentence.replace(/^p/, 'P'));
	}

	createError(): NodeApiError {
		const error = this.toError(this.failures.at(-1) as Outcome);
		const goesOn = `If it is already running, it goes on sending; ask your provider to ${VERBS[this.requestedStatus]} it. ${error.description}`;
		const askAgain =
			'Check the status with Get or in the service. To ask again, run the workflow again: it does no harm.';
		const isEnded = isOver(this.status) && `It is already ${promotionState(this.status)}.`;
		const description = isEnded || (this.mayBeDone ? askAgain : goesOn);
		return Object.assign(error, { message: this.describe(), description });
	}

	private async send(): Promise<Outcome> {
		const outcome = await this.client.changeStatus(this.promotionId, this.requestedStatus);
		const { writeOutcome } = judge(outcome);
		this.requests++;
		if (writeOutcome !== 'refused' && !this.mayBeDone) {
			this.isListed = undefined;
			this.listsWithoutIt = [];
		}
		if (outcome.kind === 'answer' && writeOutcome === 'accepted') {
			const answered = findAnswered(outcome, this.promotionId);
			this.accepted = outcome;
			this.failures = [];
			this.promotionName ??= readName(answered);
			if (answered) this.status = plainText(answered.status) || null;
		} else this.failures.push(outcome);
		return outcome;
	}

	private async lookAtList(): Promise<void> {
		const at = this.clock.now();
		const promotions = await readListOnce(this.client);
		if (!promotions) return;
		const listed = this.findIn(promotions);
		this.isListed = listed !== undefined;
		this.promotionName ??= readName(listed);
		this.status = plainText(listed?.status) || null;
		if (listed) this.listsWithoutIt = [];
		else this.listsWithoutIt.push({ at, isRestAsBefore: this.isAsBefore(promotions) });
	}

	/** One that is new may have pushed it out of a list that shows only the newest, and a list without any may be wrong. */
	private isAsBefore(others: Promotion[]): boolean {
		const ids = new Set(this.before.map(({ promotionId }) => promotionId));
		ids.delete(this.promotionId);
		return others.every(({ promotionId }) => ids.has(promotionId)) && (others.length > 0 || ids.size === 0);
	}

	private findIn(promotions: Promotion[]): Promotion | undefined {
		return promotions.find(({ promotionId }) => promotionId === this.promotionId);
	}

	private get isAsRequested(): boolean {
		return promotionState(this.status) === promotionState(this.requestedStatus);
	}

	private get mayBeDone(): boolean {
		return this.accepted !== undefined || this.failures.some((outcome) => judge(outcome).writeOutcome === 'unknown');
	}

	/** Whether the service refused, another request would not change that, and no earlier one may have been carried out. */
	private isRefusalFinal(outcome: Outcome): boolean {
		const { writeOutcome, isTemporary } = judge(outcome);
		if (writeOutcome !== 'refused' || this.mayBeDone) return false;
		const longestPauseMs = Math.max(...timeouts.requestChangeAfterMs);
		return !isTemporary || (readRetryAfterMs(outcome, this.clock.now()) ?? 0) > longestPauseMs;
	}

	private describeEnd(it: string): string {
		const done = this.requestedStatus.toLowerCase();
		if (this.confirmed) return `${it} is ${done}`;
		if (this.isGone) return `${it} is most likely ${done}`;
		if (!this.mayBeDone) return `${it} could not be ${done}`;
		if (this.confirmed === false && this.accepted) return `${it} is not shown as ${done}`;
		return `It is not known whether ${it} is ${done}`;
	}

	private describeAnswers(): string {
		const failed = this.failures.map((outcome) => this.toError(outcome).message.replace(/^The /, 'the '));
		return [...new Set([...(this.accepted ? [this.describeAccepted(this.accepted)] : []), ...failed])].join(', then ');
	}

	private describeAccepted(accepted: Answer): string {
		const words = quoteSafely(accepted.body);
		const quoted = words === '' ? '' : `, saying “${words}”`;
		const answered = findAnswered(accepted, this.promotionId);
		if (answered) return `the service's answer shows it ${describeStatus(plainText(answered.status))}${quoted}`;
		const ids = findAnsweredIds(accepted);
		const isAboutOther = ids.length > 0 && !ids.includes(this.promotionId);
		return `${isAboutOther ? "the service's answer is about another promotion" : 'the service accepted the request'}${quoted}`;
	}

	private describeList(): string {
		if (this.isListed === undefined) return this.confirmed ? '' : 'the list of promotions could not be read';
		if (this.isListed) return `the list shows it ${describeStatus(this.status ?? '')}`;
		return this.findIn(this.before) ? 'the list no longer shows it' : 'the list does not show it';
	}

	private toError(outcome: Outcome): NodeApiError {
		return this.client.createError(outcome, {
			action: `${VERBS[this.requestedStatus]} it`,
			advice: `A promotion can be ${this.requestedStatus.toLowerCase()} only while it is being prepared.`,
			promotionId: this.promotionId,
			isTold: true,
		});
	}
}

const readName = (promotion: Record<string, unknown> | undefined) => plainText(promotion?.name) || null;

const describeStatus = (status: string) => (status === '' ? 'without a status' : `as “${shortened(status, 100)}”`);
