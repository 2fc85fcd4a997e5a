import type { Listing } from './listing';
import type { TriggerState } from './state';

/** How many IDs are kept that the list no longer shows. */
const MOST_DELISTED = 20_000;

/** Every ID that was listed, and whether it was seen as over. Nothing else decides what is new: no creation time, and no clock. */
export class KnownIds {
	private readonly open: ReadonlySet<string>;
	private readonly ended: ReadonlySet<string>;

	constructor(state: TriggerState | undefined) {
		this.open = new Set(state?.open);
		this.ended = new Set(state?.ended);
	}

	isKnown(promotionId: string): boolean {
		return this.open.has(promotionId) || this.ended.has(promotionId);
	}

	wasOver(promotionId: string): boolean {
		return this.ended.has(promotionId);
	}

	mergeWith(listing: Listing): Pick<TriggerState, 'open' | 'ended'> {
		const delisted = (ids: ReadonlySet<string>) => [...ids].filter((promotionId) => !listing.has(promotionId));
		const [delistedOpen, delistedEnded] = [delisted(this.open), delisted(this.ended)];
		// If there are too many, the oldest are dropped. Each of the two lists may take at least half of the room.
		const ended = lastOf(delistedEnded, Math.max(MOST_DELISTED / 2, MOST_DELISTED - delistedOpen.length));
		const open = lastOf(delistedOpen, MOST_DELISTED - ended.length);
		for (const { promotionId, isOver } of listing.values()) {
			(isOver || this.wasOver(promotionId) ? ended : open).push(promotionId);
		}
		return { open, ended };
	}
}

const lastOf = (ids: string[], count: number) => ids.slice(Math.max(0, ids.length - count));
