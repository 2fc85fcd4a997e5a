import { promotionName } from '../../service/promotions';
import { ONCE } from '../../service/retry';
import { summaryOption } from '../../service/summary';
import type { ItemContext } from '../itemContext';
import { optionsField } from './sharedFields';

export const summaryOptionsField = optionsField(summaryOption);

export const wantsSummary = (item: ItemContext): boolean => item.form.collection('options').isOn('summary');

/** The campaign's name for a summary, or its ID if the list cannot be read: the figures matter more than the name. */
export async function campaignTitle(item: ItemContext, promotionId: string, known?: string): Promise<string> {
	const name = known ?? (await nameInList(item, promotionId).catch(() => ''));
	return name.trim() === '' ? `Promotion ${promotionId}` : name;
}

async function nameInList(item: ItemContext, promotionId: string): Promise<string> {
	const promotions = await item.listed(ONCE);
	const found = promotions.find((promotion) => promotion.promotionId === promotionId);
	return found ? promotionName(found) : '';
}
