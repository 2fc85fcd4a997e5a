import type { Clock } from '../../service/retry';
import { promotionName } from '../../service/promotions';
import type { Promotion } from '../../service/types';

export const sameName = (a: string, b: string) => a.trim().toLowerCase() === b.trim().toLowerCase();

export const named = (promotions: Promotion[], name: string): Promotion[] =>
	promotions.filter((promotion) => sameName(promotionName(promotion), name));

export interface Sight {
	/** The IDs of promotions with this name that were not listed before. */
	newIds: string[];
	/** Whether the list could be read at least once. */
	couldRead: boolean;
}

export interface Look {
	promotionName: string;
	listedBefore: readonly string[];
	/** Undefined when the list cannot be read at the moment. */
	list: () => Promise<Promotion[] | undefined>;
	clock: Pick<Clock, 'pause'>;
	/** Waits before each reading, in ms. */
	delaysMs: readonly number[];
}

/** Reads the list until it shows a new promotion of this name, or until it is of no use to go on. */
export async function lookForNew({ promotionName: name, listedBefore, list, clock, delaysMs }: Look): Promise<Sight> {
	let couldRead = false;
	for (const delay of delaysMs) {
		if (!(await clock.pause(delay))) break;
		const promotions = await list();
		if (!promotions) continue;
		couldRead = true;
		const newIds = named(promotions, name)
			.map(({ promotionId }) => promotionId)
			.filter((id) => !listedBefore.includes(id));
		if (newIds.length > 0) return { newIds: [...new Set(newIds)], couldRead };
	}
	return { newIds: [], couldRead };
}
