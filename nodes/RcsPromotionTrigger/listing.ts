import { isOver } from '../service/promotions';
import { timestampMs } from '../service/timestamps';
import type { Promotion } from '../service/types';
import { plainText, shortened } from '../service/values';

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
export function* readListing(promotions: readonly Promotion[]): Generator<void, Map<string, ListEntry>> {
	// Each status is judged once: of 100,000 promotions, most have the same.
	const overByStatus = new Map<string, boolean>();
	const all: ListEntry[] = [];
	for (const promotion of promotions) {
		yield;
		const [name, status] = [clipText(plainText(promotion.name)), clipText(plainText(promotion.status))];
		const hasEnded = overByStatus.get(status) ?? isOver(status);
		overByStatus.set(status, hasEnded);
		const created = timestampMs(promotion.createdDate) ?? undefined;
		all.push({ promotionId: promotion.promotionId, name, status, created, isOver: hasEnded, promotion });
	}
	all.sort((a, b) => (a.created ?? 0) - (b.created ?? 0));
	return new Map(all.map((listed) => [listed.promotionId, listed]));
}

/** Names and statuses are remembered and emitted up to this length. */
export const clipText = (text: string): string => shortened(text, 200);
