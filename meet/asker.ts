import { setTimeout as sleep } from 'node:timers/promises';
import { readRetryAfterMs, isRateLimit } from '../nodes/service/retry';
import { exchange, type Answered, type Seen } from './exchange';
import type { Account } from './options';

/** All times, so that tests can shorten them. */
export interface Timing {
	/** For one request. */
	requestMs: number;
	/** For all reads before a launch together. */
	readsMs: number;
	/** The longest wait that the service may ask for. */
	longestWaitMs: number;
}

export const USUAL_TIMING: Timing = {
	requestMs: 30_000,
	readsMs: 240_000,
	longestWaitMs: 60_000,
};

const MOST_BYTES = 16 * 1024 * 1024;

/** When it gives up: after so many requests in a row without an answer, and so many waits that the service asked for. */
interface Patience {
	silent: number;
	waits: number;
}
const FOR_READS: Patience = { silent: 3, waits: 1 };
/** A campaign that goes out is not left alone for a short outage. */
export const FOR_A_CAMPAIGN: Patience = { silent: 12, waits: 30 };

interface Request {
	path: string;
	headers?: Record<string, string>;
	/** Null sends none. */
	key?: string | null;
	mostBytes?: number;
}

/** The first answer that asked for fewer requests. */
interface Limit {
	/** How many requests came before it. */
	after: number;
	answer: Answered;
}

/** Asks the service, one request at a time, and gives up by itself. */
export class Asker {
	requests = 0;
	limit: Limit | undefined;
	private silentInARow = 0;
	private patience = { ...FOR_READS };
	private givenUp: string | undefined;
	private deadline = Infinity;

	constructor(
		private readonly account: Account,
		readonly timing: Timing,
		readonly signal: AbortSignal,
	) {}

	/** From now on, everything has to be asked within this time. */
	allow(milliseconds: number, patience: Patience = FOR_READS): void {
		this.deadline = Date.now() + milliseconds;
		this.patience = { ...patience };
	}

	get hasEnded(): boolean {
		return this.signal.aborted || this.givenUp !== undefined || Date.now() >= this.deadline;
	}

	async read({ path, headers = {}, key = this.account.apiKey, mostBytes = MOST_BYTES }: Request): Promise<Seen> {
		const why = this.whyNotAsked();
		if (why !== undefined) return { kind: 'none', why };
		const seen = await this.send('GET', path, { accept: 'application/json', ...headers, ...keyHeader(key) }, mostBytes);
		if (seen.kind === 'none' || !isRateLimit(seen)) return seen;
		this.limit ??= { after: this.requests - 1, answer: seen };
		const waitMs = readRetryAfterMs(seen, Date.now()) ?? Math.min(5_000, this.timing.longestWaitMs);
		if (this.patience.waits === 0 || waitMs > this.timing.longestWaitMs) {
			this.givenUp = 'limits requests, so it was left alone';
			return { kind: 'none', why: this.givenUp };
		}
		this.patience.waits -= 1;
		await this.pause(waitMs);
		return await this.read({ path, headers, key, mostBytes });
	}

	/** Sent exactly once, whatever comes back. */
	async write(method: 'POST' | 'PATCH', path: string, contentType: string, body: Buffer): Promise<Seen> {
		if (this.signal.aborted) return { kind: 'none', why: 'was not asked: stopped by Ctrl-C' };
		const headers = { accept: 'application/json', 'content-type': contentType, 'content-length': String(body.length) };
		return await this.send(method, path, { ...headers, ...keyHeader(this.account.apiKey) }, MOST_BYTES, body);
	}

	/** Ends early on Ctrl-C. */
	async pause(milliseconds: number): Promise<void> {
		await sleep(milliseconds, undefined, { signal: this.signal }).catch(() => undefined);
	}

	private whyNotAsked(): string | undefined {
		if (this.signal.aborted) return 'was not asked: stopped by Ctrl-C';
		if (this.givenUp !== undefined) return this.givenUp;
		return Date.now() >= this.deadline ? 'was not asked: the time was up' : undefined;
	}

	private async send(
		method: 'GET' | 'POST' | 'PATCH',
		path: string,
		headers: Record<string, string>,
		mostBytes: number,
		body?: Buffer,
	): Promise<Seen> {
		this.requests += 1;
		const { requestMs } = this.timing;
		// A write that was sent is waited for, so that its answer is known.
		const timeoutMs = method === 'GET' ? Math.min(requestMs, this.deadline - Date.now()) : requestMs;
		const url = this.account.baseUrl + path;
		const seen = await exchange({ url, method, headers, body, mostBytes, timeoutMs, signal: this.signal });
		this.silentInARow = seen.kind === 'none' ? this.silentInARow + 1 : 0;
		if (this.silentInARow >= this.patience.silent && seen.kind === 'none') this.givenUp = seen.why;
		return seen;
	}
}

const keyHeader = (key: string | null): Record<string, string> => (key === null ? {} : { 'x-api-key': key });
