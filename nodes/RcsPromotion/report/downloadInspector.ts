import { looksLikeHtml } from '../../service/answers';
import { NotAReport, type Inspector, type ReportBody } from '../../service/reportStream';
import { UnreadableRow } from './csvScanner';
import { Report } from './report';

/** Enough of a file to see what it is. */
const LOOKED_AT_BYTES = 64 * 1024;

/** Passes on every file, readable or not, because a user who cannot read a report will want to see the file. Refuses a web page or a message. */
export class DownloadInspector implements Inspector {
	private readonly report: Report;
	private head = Buffer.alloc(0);
	/** Why Get Many could not read the file. */
	unreadable: UnreadableRow | NotAReport | undefined;

	constructor(private readonly body: Pick<ReportBody, 'contentType' | 'isProvenWhole'>) {
		this.report = new Report(body);
	}

	get rows(): number {
		return this.report.rowsRead;
	}

	get complete(): true | null {
		return this.report.complete ?? (this.body.isProvenWhole(false) ? true : null);
	}

	write(chunk: Uint8Array): void {
		if (this.head.length < LOOKED_AT_BYTES) this.head = Buffer.concat([this.head, chunk]);
		this.read(() => this.report.add(chunk));
	}

	end(): void {
		this.read(() => this.report.end());
		const text = this.head.toString('utf8');
		if (this.unreadable instanceof NotAReport && !isTable(text)) throw new NotAReport(text);
	}

	private read(arrive: () => void): void {
		if (this.unreadable !== undefined) return;
		try {
			arrive();
			// Reading the rows checks them.
			Array.from(this.report.rows());
		} catch (error) {
			const isFile = error instanceof UnreadableRow || (error instanceof NotAReport && !isAnswer(error.head));
			if (!isFile) throw error as Error;
			this.unreadable = error;
		}
	}
}

const isAnswer = (head: string) => looksLikeHtml(head) || /^\s*\{/.test(head);

/** Whether it is binary data, or has several lines of values. */
function isTable(text: string): boolean {
	const linesOfValues = text.split(/[\r\n]/).filter((line) => /[,;\t|]/.test(line));
	return /\ufffd|(?!\s)\p{Cc}/u.test(text) || linesOfValues.length > 1;
}
