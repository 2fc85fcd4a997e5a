import type {
	ICredentialDataDecryptedObject,
	IDataObject,
	IHttpRequestMethods,
	IHttpRequestOptions,
} from 'n8n-workflow';
import { isSuccess } from './answers';
import { clockOf, type Clock } from './clock';
import type { Answer, NoAnswer, Outcome, ServiceContext } from './types';
import { isObject } from './values';

export const CREDENTIAL = 'rcsPromotionApi';

/** What requests go through: n8n's helpers, and the credential as it was read once. */
export interface Connection {
	context: ServiceContext;
	credential: ICredentialDataDecryptedObject;
}

/** The limit for answers that are read whole (all except reports): enough for a list of about 100,000 promotions. */
export const LARGEST_ANSWER_MB = 64;

/** Enough for any explanation, without using much memory. */
const LONGEST_ERROR_BYTES = 64 * 1024;

interface ServiceRequest {
	/** GET if left out. */
	method?: IHttpRequestMethods;
	url: string;
	headers?: IDataObject;
	body?: IHttpRequestOptions['body'];
	/** How long the connection may be silent. */
	idleTimeoutMs: number;
	/** How long all of it may take. */
	totalTimeoutMs?: number;
}

/** Sends a single request, without retries and redirects, and returns once the headers have arrived. Any HTTP status is an answer. */
export async function openAnswer(
	{ context, credential }: Connection,
	{ idleTimeoutMs, totalTimeoutMs = Infinity, ...request }: ServiceRequest,
): Promise<AnswerBody | NoAnswer> {
	const options: IHttpRequestOptions = {
		method: 'GET',
		...request,
		headers: { accept: 'application/json', ...request.headers },
		timeout: idleTimeoutMs,
		disableFollowRedirect: true,
		ignoreHttpStatusErrors: true,
		returnFullResponse: true,
		encoding: 'stream',
	};
	const clock = clockOf(context);
	const endsAt = clock.now() + totalTimeoutMs;
	try {
		const { statusCode, headers, body } = await (context.helpers.httpRequestWithAuthentication.call(
			context,
			CREDENTIAL,
			options,
			// Otherwise, n8n reads the credential again for each request, which takes 40 ms of processor time in a poll.
			{ credentialsDecrypted: { id: '', name: '', type: CREDENTIAL, data: credential } },
		) as Promise<{ statusCode: number; headers: Record<string, string>; body: ByteStream }>);
		const answer = { kind: 'answer' as const, status: statusCode, headers, body: '' };
		return new AnswerBody(answer, body, clock, idleTimeoutMs, endsAt);
	} catch (error) {
		return toNoAnswer(error);
	}
}

/** Sends a single request, and reads the whole answer. */
export async function send(connection: Connection, request: ServiceRequest): Promise<Outcome> {
	const opened = await openAnswer(connection, request);
	if (opened.kind === 'noAnswer') return opened;
	if (!isSuccess(opened.answer)) return await readErrorAnswer(opened);
	try {
		const { text, isCutOff } = await opened.read(LARGEST_ANSWER_MB * 1024 * 1024);
		return isCutOff ? { kind: 'noAnswer', code: 'ERR_ANSWER_TOO_LARGE', detail: '' } : { ...opened.answer, body: text };
	} catch (error) {
		return error instanceof UnusableAnswer ? error.outcome : toNoAnswer(error);
	}
}

/** An answer that is no success, with the beginning of its body. Its status counts even if the connection is lost while the body is read. */
export async function readErrorAnswer(opened: AnswerBody): Promise<Answer> {
	const { text } = await opened.read(LONGEST_ERROR_BYTES).catch(() => ({ text: '' }));
	return { ...opened.answer, body: text };
}

type Bytes = AsyncIterable<Uint8Array>;

/** The part of Node's stream that we use. n8n's rules forbid importing it, so its class is taken from an instance. */
export interface ByteStream extends Bytes {
	constructor: { from(source: Bytes, options: { objectMode: false }): ByteStream };
	destroy(): void;
}

/** What an answer turned out to be while it was being read: one that broke off, or not what was asked for. */
export class UnusableAnswer extends Error {
	constructor(readonly outcome: Outcome) {
		super('The answer cannot be used');
	}
}

/** How often to check for silence. After the answer has ended, a check may still wait for this long. */
const CHECK_EVERY_MS = 250;

/** An answer whose body is read as it arrives. Can be read only once. */
export class AnswerBody {
	readonly kind = 'opened';
	bytesRead = 0;
	/** Why reading failed. Kept because a stream that consumes the body may wrap the error in its own. */
	readError: unknown;
	/** Set while the next chunk is awaited, not while the reader is busy with the last one. */
	private waitingSince: number | undefined;
	/** Destroying n8n's stream does not end a pending read. */
	private rejectPendingRead: (error: Error) => void = () => {};
	private isClosed = false;

