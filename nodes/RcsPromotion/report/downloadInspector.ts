import type { Inspector, ReportBody } from '../../service/reportStream';
import { ReportParser, UnreadableRow } from './reportParser';

/** Lets through what is a whole report. A row that is no CSV is no reason to keep the file from whoever wants to look at it. */
export class DownloadInspector implements Inspector {
	private readonly parser: ReportParser;
	/** What is wrong with a row that is no CSV. */
	unreadable: string | undefined;

	constructor(body: ReportBody) {
		this.parser = new ReportParser(body, () => () => false);
	}

	get rows(): number {
		return this.parser.rows;
	}

	write(chunk: Uint8Array): void {
		this.inspect(() => this.parser.write(chunk));
	}

	end(): void {
		this.inspect(() => this.parser.end());
	}

	private inspect(step: () => void): void {
		if (this.unreadable !== undefined) return;
		let fault: unknown;
		try {
			step();
		} catch (error) {
			if (error instanceof UnreadableRow) this.unreadable = `${error.message}.`;
			else fault = error;
		}
		if (fault !== undefined) throw fault as Error;
	}
}
