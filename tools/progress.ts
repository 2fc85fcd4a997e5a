/** Progress of a few long steps: which of how many, how far, how long. One live line on a terminal, sparse lines in a log. */
export interface StepReport {
	/** Replaces what the running step says of itself, such as "612 of 1,420 packages". */
	(detail: string): void;
}

export interface Progress {
	step<T>(title: string, work: (report: StepReport) => Promise<T>): Promise<T>;
	note(text: string): void;
}

const LOG_EVERY_MS = 30_000;
const REDRAW_EVERY_MS = 1_000;

export function duration(milliseconds: number): string {
	if (milliseconds < 10_000) return `${(milliseconds / 1000).toFixed(1)} s`;
	const seconds = Math.round(milliseconds / 1000);
	return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

export function createProgress(total: number, out: NodeJS.WriteStream = process.stdout): Progress {
	const live = out.isTTY;
	let number = 0;

	const fit = (line: string) =>
		line.length < (out.columns ?? 80) ? line : `${line.slice(0, (out.columns ?? 80) - 2)}…`;
	const redraw = (line: string) => out.write(`\r\u001b[2K${fit(line)}`);

	return {
		note: (text) => void out.write(`${text}\n`),

		async step(title, work) {
			number += 1;
			const head = `[${number}/${total}] ${title}`;
			const startedAt = performance.now();
			const elapsed = () => duration(performance.now() - startedAt);
			let detail = '';
			let lastLogged = '';

			const show = () => {
				const line = `${head} … ${[detail, elapsed()].filter(Boolean).join(', ')}`;
				if (live) redraw(line);
				else if (detail !== lastLogged) {
					lastLogged = detail;
					out.write(`${line}\n`);
				}
			};
			if (live) redraw(`${head} …`);
			const timer = setInterval(show, live ? REDRAW_EVERY_MS : LOG_EVERY_MS);
			try {
				const result = await work((text) => {
					detail = text;
				});
				if (live) out.write('\r\u001b[2K');
				out.write(`${head}: ${elapsed()}\n`);
				return result;
			} catch (thrown) {
				if (live) out.write('\r\u001b[2K');
				out.write(`${head}: stopped after ${elapsed()}\n`);
				throw thrown;
			} finally {
				clearInterval(timer);
			}
		},
	};
}
