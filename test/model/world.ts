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
	/** How long before the start it was created; less than 0 for later, null when the service does not say. */
	ageMinutes: number | null;
}

export interface Shown {
	status: Status;
	createdAt: number | null;
}

/** One list answer, as the service gave it. */
export type Answer = Map<string, Shown>;

export class World {
	readonly actual: Actual[];
	/** A bit for each promotion that has no statistics, for the moment. */
	unreadable = 0;
	/** It lists only so many, the newest; all at first. */
	window = Infinity;

	constructor(
		start: readonly Actual[],
		private readonly begun: number,
	) {
		this.actual = start.map((one) => ({ ...one }));
	}

	list(): Answer {
		const listed = this.actual.flatMap(({ listed, status, ageMinutes }, index) => {
			// No two of them are of one age.
			const createdAt = ageMinutes === null ? null : this.begun - ageMinutes * 60_000 + index;
			return listed ? [{ id: idOf(index), status, createdAt }] : [];
		});
		const byAge = [...listed].sort((a, b) => (b.createdAt ?? 0) - (a.createdAt ?? 0));
		const shown = new Set(byAge.slice(0, this.window));
		return new Map(listed.filter((one) => shown.has(one)).map(({ id, ...rest }) => [id, rest]));
	}

	/** Null when there are none. */
	figures(promotionId: string): Figures | null {
		const index = indexOf(promotionId);
		return (this.unreadable & (1 << index)) !== 0 ? null : (this.actual[index]?.figures ?? null);
	}
}

export const idOf = (index: number): string => `p${index}`;
export const indexOf = (promotionId: string): number => Number(promotionId.slice(1));
export const nameOf = (promotionId: string): string => (indexOf(promotionId) % 2 === 0 ? 'Spring sale' : 'Autumn sale');

export function listBody(answer: Answer): string {
	const promotions = [...answer].map(([promotionId, { status, createdAt }]) => ({
		promotionId,
		status,
		name: nameOf(promotionId),
		createdDate: createdAt ?? 0,
	}));
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
