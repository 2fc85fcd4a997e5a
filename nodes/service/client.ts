import type { IDataObject, NodeApiError } from 'n8n-workflow';
import { isSuccess, parseBody } from './answers';
import { clockOf, giveWay } from './clock';
import type { CountersAre } from './counting';
import { hideKeyInAnswers, hideKeyInMessages, readAccount, type HideKey, type PhoneFormat } from './credential';
import { explainOutcome, toNodeApiError, type Purpose } from './errors';
import {
	CREDENTIAL,
	openAnswer,
	readErrorAnswer,
	send,
	UnusableAnswer,
	type AnswerBody,
	type Connection,
} from './http';
import { deniesSuccess } from './judgement';
import { readPromotionList, type PromotionList } from './promotions';
import { Refusal } from './refusal';
import { ONCE, PATIENT, withRetries, type RetryPolicy, type ReadResult } from './retry';
import { readStatistics, type Counters, type Statistics } from './statistics';
import { timeouts } from './timeouts';
import { cutDepths, isListOrObject } from './values';
import type { Answer, Outcome, Promotion, PromotionStatusChange, ServiceContext } from './types';

/** All paths of the service. IDs come from users and other systems, so each is percent-encoded as one segment. */
const root = (accountId: string) => `/api/v2/promotion/${encodeURIComponent(accountId)}`;

/** With the query, which n8n's HTTP client would write with "+" for a space; not every service reads that as a space. */
export const endpoints = {
	promotions: (accountId: string) => `${root(accountId)}?channel=rcs`,
	promotion: (accountId: string, promotionId: string) =>
		`${root(accountId)}/${encodeURIComponent(promotionId)}?channel=rcs`,
	statistics: (accountId: string, promotionId: string) =>
		`${root(accountId)}/${encodeURIComponent(promotionId)}/stats?channel=rcs`,
	report: (accountId: string, promotionId: string) =>
		`${root(accountId)}/statistics/${encodeURIComponent(promotionId)}/report?channel=rcs`,
	launch: (accountId: string, targetListName: string) =>
		`${root(accountId)}/template/launch?name=${encodeURIComponent(targetListName)}`,
};

/** The service for one account. Reads return typed values or throw with a message for the user; writes return what happened. */
export class ServiceClient {
	private constructor(
		private readonly connection: Connection,
		readonly accountId: string,
		private readonly baseUrl: string,
		/** For everything that people read. */
		readonly hideKey: HideKey,
		/** For whole answers, in which a short key may occur by chance. */
		private readonly hideKeyInAnswer: HideKey,
		/** What the credential says of the counters, if it does. */
		readonly statedCounters: CountersAre | undefined,
		/** How phones are written in the contact file. */
		readonly phoneFormat: PhoneFormat,
	) {}

	/** Expressions in the credential are resolved for this item. */
	static async open(context: ServiceContext, itemIndex?: number): Promise<ServiceClient> {
		const credential = await context.getCredentials(CREDENTIAL, itemIndex);
		const { baseUrl, accountId, apiKey, statedCounters, phoneFormat } = readAccount(credential);
		const hideKeys = [hideKeyInMessages(apiKey), hideKeyInAnswers(apiKey)] as const;
		return new ServiceClient({ context, credential }, accountId, baseUrl, ...hideKeys, statedCounters, phoneFormat);
	}

	/** Identifies the account: base URL and account ID. */
	get account(): string {
		return `${this.baseUrl} ${this.accountId}`;
	}

	hasSameCredential(other: ServiceClient): boolean {
		return JSON.stringify(this.connection.credential) === JSON.stringify(other.connection.credential);
	}

	async promotionList(policy: RetryPolicy = PATIENT): Promise<PromotionList> {
		const path = endpoints.promotions(this.accountId);
		return await this.read(path, readPromotionList, { action: 'list the promotions' }, policy);
	}

	async promotions(policy?: RetryPolicy): Promise<Promotion[]> {
		return (await this.promotionList(policy)).promotions;
	}

	/** Reads the list after each of these pauses, in ms, until it shows what is looked for. False if it could not be read even once. */
	async readListUntil(pausesMs: readonly number[], isShown: (promotions: Promotion[]) => boolean): Promise<boolean> {
		const clock = clockOf(this.connection.context);
		let couldRead = false;
		for (const pauseMs of pausesMs) {
			if (!(await clock.pause(pauseMs))) break;
			const promotions = await this.promotions(ONCE).catch(() => undefined);
			couldRead ||= promotions !== undefined;
			if (promotions && isShown(promotions)) break;
		}
		return couldRead;
	}

	async statistics(promotionId: string, policy: RetryPolicy = PATIENT): Promise<Statistics> {
		const path = endpoints.statistics(this.accountId, promotionId);
		return await this.read(path, readStatistics, createStatisticsPurpose(promotionId), policy);
	}

	/** Of a listed promotion, even if some counters make no sense; `problem` says so. Without counters, the answer held nothing. */
	async counters(promotionId: string, policy: RetryPolicy): Promise<{ counters?: Counters; problem?: NodeApiError }> {
		const path = endpoints.statistics(this.accountId, promotionId);
		const purpose = { ...createStatisticsPurpose(promotionId), isListed: true };
		const interpret = (value: unknown) => (isNothing(value) ? { counters: undefined } : readStatistics(value));
		const read: Partial<Statistics> = await this.read(path, interpret, purpose, policy);
		const isClear = read.counters !== undefined && read.unreadable?.length === 0;
		const answer = { kind: 'answer', status: 200, headers: {}, body: '' } as const;
		return { counters: read.counters, problem: isClear ? undefined : this.createError(answer, purpose) };
	}

