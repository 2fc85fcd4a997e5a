import { optionsField, summaryOption } from '../../form/formFields';
import { promotionName } from '../../service/promotions';
import type { ItemContext } from '../itemContext';

export const summaryOptionsField = optionsField([summaryOption]);

export const wantsSummary = (item: ItemContext): boolean => item.form.collection('options').isAdded('summary');

/** The campaign's name for a summary, or its ID if the list cannot be read: the figures matter more than the name. */
export async function campaignTitle(item: ItemContext, promotionId: string): Promise<string> {
	const listed = await item.listedNames();
	const found = listed.find((promotion) => promotion.promotionId === promotionId);
	return (found && promotionName(found).trim()) || `Promotion ${promotionId}`;
}
