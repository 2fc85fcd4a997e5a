/** What happens at the service, and what it answers. Plain values; no request leaves the process. */
import type { IDataObject } from 'n8n-workflow';

export const statuses = ['Preparing', 'Running', 'Stopped', 'Completed', 'Cancelled'] as const;
export type Status = (typeof statuses)[number];
/** One more than vanish at once when it is rather the answer that is odd. */
export const PROMOTIONS = 6;

/** Failed recipients of a hundred, or NOTHING as long as nothing was sent: one number stands for all seven counters. */
export type Figures = number;
export const NOTHING: Figures = -1;

export interface Actual {
	listed: boolean;
	status: Status;
	figures: Figures;
}

/** One list answer, as the service gave it. */
export type Answer = Map<string, Status>;

export class World {
	readonly actual: Actual[];
	/** A bit for each promotion whose statistics cannot be read. */
	unreadable = 0;

	constructor(start: readonly Actual[]) {
		this.actual = start.map((one) => ({ ...one }));
	}

	list(): Answer {
		const answer: Answer = new Map();
		this.actual.forEach(({ listed, status }, index) => {
			if (listed) answer.set(idOf(index), status);
		});
		return answer;
	}

	/** Null when they cannot be read. */
	figures(promotionId: string): Figures | null {
		const index = Number(promotionId.slice(1));
		return (this.unreadable & (1 << index)) !== 0 ? null : (this.actual[index]?.figures ?? null);
	}
}

export const idOf = (index: number): string => `p${index}`;

export function listBody(answer: Answer): string {
	// Without an age, so that none of them is old news, or makes room for a newer one.
	const promotions = [...answer].map(([promotionId, status]) => ({ promotionId, status, name: '', createdDate: 0 }));
	return JSON.stringify({ promotions });
}

export function statisticsBody(figures: Figures): string {
	const attempted = figures === NOTHING ? 0 : 100;
	const failed = figures === NOTHING ? 0 : figures;
	const counters: IDataObject = { attempted, sent: attempted - failed, failed };
	return JSON.stringify({ ...counters, delivered: 0, read: 0, interacted: 0, optout: 0, statsReport: [] });
}

/** How far the counter went that went farthest. */
export function distance(from: Figures, to: Figures, { onlyFailed }: { onlyFailed: boolean }): number {
	const attempted = onlyFailed || (from === NOTHING) === (to === NOTHING) ? 0 : 100;
	return Math.max(attempted, Math.abs(Math.max(0, from) - Math.max(0, to)));
}

/** The other way round: what counters of an item stand for. */
export function figuresIn({ attempted, failed }: Record<'attempted' | 'failed', number>): Figures {
	return attempted === 0 ? NOTHING : failed;
}
