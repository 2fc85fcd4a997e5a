import type { INodeProperties } from 'n8n-workflow';
import { contactFields } from '../contacts/fields';
import { cardFields } from './cardFields';
import { launchOptions } from './options';

const sendField: INodeProperties = {
	displayName: 'Send',
	name: 'sendMode',
	type: 'options',
	noDataExpression: true,
	default: 'careful',
	description: 'Who gets messages when the workflow runs',
	builderHint: {
		propertyHint:
			"Keep 'careful': published workflows then reach everyone, tests 10 people at most, AI agents nobody. Choose 'always' only if the user asks for it; use 'dryRun' to check without sending.",
	},
	options: [
		{
			name: 'When Published: Everyone (Tests: Max 10)',
			value: 'careful',
			description: 'A published workflow sends to everyone. Tests in the editor reach at most 10 recipients.',
		},
		{
			name: 'Always Everyone',
			value: 'always',
			description: 'Tests in the editor and AI agents reach all recipients, too',
		},
		{ name: 'Never (Dry Run)', value: 'dryRun', description: 'Checks everything, sends nothing' },
	],
};

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
			description: 'A file in a binary field of the input; each input item makes its own launch',
		},
		{
			name: 'Input Items',
			value: 'inputItems',
			description: 'Each input item is a contact; all of them make one launch',
		},
		{
			name: 'Uploaded List',
			value: 'uploadedList',
			description: 'A contact list that the service already has; each input item makes its own launch',
		},
	],
};

const ofUploadedLists = { show: { recipients: ['uploadedList'] } };

const uploadedListFields: INodeProperties[] = [
	{
		displayName:
			'n8n cannot see the contacts of an uploaded list, so it cannot count them, check them, or leave any out.',
		name: 'uploadedListNotice',
		type: 'notice',
		default: '',
		displayOptions: ofUploadedLists,
	},
	{
		displayName: 'Name of the Uploaded List',
		name: 'targetListName',
		type: 'string',
		default: '',
		required: true,
		placeholder: 'e.g. Customers March',
		description: 'The contact list as it is named in the service',
		displayOptions: ofUploadedLists,
	},
];

const requiredText = (displayName: string, name: string, texts: Partial<INodeProperties>): INodeProperties => ({
	displayName,
	name,
	type: 'string',
	default: '',
	required: true,
	...texts,
});

const templateFields: INodeProperties[] = [
	requiredText('Promotion Name', 'promotionName', {
		placeholder: 'e.g. Spring Sale 2026-03-01',
		hint: 'To add the date, switch to Expression: Spring Sale {{ $today.toISODate() }}',
		description: "Must be unique in the service. If each run sends to one contact, add the contact's ID.",
	}),
	requiredText('Template Name', 'templateName', {
		placeholder: 'e.g. spring_sale',
		description: 'The approved RCS template, as it is named in the service',
	}),
	requiredText('Template ID', 'templateId', {
		placeholder: 'e.g. 6650f1c2a1',
		description: 'The ID of the approved template, as the service shows it',
	}),
	requiredText('Template Language', 'templateLanguage', {
		placeholder: 'e.g. en',
		description: 'The language code under which the template was approved',
	}),
];

const toolNotice: INodeProperties = {
	displayName:
		'This tool messages real people. Have a person approve each call: add a human review step to this tool in the AI Agent.',
	name: 'toolNotice',
	type: 'notice',
	default: '',
	displayOptions: { show: { '@tool': [true] } },
};

/** In the order in which one thinks of a campaign: whom, what, and whether it may go. */
export const launchFields: INodeProperties[] = [
	toolNotice,
	recipientsField,
	...contactFields,
	...uploadedListFields,
	...templateFields,
	...cardFields,
	sendField,
	launchOptions,
];
