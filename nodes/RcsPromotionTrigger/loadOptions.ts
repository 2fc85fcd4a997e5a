import type { ILoadOptionsFunctions, INodePropertyOptions } from 'n8n-workflow';
import { ServiceClient } from '../service/client';
import { promotionLabel } from '../service/locator';
import { sorted } from '../service/promotions';

const LONGEST_LIST = 500;

export const loadOptions = {
	async getPromotions(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
		const client = await ServiceClient.open(this);
		const newestFirst = sorted(await client.promotions(), { field: 'createdDate', direction: 'descending' });
		return newestFirst.slice(0, LONGEST_LIST).map((promotion) => ({
			name: promotionLabel(promotion, this.getTimezone()),
			value: promotion.promotionId,
		}));
	},
};
