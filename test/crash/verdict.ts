import type { Delivery } from './sink';

export interface Kill {
	/** Whether it came when it was meant to; no other kind than that at the write of the state can miss. */
	hit: boolean;
	/** Whether the list had been asked for, and nothing of this life was delivered yet. */
	beforeDelivery: boolean;
}

interface Evidence {
	/** Every promotion that came to its end while watched. */
	completed: readonly string[];
	deliveries: readonly Delivery[];
	kills: readonly Kill[];
	say: (text: string) => void;
}

/** Half of the kills have to come where they hurt, else the run proves little. */
const SHARE_BEFORE_DELIVERY = 0.5;
/** Below this number the share is a matter of luck. */
const KILLS_FOR_A_SHARE = 10;

export function judge({ completed, deliveries, kills, say }: Evidence): boolean {
	const faults: string[] = [];
	const ids = new Map<string, string>();
	for (const { promotionId, event, eventId } of deliveries) {
		const before = ids.get(promotionId);
		if (before !== undefined && before !== eventId) faults.push(`${promotionId} was told under two ids`);
		ids.set(promotionId, eventId);
		if (event !== 'completed') faults.push(`${promotionId}: nobody asked for ${event}`);
		if (!completed.includes(promotionId)) faults.push(`${promotionId} was told but had not completed`);
	}
	for (const promotionId of completed) if (!ids.has(promotionId)) faults.push(`${promotionId} was never delivered`);
	if (new Set(ids.values()).size !== ids.size) faults.push('Two promotions share an id');
	for (const [index, { hit }] of kills.entries()) {
		if (!hit) faults.push(`Kill ${index + 1} was meant for the write of the state, which did not come`);
	}
	const hurting = kills.filter(({ beforeDelivery }) => beforeDelivery).length;
	if (kills.length >= KILLS_FOR_A_SHARE && hurting < SHARE_BEFORE_DELIVERY * kills.length) {
		faults.push(`Only ${hurting} of ${kills.length} kills came between list request and delivery`);
	}
	const repeats = deliveries.length - ids.size;
	const marked = deliveries.filter(({ redelivered }) => redelivered).length;
	say(
		`${completed.length} completed, ${ids.size} delivered, ${repeats} repeats with the same ids (${marked} deliveries marked as such); ${kills.length} kills, ${hurting} of them between list request and delivery`,
	);
	if (marked === 0) faults.push('Nothing had to be sent again, so the run proves little');
	for (const fault of faults) say(`Not good: ${fault}`);
	return faults.length === 0;
}
