import type { ILoadOptionsFunctions, INodePropertyOptions } from 'n8n-workflow';
import { ServiceClient } from '../service/client';
import { promotionChoices } from '../service/locator';

export const loadOptions = {
	async getPromotions(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
		const client = await ServiceClient.open(this);
		return promotionChoices(await client.promotions(), this.getTimezone());
	},
};
