import { isFinal } from '../service/promotions';
import { DAY_MS, type ListEntry, type Listing } from './listing';
import type { Conditions } from './settings';
import type { KnownPromotion, TriggerState } from './state';

const MOST_KNOWN = 20_000;

type Entry = [promotionId: string, KnownPromotion];

/** Tells what is new. */
export class Known {
	private readonly known: Map<string, KnownPromotion>;
	/** Created from this time on, so that it is told from a new one by its ID alone. */
	private readonly recent: number;
	private readonly since: number;

	/** @param before the result of `usableState` */
	constructor(
		private readonly before: TriggerState | undefined,
		private readonly listing: Listing,
		private readonly conditions: Conditions,
	) {
		const { now } = conditions;
		const youngest = [...listing.values()].at(-1)?.created ?? 0;
		this.known = new Map(Object.entries(before?.known ?? {}));
		// A time that is later than now would make every newer promotion look old.
		this.recent = (before ? Math.min(youngest, now) : now) - DAY_MS;
		// Later than both, it comes from a clock that was ahead.
		this.since = before ? Math.min(before.since, Math.max(now, youngest)) : this.recent;
	}

	/** Whether it appeared after watching began. What is older than everything known one by one is assumed to have been there before. */
	isNew({ promotionId, created }: ListEntry): boolean {
		if (!this.before) return this.conditions.settings.emitExisting;
		const known = this.known.get(promotionId);
		if (known) return known.goneAt !== undefined;
		return created === undefined ? !this.before.forgets : created >= this.since;
	}

	/** Whether it was seen as over, so that another status is an old copy of the list. */
	hasEnded(promotionId: string): boolean {
		return this.known.get(promotionId)?.endedAt !== undefined;
	}

	learn({ promotionId, created, status }: ListEntry): void {
		const isRecent = created === undefined || created >= this.recent;
		// The end of what is older counts only if it was followed.
		const endsNow = isRecent && isFinal(status) ? this.conditions.now : undefined;
		const endedAt = this.known.get(promotionId)?.endedAt ?? endsNow;
		this.known.set(promotionId, { created, endedAt });
	}

	/** It has no record any more, because it is over, or because it is gone: then it is new if it comes back. */
	dismiss(promotionId: string, created: number | undefined, since: 'endedAt' | 'goneAt'): void {
		this.known.set(promotionId, { created, [since]: this.conditions.now });
	}

	toRemember(): Pick<TriggerState, 'known' | 'since' | 'forgets'> {
		const { recent, listing, conditions } = this;
		const isNeeded = ({ created = Infinity, endedAt, goneAt = endedAt ?? -Infinity }: KnownPromotion) =>
			created >= recent || conditions.now - goneAt < DAY_MS;
		const needed = [...this.known].filter(([, one]) => isNeeded(one));
		// Those without a creation time that are no longer listed go first.
		const age = ([id, { created }]: Entry) => created ?? (listing.has(id) ? 0 : -1);
		needed.sort((a, b) => age(b) - age(a));
		const dropped = needed.splice(MOST_KNOWN).filter((entry) => age(entry) >= 0);
		const [, youngestDropped] = dropped[0] ?? [];
		const since = Math.max(this.since, recent, (youngestDropped?.created ?? 0) + 1);
		return { known: Object.fromEntries(needed), since, forgets: dropped.length > 0 };
	}
}
