/** What happens at the service, and what it answers. Plain values; no request leaves the process. */
import type { IDataObject } from 'n8n-workflow';

/** The document names three of them; services have other words, also for the end. */
export const statuses = ['Preparing', 'Running', 'Finished', 'Stopped', 'Completed', 'Cancelled', 'canceled'] as const;
export type Status = (typeof statuses)[number];
export const isOver = (status: string): boolean => /^(completed|cancell?ed)$/i.test(status);
export const PROMOTIONS = 6;

/** Failed recipients of a hundred, or NOTHING as long as nothing was sent. */
export type Figures = number;
export const NOTHING: Figures = -1;

/** The counters that decide anything here, as the service shows them. */
export interface Counted {
	attempted: number;
	failed: number;
	sent: number;
	delivered: number;
	read: number;
}

/** How a service counts a message that was read, and whether the later stages arrive late. */
export interface Counting {
	countsOnce: boolean;
	isLate: boolean;
}

/** Half of those who got it read it; the other counters change with these. */
export function count(figures: Figures, { countsOnce, isLate }: Counting): Counted {
	const attempted = figures === NOTHING ? 0 : 100;
	const failed = figures === NOTHING ? 0 : figures;
	const sent = attempted - failed;
	const read = isLate ? 0 : Math.floor(sent / 2);
	// Out of order: it was read before the service says that it was delivered.
	const delivered = isLate && failed % 2 === 1 ? 0 : sent;
	return countsOnce
		? { attempted, failed, sent: sent - delivered, delivered: delivered - Math.min(read, delivered), read }
		: { attempted, failed, sent, delivered, read };
}

export interface Actual {
	listed: boolean;
	status: Status;
	figures: Figures;
	/** How long before the start it was created; less than 0 for later, null when the service does not say. */
	ageMinutes: number | null;
	/** Its name comes late. */
	isNameless?: boolean;
	/** There is nothing of it any more, not even statistics. */
	isDeleted?: boolean;
}

/** Of one promotion in one list answer; a name or status is empty if the service leaves it out. */
export interface Shown {
	name: string;
	status: Status | '';
	createdAt: number | null;
}

/** One list answer, as the service gave it. */
export type Answer = Map<string, Shown>;

/** What one statistics call gave. */
export type Read = Counted | 'none' | 'unread';

/** What is wrong with the list. */
export const listTroubles = ['refused', 'down', 'limited', 'web page', 'empty'] as const;
export type ListTrouble = (typeof listTroubles)[number] | 'limited for an hour' | Replica;

/** A good answer, but an untrue one. Each is a bit for each promotion. */
export interface Replica {
	/** Not listed by it. */
	lacks: number;
	/** Shown as in an earlier answer, so many answers ago. */
	old: number;
	answersAgo: number;
	/** Without name and status. */
	blank: number;
}
export const statisticsTroubles = ['gone', 'refused', 'limited', 'web page', 'nothing'] as const;
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
	/** It lists only so many, the newest. */
	window = Infinity;
	private readonly answers: Answer[] = [];

	/** @param others so many that completed within the month before */
	constructor(
		start: readonly Actual[],
		private readonly begun: number,
		private readonly others = 0,
		readonly counting: Counting = { countsOnce: false, isLate: false },
	) {
		this.actual = start.map((one) => ({ ...one }));
	}

	/** What a poll is answered. There is no answer if that is no list. */
	list(): { response: Response; answer?: Answer } {
		const { listTrouble } = this;
		if (typeof listTrouble === 'object') return given(this.remembered(this.replica(listTrouble)));
		switch (listTrouble) {
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
			case 'empty':
				return given(new Map());
			default:
				return given(this.remembered(this.now()));
		}
	}

	private remembered(answer: Answer): Answer {
		this.answers.push(answer);
		if (this.answers.length > 30) this.answers.shift();
		return answer;
	}

	private replica({ lacks, old, answersAgo, blank }: Replica): Answer {
		const now = this.now();
		const before = this.answers.at(-answersAgo) ?? now;
		const answer: Answer = new Map([...now].filter(([id]) => Number.isNaN(indexOf(id))));
		for (const index of this.actual.keys()) {
			const is = (mask: number) => (mask & (1 << index)) !== 0;
			const shown = (is(old) ? before : now).get(idOf(index));
			if (!shown || is(lacks)) continue;
			answer.set(idOf(index), is(blank) ? { ...shown, name: '', status: '' } : shown);
		}
		return answer;
	}

	now(): Answer {
		const listed = this.actual.flatMap(({ listed, status, ageMinutes, isNameless }, index) => {
			// No two of them are of one age.
			const createdAt = ageMinutes === null ? null : this.begun - ageMinutes * 60_000 + index;
			const name = isNameless ? '' : nameOf(idOf(index));
			return listed ? [{ id: idOf(index), name, status, createdAt }] : [];
		});
		for (let index = 0; index < this.others; index++) {
			const createdAt = this.begun - (3 + (26 * index) / this.others) * 24 * 3_600_000;
			listed.push({ id: `other-${index}`, name: 'Winter sale', status: 'Completed', createdAt });
		}
		const byAge = [...listed].sort((a, b) => (b.createdAt ?? 0) - (a.createdAt ?? 0));
		const shown = new Set(byAge.slice(0, this.window));
		return new Map(listed.filter((one) => shown.has(one)).map(({ id, ...rest }) => [id, rest]));
	}

	statistics(promotionId: string): { response: Response; read: Read } {
		const { kind, which = 0, minutes } = this.statisticsTrouble ?? {};
		const { figures = NOTHING, isDeleted } = this.actual[indexOf(promotionId)] ?? {};
		const isMet = which === ALL || (which & (1 << indexOf(promotionId))) !== 0;
		const unread = (status: number, body = '{}', headers: IDataObject = {}) => ({
			response: { status, body, headers },
			read: 'unread' as const,
		});
		switch (isDeleted ? 'gone' : isMet ? kind : undefined) {
			case 'gone':
				return { response: { status: 404, body: '{}' }, read: 'none' };
			case 'nothing':
				return { response: { status: 200, body: '{}' }, read: 'none' };
			case 'refused':
				return unread(403);
			case 'limited':
				return unread(429, '{}', minutes ? { 'retry-after': String(60 * minutes) } : {});
			case 'web page':
				return unread(200, '<html></html>');
			default: {
				const read = count(figures, this.counting);
				return { response: { status: 200, body: JSON.stringify({ ...read, statsReport: [] }) }, read };
			}
		}
	}
}

const given = (answer: Answer) => ({ response: { status: 200, body: listBody(answer) }, answer });

export const idOf = (index: number): string => `p${index}`;
export const indexOf = (promotionId: string): number => Number(promotionId.slice(1));
export const nameOf = (promotionId: string): string => (indexOf(promotionId) % 2 === 0 ? 'Spring sale' : 'Autumn sale');

function listBody(answer: Answer): string {
	const promotions = [...answer].map(([promotionId, { name, status, createdAt }]) => ({
		promotionId,
		name: name || null,
		status: status || null,
		createdDate: createdAt ?? 0,
	}));
	return JSON.stringify({ promotions });
}
