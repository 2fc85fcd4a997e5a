import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { contactFields, recipientsField } from '../contacts/contactFields';
import { cardFields } from './cardFields';
import { launchOptions } from './launchOptions';

const testPhonesField: INodeProperties = {
	displayName: 'Test Phones',
	name: 'testPhones',
	type: 'string',
	// An expression could make a contact's number a test phone.
	noDataExpression: true,
	default: '',
	placeholder: 'e.g. +14155550132',
	hint: 'Without a number, a test in the editor sends nothing',
	description:
		'Your own phone numbers, up to 10, separated by commas. Tests go to these phones only, filled in with the values of the first contacts. Without them, a test sends nothing.',
	builderHint: { propertyHint: "Only the user's own numbers. Never invent one, and never use a contact's number." },
};

const sendFields: INodeProperties[] = [
	{
		displayName: 'Send To',
		name: 'sendMode',
		type: 'options',
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
			{
				name: 'Everyone, Always',
				value: 'always',
				description: 'Tests in the editor also send to all contacts',
			},
			{ name: 'Nobody (Dry Run)', value: 'dryRun', description: 'Checks everything, sends nothing' },
		],
	},
	{ ...testPhonesField, displayOptions: { show: { sendMode: ['careful'] } } },
	// n8n drops the value of a hidden field, so numbers entered for tests would be lost with each dry run.
	{
		...testPhonesField,
		hint: 'A dry run sends nothing. The numbers are kept for your tests.',
		displayOptions: { show: { sendMode: ['dryRun'] } },
	},
	{
		displayName: 'Every run now sends to all contacts, including tests in the editor.',
		name: 'alwaysNotice',
		type: 'notice',
		default: '',
		displayOptions: { show: { sendMode: ['always'] } },
	},
];

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

/** First whether messages are sent, then who gets them and what they get. */
export const launchFields: INodeProperties[] = [
	...sendFields,
	recipientsField(uploadedList),
	...contactFields,
	...uploadedListFields,
	...templateFields,
	...cardFields,
	launchOptions,
];
