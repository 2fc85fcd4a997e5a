import type { Listing } from './listing';
import type { TriggerState } from './state';

/** Of those that left the list. */
const MOST_LEFT = 20_000;

/** Every ID that was listed, and whether it was seen as over. Nothing else decides what is new: no creation time, and no clock. */
export class KnownIds {
	private readonly open: ReadonlySet<string>;
	private readonly ended: ReadonlySet<string>;

	constructor(before: TriggerState | undefined) {
		this.open = new Set(before?.open);
		this.ended = new Set(before?.ended);
	}

	isKnown(promotionId: string): boolean {
		return this.open.has(promotionId) || this.ended.has(promotionId);
	}

	/** From then on, another status is an old copy of the list. */
	hasEnded(promotionId: string): boolean {
		return this.ended.has(promotionId);
	}

	update(listing: Listing): Pick<TriggerState, 'open' | 'ended'> {
		const thatLeft = (ids: ReadonlySet<string>) => [...ids].filter((promotionId) => !listing.has(promotionId));
		const [open, ended] = [thatLeft(this.open), thatLeft(this.ended)];
		// Only if there are too many, the longest gone make way, and none of the shorter list for a longer one.
		const mostEnded = Math.max(MOST_LEFT / 2, MOST_LEFT - open.length);
		const lastEnded = ended.slice(Math.max(0, ended.length - mostEnded));
		const lastOpen = open.slice(Math.max(0, open.length - (MOST_LEFT - lastEnded.length)));
		for (const { promotionId, isOver } of listing.values()) {
			(isOver || this.hasEnded(promotionId) ? lastEnded : lastOpen).push(promotionId);
		}
		return { open: lastOpen, ended: lastEnded };
	}
}
