import type { IDisplayOptions, INodeProperties } from 'n8n-workflow';
import { cardFields } from './cardFields';
import { launchOptions } from './optionFields';

const shownFor = (...recipients: string[]): IDisplayOptions => ({ show: { recipients } });

const sendField: INodeProperties = {
	displayName: 'Send',
	name: 'sendMode',
	type: 'options',
	noDataExpression: true,
	default: 'careful',
	description: 'When people really get messages. A dry run checks everything and shows what would be sent.',
	options: [
		{
			name: 'Live Runs in Full, Test Runs up to 10 Recipients',
			value: 'careful',
			description:
				'Started in the editor: up to 10 recipients get the message; with 11 or more, or by an AI agent, nobody does and you see what would be sent. Active workflows send in full.',
		},
		{
			name: 'Always',
			value: 'always',
			description: 'Also runs started in the editor or by an AI agent reach all recipients',
		},
		{ name: 'Never (Dry Run)', value: 'dryRun', description: 'Checks everything, sends nothing' },
	],
};

const recipientFields: INodeProperties[] = [
	{
		displayName: 'Recipients',
		name: 'recipients',
		type: 'options',
		noDataExpression: true,
		default: 'csvFile',
		description: 'Where the contacts come from',
		options: [
			{
				name: 'CSV File',
				value: 'csvFile',
				description: 'A file in a binary field of the input; each input item makes a launch of its own',
			},
			{
				name: 'Input Items',
				value: 'inputItems',
				description: 'Each input item is a contact; all of them make one launch',
			},
			{
				name: 'Uploaded List',
				value: 'uploadedList',
				description: 'A contact list that the service already has; each input item makes a launch of its own',
			},
		],
	},
	{
		displayName:
			'n8n cannot see the contacts of an uploaded list, so it cannot count or check them. Maximum Recipients does not apply.',
		name: 'uploadedListNotice',
		type: 'notice',
		default: '',
		displayOptions: shownFor('uploadedList'),
	},
	{
		displayName: 'Name of the Uploaded List',
		name: 'targetListName',
		type: 'string',
		default: '',
		required: true,
		placeholder: 'e.g. Customers March',
		description: 'The contact list as it is named in the service',
		displayOptions: shownFor('uploadedList'),
	},
	{
		displayName: 'Name for the New Contact List',
		name: 'targetListName',
		type: 'string',
		default: '',
		required: true,
		placeholder: 'e.g. Customers March',
		description: 'What the service shall call the contacts that are sent along',
		displayOptions: shownFor('csvFile', 'inputItems'),
	},
];

const templateFields: INodeProperties[] = [
	{
		displayName: 'Promotion Name',
		name: 'promotionName',
		type: 'string',
		default: '',
		required: true,
		placeholder: 'e.g. Spring Sale 2026-03-31',
		description: 'What the campaign is called in the service. A new name for each campaign keeps them apart.',
	},
	{
		displayName: 'Template Name',
		name: 'templateName',
		type: 'string',
		default: '',
		required: true,
		placeholder: 'e.g. spring_sale',
		description: 'The approved RCS template, as it is named in the service',
	},
	{
		displayName: 'Template ID',
		name: 'templateId',
		type: 'string',
		default: '',
		required: true,
		placeholder: 'e.g. 6650f1c2a1',
		description: 'The ID of the approved template, as the service shows it',
	},
	{
		displayName: 'Template Language',
		name: 'templateLanguage',
		type: 'string',
		default: '',
		required: true,
		placeholder: 'e.g. en',
		description: 'The language code under which the template was approved',
	},
];

const limitFields: INodeProperties[] = [
	{
		displayName: 'Maximum Recipients',
		name: 'maximumRecipients',
		type: 'number',
		typeOptions: { minValue: 0, numberPrecision: 0 },
		default: 1000,
		description: 'With more contacts nothing is sent. Counted after duplicates are removed; 0 means no limit.',
		displayOptions: shownFor('csvFile', 'inputItems'),
	},
	{
		displayName: 'Maximum Launches',
		name: 'maximumLaunches',
		type: 'number',
		typeOptions: { minValue: 1, numberPrecision: 0 },
		default: 1,
		description: 'How many campaigns this node may launch in one execution, over all items and rounds of a loop',
	},
];

const toolNotice: INodeProperties = {
	displayName:
		'Real people get messages by this tool. Let a person approve each call: add a human review step to this tool in the AI Agent.',
	name: 'toolNotice',
	type: 'notice',
	default: '',
	displayOptions: { show: { '@tool': [true] } },
};

/** In the order in which one thinks of a campaign: whom, what, how many at most, and what is special. */
export function launchFields(contactFields: {
	csvFile: INodeProperties[];
	inputItems: INodeProperties[];
}): INodeProperties[] {
	const [recipients, ...listFields] = recipientFields;
	return [
		toolNotice,
		sendField,
		...(recipients ? [recipients] : []),
		...contactFields.csvFile.map((field) => alsoShownFor('csvFile', field)),
		...contactFields.inputItems.map((field) => alsoShownFor('inputItems', field)),
		...listFields,
		...templateFields,
		...cardFields,
		...limitFields,
		launchOptions,
	];
}

const alsoShownFor = (recipients: string, field: INodeProperties): INodeProperties => ({
	...field,
	displayOptions: { ...field.displayOptions, show: { recipients: [recipients], ...field.displayOptions?.show } },
});
