import { promotionName } from '../../service/promotions';
import type { Clock } from '../../service/retry';
import type { Promotion } from '../../service/types';
import { comparable } from '../../service/values';

export const sameName = (a: string, b: string) => comparable(a) === comparable(b);

export const named = (promotions: Promotion[], name: string): Promotion[] =>
	promotions.filter((promotion) => sameName(promotionName(promotion), name));

export interface Found {
	/** The IDs of promotions with this name that were not known before. */
	newIds: string[];
	/** Whether the list could be read at least once. */
	couldRead: boolean;
}

export interface Search {
	promotionName: string;
	/** Asked anew at each reading, as other launches of ours become known meanwhile. */
	isKnown: (promotionId: string) => boolean;
	/** Undefined when the list cannot be read at the moment. */
	list: () => Promise<Promotion[] | undefined>;
	clock: Pick<Clock, 'pause'>;
	/** Waits before each reading, in ms. */
	delaysMs: readonly number[];
}

/** Reads the list until it shows a new promotion of this name, or until it is of no use to go on. */
export async function findNew({ promotionName: name, isKnown, list, clock, delaysMs }: Search): Promise<Found> {
	let couldRead = false;
	for (const delay of delaysMs) {
		if (!(await clock.pause(delay))) break;
		const promotions = await list();
		if (!promotions) continue;
		couldRead = true;
		const newIds = named(promotions, name)
			.map(({ promotionId }) => promotionId)
			.filter((id) => !isKnown(id));
		if (newIds.length > 0) return { newIds: [...new Set(newIds)], couldRead };
	}
	return { newIds: [], couldRead };
}
