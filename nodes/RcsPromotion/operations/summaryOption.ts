import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { promotionName } from '../../service/promotions';
import { ONCE } from '../../service/retry';
import type { Summary } from '../../service/summary';
import { summaryHtml } from '../../service/summaryHtml';
import { summaryText } from '../../service/summaryText';
import type { ItemContext } from '../itemContext';

export const summaryOption: INodeProperties = {
	displayName: 'Summary',
	name: 'summary',
	type: 'boolean',
	default: false,
	description:
		'Whether to add a ready-made summary of the figures: summaryText for chats such as Slack, summaryHtml for emails',
};

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

export const summaryFields = (summary: Summary): IDataObject => ({
	summaryText: summaryText(summary),
	summaryHtml: summaryHtml(summary),
});
