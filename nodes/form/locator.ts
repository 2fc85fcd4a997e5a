import type { ILoadOptionsFunctions, INodeListSearchResult, INodePropertyOptions } from 'n8n-workflow';
import { DateTime } from 'luxon';
import { ServiceClient } from '../service/client';
import { newestFirst, promotionName, promotionState, type PromotionState } from '../service/promotions';
import { timestampMs } from '../service/timestamps';
import type { Promotion } from '../service/types';
import { normalizeText } from '../service/values';

/** The editor shows the chosen promotion by this label, so it must distinguish promotions with the same name. */
function describePromotion(promotion: Promotion, timezone: string): string {
	const created = timestampMs(promotion.createdDate);
	const status = typeof promotion.status === 'string' ? promotion.status.trim() : '';
	const date = created === null ? '' : DateTime.fromMillis(created, { zone: timezone }).toFormat('yyyy-MM-dd HH:mm');
	const details = [status, date].filter((detail) => detail !== '').join(', ');
	const name = promotionName(promotion) || promotion.promotionId;
	return details === '' ? name : `${name} (${details})`;
}

const LONGEST_LIST = 500;

/** The newest promotions, as choices for a list. */
function listChoices(promotions: Promotion[], timezone: string): Array<{ name: string; value: string }> {
	return newestFirst(promotions)
		.slice(0, LONGEST_LIST)
		.map((promotion) => ({ name: describePromotion(promotion, timezone), value: promotion.promotionId }));
}

function createSearch(states?: PromotionState[]) {
	return async function (this: ILoadOptionsFunctions, filter?: string): Promise<INodeListSearchResult> {
		const client = await ServiceClient.open(this);
		const wanted = normalizeText(filter);
		const eligible = (await client.promotions()).filter(
			(promotion) =>
				(states === undefined || states.includes(promotionState(promotion.status))) &&
				(normalizeText(promotion.name).includes(wanted) || normalizeText(promotion.promotionId).includes(wanted)),
		);
		return { results: listChoices(eligible, this.getTimezone()) };
	};
}

/** The searches behind the field Promotion. Stop and Cancel offer only promotions they may apply to. */
export const listSearch = {
	searchPromotions: createSearch(),
	searchActivePromotions: createSearch(['active']),
	searchCancellablePromotions: createSearch(['active', 'paused']),
};

/** The list behind the field Promotion Names or IDs. */
export const loadOptions = {
	async getPromotions(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
		const client = await ServiceClient.open(this);
		return listChoices(await client.promotions(), this.getTimezone());
	},
};
