import type { NodeApiError } from 'n8n-workflow';
import { askedToWaitMs, isRateLimitError } from '../service/errors';
import { HOUR_MS } from './listing';

/** That the service asked for fewer requests of one kind. While it lasts, none is made. */
export class RateLimit {
	private error?: NodeApiError;
	private from = 0;
	private forMs = 0;

	remember(error: NodeApiError): void {
		if (!isRateLimitError(error)) return;
		[this.error, this.from, this.forMs] = [error, Date.now(), Math.min(askedToWaitMs(error), HOUR_MS)];
	}

	get active(): NodeApiError | undefined {
		const now = Date.now();
		// If it seems to begin later, the clock was set back.
		return now >= this.from && now < this.from + this.forMs ? this.error : undefined;
	}
}
