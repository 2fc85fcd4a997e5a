import { NodeApiError } from 'n8n-workflow';

/** How often the same trouble is told while it lasts. */
const TOLD_EVERY_MS = 60 * 60_000;

export type Outage = Record<'from' | 'to', string>;

/** Decides which failed polls are told. n8n makes a failed execution of each one that is: one a minute would help nobody. */
export class Trouble {
	private since?: number;
	private cause?: string;
	private toldAt?: number;
	private ended?: Outage;

	/** Whether to tell this one. At an activation only what the user can mend now, for else it would not become active. */
	tell(error: unknown, now: number, activation: boolean): boolean {
		this.since ??= now;
		if (activation && isPassing(error)) return false;
		const cause = causeOf(error);
		const due = cause !== this.cause || this.toldAt === undefined || now - this.toldAt >= TOLD_EVERY_MS;
		if (!due && !activation) return false;
		this.cause = cause;
		this.toldAt = now;
		return true;
	}

	/** The service answers again. */
	end(now: number): void {
		if (this.since !== undefined) {
			const from = this.ended?.from ?? new Date(this.since).toISOString();
			this.ended = { from, to: new Date(now).toISOString() };
		}
		this.since = undefined;
		this.cause = undefined;
		this.toldAt = undefined;
	}

	/** The one that is over and was not yet told with an event. */
	get outage(): Outage | undefined {
		return this.ended;
	}

	outageTold(): void {
		this.ended = undefined;
	}
}

/** Coarse enough that a gateway which answers now 502, now 503 is one cause. */
function causeOf(error: unknown): string {
	if (!(error instanceof NodeApiError)) return error instanceof Error ? error.message : String(error);
	const code = Number(error.httpCode);
	if (!error.httpCode || Number.isNaN(code)) return 'no answer';
	return code >= 500 ? 'trouble of the service' : `answer ${code}`;
}

/** Whether it may be gone at the next poll without anybody doing anything. */
export function isPassing(error: unknown): boolean {
	if (!(error instanceof NodeApiError)) return false;
	const code = Number(error.httpCode);
	if (!error.httpCode || Number.isNaN(code)) return true;
	// A page instead of data means a wrong address; hosts that do not know such causes leave it undefined.
	if (code >= 200 && code < 300) return error.failure?.cause !== 'configuration-invalid';
	return code >= 500 || code === 408 || code === 429;
}
