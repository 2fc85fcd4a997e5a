import type { IDataObject } from 'n8n-workflow';
import type { EventName } from './form';
import type { Listed, Listing } from './listing';
import type { TriggerSettings } from './settings';

const STATE_VERSION = 1;

/** Everything that is remembered between polls, as plain, readable JSON. */
export interface TriggerState {
	version: number;
	/** The address and account ID that this state belongs to. Settings may change; they move promotions in and out of it. */
	account: string;
	/** The process that wrote this, and the number of its poll. Its list answer is the newest one processed. */
	mark: string;
	poll: number;
	/** How many promotions were in that answer. */
	listed: number;
	/** When the newest promotion ever listed was created; 0 if none had a time. */
	newest: number;
	/** Every known promotion created in this hour or later is in `recent`. One that is not in `recent` is new. */
	recentSince: string;
	/** IDs by hour of creation; IDs without a usable time are under "unknown". */
	recent: Record<string, string[]>;
	/** Followed promotions by ID: those not over, or still watched after completion. */
	records: Record<string, PromotionRecord>;
	/** The highest event count in any dropped record. New records count on from it, so that no eventId is used twice. */
	highestCount: number;
	batches: Batch[];
}

/** What is remembered about one followed promotion. Missing values are 0, false or unknown. */
export interface PromotionRecord {
	/** The first 100 characters as the service wrote them; the same for the status. */
	name: string;
	status: string;
	/** In milliseconds. */
	createdAt?: number;
	/** The figures at the last good read, in the order of COUNTERS. */
	counters?: number[];
	/** The counters at the last Counters Changed event, if it is chosen. */
	told?: number[];
	/** When its counters last changed, or it last became active, paused or over. At first, when it was first seen. */
	movedAt: number;
	/** When its status last changed while the trigger knew it. */
	statusAt?: number;
	/** When this trigger saw it complete. */
	completedAt?: number;
	/** Its first counters are compared with zero, because it appeared after watching began or had no statistics then. */
	startsFromZero?: boolean;
	/** Stalled was reported, or it has not moved since watching began. Stalled is not reported again until it moves. */
	stalled?: boolean;
	/** Final Figures Ready was reported. */
	settled?: boolean;
	/** When its statistics were last requested, and whether no answer came. "There are none" is an answer. */
	askedAt?: number;
	isUnanswered?: boolean;
	/** Good reads in a row with the same figures, including the one that first showed them; counted up to two. */
	quietReads?: number;
	/** Keys of thresholds that were crossed and are not armed again yet. */
	crossed?: string[];
	/** How often each event was reported, and the number that counting started from. */
	counts?: Partial<Record<EventName, number>>;
	countsFrom?: number;
	/** How many more good answers must lack it before it counts as gone. */
	absence?: number;
	/** It left the list because the list shows only the newest, so it does not count as gone. */
	madeRoom?: boolean;
}

/**
 * What one poll emitted. n8n saves the state before it creates the execution, so if the process dies in between, events are lost that
 * the state says were delivered. Until the same process polls again, they may not have arrived.
 */
export interface Batch {
	/** The marks of the processes that sent it, in order. Each sends it only once, so that several running processes do not keep repeating it. */
	sentBy: string[];
	/** The last poll started in the last of these processes when it sent this. A later poll proves that the process survived. */
	poll: number;
	at: number;
	items: IDataObject[];
}

/** The stored state; undefined if it has another version or belongs to another account. */
export function usableState(stored: TriggerState | undefined, account: string): TriggerState | undefined {
	return stored?.version === STATE_VERSION && stored.account === account ? stored : undefined;
}

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;
/** For example 2026-03-02T08. */
const hourOf = (time: number): string => new Date(time).toISOString().slice(0, 13);
const UNKNOWN = 'unknown';
/** These sort before and after all hours. */
const ALWAYS = '';
const NEVER = '~';

const MOST_RECENT = 4000;
const MOST_RECORDS = 1000;
/** n8n writes the state each time events are emitted, and older versions copy it into every execution. */
const LARGEST_STATE_BYTES = 256 * 1024;
/** One poll emits no more than this; the rest follows with the next poll. */
const MOST_EVENT_BYTES = 64 * 1024;
/** Spare room for what grows with the events of one poll. */
const SLACK_BYTES = 8 * 1024;

/** The state in a form for lookups by ID. Changes are made on a copy, which is written as a whole. */
export class Memory {
	readonly records: Map<string, PromotionRecord>;
	/** The hour of creation of each ID. */
	private readonly recent = new Map<string, string>();
	private readonly recentSince: string;
	private oldestWaiting = NEVER;
	/** There may have been no room for some IDs without a creation time, so a promotion without one does not count as new. */
	private readonly isFull: boolean;
	/** The number from which a new record counts on. */
	highestCount: number;

	/** @param before the result of `usableState` */
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

	/** How much room events may take in a poll. Events wait, so that no record has to be dropped for them. */
	get roomForEvents(): number {
		const remembered = bytesOf({ ...this.before, batches: [] });
		return Math.min(MOST_EVENT_BYTES, LARGEST_STATE_BYTES - SLACK_BYTES - remembered);
	}

	/** Whether it appeared after watching began. Anything older than the recent IDs is assumed to have been there before. */
	isNew({ promotionId, createdAt }: Listed): boolean {
		if (this.recent.has(promotionId)) return false;
		if (createdAt !== null) return hourOf(createdAt) >= this.recentSince;
		return this.recentSince !== NEVER && !this.isFull;
	}

	/** Marks it as known, so it is no longer new. */
	know({ promotionId, createdAt }: Listed): void {
		this.recent.set(promotionId, createdAt === null ? UNKNOWN : hourOf(createdAt));
	}

	/** Leaves it new for the next poll. */
	postpone({ createdAt }: Listed): void {
		const hour = createdAt === null ? NEVER : hourOf(createdAt);
		if (hour < this.oldestWaiting) this.oldestWaiting = hour;
	}

	/** Stops following it. */
	drop(promotionId: string): void {
		const { counts = {}, countsFrom = 0 } = this.records.get(promotionId) ?? {};
		this.highestCount = Math.max(this.highestCount, countsFrom, ...Object.values(counts));
		this.records.delete(promotionId);
	}

	/** Forgets it because it is gone: if it comes back, it is new. */
	forget(promotionId: string): void {
		this.drop(promotionId);
		this.recent.delete(promotionId);
	}

	/** The state to store. If it is too large, the records of the oldest promotions are dropped. */
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

	/** Drops old IDs. Returns the hour since which all IDs are kept. */
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

	/** Drops records that do not fit. Returns whether there were any. */
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
