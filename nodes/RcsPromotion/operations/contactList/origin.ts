import type { INodeProperties } from 'n8n-workflow';
import { refuseFileOfTool } from '../../contacts/request';
import type { ContactOrigin } from '../../contacts/types';
import type { ItemContext } from '../../itemContext';
import { stopAtDifferences } from '../../launch/sameForAll';

export const isFromItems = ({ form }: ItemContext): boolean => form.choice('recipients') === 'inputItems';

/** Where the contacts come from. If all items make one list, the form must say the same for all of them. */
export async function originOf(item: ItemContext, properties: INodeProperties[]): Promise<ContactOrigin> {
	if (isFromItems(item)) {
		await stopAtDifferences(item.context, properties);
		return 'inputItems';
	}
	refuseFileOfTool(item, 'csvFile');
	return 'csvFile';
}
