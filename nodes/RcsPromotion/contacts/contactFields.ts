import type { ILoadOptionsFunctions, INodeProperties, ResourceMapperFields } from 'n8n-workflow';
import { contactColumns, type ContactColumn } from './types';

const ofFiles = { show: { recipients: ['csvFile'] } };
const ofItems = { show: { recipients: ['inputItems'] } };

/** The fields that say where contacts are, below the field Recipients. */
export const contactFields: INodeProperties[] = [
	{
		displayName: 'Input Binary Field',
		name: 'binaryPropertyName',
		type: 'string',
		default: 'data',
		required: true,
		hint: 'The name of the input field containing the CSV file, as shown in the Binary tab of the input',
		description:
			'The file needs a header row with a phone column, plus name, language and businesssubscriberid if the template uses them',
		displayOptions: ofFiles,
	},
	{
		displayName: 'Contact Mapping',
		name: 'contactMapping',
		type: 'options',
		noDataExpression: true,
		default: 'automatic',
		description: 'How n8n finds the phone, name and language in your data',
		options: [
			{
				name: 'Automatic',
				value: 'automatic',
				description: 'By their usual names, such as Mobile, phone_number or properties.firstname',
			},
			{ name: 'Manual', value: 'manual', description: 'You choose a field for each column' },
		],
		displayOptions: ofItems,
	},
	{
		displayName: 'Drag a field of the input into each box that you need. Only Phone is required.',
		name: 'columnsNotice',
		type: 'notice',
		default: '',
		displayOptions: { show: { ...ofItems.show, contactMapping: ['manual'] } },
	},
	{
		displayName: 'Columns',
		name: 'columns',
		type: 'resourceMapper',
		noDataExpression: true,
		default: { mappingMode: 'defineBelow', value: null },
		required: true,
		description: 'Drag a field of the input items into each column that you need',
		typeOptions: {
			resourceMapper: {
				resourceMapperMethod: 'contactColumns',
				mode: 'map',
				fieldWords: { singular: 'column', plural: 'columns' },
				addAllFields: true,
				multiKeyMatch: false,
				supportAutoMap: false,
			},
		},
		displayOptions: { show: { ...ofItems.show, contactMapping: ['manual'] } },
	},
];

const optionOfContacts = { show: { '/recipients': ['csvFile', 'inputItems'] } };
const optionOfFiles = { show: { '/recipients': ['csvFile'] } };

/** What a launch and a check may be told about contacts, in the order of their labels. */
export const contactOptionFields: INodeProperties[] = [
	{
		displayName: 'Check Contacts',
		name: 'checkContacts',
		type: 'options',
		default: 'warn',
		description: 'What happens when contacts look wrong',
		displayOptions: optionOfContacts,
		options: [
			{
				name: 'Leave Out Invalid',
				value: 'leaveOut',
				description: 'Contacts with a wrong or missing phone number get nothing; everyone else gets the message',
			},
			{ name: 'Report Only', value: 'off', description: 'Sends whatever can be sent and lists what was found' },
			{
				name: 'Stop if Many Look Wrong',
				value: 'warn',
				description: 'Stops when more than 5% of the contacts or the list as a whole look wrong',
			},
			{ name: 'Strict', value: 'strict', description: 'One wrong phone number or duplicate stops the launch' },
		],
	},
	{
		displayName: 'Country',
		name: 'country',
		type: 'string',
		default: '',
		placeholder: 'e.g. US',
		description:
			"Two-letter code of the country that phone numbers without a country code belong to, unless the contact has a field with its own country. Used to compare numbers, and to add the code when 'Phone Format' is 'International'.",
		displayOptions: optionOfContacts,
	},
	{
		displayName: 'Delimiter',
		name: 'delimiter',
		type: 'options',
		default: 'auto',
		description: 'What separates the columns of the CSV file when it is read',
		displayOptions: optionOfFiles,
		options: [
			{ name: 'Comma', value: 'comma' },
			{ name: 'Detect Automatically', value: 'auto' },
			{ name: 'Semicolon', value: 'semicolon' },
			{ name: 'Tab', value: 'tab' },
		],
	},
	{
		displayName: 'Do Not Contact',
		name: 'doNotContact',
		type: 'string',
		typeOptions: { rows: 3 },
		default: '',
		placeholder: "e.g. {{ $('Opt-outs').all().map(item => item.json.phone) }}",
		description:
			"Phone numbers that must not get a message: one per line, separated by commas, or an expression that returns a list. Numbers without a country code need the option 'Country'. Cannot be used with an uploaded list.",
	},
	{
		displayName: 'Normalize File',
		name: 'normalizeFile',
		type: 'boolean',
		default: true,
		description:
			'Whether to convert the CSV file to UTF-8 with commas and the column names of the service, if it is not already',
		displayOptions: optionOfFiles,
	},
	{
		displayName: 'Phone Format',
		name: 'phoneFormat',
		type: 'options',
		default: 'asIs',
		description: 'How phone numbers are sent',
		displayOptions: optionOfContacts,
		options: [
			{ name: 'As Is', value: 'asIs' },
			{
				name: 'International',
				value: 'international',
				description: "Like +14155550132. Numbers without a country code need the option 'Country'.",
			},
		],
	},
	{
		displayName: 'Remove Duplicates',
		name: 'removeDuplicates',
		type: 'boolean',
		default: true,
		description: 'Whether to keep only the first of several contacts with the same phone number',
		displayOptions: optionOfContacts,
	},
];

const labels: Record<ContactColumn, string> = {
	phone: 'Phone',
	name: 'Name',
	language: 'Language',
	businesssubscriberid: 'Business Subscriber ID',
};

/** The columns of the resource mapper: always these, so nothing is loaded. */
async function loadContactColumns(this: ILoadOptionsFunctions): Promise<ResourceMapperFields> {
	const order = [...contactColumns].sort((a, b) => Number(b === 'phone') - Number(a === 'phone'));
	return {
		fields: order.map((column) => ({
			id: column,
			displayName: labels[column],
			required: column === 'phone',
			defaultMatch: false,
			canBeUsedToMatch: false,
			display: true,
			type: 'string',
		})),
	};
}

export const resourceMapping = { contactColumns: loadContactColumns };
