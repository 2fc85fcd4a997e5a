import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';
import { DateTime } from 'luxon';
import { ServiceClient } from './client';
import { promotionName, sorted } from './promotions';
import { promotionState, type PromotionState } from './status';
import { timestampMs } from './timestamps';
import type { Promotion } from './types';

/** The editor shows what was chosen by this name, so it must tell campaigns of the same name apart. */
export function promotionLabel(promotion: Promotion, timezone: string): string {
	const created = timestampMs(promotion.createdDate);
	const status = typeof promotion.status === 'string' ? promotion.status.trim() : '';
	const date = created === null ? '' : DateTime.fromMillis(created, { zone: timezone }).toFormat('yyyy-MM-dd HH:mm');
	const details = [status, date].filter((detail) => detail !== '').join(', ');
	const name = promotionName(promotion) || promotion.promotionId;
	return details === '' ? name : `${name} (${details})`;
}

const LONGEST_LIST = 500;

function searchAmong(states: PromotionState[] | undefined) {
	return async function (this: ILoadOptionsFunctions, filter?: string): Promise<INodeListSearchResult> {
		const client = await ServiceClient.open(this);
		const wanted = filter?.trim().toLowerCase() ?? '';
		const eligible = (await client.promotions()).filter(
			(promotion) =>
				(states === undefined || states.includes(promotionState(promotion.status))) &&
				(wanted === '' ||
					promotionName(promotion).toLowerCase().includes(wanted) ||
					promotion.promotionId.toLowerCase().includes(wanted)),
		);
		const newestFirst = sorted(eligible, { field: 'createdDate', direction: 'descending' }).slice(0, LONGEST_LIST);
		return {
			results: newestFirst.map((promotion) => ({
				name: promotionLabel(promotion, this.getTimezone()),
				value: promotion.promotionId,
			})),
		};
	};
}

/** The lists behind Promotion: what can be chosen is what the operation may be meant for. */
export const listSearch = {
	searchPromotions: searchAmong(undefined),
	searchActivePromotions: searchAmong(['active']),
	searchCancellablePromotions: searchAmong(['active', 'paused']),
};
