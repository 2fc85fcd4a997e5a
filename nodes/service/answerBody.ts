import type { Clock } from './clock';
import type { Answer, NoAnswer } from './types';
import { isObject } from './values';

type Bytes = AsyncIterable<Uint8Array>;

/** What we use of Node's stream, which may not be imported: its class is had from any instance. */
export interface ByteStream extends Bytes {
	constructor: { from(source: Bytes, options: { objectMode: false }): ByteStream };
	destroy(): void;
}

/** An answer whose body is still to be read. */
export interface OpenedAnswer {
	kind: 'opened';
	answer: Answer;
	stream: ByteStream;
	idleTimeoutMs: number;
	/** When to give up although the answer keeps coming. */
	endsAt: number;
	clock: Clock;
}

/** The line went dead while an answer was read. */
export class BrokenOff extends Error {
	constructor(
		readonly outcome: NoAnswer,
		readonly bytesRead: number,
	) {
		super('The answer was interrupted');
	}
}

/** The body of an answer while it arrives. Can be read once. */
export class AnswerBody {
	bytesRead = 0;
	/** Why reading stopped: whoever reads the stream may only show it wrapped in a message of his own. */
	fault: unknown;

	constructor(protected readonly opened: OpenedAnswer) {}

	/** Whoever leaves the loop over the chunks closes the connection. */
	async *chunks(): AsyncGenerator<Uint8Array, void> {
		const { stream, clock, idleTimeoutMs, endsAt } = this.opened;
		const pieces = stream[Symbol.asyncIterator]();
		const silence = new SilenceWatch(clock, idleTimeoutMs, endsAt);
		let isOpen = true;
		try {
			for (;;) {
				const piece = await silence.wait(pieces.next());
				if (piece.done === true) {
					isOpen = false;
					return;
				}
				this.bytesRead += piece.value.length;
				yield piece.value;
			}
		} catch (error) {
			isOpen = false;
			stream.destroy();
			this.fault = new BrokenOff(noAnswer(error), this.bytesRead);
		} finally {
			silence.end();
			// One that broke off may never answer.
			if (isOpen) await pieces.return?.();
		}
		throw this.fault;
	}

	/** As text. What lies beyond so many bytes is not waited for. */
	async read(mostBytes: number): Promise<{ text: string; isWhole: boolean }> {
		const chunks: Uint8Array[] = [];
		for await (const chunk of this.chunks()) {
			chunks.push(chunk);
			if (this.bytesRead > mostBytes) break;
		}
		const bytes = Buffer.concat(chunks).subarray(0, mostBytes);
		return { text: new TextDecoder().decode(bytes), isWhole: this.bytesRead <= mostBytes };
	}
}

/** As the codes of sockets that time out. */
export const SILENT = 'ETIMEDOUT';

/** How often the line is looked at; the last look outlasts the answer by as much. */
const LOOK_EVERY_MS = 250;

/**
 * Ends the wait for the next piece of an answer when the line has been silent for too long. n8n's own time-out is over as soon
 * as the headers are here; a service that stalls after them would hold the execution, and the worker with it, forever.
 */
export class SilenceWatch {
	private waitingSince: number | undefined;
	private giveUp: (why: Error) => void = () => {};
	private isOver = false;

	constructor(
		private readonly clock: Pick<Clock, 'now' | 'pause'>,
		private readonly limitMs: number,
		private readonly endsAt = Infinity,
	) {
		void this.look();
	}

	/** Only waiting counts: whoever takes his time with what arrived does not make the line silent. */
	async wait<T>(piece: Promise<T>): Promise<T> {
		this.waitingSince = this.clock.now();
		try {
			return await new Promise<T>((resolve, reject) => {
				this.giveUp = reject;
				piece.then(resolve, reject);
			});
		} finally {
			this.waitingSince = undefined;
		}
	}

	end(): void {
		this.isOver = true;
	}

	/** Beside the reading, and not once for each piece, of which a long report has thousands. */
	private async look(): Promise<void> {
		while ((await this.clock.pause(LOOK_EVERY_MS)) && !this.isOver) {
			const { waitingSince, limitMs, endsAt } = this;
			if (waitingSince === undefined || this.clock.now() < Math.min(waitingSince + limitMs, endsAt)) continue;
			this.giveUp(Object.assign(new Error('The line was silent'), { code: SILENT }));
			return;
		}
	}
}

/** Hosts before 2.30 keep the code as if it were an HTTP status, beside real ones. */
const SYSTEM_CODE = /^[A-Z][A-Z0-9_]+$/;
/** All that those hosts say of an answer that ends too early. */
const CUT_OFF = /\b(aborted|socket hang up)\b/i;

/** Code and text only: what n8n and axios attach besides holds the request with its key. */
export function noAnswer(error: unknown): NoAnswer {
	// Known by what they hold, not by their class: an error of Node's own may come from another realm than this code.
	for (let fault = error, depth = 0; isObject(fault) && depth < 5; fault = fault.cause, depth++) {
		const code = [fault.code, fault.httpCode].find((value) => typeof value === 'string' && SYSTEM_CODE.test(value));
		if (code !== undefined) return { kind: 'noAnswer', code: code as string, detail: messageOf(fault) };
	}
	const detail = messageOf(error);
	return { kind: 'noAnswer', code: CUT_OFF.test(detail) ? 'ECONNRESET' : '', detail };
}

function messageOf(error: unknown): string {
	return isObject(error) && typeof error.message === 'string' ? error.message : '';
}
