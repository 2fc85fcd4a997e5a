import { UnusableAnswer, type AnswerBody } from '../../service/http';
import { looksLikeHtml } from '../../service/answers';
import { looksLikeReport } from './columns';

/** Enough of a file to see what it is. */
const INSPECTED_BYTES = 64 * 1024;

/** Passes on every file but a web page or JSON, because a user whose report cannot be read wants to see the file. */
export class DownloadInspector {
	private head = Buffer.alloc(0);
	private lastByte: number | undefined;

	constructor(private readonly body: Pick<AnswerBody, 'answer' | 'chunks' | 'isProvenComplete' | 'readError'>) {}

	/** The bytes as they are. */
	async *chunks(): AsyncGenerator<Uint8Array, void> {
		for await (const chunk of this.body.chunks()) {
			if (this.head.length < INSPECTED_BYTES) this.head = Buffer.concat([this.head, chunk]);
			this.lastByte = chunk.at(-1) ?? this.lastByte;
			yield chunk;
		}
		if (this.isReport || !isPageOrJson(this.text)) return;
		this.body.readError = new UnusableAnswer({ ...this.body.answer, body: this.text });
		throw this.body.readError;
	}

	/** Whether Get Many can read the file, judging by its beginning. */
	get isReport(): boolean {
		return looksLikeReport(this.text);
	}

	/** True, or null if it cannot be proven. */
	get complete(): true | null {
		const endsWithLineBreak = this.lastByte === undefined || this.lastByte === 0x0a || this.lastByte === 0x0d;
		return this.body.isProvenComplete(endsWithLineBreak) ? true : null;
	}

	private get text(): string {
		return this.head.toString('utf8');
	}
}

const isPageOrJson = (head: string) => looksLikeHtml(head) || /^\s*\{/.test(head);
