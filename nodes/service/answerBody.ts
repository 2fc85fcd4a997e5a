import { networkFault } from './networkFault';
import type { SilenceWatch } from './silence';
import type { NoAnswer } from './types';

type Bytes = AsyncIterable<Uint8Array>;

/** What we use of Node's stream, which may not be imported: its class is had from any instance. */
export interface ByteStream extends Bytes {
	constructor: { from(source: Bytes, options: { objectMode: false }): ByteStream };
	destroy(): void;
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

	constructor(
		protected readonly stream: ByteStream,
		protected readonly headers: Record<string, string>,
		private readonly silence: SilenceWatch,
	) {}

	/** Whoever leaves the loop over the chunks closes the connection. */
	async *chunks(): AsyncGenerator<Uint8Array, void> {
		const pieces = this.stream[Symbol.asyncIterator]();
		let isOpen = true;
		try {
			for (;;) {
				const piece = await this.silence.wait(pieces.next());
				if (piece.done === true) {
					isOpen = false;
					return;
				}
				const chunk = piece.value;
				this.bytesRead += chunk.length;
				yield chunk;
			}
		} catch (error) {
			isOpen = false;
			this.stream.destroy();
			this.fault = new BrokenOff({ kind: 'noAnswer', ...networkFault(error) }, this.bytesRead);
		} finally {
			this.silence.end();
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
