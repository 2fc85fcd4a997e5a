import { AnswerBody, type ByteStream } from './answerBody';

/** The service sent a report that cannot be used. Says why, and what to do next. */
export class UnusableReport extends Error {
	constructor(
		message: string,
		readonly advice: string,
	) {
		super(message);
	}
}

/** For a report that ended too early. */
export const cutOff = (what: string) =>
	new UnusableReport(
		`The report ended early: ${what}`,
		'Nothing was passed on. Run this again. If it keeps happening, contact your provider.',
	);

/** The service sent something other than a report. `head` is how it begins. */
export class NotAReport extends Error {
	constructor(readonly head: string) {
		super('This is not a report');
	}
}

/** The body of a report response. Can be read only once. */
export class ReportBody extends AnswerBody {
	/**
	 * Whether it is certain that nothing is missing. Call this at the end. A body that ends when the connection closes looks the same
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
}