	constructor(
		/** Without its body. */
		readonly answer: Answer,
		private readonly stream: ByteStream,
		private readonly clock: Clock,
		private readonly idleTimeoutMs: number,
		/** When to give up although the answer keeps coming. */
		private readonly endsAt: number,
	) {}

	/** Leaving the loop over the chunks early closes the connection. */
	async *chunks(): AsyncGenerator<Uint8Array, void> {
		const iterator = this.stream[Symbol.asyncIterator]();
		void this.watchTimeouts();
		try {
			for (;;) {
				this.waitingSince = this.clock.now();
				// Settled by the stream, or rejected by watchTimeouts.
				const next = await new Promise<IteratorResult<Uint8Array>>((resolve, reject) => {
					this.rejectPendingRead = reject;
					iterator.next().then(resolve, reject);
				});
				this.waitingSince = undefined;
				if (next.done === true) return;
				this.bytesRead += next.value.length;
				yield next.value;
			}
		} catch (error) {
			this.readError = new UnusableAnswer(toNoAnswer(error));
			throw this.readError;
		} finally {
			this.close();
		}
	}

	/** The body as text, cut off after this many bytes. */
	async read(mostBytes: number): Promise<{ text: string; isCutOff: boolean }> {
		const chunks: Uint8Array[] = [];
		for await (const chunk of this.chunks()) {
			chunks.push(chunk);
			if (this.bytesRead > mostBytes) break;
		}
		const bytes = Buffer.concat(chunks).subarray(0, mostBytes);
		return { text: new TextDecoder().decode(bytes), isCutOff: this.bytesRead > mostBytes };
	}

	/**
	 * Whether all of the body has surely arrived: as many bytes as announced, or HTTP chunks that end with a line break. n8n's client unpacks
	 * a compressed body without a trace (no header, the same kind of stream) and without noticing a cut, so one cut off after a row passes.
	 */
	isProvenComplete(endsWithLineBreak: boolean): boolean {
		const { status, headers } = this.answer;
		// A part of the report.
		if (status === 206) return false;
		const announcedLength = headers['content-length'];
		if (announcedLength !== undefined) return Number(announcedLength) === this.bytesRead;
		return endsWithLineBreak && /chunked/i.test(headers['transfer-encoding'] ?? '');
	}

	/** Reads nothing before it is read itself: an error that no one handles yet would end the whole process. */
	toStream(chunks: AsyncIterable<Uint8Array>): ByteStream {
		return this.stream.constructor.from(chunks, { objectMode: false });
	}

	/** Closes the connection if the rest is not needed. */
	close(): void {
		this.isClosed = true;
		this.stream.destroy();
	}

	/**
	 * Gives up if the connection is silent for too long, or the answer takes too long as a whole: n8n's own timeout covers only the headers.
	 * Runs alongside the reading, because a timer for each of thousands of chunks would take longer.
	 */
	private async watchTimeouts(): Promise<void> {
		const { clock, idleTimeoutMs, endsAt } = this;
		while ((await clock.pause(CHECK_EVERY_MS)) && !this.isClosed) {
			const { waitingSince } = this;
			if (waitingSince === undefined || clock.now() < Math.min(waitingSince + idleTimeoutMs, endsAt)) continue;
			// The same code as for sockets that time out.
			this.rejectPendingRead(Object.assign(new Error('The answer timed out'), { code: 'ETIMEDOUT' }));
			return;
		}
	}
}

/** n8n before 2.30 stores the system code in `httpCode`, which otherwise holds HTTP statuses. */
const SYSTEM_CODE = /^[A-Z][A-Z0-9_]+$/;
/** The only sign those versions give of an answer that ends too early. */
const CUT_OFF_MESSAGE = /\b(aborted|socket hang up)\b/i;

/** n8n does not let a node reach an internal address (SSRF protection), and gives this error no code. */
const BLOCKED_MESSAGE = /\brequest was blocked because\b/i;

/** Errors wrap others; a chain may even be a circle. */
const DEEPEST_CAUSE = 5;

/** Takes only the code and the text: other things that n8n and axios attach include the request with its key. */
export function toNoAnswer(error: unknown): NoAnswer {
	// Checks the content, not the class, because an error from Node may come from another realm.
	for (let cause = error, depth = 0; isObject(cause) && depth < DEEPEST_CAUSE; cause = cause.cause, depth++) {
		const detail = readMessage(cause);
		const code = [cause.code, cause.httpCode].find((value) => typeof value === 'string' && SYSTEM_CODE.test(value));
		if (code !== undefined) return { kind: 'noAnswer', code: code as string, detail };
		if (BLOCKED_MESSAGE.test(detail)) return { kind: 'noAnswer', code: 'ERR_BLOCKED_BY_N8N', detail };
	}
	const detail = readMessage(error);
	return { kind: 'noAnswer', code: CUT_OFF_MESSAGE.test(detail) ? 'ECONNRESET' : '', detail };
}

function readMessage(error: unknown): string {
	return isObject(error) && typeof error.message === 'string' ? error.message : '';
}
