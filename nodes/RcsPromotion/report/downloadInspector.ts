import type { Inspector, ReportBody } from '../../service/reportStream';
import { ReportParser, UnreadableRow } from './reportParser';

/** Lets through what is a whole report. A row that is no CSV is no reason to keep the file from whoever wants to look at it. */
export class DownloadInspector implements Inspector {
	private readonly parser: ReportParser;
	private readable = true;

	constructor(body: ReportBody) {
		this.parser = new ReportParser(body, () => () => false);
	}

	write(chunk: Uint8Array): void {
		this.inspect(() => this.parser.write(chunk));
	}

	end(): void {
		this.inspect(() => this.parser.end());
	}

	private inspect(step: () => void): void {
		if (!this.readable) return;
		let fault: unknown;
		try {
			step();
		} catch (error) {
			if (error instanceof UnreadableRow) this.readable = false;
			else fault = error;
		}
		if (fault !== undefined) throw fault as Error;
	}
}
