import { isSuccess } from './answers';
import { clockOf } from './clock';
import { SilenceWatch } from './silence';
import { CREDENTIAL, networkFault, plainHeaders, requestOptions, type ServiceRequest } from './transport';
import type { Answer, NoAnswer, ServiceContext } from './types';

/** What is read of an answer that is no report: enough for any explanation, and no flood of memory. */
const LONGEST_REFUSAL_BYTES = 64 * 1024;

type Bytes = AsyncIterable<Uint8Array>;

/** What we use of Node's stream, which may not be imported: its class is had from any instance. */
export interface ByteStream extends Bytes {
	constructor: { from(source: Bytes, options: { objectMode: false }): ByteStream };
	destroy(): void;
}

/** A report cannot be used although the service sent it; says in words why, and what to do next. */
export class UnusableReport extends Error {
	constructor(
		message: string,
		readonly advice: string,
	) {
		super(message);
	}
}

/** Something else came where a report should be; holds how it begins. */
export class NotAReport extends Error {
	constructor(readonly head: string) {
		super('The service sent something other than the report');
	}
}

/** The line went dead while the report was read. */
export class BrokenOff extends Error {
	constructor(
		readonly outcome: NoAnswer,
		readonly bytesRead: number,
	) {
		super('The report was interrupted');
	}
}

/** Sees every byte on its way, and that the end was reached; throws when it is no report or not a whole one. */
export interface Inspector {
	write(chunk: Uint8Array): void;
	end(): void;
}

/** The body of a report response. Can be read once. */
export class ReportBody {
	readonly contentType: string;
	bytesRead = 0;
	/** Why reading stopped: whoever reads the stream may only show it wrapped in a message of his own. */
	fault: unknown;

	constructor(
		private readonly stream: ByteStream,
		private readonly headers: Record<string, string>,
		private readonly silence: SilenceWatch,
	) {
		this.contentType = headers['content-type'] ?? '';
	}

	/**
	 * Whether nothing can be missing, to be asked at the end. A body that ends with its connection looks the same when it is cut
	 * off. So does one that the service compressed although it was asked not to: n8n's HTTP client unpacks it, drops the header that
	 * says so, and takes a cut-off end for an end. Then the length is not the announced one; where none was announced, the text
	 * would hardly end with a line.
	 */
	isProvenWhole(endsWithLineBreak: boolean): boolean {
		const announced = this.headers['content-length'];
		if (announced !== undefined) return Number(announced) === this.bytesRead;
		return endsWithLineBreak && /chunked/i.test(this.headers['transfer-encoding'] ?? '');
	}

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

	/**
	 * The same bytes as a stream that fails when the inspector refuses them. Nothing is read before somebody reads it, so that it
	 * cannot fail before there is somebody to tell: that would end the whole process.
	 */
	inspectedBy(inspector: Inspector): ByteStream {
		return this.stream.constructor.from(this.inspected(inspector), { objectMode: false });
	}

	private async *inspected(inspector: Inspector): AsyncGenerator<Uint8Array, void> {
		for await (const chunk of this.chunks()) {
			this.attempt(() => inspector.write(chunk));
			yield chunk;
		}
		this.attempt(() => inspector.end());
	}

	private attempt(inspect: () => void): void {
		try {
			inspect();
		} catch (error) {
			this.fault = error;
			throw error as Error;
		}
	}
}

export interface OpenedReport {
	kind: 'report';
	answer: Answer;
	body: ReportBody;
}

/** One request; judges status before a byte of the body is taken for a report. */
export async function openReport(
	context: ServiceContext,
	request: ServiceRequest,
): Promise<OpenedReport | Answer | NoAnswer> {
	try {
		const options = { ...requestOptions(request), encoding: 'stream' as const };
		const response = await (context.helpers.httpRequestWithAuthentication.call(
			context,
			CREDENTIAL,
			options,
		) as Promise<{ statusCode: number; headers: unknown; body: ByteStream }>);
		const answer: Answer = {
			kind: 'answer',
			status: response.statusCode,
			headers: plainHeaders(response.headers),
			body: '',
		};
		const silence = new SilenceWatch(clockOf(context), request.idleTimeoutMs);
		const body = new ReportBody(response.body, answer.headers, silence);
		if (isSuccess(answer)) return { kind: 'report', answer, body };
		return { ...answer, body: await beginningOf(body) };
	} catch (error) {
		return { kind: 'noAnswer', ...networkFault(error) };
	}
}

/** How a refusal begins; the status stands even if its body breaks off. */
async function beginningOf(body: ReportBody): Promise<string> {
	const parts: Uint8Array[] = [];
	let missing = LONGEST_REFUSAL_BYTES;
	try {
		for await (const chunk of body.chunks()) {
			parts.push(chunk.subarray(0, missing));
			missing -= chunk.length;
			if (missing <= 0) break;
		}
	} catch {
		// What arrived is all there is to say.
	}
	return Buffer.concat(parts).toString('utf8');
}
