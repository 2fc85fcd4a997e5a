import { looksLikeHtml } from '../../service/answers';
import { NotAReport, type Inspector, type ReportBody } from '../../service/reportStream';
import { ReportParser, UnreadableRow } from './reportParser';

/** As much of a file as shows what it is. */
const LOOKED_AT_BYTES = 64 * 1024;

/** Hands on every file, readable or not: whoever cannot read a report wants to see it. A web page or a sentence is no file. */
export class DownloadInspector implements Inspector {
	private readonly parser: ReportParser;
	private head = Buffer.alloc(0);
	/** Why Get Many could not read it. */
	unreadable: 'row' | 'report' | undefined;

	constructor(private readonly body: Pick<ReportBody, 'contentType' | 'isProvenWhole'>) {
		this.parser = new ReportParser(body);
	}

	get rows(): number {
		return this.parser.rows;
	}

	get complete(): true | null {
		return this.parser.complete ?? (this.body.isProvenWhole(false) ? true : null);
	}

	write(chunk: Uint8Array): void {
		if (this.head.length < LOOKED_AT_BYTES) this.head = Buffer.concat([this.head, chunk]);
		this.read(() => this.parser.add(chunk));
	}

	end(): void {
		this.read(() => this.parser.end());
		const text = this.head.toString('utf8');
		if (this.unreadable === 'report' && !isFile(text)) throw new NotAReport(text);
	}

	private read(arrive: () => void): void {
		if (this.unreadable !== undefined) return;
		try {
			arrive();
			while (this.parser.advance());
		} catch (error) {
			if (error instanceof UnreadableRow) this.unreadable = 'row';
			else if (error instanceof NotAReport && !isAnswer(error.head)) this.unreadable = 'report';
			else throw error as Error;
		}
	}
}

const isAnswer = (head: string) => looksLikeHtml(head) || /^\s*\{/.test(head);

/** Something other than text, or several lines of values. */
function isFile(text: string): boolean {
	const linesOfValues = text.split(/[\r\n]/).filter((line) => /[,;\t|]/.test(line));
	return /\ufffd|(?!\s)\p{Cc}/u.test(text) || linesOfValues.length > 1;
}
