import { isFinal } from './record';
import type { Listed, Listing } from './listing';
import type { Conditions } from './settings';
import type { KnownPromotion, TriggerState } from './state';

const DAY_MS = 86_400_000;
const MOST_KNOWN = 20_000;

/** Tells what is new. */
export class Known {
	private readonly known: Map<string, KnownPromotion>;
	private readonly since: number;
	private readonly knowsThoseWithoutTime: boolean;
	/** Created from this time on, so that it is told from a new one by its ID alone. */
	private readonly recent: number;

	/** @param before the result of `usableState` */
	constructor(
		before: TriggerState | undefined,
		private readonly listing: Listing,
		private readonly conditions: Conditions,
	) {
		const { settings, now } = conditions;
		const youngest = [...listing.values()].at(-1)?.createdAt ?? 0;
		this.known = new Map(Object.entries(before?.known ?? {}));
		// Later than both, it comes from a clock that was ahead.
		const since = before && Math.min(before.since, Math.max(now, youngest));
		this.since = since ?? (settings.emitExisting ? -Infinity : Infinity);
		this.knowsThoseWithoutTime = before?.knowsThoseWithoutTime ?? settings.emitExisting;
		// A time that is later than now would make every newer promotion look old.
		this.recent = (before ? Math.min(youngest, now) : now) - DAY_MS;
	}

	/** Whether it appeared after watching began. What is older than everything known one by one is assumed to have been there before. */
	isNew({ promotionId, createdAt }: Listed): boolean {
		if (this.known.has(promotionId)) return false;
		return createdAt === null ? this.knowsThoseWithoutTime : createdAt >= this.since;
	}

	/** Whether it was seen as over, so that another status is an old copy of the list. */
	hasEnded(promotionId: string): boolean {
		return this.known.get(promotionId)?.ended !== undefined;
	}

	learn({ promotionId, createdAt, state }: Listed): void {
		const isRecent = createdAt === null || createdAt >= this.recent;
		const earlier = this.known.get(promotionId) ?? (isRecent ? {} : undefined);
		if (!earlier) return;
		// The end of what is older counts only if it was followed.
		const ended = earlier.ended ?? (isRecent && isFinal(state) ? this.conditions.now : undefined);
		this.known.set(promotionId, { created: createdAt ?? undefined, ended });
	}

	/** It is over, and has no record any more. */
	end(promotionId: string, created: number | undefined): void {
		this.known.set(promotionId, { created, ended: this.conditions.now });
	}

	/** It is gone: if it comes back, it is new. */
	forget(promotionId: string): void {
		this.known.delete(promotionId);
	}

	/** What to remember, and whether that is not all because there is too much. */
	toRemember() {
		const { recent, listing } = this;
		const { now } = this.conditions;
		const isNeeded = ({ created = Infinity, ended = -Infinity }: KnownPromotion) =>
			created >= recent || now - ended < DAY_MS;
		const needed = [...this.known].filter(([, one]) => isNeeded(one));
		// Those without a creation time that are no longer listed go first.
		const age = ([id, { created }]: [string, KnownPromotion]) => created ?? (listing.has(id) ? 0 : -1);
		if (needed.length > MOST_KNOWN) needed.sort((a, b) => age(b) - age(a));
		const dropped = needed.splice(MOST_KNOWN).filter(([id, { created }]) => created !== undefined || listing.has(id));
		const before = this.since === Infinity ? -Infinity : this.since;
		const since = dropped.reduce(
			(latest, [, { created = -Infinity }]) => Math.max(latest, created + 1),
			Math.max(before, recent),
		);
		// Until all of them fit in again, none without a time counts as new.
		const knowsThoseWithoutTime = dropped.every(([, { created }]) => created !== undefined);
		return { known: Object.fromEntries(needed), since, knowsThoseWithoutTime, isTooMuch: dropped.length > 0 };
	}
}
