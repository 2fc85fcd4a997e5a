import type { IDataObject } from 'n8n-workflow';
import type { EventName } from './form';
import type { Listed, Listing } from './listing';
import type { TriggerSettings } from './settings';

const STATE_VERSION = 1;

/** Everything that is remembered between polls, as plain JSON that can be read by eye. */
export interface TriggerState {
	version: number;
	/** Address and account ID: what the state is about. Settings move promotions in and out of it. */
	account: string;
	/** The process that wrote this, and the number of its poll; the answer it saw is the newest one processed. */
	mark: string;
	poll: number;
	/** How many promotions that answer listed. */
	listed: number;
	/** When the youngest promotion ever listed was created; 0 when none had a time. */
	newest: number;
	/** The hour from which on all promotions that were created are in `recent`: one that is not is new. */
	recentSince: string;
	/** IDs by the hour of their creation; under "unknown" those without a usable time. */
	recent: Record<string, string[]>;
	/** By ID, of what is followed: what is not over, or is watched after its completion. */
	records: Record<string, PromotionRecord>;
	/** How often the most frequent event of any promotion was told whose record is gone. A new record counts on from it, so that no eventId is used twice. */
	highestCount: number;
	batches: Batch[];
}

/** What is remembered of one promotion that is followed. What is left out is 0, false or not known. */
export interface PromotionRecord {
	/** As the service wrote it, the first 100 characters; the same for the status. */
	name: string;
	status: string;
	/** In milliseconds. */
	createdAt?: number;
	/** At the last good read, in the order of COUNTERS. */
	counters?: number[];
	/** The counters at the last Counters Changed, where it is chosen. */
	told?: number[];
	/** When its counters moved last, or it became active, paused or over; at first when it was seen first. */
	movedAt: number;
	/** When its status changed last, since the trigger has known it. */
	statusAt?: number;
	/** When this trigger saw it complete. */
	completedAt?: number;
	/** Its first counters are compared with zero: it appeared after watching began, or had no statistics then. */
	startsFromZero?: boolean;
	/** That it stalled was told, or it has not moved since watching began: no news of that before it moves. */
	stalled?: boolean;
	/** That its figures are final was told. */
	settled?: boolean;
	/** When its statistics were asked for last, and whether in vain; that there are none is an answer. */
	askedAt?: number;
	isUnanswered?: boolean;
	/** Good reads in a row without movement, the one that showed the movement included; no more than two matter. */
	quietReads?: number;
	/** Keys of the thresholds that were crossed and are not armed again. */
	crossed?: string[];
	/** How often each event was told, and from which number on this is counted. */
	counts?: Partial<Record<EventName, number>>;
	countsFrom?: number;
	/** Good answers that must still lack it before it counts as gone. */
	absence?: number;
	/** It left because the list shows only the newest, so it is not missed. */
	madeRoom?: boolean;
}

/**
 * What one poll emitted. n8n saves the state before it creates the execution, so a process that dies in between has lost
 * what the state says was delivered: until a later poll of the same process, it may not have arrived.
 */
export interface Batch {
	/** The marks of the processes that sent it, the last one last. Each does so once, so that several at work do not repeat it in turns. */
	sentBy: string[];
	/** The last poll begun in the last of them when it sent this: a later one shows that the process survived. */
	poll: number;
	at: number;
	items: IDataObject[];
}

/** The state as n8n stored it, or undefined when it is none of ours or about another account. */
export function usableState(stored: TriggerState | undefined, account: string): TriggerState | undefined {
	return stored?.version === STATE_VERSION && stored.account === account ? stored : undefined;
}

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;
/** Such as 2026-03-02T08. */
const hourOf = (time: number): string => new Date(time).toISOString().slice(0, 13);
const UNKNOWN = 'unknown';
/** They stand before and after all hours. */
const ALWAYS = '';
const NEVER = '~';

const MOST_RECENT = 4000;
const MOST_RECORDS = 1000;
/** Hosts write the state at each emit, and older ones copy it into every execution. */
const LARGEST_STATE_BYTES = 256 * 1024;
/** One poll emits no more than this; the rest comes with the next one. */
const MOST_EVENT_BYTES = 64 * 1024;
/** For what grows with the events of one poll. */
const SLACK_BYTES = 8 * 1024;

/** The state opened up: looked up by ID, changed on a copy, and written whole. */
export class Memory {
	readonly records: Map<string, PromotionRecord>;
	/** The hour of creation of each ID. */
	private readonly recent = new Map<string, string>();
	private readonly recentSince: string;
	private oldestWaiting = NEVER;
	/** Some without a creation time had to be left out, so that none of them counts as new. */
	private readonly isFull: boolean;
	/** From where a new record begins to count. */
	highestCount: number;

