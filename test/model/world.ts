/** What happens at the service, and what it answers. Plain values; no request leaves the process. */
import type { IDataObject } from 'n8n-workflow';

export const statuses = ['Preparing', 'Running', 'Stopped', 'Completed', 'Cancelled'] as const;
export type Status = (typeof statuses)[number];
export const isFinal = (status: Status) => status === 'Completed' || status === 'Cancelled';
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

/** What one statistics call gave. `same`: an answer without the counters that count. */
export type Read = { figures: Figures } | 'none yet' | 'unread' | 'same';

/** What is wrong with the list. An old copy is a good answer, but an untrue one. */
export const listTroubles = ['refused', 'down', 'limited', 'web page', 'old copy'] as const;
export type ListTrouble = (typeof listTroubles)[number] | 'limited for an hour';
export const statisticsTroubles = ['none yet', 'refused', 'limited', 'web page', 'null'] as const;
export interface StatisticsTrouble {
	kind: (typeof statisticsTroubles)[number];
	/** A bit for each promotion. */
	which: number;
	/** When requests are limited: for how long, if the service says so. */
	minutes?: number;
}

export interface Response {
	status: number;
	body: string;
	headers?: IDataObject;
}

/** For accounts of any size. */
export const ALL = -1;

/** So that no poll waits for another try: the clock of the model would stand still. */
const UNTIL_THE_NEXT_POLL = { 'retry-after': '59' };

export class World {
	readonly actual: Actual[];
	listTrouble?: ListTrouble;
	statisticsTrouble?: StatisticsTrouble;
	/** It lists only so many, the newest; all at first. */
	window = Infinity;
	private readonly answers: Answer[] = [];

	constructor(
		start: readonly Actual[],
		private readonly begun: number,
	) {
		this.actual = start.map((one) => ({ ...one }));
	}

	/** What the list shows now, and what a poll is answered. Undefined if that is no good answer. */
	list(): { response: Response; answer?: Answer } {
		switch (this.listTrouble) {
			case 'refused':
				return { response: { status: 400, body: '{}' } };
			case 'down':
				return { response: { status: 503, body: '', headers: UNTIL_THE_NEXT_POLL } };
			case 'limited':
				return { response: { status: 429, body: '{}', headers: UNTIL_THE_NEXT_POLL } };
			case 'limited for an hour':
				return { response: { status: 429, body: '{}', headers: { 'retry-after': '3600' } } };
			case 'web page':
				return { response: { status: 200, body: '<html></html>' } };
			case 'old copy': {
				const answer = this.answers[0] ?? this.now();
				return { response: { status: 200, body: listBody(answer) }, answer };
			}
			default: {
				const answer = this.now();
				this.answers.push(answer);
				if (this.answers.length > 4) this.answers.shift();
				return { response: { status: 200, body: listBody(answer) }, answer };
			}
		}
	}

	now(): Answer {
		const listed = this.actual.flatMap(({ listed, status, ageMinutes }, index) => {
			// No two of them are of one age.
			const createdAt = ageMinutes === null ? null : this.begun - ageMinutes * 60_000 + index;
			return listed ? [{ id: idOf(index), status, createdAt }] : [];
		});
		if (this.window >= listed.length) return new Map(listed.map(({ id, ...rest }) => [id, rest]));
		const byAge = [...listed].sort((a, b) => (b.createdAt ?? 0) - (a.createdAt ?? 0));
		const shown = new Set(byAge.slice(0, this.window));
		return new Map(listed.filter((one) => shown.has(one)).map(({ id, ...rest }) => [id, rest]));
	}

	figures(promotionId: string): Figures {
		return this.actual[indexOf(promotionId)]?.figures ?? NOTHING;
	}

	statistics(promotionId: string): { response: Response; read: Read } {
		const { kind, which = 0, minutes } = this.statisticsTrouble ?? {};
		const isMet = which === ALL || (which & (1 << indexOf(promotionId))) !== 0;
		switch (isMet ? kind : undefined) {
			case 'none yet':
				return { response: { status: 404, body: '{}' }, read: 'none yet' };
			case 'refused':
				return { response: { status: 403, body: '{}' }, read: 'unread' };
			case 'limited':
				return {
					response: { status: 429, body: '{}', headers: minutes ? { 'retry-after': String(60 * minutes) } : {} },
					read: 'unread',
				};
			case 'web page':
				return { response: { status: 200, body: '<html></html>' }, read: 'unread' };
			case 'null':
				return { response: { status: 200, body: '{"attempted":null,"failed":"","delivered":0}' }, read: 'same' };
			default: {
				const figures = this.figures(promotionId);
				return { response: { status: 200, body: statisticsBody(figures) }, read: { figures } };
			}
		}
	}
}

export const idOf = (index: number): string => `p${index}`;
export const indexOf = (promotionId: string): number => Number(promotionId.slice(1));
export const nameOf = (promotionId: string): string => (indexOf(promotionId) % 2 === 0 ? 'Spring sale' : 'Autumn sale');

function listBody(answer: Answer): string {
	const promotions = [...answer].map(([promotionId, { status, createdAt }]) => ({
		promotionId,
		status,
		name: nameOf(promotionId),
		createdDate: createdAt ?? 0,
	}));
	return JSON.stringify({ promotions });
}

function statisticsBody(figures: Figures): string {
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

/** The other way round: what counters of an item stand for; null if they were never told. */
export function figuresIn({ attempted, failed }: Record<'attempted' | 'failed', number | null>): Figures | null {
	return attempted === 0 ? NOTHING : failed;
}
