import type { Clock } from './retry';

/** Short, as the last look outlasts the report by as much. */
const LOOK_EVERY_MS = 250;

/**
 * Ends the wait for the next piece of an answer when the line has been silent for too long. n8n's own time-out is over as soon
 * as the headers are here; a service that stalls after them would hold the execution, and the worker with it, forever.
 */
export class SilenceWatch {
	private waitingSince: number | undefined;
	private giveUp: (why: Error) => void = () => {};
	private state: 'unused' | 'on' | 'over' = 'unused';

	constructor(
		private readonly clock: Pick<Clock, 'now' | 'pause'>,
		private readonly limitMs: number,
	) {}

	/** Only waiting counts: whoever takes his time with what arrived does not make the line silent. */
	async wait<T>(piece: Promise<T>): Promise<T> {
		if (this.state === 'unused') void this.look();
		this.waitingSince = this.clock.now();
		try {
			return await new Promise<T>((resolve, reject) => {
				this.giveUp = reject;
				piece.then(resolve, reject);
			});
		} finally {
			this.waitingSince = undefined;
		}
	}

	end(): void {
		this.state = 'over';
	}

	/** Beside the reading, and not once for each piece, of which a long report has thousands. */
	private async look(): Promise<void> {
		this.state = 'on';
		while ((await this.clock.pause(LOOK_EVERY_MS)) && this.state === 'on') {
			if (this.waitingSince === undefined || this.clock.now() - this.waitingSince < this.limitMs) continue;
			const seconds = Math.round(this.limitMs / 1000);
			this.giveUp(Object.assign(new Error(`silent for ${seconds} seconds`), { code: SILENT }));
			return;
		}
	}
}

/** As the codes of sockets that time out. */
export const SILENT = 'ETIMEDOUT';
