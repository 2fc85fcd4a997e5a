import type { ListEntry, Listing } from './listing';
import type { TriggerState } from './state';

/** How many IDs are kept that the list no longer shows. */
const MOST_MISSING = 20_000;

/** Every ID that was listed, and whether it was seen as over. Nothing else decides what is new: no creation time, and no clock. */
export class KnownIds {
	private readonly open: ReadonlySet<string>;
	readonly over: ReadonlySet<string>;

	constructor(state: TriggerState | undefined) {
		this.open = new Set(state?.open);
		this.over = new Set(state?.over);
	}

	isKnown(promotionId: string): boolean {
		return this.open.has(promotionId) || this.over.has(promotionId);
	}

	/** @param isReadable whether enough is listed of it to say whether it is watched */
	mergeWith(listing: Listing, isReadable: (listed: ListEntry) => boolean): Pick<TriggerState, 'open' | 'over'> {
		const missing = (ids: ReadonlySet<string>) => [...ids].filter((promotionId) => !listing.has(promotionId));
		const [missingOpen, missingOver] = [missing(this.open), missing(this.over)];
		// The oldest are dropped. Half of the room is for those that are over, or more if the open ones need less.
		const over = lastOf(missingOver, Math.max(MOST_MISSING / 2, MOST_MISSING - missingOpen.length));
		const open = lastOf(missingOpen, MOST_MISSING - over.length);
		for (const listed of listing.values()) {
			const { promotionId, isOver } = listed;
			if (!this.isKnown(promotionId) && !isReadable(listed)) continue;
			// Once over, always over.
			(isOver || this.over.has(promotionId) ? over : open).push(promotionId);
		}
		return { open, over };
	}
}

const lastOf = (ids: string[], count: number) => ids.slice(Math.max(0, ids.length - count));
