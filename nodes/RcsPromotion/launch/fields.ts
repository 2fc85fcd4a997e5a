import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { contactFields } from '../contacts/fields';
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
			description: 'A published workflow sends to everyone. Tests in the editor reach at most 10 contacts.',
		},
		{
			name: 'Always Everyone',
			value: 'always',
			description: 'Tests in the editor and AI agents reach all contacts, too',
		},
		{ name: 'Never (Dry Run)', value: 'dryRun', description: 'Checks everything, sends nothing' },
	],
};

const alwaysNotice: INodeProperties = {
	displayName: 'Every run now sends to all contacts, including tests in the editor.',
	name: 'alwaysNotice',
	type: 'notice',
	default: '',
	displayOptions: { show: { sendMode: ['always'] } },
};

/** Where the contacts of a launch or of a check come from. */
export const recipientsField = (...more: INodePropertyOptions[]): INodeProperties => ({
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
			description: 'A file in a binary field of the input; each input item makes its own contact list',
		},
		{
			name: 'Input Items',
			value: 'inputItems',
			description: 'Each input item is a contact; all of them make one contact list',
		},
		...more,
	],
});

const uploadedList: INodePropertyOptions = {
	name: 'Uploaded List',
	value: 'uploadedList',
	description: 'A contact list that the service already has; each input item makes its own launch',
};

const requiredText = (displayName: string, name: string, texts: Partial<INodeProperties>): INodeProperties => ({
	displayName,
	name,
	type: 'string',
	default: '',
	required: true,
	...texts,
});

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
	requiredText('Name of the Uploaded List', 'targetListName', {
		placeholder: 'e.g. Customers March',
		description: 'The name of the contact list in the service',
		displayOptions: ofUploadedLists,
	}),
];

const templateFields: INodeProperties[] = [
	requiredText('Promotion Name', 'promotionName', {
		placeholder: 'e.g. Spring Sale 2026-03-01',
		hint: 'To add the date, choose Expression and type: Spring Sale {{ $today.toISODate() }}',
		description: "Must be unique in the service. If each run sends to one contact, add the contact's ID.",
	}),
	requiredText('Template Name', 'templateName', {
		placeholder: 'e.g. spring_sale',
		description: 'The name of the approved RCS template in the service',
	}),
	requiredText('Template ID', 'templateId', {
		placeholder: 'e.g. 6650f1c2a1',
		description: 'The ID of the approved template, as the service shows it',
	}),
	requiredText('Template Language', 'templateLanguage', {
		placeholder: 'e.g. en',
		description: 'The language code that the template was approved with',
	}),
];

const variableFields: INodeProperties[] = [
	{
		displayName: 'Filled With',
		name: 'source',
		type: 'options',
		noDataExpression: true,
		default: 'text',
		description:
			'Text is the same for all contacts. Contact Field fills this variable with a value of each contact, such as the name.',
		options: [
			{ name: 'Contact Field', value: 'column', description: 'A value from each contact' },
			{ name: 'Text', value: 'text', description: 'The same for all contacts' },
		],
	},
	{
		displayName: 'Text',
		name: 'text',
		type: 'string',
		default: '',
		description: "The same for all contacts. To use a value from each contact, choose 'Contact Field' instead.",
		displayOptions: { show: { source: ['text'] } },
	},
	{
		displayName: 'Contact Field',
		name: 'column',
		type: 'options',
		default: 'name',
		description:
			'Which value of the contact fills this variable. For a first name, choose Name and map the first name to it.',
		displayOptions: { show: { source: ['column'] } },
		options: [
			[
				'Business Subscriber ID',
				'businesssubscriberid',
				"Your provider's own ID for the contact, if your contacts have one",
			],
			['Language', 'language', 'The language code of the contact'],
			['Name', 'name', 'The name of the contact'],
			['Phone', 'phone', 'The phone number of the contact'],
		].map(([name = '', value = '', description]) => ({ name, value, description })),
	},
];

/** What fills the template: cards with their images and variables. */
const cardFields: INodeProperties[] = [
	{
		displayName: 'Cards',
		name: 'cardsMode',
		type: 'options',
		noDataExpression: true,
		default: 'form',
		description: 'How the cards of the carousel are filled in',
		options: [
			{ name: 'Fill In Below', value: 'form' },
			{ name: 'JSON', value: 'json', description: 'For cards that come from another node' },
			{ name: 'None', value: 'none', description: 'For a template without cards' },
		],
	},
	{
		displayName: 'Card',
		name: 'cards',
		type: 'fixedCollection',
		placeholder: 'Add Card',
		default: {},
		typeOptions: { multipleValues: true, sortable: true },
		description: 'In the same order as in the template',
		displayOptions: { show: { cardsMode: ['form'] } },
		options: [
			{
				displayName: 'Card',
				name: 'card',
				values: [
					{
						displayName: 'Header Image URL',
						name: 'headerImageUrl',
						type: 'string',
						default: '',
						placeholder: 'e.g. https://example.com/spring.jpg',
						description: 'Must be reachable by the service. Leave empty for a card without an image.',
					},
					{
						displayName: 'Variables',
						name: 'variables',
						type: 'fixedCollection',
						placeholder: 'Add Variable',
						default: {},
						typeOptions: { multipleValues: true, sortable: true },
						description: 'In the order in which the template uses them',
						options: [{ displayName: 'Variable', name: 'variable', values: variableFields }],
					},
				],
			},
		],
	},
	{
		displayName: 'Cards as JSON',
		name: 'cardsJson',
		type: 'json',
		typeOptions: { rows: 10 },
		default: '[]',
		description: 'The array of cards as the service documents it, each with card_index and components',
		displayOptions: { show: { cardsMode: ['json'] } },
	},
];

const toolNotice: INodeProperties = {
	displayName:
		'This tool messages real people. Have a person approve each call: add a human review step to this tool in the AI Agent.',
	name: 'toolNotice',
	type: 'notice',
	default: '',
	displayOptions: { show: { '@tool': [true] } },
};

/** First whether messages are sent, then who gets them and what they get. */
export const launchFields: INodeProperties[] = [
	toolNotice,
	sendField,
	alwaysNotice,
	recipientsField(uploadedList),
	...contactFields,
	...uploadedListFields,
	...templateFields,
	...cardFields,
	launchOptions,
];
