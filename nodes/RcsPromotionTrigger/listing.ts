import { isOver } from '../service/promotions';
import { timestampMs } from '../service/timestamps';
import type { Promotion } from '../service/types';
import { plainText, shortened } from '../service/values';

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;
/** So many promotions are looked at before n8n may do its other work. */
export const PER_STEP = 500;

/** One promotion in a list answer, with what the trigger compares. */
export interface ListEntry {
	promotionId: string;
	/** Both as the service writes them, up to 200 characters. Empty if it does not say. */
	name: string;
	status: string;
	created?: number;
	isOver: boolean;
	promotion: Promotion;
}

/** One list answer, oldest first (those without a creation time before all), so that events come in this order. */
export type Listing = ReadonlyMap<string, ListEntry>;

export function* readListing(promotions: readonly Promotion[]): Generator<void, Listing> {
	// Each status is judged once: of 100,000 promotions, most have the same.
	const overByStatus = new Map<string, boolean>();
	const all: ListEntry[] = [];
	for (const promotion of promotions) {
		if (all.length % PER_STEP === 0) yield;
		const { promotionId, createdDate } = promotion;
		const [name, status] = [clipText(plainText(promotion.name)), clipText(plainText(promotion.status))];
		if (!overByStatus.has(status)) overByStatus.set(status, isOver(status));
		const created = timestampMs(createdDate) ?? undefined;
		all.push({ promotionId, name, status, created, isOver: overByStatus.get(status) === true, promotion });
	}
	all.sort((a, b) => (a.created ?? 0) - (b.created ?? 0));
	return new Map(all.map((listed) => [listed.promotionId, listed]));
}

/** Names and statuses are remembered and emitted up to this length. */
export const clipText = (text: string): string => shortened(text, 200);
