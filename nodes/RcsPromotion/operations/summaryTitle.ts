import { promotionName } from '../../service/promotions';
import { ONCE } from '../../service/retry';
import type { ItemContext } from '../itemContext';

export const wantsSummary = (item: ItemContext): boolean => item.form.collection('options').isOn('summary');

/** What people call the campaign. Its figures are worth more than its name, so a list that cannot be read is no reason to stop. */
export async function campaignTitle(item: ItemContext, promotionId: string): Promise<string> {
	const found = await item
		.listed(ONCE)
		.then(({ promotions }) => promotions.find((promotion) => promotion.promotionId === promotionId))
		.catch(() => undefined);
	return titleOf(promotionId, found ? promotionName(found) : '');
}

export const titleOf = (promotionId: string, name: string) => (name.trim() === '' ? `Promotion ${promotionId}` : name);
