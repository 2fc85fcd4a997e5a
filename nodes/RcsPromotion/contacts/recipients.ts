import type { INodeProperties } from 'n8n-workflow';
import type { ItemContext } from '../itemContext';
import { stopAtDifferences } from './sameForAll';
import type { RecipientsChoice } from './types';

const chosen = ({ form }: ItemContext) => form.choice('recipients') as RecipientsChoice;

/** Whether all input items make one list. */
export const isOneForAll = (item: ItemContext): boolean => chosen(item) === 'inputItems';

/** Where the contacts come from. If all items make one list, these fields must say the same for all of them. */
export async function recipientsOf(item: ItemContext, fields: INodeProperties[]): Promise<RecipientsChoice> {
	const recipients = chosen(item);
	if (recipients === 'inputItems') await stopAtDifferences(item.context, fields);
	if (recipients !== 'csvFile' || !item.isTool) return recipients;
	throw item.refusal(
		'An AI agent cannot provide a CSV file',
		"Set 'Recipients' to 'Input Items', or read the file in a workflow before the agent.",
	);
}
