/** What a status text means to us. The document names three words; every other text is a campaign under way. */
export type PromotionState = 'active' | 'paused' | 'completed' | 'cancelled';

const NAMED = new Map<string, PromotionState>([
	['completed', 'completed'],
	['cancelled', 'cancelled'],
	['stopped', 'paused'],
]);

export const normalizedStatus = (status: unknown): string =>
	typeof status === 'string' ? status.trim().toLowerCase() : '';

export const promotionState = (status: unknown): PromotionState => NAMED.get(normalizedStatus(status)) ?? 'active';
