import { optionsField, summaryOption } from '../../form/formFields';
import { promotionName } from '../../service/promotions';
import type { ItemContext } from '../itemContext';

export const summaryOptionsField = optionsField([summaryOption]);

export const isSummaryWanted = (item: ItemContext): boolean => item.form.collection('options').isAddedAndOn('summary');

/** The promotion's name, or its ID if the name cannot be read, because the figures matter more. */
export async function readPromotionTitle(item: ItemContext, promotionId: string): Promise<string> {
	const listed = await item.listPromotionsOrNone();
	const found = listed.find((promotion) => promotion.promotionId === promotionId);
	return (found && promotionName(found).trim()) || `Promotion ${promotionId}`;
}
