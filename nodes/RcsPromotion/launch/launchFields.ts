import type { INodeProperties } from 'n8n-workflow';
import { contactFields, recipientsField } from '../contacts/contactForm';
import { launchOptions, property } from './launchOptions';

/** Two fields of one name, because n8n drops the value of a hidden field: numbers for tests would be lost with each dry run. */
const testPhones = (sendMode: string, hint: string) =>
	property('Test Phones', 'testPhones', 'string', {
		// An expression could make a contact's number a test phone.
		noDataExpression: true,
		placeholder: 'e.g. +14155550132',
		hint,
		description:
			'Your own phone numbers, up to 10, separated by commas. Tests go to these phones only, filled in with the values of the first contacts. Without them, a test sends nothing.',
		builderHint: { propertyHint: "Only the user's own numbers. Never invent one, and never use a contact's number." },
		displayOptions: { show: { sendMode: [sendMode] } },
	});

const ofUploadedLists = { show: { recipients: ['uploadedList'] } };

const requiredText = (displayName: string, name: string, texts: Partial<INodeProperties>) =>
	property(displayName, name, 'string', { required: true, ...texts });

const variableFields: INodeProperties[] = [
	property('Filled With', 'source', 'options', {
		noDataExpression: true,
		default: 'text',
		description:
			'Text is the same for all contacts. Contact Field fills this variable with a value of each contact, such as the name.',
		options: [
			{ name: 'Contact Field', value: 'column', description: 'A value from each contact' },
			{ name: 'Text', value: 'text', description: 'The same for all contacts' },
		],
	}),
	property('Text', 'text', 'string', {
		description: "The same for all contacts. To use a value from each contact, choose 'Contact Field' instead.",
		displayOptions: { show: { source: ['text'] } },
	}),
	property('Field', 'column', 'options', {
		default: 'name',
		description:
			"Which value of the contact fills this variable. For a first name, choose Name, and set 'Name Field' to the field with the first name.",
		displayOptions: { show: { source: ['column'] } },
		options: [
			{
				name: 'Business Subscriber ID',
				value: 'businesssubscriberid',
				description: "Your provider's own ID for the contact, if your contacts have one",
			},
			{ name: 'Language', value: 'language', description: 'The language code of the contact' },
			{ name: 'Name', value: 'name', description: 'The name of the contact' },
			{ name: 'Phone', value: 'phone', description: 'The phone number of the contact' },
		],
	}),
];

const cardFields: INodeProperties[] = [
	property('Header Image URL', 'headerImageUrl', 'string', {
		placeholder: 'e.g. https://example.com/spring.jpg',
		description: 'Must be reachable by the service. Leave empty for a card without an image.',
	}),
	property('Variables', 'variables', 'fixedCollection', {
		placeholder: 'Add Variable',
		default: {},
		typeOptions: { multipleValues: true, sortable: true },
		description: 'In the order in which the template uses them',
		options: [{ displayName: 'Variable', name: 'variable', values: variableFields }],
	}),
];

/** First whether messages are sent, then who gets them and what they get. */
export const launchFields: INodeProperties[] = [
	property('Send To', 'sendMode', 'options', {
		noDataExpression: true,
		default: 'careful',
		description: 'Who gets messages when the workflow runs',
		builderHint: {
			propertyHint:
				"Keep 'careful': published workflows then reach everyone, tests only the numbers in testPhones. Choose 'always' only if the user asks for it; use 'dryRun' to check without sending.",
		},
		options: [
			{
				name: 'Everyone, When Published',
				value: 'careful',
				description: 'A published workflow sends to everyone. Tests in the editor reach only the test phones.',
			},
			{ name: 'Everyone, Always', value: 'always', description: 'Tests in the editor also send to all contacts' },
			{ name: 'Nobody (Dry Run)', value: 'dryRun', description: 'Checks everything, sends nothing' },
		],
	}),
	testPhones('careful', 'Without a number, a test in the editor sends nothing'),
	testPhones('dryRun', 'A dry run sends nothing. The numbers are kept for your tests.'),
	property('Every run now sends to all contacts, including tests in the editor.', 'alwaysNotice', 'notice', {
		displayOptions: { show: { sendMode: ['always'] } },
	}),
	recipientsField({
		name: 'Uploaded List',
		value: 'uploadedList',
		description: 'A contact list that the service already has; each input item makes its own launch',
	}),
	...contactFields,
	property(
		'n8n cannot see the contacts of an uploaded list, so it cannot count them, check them, or leave any out.',
		'uploadedListNotice',
		'notice',
		{ displayOptions: ofUploadedLists },
	),
	requiredText('Name of the Uploaded List', 'targetListName', {
		placeholder: 'e.g. Customers March',
		description: 'The name of the contact list in the service',
		displayOptions: ofUploadedLists,
	}),
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
	property('Cards', 'cardsMode', 'options', {
		noDataExpression: true,
		default: 'form',
		description: 'How the cards of the carousel are filled in',
		options: [
			{ name: 'Fill In Below', value: 'form' },
			{ name: 'JSON', value: 'json', description: 'For cards from another node, or a single card without a carousel' },
			{ name: 'None', value: 'none', description: 'For a template without cards' },
		],
	}),
	property('Card', 'cards', 'fixedCollection', {
		placeholder: 'Add Card',
		default: {},
		typeOptions: { multipleValues: true, sortable: true },
		description: 'In the same order as in the template',
		displayOptions: { show: { cardsMode: ['form'] } },
		options: [{ displayName: 'Card', name: 'card', values: cardFields }],
	}),
	property('Cards as JSON', 'cardsJson', 'json', {
		typeOptions: { rows: 10 },
		default: '[]',
		description:
			"The cards as the service documents them, or all components of the template, such as those in 'template' of an earlier launch. Leave empty for a template without cards.",
		displayOptions: { show: { cardsMode: ['json'] } },
	}),
	launchOptions,
];
