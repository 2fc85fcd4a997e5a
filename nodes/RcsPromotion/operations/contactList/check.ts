import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { checkOptionFields, contactFields } from '../../contacts/fields';
import { checkOptionsOf, contactsOf, type ContactPlace } from '../../contacts/fromContext';
import type { ContactReport } from '../../contacts/types';
import type { ItemContext } from '../../itemContext';
import type { Operation } from '../operation';

const sourceField: INodeProperties = {
	displayName: 'Source',
	name: 'source',
	type: 'options',
	noDataExpression: true,
	default: 'csvFile',
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

const shownFor = (source: ContactPlace, fields: INodeProperties[]): INodeProperties[] =>
	fields.map((field) => ({
		...field,
		displayOptions: { ...field.displayOptions, show: { source: [source], ...field.displayOptions?.show } },
	}));

export const check: Operation = {
	name: 'Check',
	description: 'Look through contacts as a launch would, without sending anything',
	action: 'Check a contact list',
	writes: false,
	properties: [
		sourceField,
		...shownFor('csvFile', contactFields.csvFile),
		...shownFor('inputItems', contactFields.inputItems),
		{
			displayName: 'Options',
			name: 'options',
			type: 'collection',
			placeholder: 'Add Option',
			default: {},
			options: checkOptionFields('source'),
		},
	],
	runsOnce: (first) => first.parameter('source') === 'inputItems',
	async execute(item) {
		const source = item.parameter('source') as ContactPlace;
		if (source === 'csvFile') refuseFileOfTool(item);
		const options = checkOptionsOf(item.parameter('options', {}) as IDataObject, []);
		const { report } = await contactsOf(item, source, options);
		return [{ json: row(report) }];
	},
};

/** A refusal is what was asked for here, so it is an output like any other. */
function row({ recipientsDigest: _, ...report }: ContactReport): IDataObject {
	return { ready: report.refusals.length === 0, ...report };
}

function refuseFileOfTool(item: ItemContext): void {
	if (!item.isTool) return;
	throw item.refusal(
		'An AI agent has no file to hand over to this tool',
		'Set Source to Input Items, or check the file in a workflow before the agent.',
	);
}
