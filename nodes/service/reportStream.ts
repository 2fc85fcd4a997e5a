import { AnswerBody, type ByteStream } from './answerBody';

/** A report cannot be used although the service sent it; says in words why, and what to do next. */
export class UnusableReport extends Error {
	constructor(
		message: string,
		readonly advice: string,
	) {
		super(message);
	}
}

/** A report that must not end so, whatever came before. */
export const cutOff = (what: string) =>
	new UnusableReport(
		`The report ended early: ${what}`,
		'Nothing was passed on. Run this again. If it keeps happening, contact the service.',
	);

/** Something else came where a report should be; holds how it begins. */
export class NotAReport extends Error {
	constructor(readonly head: string) {
		super('The service sent something other than the report');
	}
}

/** Sees every byte on its way, and that the end was reached; throws when it is no report or not a whole one. */
export interface Inspector {
	write(chunk: Uint8Array): void;
	end(): void;
}

/** The body of a report response. Can be read once. */
export class ReportBody extends AnswerBody {
	private readonly headers = this.opened.answer.headers;
	readonly contentType = this.headers['content-type'] ?? '';
	private reading: AsyncGenerator<Uint8Array, void> | undefined;

	override chunks(): AsyncGenerator<Uint8Array, void> {
		return (this.reading = super.chunks());
	}

	/** Closes the connection where the rest is of no interest. */
	async close(): Promise<void> {
		await this.reading?.return();
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

	/**
	 * The same bytes as a stream that fails when the inspector refuses them. Nothing is read before somebody reads it, so that it
	 * cannot fail before there is somebody to tell: that would end the whole process.
	 */
	inspectedBy(inspector: Inspector): ByteStream {
		return this.opened.stream.constructor.from(this.inspected(inspector), { objectMode: false });
	}

	private async *inspected(inspector: Inspector): AsyncGenerator<Uint8Array, void> {
		try {
			for await (const chunk of this.chunks()) {
				inspector.write(chunk);
				yield chunk;
			}
			inspector.end();
		} catch (error) {
			this.fault ??= error;
			throw error as Error;
		}
	}
}
