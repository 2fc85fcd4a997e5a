import type { IExecuteFunctions } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';
import { contactFile } from './contactFile';
import { checkFile } from './checkFile';
import { automaticContacts, checkItems } from './checkItems';
import { manualContacts } from './manualMapping';
import type { CheckedContacts, ContactCheckOptions } from './types';
import type { ItemContext } from '../itemContext';

export type ContactPlace = 'csvFile' | 'inputItems';

/** Reads and checks the contacts that the form of the node speaks of. Input items are all taken together. */
export async function checkedContacts(
	item: ItemContext,
	place: ContactPlace,
	options: ContactCheckOptions,
): Promise<CheckedContacts> {
	if (place === 'csvFile') {
		return await checkFile(contactFile(item), options);
	}
	const { context } = item;
	refuseExecuteOnce(context);
	const isManual = context.getNodeParameter('contactMapping', 0, 'automatic') === 'manual';
	const contacts = isManual ? manualContacts(context) : automaticContacts(context.getInputData(), options.references);
	return checkItems(contacts, options);
}

/** n8n cuts the input to its first item before the node runs, so the others would be lost without a word. */
function refuseExecuteOnce(context: IExecuteFunctions): void {
	if (context.getNode().executeOnce !== true) return;
	throw new NodeOperationError(context.getNode(), "'Execute Once' keeps only the first contact", {
		description: "Turn off 'Execute Once' in the settings of this node. It runs once for all items anyway.",
	});
}