	/** Returns what `consume` makes of the report as it arrives. Requests it again only if not a single byte has arrived. */
	async report<T extends object>(promotionId: string, consume: (body: AnswerBody) => Promise<T>): Promise<T> {
		const purpose = { action: `read the report of promotion ${promotionId}`, promotionId };
		const request = {
			url: this.baseUrl + endpoints.report(this.accountId, promotionId),
			// Uncompressed, because n8n's HTTP client unpacks a compressed report that ends early without reporting it.
			headers: { accept: 'text/csv, */*;q=0.5', 'accept-encoding': 'identity' },
			idleTimeoutMs: timeouts.reportSilenceMs,
		};
		return await this.readWithRetries(purpose, PATIENT, async (): Promise<ReadResult<T>> => {
			const body = await openAnswer(this.connection, request);
			if (body.kind === 'noAnswer') return { outcome: body };
			const { answer } = body;
			if (!isSuccess(answer)) return { outcome: this.hideKeyIn(await readErrorAnswer(body)) };
			try {
				return { outcome: answer, value: await consume(body) };
			} catch (error) {
				const cause = body.readError ?? error;
				const isInterrupted = cause instanceof UnusableAnswer && cause.outcome.kind === 'noAnswer';
				// Nothing arrived, so it may be requested again.
				if (isInterrupted && body.bytesRead === 0) return { outcome: cause.outcome };
				throw this.toReportError(cause, purpose);
			} finally {
				body.close();
			}
		});
	}

	/** Sent exactly once; the caller judges the outcome. */
	async changeStatus(promotionId: string, status: PromotionStatusChange): Promise<Outcome> {
		return await this.sendAndHideKey({
			method: 'PATCH',
			url: this.baseUrl + endpoints.promotion(this.accountId, promotionId),
			headers: { 'content-type': 'application/json' },
			body: JSON.stringify({ type: 'status', status }),
			idleTimeoutMs: timeouts.silenceMs,
		});
	}

	/** Sent exactly once; the caller judges the outcome. */
	async launch(
		targetListName: string,
		upload: { contentType: string; byteLength: number; body: string | Blob },
		idleTimeoutMs: number,
	): Promise<Outcome> {
		return await this.sendAndHideKey({
			method: 'POST',
			url: this.baseUrl + endpoints.launch(this.accountId, targetListName),
			headers: { 'content-type': upload.contentType, 'content-length': upload.byteLength },
			body: upload.body,
			idleTimeoutMs,
		});
	}

	createError(outcome: Outcome, purpose: Purpose): NodeApiError {
		const details = explainOutcome(outcome, purpose, Date.now());
		return toNodeApiError(this.connection.context.getNode(), details, this.hideKey);
	}

	private toReportError(error: unknown, purpose: Purpose): unknown {
		if (error instanceof UnusableAnswer) return this.createError(this.hideKeyIn(error.outcome), purpose);
		if (!(error instanceof Refusal)) return error;
		return new Refusal(error.message, `Could not ${purpose.action}. ${error.description}`, error.forModel);
	}

	private async sendAndHideKey(request: Parameters<typeof send>[1]): Promise<Outcome> {
		return this.hideKeyIn(await send(this.connection, request));
	}

	/** The service may repeat the key in its answer. */
	private hideKeyIn(outcome: Outcome): Outcome {
		return outcome.kind === 'answer' ? { ...outcome, body: this.hideKeyInAnswer(outcome.body) } : outcome;
	}

	private async read<T>(
		path: string,
		interpret: (value: unknown) => T | undefined,
		purpose: Purpose,
		policy: RetryPolicy,
	): Promise<T> {
		const { tryMs = Infinity } = policy;
		const idleTimeoutMs = Math.min(timeouts.silenceMs, tryMs);
		const request = { url: this.baseUrl + path, idleTimeoutMs, totalTimeoutMs: tryMs };
		return await this.readWithRetries(purpose, policy, async () => {
			const outcome = await this.sendAndHideKey(request);
			if (outcome.kind === 'noAnswer' || !isSuccess(outcome)) return { outcome };
			const { kind, value } = parseBody(outcome);
			// Each half takes a large list some tenths of a second.
			await giveWay();
			const isReadable = kind === 'empty' || (value !== undefined && !deniesSuccess(value));
			return { outcome, value: isReadable ? interpret(value ?? null) : undefined };
		});
	}

	private async readWithRetries<T>(
		purpose: Purpose,
		policy: RetryPolicy,
		read: () => Promise<ReadResult<T>>,
	): Promise<T> {
		const { outcome, value } = await withRetries(read, policy, clockOf(this.connection.context));
		if (value === undefined) throw this.createError(outcome, purpose);
		return value;
	}
}

const isNothing = (value: unknown): boolean =>
	value === null || (isListOrObject(value) && Object.keys(value).length === 0);

const createStatisticsPurpose = (promotionId: string): Purpose => ({
	action: `read the statistics of promotion ${promotionId}`,
	promotionId,
});

/** The service's answer to a write, as a value for the output. */
export function readResponse(answer: Answer): IDataObject | string | null {
	const { kind, value } = parseBody(answer);
	if (kind === 'json') return cutDepths(value) as IDataObject;
	return kind === 'empty' ? null : answer.body;
}
