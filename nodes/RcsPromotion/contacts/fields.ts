import type { ILoadOptionsFunctions, INodeProperties, ResourceMapperFields } from 'n8n-workflow';
import { contactColumns, type ContactColumn } from './types';

/** The fields that say where contacts are, for each of the two places. */
export const contactFields: { csvFile: INodeProperties[]; inputItems: INodeProperties[] } = {
	csvFile: [
		{
			displayName: 'Input Binary Field',
			name: 'binaryPropertyName',
			type: 'string',
			default: 'data',
			required: true,
			hint: 'The name of the input field containing the CSV file, as the Binary tab of the input shows it',
			description:
				'The file has a header row with the column phone, and, as the template needs them, name, language and businesssubscriberid',
		},
	],
	inputItems: [
		{
			displayName: 'Contact Mapping',
			name: 'contactMapping',
			type: 'options',
			noDataExpression: true,
			default: 'automatic',
			description: 'How the fields of the input items are found that hold phone, name and so on',
			options: [
				{
					name: 'Automatic',
					value: 'automatic',
					description: 'By their usual names, such as Phone, mobilephone or properties.firstname',
				},
				{ name: 'Manual', value: 'manual', description: 'You choose a field for each column' },
			],
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
			displayOptions: { show: { contactMapping: ['manual'] } },
		},
	],
};

/** The options of the check, for a form whose field `source` says where the contacts are. */
export function checkOptionFields(source: string): INodeProperties[] {
	const contacts = { show: { [`/${source}`]: ['csvFile', 'inputItems'] } };
	const file = { show: { [`/${source}`]: ['csvFile'] } };
	return [
		{
			displayName: 'Check Contacts',
			name: 'checkContacts',
			type: 'options',
			default: 'warn',
			description: 'What is done about contacts that look wrong',
			displayOptions: contacts,
			options: [
				{ name: 'Only Tell', value: 'off', description: 'Sends whatever can be sent, and lists what was found' },
				{ name: 'Strict', value: 'strict', description: 'One odd phone number or duplicate stops the launch' },
				{ name: 'Warn', value: 'warn', description: 'Stops when the list as a whole looks wrong, and tells the rest' },
			],
		},
		{
			displayName: 'Delimiter',
			name: 'delimiter',
			type: 'options',
			default: 'auto',
			description: 'What separates the columns of the CSV file when it is read',
			displayOptions: file,
			options: [
				{ name: 'Comma', value: 'comma' },
				{ name: 'Detect Automatically', value: 'auto' },
				{ name: 'Semicolon', value: 'semicolon' },
				{ name: 'Tab', value: 'tab' },
			],
		},
		{
			displayName: 'Normalize File',
			name: 'normalizeFile',
			type: 'boolean',
			default: false,
			description:
				'Whether to send the CSV file in UTF-8, separated by commas and with the column names the service knows',
			displayOptions: file,
		},
		{
			displayName: 'Remove Duplicates',
			name: 'removeDuplicates',
			type: 'boolean',
			default: true,
			description: 'Whether to keep only the first of several contacts with the same phone number',
			displayOptions: contacts,
		},
	];
}

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
