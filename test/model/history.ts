/** All that happened in a timeline, for whoever judges it afterwards. */
import type { IDataObject } from 'n8n-workflow';
import type { Form } from './form';
import type { Database, Ending, Mode } from './host';
import { counters, type Answer, type Shown } from './answers';
import { type Service } from './service';

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

export interface Poll {
	/** Polls are numbered as they end. */
	turn: number;
	process: number;
	/** When its process took the trigger up. */
	takenUpAt: number;
	activation?: string;
	form: Form;
	at: number;
	endedAt: number;
	/** It began while another one was under way. */
	isSecond: boolean;
	requests: number;
	/** What came back while it lasted. */
	answers: Answer[];
	/** The good list it had, if any. */
	shown?: ReadonlyMap<string, Shown>;
	/** By ID, the last answer to a request for statistics. */
	reads: ReadonlyMap<string, Answer>;
	items: IDataObject[];
	thrown?: string;
	log: readonly string[];
	ending?: Ending;
	/** n8n had given it up. */
	isLate: boolean;
	/** From this turn on, nobody knows any more what it saw: n8n discarded it, or a new process began without it. */
	forgottenFrom: number;
	/** From which turn on a person's activation counts as a new beginning for what was told. */
	isNewBeginning: boolean;
}

export interface History {
	mode: Mode;
	service: Service;
	database: Database;
	/** As they ended, without those that found another one under way. */
	polls: Poll[];
	/** All was in good order from here on, long enough for all that was owed to come. */
	calmFrom: number;
}

/** One campaign in one poll that counts. */
export interface Moment {
	poll: Poll;
	shown?: Shown;
	read?: Answer;
	items: IDataObject[];
}

export const isRemembered = (earlier: Poll, later: Poll): boolean =>
	earlier.turn < later.turn && later.turn < earlier.forgottenFrom;

export const normal = (text: string): string => text.trim().toLowerCase();
export const isCompleted = (status: string): boolean => normal(status) === 'completed';
export const isCancelled = (status: string): boolean => /^cancell?ed$/.test(normal(status));
export const isOver = (status: string): boolean => isCompleted(status) || isCancelled(status);
export const isPaused = (status: string): boolean => normal(status) === 'stopped';

/** What one poll saw and told, by campaign; of good lists also of those that it lacks. */
export function momentsOf({ polls, service }: History): Map<string, Moment[]> {
	const all = new Map<string, Moment[]>();
	const foreign = polls.flatMap(({ shown }) => [...(shown?.keys() ?? [])]);
	for (const id of new Set([...service.campaigns.keys(), ...foreign])) all.set(id, []);
	for (const poll of polls) {
		const items = groupItems(poll.items);
		for (const [id, moments] of all) {
			const moment = { poll, shown: poll.shown?.get(id), read: poll.reads.get(id), items: items.get(id) ?? [] };
			if (poll.shown || moment.read || moment.items.length > 0) moments.push(moment);
		}
	}
	return all;
}

function groupItems(items: IDataObject[]): Map<string, IDataObject[]> {
	const groups = new Map<string, IDataObject[]>();
	for (const item of items) {
		const id = String(item.promotionId);
		groups.set(id, [...(groups.get(id) ?? []), item]);
	}
	return groups;
}

export const isSame = (a: Partial<Record<string, number | null>>, b: Record<string, number | null>): boolean =>
	counters.every((counter) => (a[counter] ?? null) === (b[counter] ?? null));

/** What was promised, what happened instead, and where. */
export interface Difference {
	/** Which promise, in a word or two. */
	promise: string;
	turn: number;
	text: string;
}
