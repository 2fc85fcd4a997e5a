import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { without } from '../../../service/values';
import { contactFields, contactOptionFields } from '../../contacts/fields';
import { checkedContacts } from '../../contacts/checkContacts';
import { readContactOptions } from '../../contacts/options';
import type { CheckResult, ContactPlace } from '../../contacts/types';
import type { ItemContext } from '../../itemContext';
import type { Operation } from '../operation';
import { optionsField } from '../sharedFields';

const recipientsField: INodeProperties = {
	displayName: 'Recipients',
	name: 'recipients',
	type: 'options',
	noDataExpression: true,
	default: 'inputItems',
	description: 'Where the contacts come from',
	options: [
		{
			name: 'CSV File',
			value: 'csvFile',
			description: 'A file in a binary field; each input item is checked on its own',
		},
		{ name: 'Input Items', value: 'inputItems', description: 'Each input item is a contact; all are checked together' },
	],
};

export const check: Operation = {
	name: 'Check',
	description: 'Check contacts as a launch would, without sending anything',
	action: 'Check contact list',
	writes: false,
	properties: [recipientsField, ...contactFields, optionsField(...contactOptionFields)],
	runsOnce: ({ form }) => form.choice('recipients') === 'inputItems',
	async execute(item) {
		const recipients = item.form.choice('recipients') as ContactPlace;
		if (recipients === 'csvFile') refuseFileOfTool(item);
		const options = readContactOptions(item);
		const { result } = await checkedContacts(item, recipients, { ...options, references: [] });
		return [{ json: row(result) }];
	},
};

/** A refusal is what was asked for here, so it is an output like any other. */
function row(checked: CheckResult): IDataObject {
	const { columnsUsed, preview, recipients, refusals, ...result } = without(checked, 'recipientsDigest');
	const { rows, ready, ...others } = recipients;
	return {
		ready: refusals.length === 0,
		columnsUsed,
		preview,
		recipients: { rows, ready, sent: 0, ...others },
		refusals,
		...result,
	};
}

function refuseFileOfTool(item: ItemContext): void {
	if (!item.isTool) return;
	throw item.refusal(
		'An AI agent has no file to hand over to this tool',
		"Set 'Recipients' to 'Input Items', or check the file in a workflow before the agent.",
	);
}
