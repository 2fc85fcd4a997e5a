import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';
import { checkOptionFields, contactFields } from '../../contacts/fields';
import { checkOptionsOf, contactsOf, type ContactPlace } from '../../contacts/fromContext';
import type { ContactReport } from '../../contacts/types';
import type { Operation, OperationRun } from '../operation';
import { isToolRun } from '../toolRun';

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
	runsOnce: (context) => context.getNodeParameter('source', 0) === 'inputItems',
	async execute(run, itemIndex) {
		const { context } = run;
		const source = context.getNodeParameter('source', 0) as ContactPlace;
		if (source === 'csvFile') refuseFileOfTool(run);
		const options = checkOptionsOf(context.getNodeParameter('options', itemIndex, {}), []);
		const { report } = await contactsOf(context, itemIndex, source, options);
		return [{ json: row(report) }];
	},
};

/** A refusal is what was asked for here, so it is an output like any other. */
function row({ recipientsDigest: _, ...report }: ContactReport): IDataObject {
	return { ready: report.refusals.length === 0, ...report };
}

function refuseFileOfTool({ context }: OperationRun): void {
	if (!isToolRun(context)) return;
	throw new NodeOperationError(context.getNode(), 'An AI agent has no file to hand over to this tool', {
		description: 'Set Source to Input Items, or check the file in a workflow before the agent.',
	});
}
