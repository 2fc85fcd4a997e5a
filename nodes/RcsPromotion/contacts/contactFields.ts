import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { FIELD_KINDS, fieldLabel, type FieldKind } from './contact';
import { countryOptions } from './countries';
import { doNotContactField } from './doNotContact';

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

/** A file that is sent unchanged is not read. */
const ofReadContacts = {
	show: { recipients: ['csvFile', 'inputItems'] },
	hide: { '/options.sendFileUnchanged': [true] },
};

/** Dragging a field from the input into it inserts its name. */
const fieldName = (kind: FieldKind, more: Partial<INodeProperties>): INodeProperties => ({
	displayName: fieldLabel(kind),
	name: FIELD_KINDS[kind].parameter,
	type: 'string',
	default: '',
	requiresDataPath: 'single',
	...more,
});

/** The fields below Recipients that say where the contacts are, and how their numbers are written. */
export const contactFields: INodeProperties[] = [
	{
		displayName: 'Input Binary Field',
		name: 'binaryPropertyName',
		type: 'string',
		default: 'data',
		required: true,
		hint: 'The name of the input field containing the CSV file, as shown in the Binary tab of the input',
		description: 'The first row of the file must hold the names of its columns',
		displayOptions: { show: { recipients: ['csvFile'] } },
	},
	fieldName('phone', {
		required: true,
		placeholder: 'e.g. phone',
		hint: 'Drag the field with the phone numbers here. For a file, type the name of its column.',
		description:
			'The name of a field, not its value. If contacts have their number in different fields, name them all, separated by commas: the first one that is filled in is used.',
		displayOptions: ofReadContacts,
	}),
	fieldName('name', {
		placeholder: 'e.g. first_name',
		description: 'Only if the messages show a name: the field or column that holds it',
		displayOptions: ofReadContacts,
	}),
	{
		displayName: 'Country',
		name: 'country',
		type: 'options',
		default: '',
		description:
			'The country of phone numbers that do not begin with + or 00. Without it, such numbers cannot be used.',
		options: [{ name: 'All Numbers Begin With + or 00', value: '' }, ...countryOptions],
		displayOptions: ofReadContacts,
	},
];

export const moreFieldsOption: INodeProperties = {
	displayName: 'More Fields',
	name: 'moreFields',
	type: 'collection',
	placeholder: 'Add Field',
	default: {},
	description: 'Other values of each contact, and the fields or columns that hold them',
	displayOptions: { show: { '/recipients': ['csvFile', 'inputItems'] } },
	options: [
		fieldName('businesssubscriberid', {
			placeholder: 'e.g. subscriber_id',
			description: "The field with your provider's own ID for each contact",
		}),
		fieldName('country', {
			placeholder: 'e.g. country_code',
			description:
				"If contacts are from several countries: the field with each contact's country, as two letters such as US",
		}),
		fieldName('language', {
			placeholder: 'e.g. language',
			description: 'The field with the language code of each contact',
		}),
	],
};

export const encodingOption: INodeProperties = {
	displayName: 'Encoding',
	name: 'encoding',
	type: 'options',
	default: 'detect',
	description: 'If the letters of the CSV file cannot be read: how it was saved',
	displayOptions: { show: { '/recipients': ['csvFile'] } },
	options: [
		{ name: 'Detect Automatically', value: 'detect', description: 'UTF-8, or UTF-16 with a byte order mark' },
		{
			name: 'UTF-8, Otherwise Windows-1252',
			value: 'utf8OrWindows1252',
			description: 'For files from Excel and other programs in Western Europe, also ISO-8859-1',
		},
	],
};

/** How contacts are read, and who is left out. */
export const readingOptions: INodeProperties[] = [doNotContactField, encodingOption, moreFieldsOption];

export const checkContactsOption: INodeProperties = {
	displayName: 'Check Contacts',
	name: 'checkContacts',
	type: 'options',
	default: 'stop',
	description: 'When wrong phone numbers stop a launch. Those contacts never get a message.',
	displayOptions: { show: { '/recipients': ['csvFile', 'inputItems'] } },
	options: [
		{
			name: 'Leave Out Invalid',
			value: 'leaveOut',
			description: 'Everyone else gets the message, however many are left out',
		},
		{
			name: 'Stop if Many Look Wrong',
			value: 'stop',
			description:
				'Stops if at least three numbers, and more than 5%, look wrong; if at least three, and more than half, are landlines; or if everyone lacks a value that a text shows',
		},
	],
};
