import { answeredPromotionIds, named } from '../../service/promotions';
import type { Outcome } from '../../service/types';
import type { ItemContext } from '../itemContext';
import type { LaunchMemory } from './memory';
import type { SentLaunch } from './types';

/** A launch after it was sent. */
export interface Attempt {
	item: ItemContext;
	memory: LaunchMemory;
	sent: SentLaunch;
}

/** The promotion that the answer to a launch names; none if it names several. */
export function answeredPromotionId(outcome: Outcome): string | undefined {
	const [id, ...others] = answeredPromotionIds(outcome);
	return others.length === 0 ? id : undefined;
}

export interface LookResult {
	/** New promotions with this name that no other known launch explains. */
	newIds: string[];
	/** Whether the list could be read at least once. */
	couldRead: boolean;
	/** False if another of our launches has the same name and no known promotion ID, because the two cannot be told apart. */
	isSure: boolean;
}

/** Reads the list after each of these pauses (in ms) until it shows a new promotion with the launch's name. */
export async function look({ item, memory, sent }: Attempt, pausesMs: readonly number[]): Promise<LookResult> {
	let newIds: string[] = [];
	const couldRead = await item.client.lookInList(pausesMs, (promotions) => {
		// Asked each time, because the IDs of other launches may become known in the meantime.
		const known = memory.othersLike(sent);
		const ids = named(promotions, sent.promotionName).map(({ promotionId }) => promotionId);
		newIds = ids.filter((id) => !known.includes(id));
		return newIds.length > 0;
	});
	return { newIds, couldRead, isSure: memory.othersLike(sent).every((promotionId) => promotionId !== null) };
}
