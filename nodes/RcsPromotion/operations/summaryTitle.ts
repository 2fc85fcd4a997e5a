import { promotionName } from '../../service/promotions';
import { ONCE } from '../../service/retry';
import { summaryOption } from '../../service/summary';
import type { ItemContext } from '../itemContext';
import { optionsField } from './sharedFields';

export const summaryOptionsField = optionsField(summaryOption);

export const wantsSummary = (item: ItemContext): boolean => item.form.collection('options').isOn('summary');

/** What people call the campaign, whose name may be known. Its figures are worth more, so a list that cannot be read is no reason to stop. */
export async function campaignTitle(item: ItemContext, promotionId: string, known?: string): Promise<string> {
	const name = known ?? (await nameInList(item, promotionId).catch(() => ''));
	return name.trim() === '' ? `Promotion ${promotionId}` : name;
}

async function nameInList(item: ItemContext, promotionId: string): Promise<string> {
	const { promotions } = await item.listed(ONCE);
	const found = promotions.find((promotion) => promotion.promotionId === promotionId);
	return found ? promotionName(found) : '';
}
