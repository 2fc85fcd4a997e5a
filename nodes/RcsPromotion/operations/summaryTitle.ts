import { promotionName } from '../../service/promotions';
import { summaryOption } from '../../service/summary';
import type { Promotion } from '../../service/types';
import type { ItemContext } from '../itemContext';
import { optionsField } from './sharedFields';

/** To add the option is to switch it on. */
export const summaryOptionsField = optionsField({ ...summaryOption, default: true });

export function wantsSummary(item: ItemContext): boolean {
	const options = item.form.collection('options');
	return options.has('summary') && options.isOn('summary');
}

/** The campaign's name for a summary, or its ID if the list cannot be read: the figures matter more than the name. */
export async function campaignTitle(item: ItemContext, promotionId: string, known?: Promotion): Promise<string> {
	const listed = known ? [known] : await item.listed().catch((): Promotion[] => []);
	const found = listed.find((promotion) => promotion.promotionId === promotionId);
	return (found && promotionName(found).trim()) || `Promotion ${promotionId}`;
}