	/** @param before as `usableState` gives it */
	constructor(
		readonly before: TriggerState | undefined,
		private readonly account: string,
		private readonly start: { settings: TriggerSettings; now: number },
	) {
		const { records = {}, recent = {}, recentSince, highestCount = 0 } = before ?? {};
		this.records = new Map(Object.entries(records));
		for (const [hour, ids] of Object.entries(recent)) for (const id of ids) this.recent.set(id, hour);
		this.isFull = this.recent.size >= MOST_RECENT;
		this.recentSince = recentSince ?? (start.settings.emitExisting ? ALWAYS : NEVER);
		this.highestCount = highestCount;
	}

	/** What the events of a poll may take: they wait rather than that a record is given up. */
	get roomForEvents(): number {
		const remembered = bytesOf({ ...this.before, batches: [] });
		return Math.min(MOST_EVENT_BYTES, LARGEST_STATE_BYTES - SLACK_BYTES - remembered);
	}

	/** Whether it appeared after watching began. What is older than all that is recent was there, for all we know. */
	isNew({ promotionId, createdAt }: Listed): boolean {
		if (this.recent.has(promotionId)) return false;
		if (createdAt !== null) return hourOf(createdAt) >= this.recentSince;
		return this.recentSince !== NEVER && !this.isFull;
	}

	/** From now on it is not new. */
	know({ promotionId, createdAt }: Listed): void {
		this.recent.set(promotionId, createdAt === null ? UNKNOWN : hourOf(createdAt));
	}

	/** It is still new at the next poll. */
	postpone({ createdAt }: Listed): void {
		const hour = createdAt === null ? NEVER : hourOf(createdAt);
		if (hour < this.oldestWaiting) this.oldestWaiting = hour;
	}

	/** It is not followed any more. */
	drop(promotionId: string): void {
		const { counts = {}, countsFrom = 0 } = this.records.get(promotionId) ?? {};
		this.highestCount = Math.max(this.highestCount, countsFrom, ...Object.values(counts));
		this.records.delete(promotionId);
	}

	/** It is gone: if it comes back, it is new. */
	forget(promotionId: string): void {
		this.drop(promotionId);
		this.recent.delete(promotionId);
	}

	/** What does not fit are the records of the oldest promotions. */
	write(listing: Listing, { mark, poll, batches }: Pick<TriggerState, 'mark' | 'poll' | 'batches'>) {
		const { before, start, records, account } = this;
		const youngest = [...listing.values()].at(-1)?.createdAt ?? 0;
		const newest = Math.max(before?.newest ?? 0, youngest);
		const recentSince = this.trimRecent(listing, hourOf((before ? newest : Math.max(newest, start.now)) - DAY_MS));
		const recent: TriggerState['recent'] = {};
		for (const [id, hour] of this.recent) (recent[hour] ??= []).push(id);
		const overflows = this.trimRecords(LARGEST_STATE_BYTES - bytesOf([recent, batches]));
		const state: TriggerState = {
			version: STATE_VERSION,
			account,
			mark,
			poll,
			listed: listing.size || (before?.listed ?? 0),
			newest,
			recentSince,
			recent,
			records: Object.fromEntries(records),
			highestCount: this.highestCount,
			batches,
		};
		return { state, overflows };
	}

	/** Returns since when all are kept. */
	private trimRecent(listing: Listing, aDayAgo: string): string {
		const { recent, before, oldestWaiting } = this;
		let since = before && before.recentSince > aDayAgo ? before.recentSince : aDayAgo;
		if (oldestWaiting < since) since = oldestWaiting;
		const drop = (isDropped: (id: string, hour: string) => boolean) => {
			for (const [id, hour] of recent) if (isDropped(id, hour)) recent.delete(id);
		};
		drop((_, hour) => hour < since);
		if (recent.size > MOST_RECENT) drop((id, hour) => hour === UNKNOWN && !listing.has(id));
		drop((_, hour) => recent.size > MOST_RECENT && hour === UNKNOWN);
		while (recent.size > MOST_RECENT) {
			const oldest = [...recent.values()].reduce((a, b) => (a < b ? a : b));
			drop((_, hour) => hour === oldest);
			since = hourOf(Date.parse(`${oldest}:00Z`) + HOUR_MS);
		}
		return since;
	}

	/** Returns whether any had to go. */
	private trimRecords(room: number): boolean {
		const youngestFirst = [...this.records].sort(
			([, a], [, b]) => (b.createdAt ?? Infinity) - (a.createdAt ?? Infinity),
		);
		let count = 0;
		let bytes = 1024;
		let overflows = false;
		for (const [promotionId, record] of youngestFirst) {
			bytes += bytesOf([promotionId, record]);
			if (++count <= MOST_RECORDS && bytes <= room) continue;
			this.drop(promotionId);
			overflows = true;
		}
		return overflows;
	}
}

export const bytesOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));
