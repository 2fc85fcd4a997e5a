import type { Clock } from './clock';
import type { Answer, NoAnswer } from './types';
import { isObject } from './values';

type Bytes = AsyncIterable<Uint8Array>;

/** The part of Node's stream that we use. n8n's rules forbid importing it, so its class is taken from an instance. */
export interface ByteStream extends Bytes {
	constructor: { from(source: Bytes, options: { objectMode: false }): ByteStream };
	destroy(): void;
}

/** An answer whose body has not been read yet. */
export interface OpenedAnswer {
	kind: 'opened';
	answer: Answer;
	stream: ByteStream;
	idleTimeoutMs: number;
	/** When to give up although the answer keeps coming. */
	endsAt: number;
	clock: Clock;
}

/** The connection broke while an answer was being read. */
export class BrokenOff extends Error {
	constructor(readonly outcome: NoAnswer) {
		super('The answer was interrupted');
	}
}

/** How often to check for silence. The last check ends up to this long after the answer. */
const LOOK_EVERY_MS = 250;

/** The body of an answer, read as it arrives. Can be read only once. */
export class AnswerBody {
	bytesRead = 0;
	/** Why reading stopped. Kept here because a stream's reader may wrap the error in its own message. */
	fault: unknown;
	/** Set while the next piece is awaited, not while the reader is busy with what has arrived. */
	private waitingSince: number | undefined;
	/** Destroying n8n's stream does not end a read that is pending. */
	private giveUp: (why: Error) => void = () => {};
	private isOver = false;

	constructor(private readonly opened: OpenedAnswer) {}

	/** Leaving the loop over the chunks early closes the connection. */
	async *chunks(): AsyncGenerator<Uint8Array, void> {
		const { stream, clock } = this.opened;
		const pieces = stream[Symbol.asyncIterator]();
		void this.watchForSilence();
		try {
			for (;;) {
				this.waitingSince = clock.now();
				const piece = await new Promise<IteratorResult<Uint8Array>>((resolve, reject) => {
					this.giveUp = reject;
					pieces.next().then(resolve, reject);
				});
				this.waitingSince = undefined;
				if (piece.done === true) return;
				this.bytesRead += piece.value.length;
				yield piece.value;
			}
		} catch (error) {
			this.fault = new BrokenOff(noAnswer(error));
			throw this.fault;
		} finally {
			this.close();
		}
	}

	/** The body as text. Does not wait for anything beyond this many bytes. */
	async read(mostBytes: number): Promise<{ text: string; isWhole: boolean }> {
		const chunks: Uint8Array[] = [];
		for await (const chunk of this.chunks()) {
			chunks.push(chunk);
			if (this.bytesRead > mostBytes) break;
		}
		const bytes = Buffer.concat(chunks).subarray(0, mostBytes);
		return { text: new TextDecoder().decode(bytes), isWhole: this.bytesRead <= mostBytes };
	}

	/**
	 * Whether it is certain that nothing of it is missing. Call this at the end. A body that ends when the connection closes looks the same
	 * if it is cut off. So does a body that the service compressed although asked not to: n8n's HTTP client unpacks it, drops the
	 * header that says so, and does not notice a cut-off end. In that case the length differs from the announced one; if none was
	 * announced, the text is unlikely to end with a line break.
	 */
	isProvenWhole(endsWithLineBreak: boolean): boolean {
		const { headers } = this.opened.answer;
		const announced = headers['content-length'];
		if (announced !== undefined) return Number(announced) === this.bytesRead;
		return endsWithLineBreak && /chunked/i.test(headers['transfer-encoding'] ?? '');
	}

	/** Nothing is read until the stream is read, so it cannot fail before anyone handles its error, which would end the whole process. */
	streamOf(chunks: AsyncIterable<Uint8Array>): ByteStream {
		return this.opened.stream.constructor.from(chunks, { objectMode: false });
	}

	/** Closes the connection if the rest is not needed. */
	close(): void {
		this.isOver = true;
		this.opened.stream.destroy();
	}

	/**
	 * Gives up if the connection is silent for too long, or if an answer trickles in for too long. n8n's own timeout ends once the headers
	 * have arrived; a service that stalls after that would block the execution, and its worker, forever. It runs alongside the reading
	 * instead of once per piece, because a long report has thousands of pieces.
	 */
	private async watchForSilence(): Promise<void> {
		const { clock, idleTimeoutMs, endsAt } = this.opened;
		while ((await clock.pause(LOOK_EVERY_MS)) && !this.isOver) {
			const { waitingSince } = this;
			if (waitingSince === undefined || clock.now() < Math.min(waitingSince + idleTimeoutMs, endsAt)) continue;
			// The same code as for sockets that time out.
			this.giveUp(Object.assign(new Error('The line was silent'), { code: 'ETIMEDOUT' }));
			return;
		}
	}
}

/** n8n before 2.30 stores the system code in `httpCode`, which otherwise holds HTTP statuses. */
const SYSTEM_CODE = /^[A-Z][A-Z0-9_]+$/;
/** The only sign those versions give of an answer that ends too early. */
const CUT_OFF = /\b(aborted|socket hang up)\b/i;

/** How n8n refuses to let a node reach an internal address (SSRF protection). It has no code. */
const BLOCKED = /\brequest was blocked because\b/i;

/** Takes only the code and the text: other things that n8n and axios attach include the request with its key. */
export function noAnswer(error: unknown): NoAnswer {
	// Checks the content, not the class, because an error from Node may come from another realm.
	for (let fault = error, depth = 0; isObject(fault) && depth < 5; fault = fault.cause, depth++) {
		const code = [fault.code, fault.httpCode].find((value) => typeof value === 'string' && SYSTEM_CODE.test(value));
		if (code !== undefined) return { kind: 'noAnswer', code: code as string, detail: messageOf(fault) };
		if (BLOCKED.test(messageOf(fault)))
			return { kind: 'noAnswer', code: 'ERR_BLOCKED_BY_N8N', detail: messageOf(fault) };
	}
	const detail = messageOf(error);
	return { kind: 'noAnswer', code: CUT_OFF.test(detail) ? 'ECONNRESET' : '', detail };
}

function messageOf(error: unknown): string {
	return isObject(error) && typeof error.message === 'string' ? error.message : '';
}
