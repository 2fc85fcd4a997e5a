import type { ILoadOptionsFunctions, INodeProperties, INodePropertyOptions, ResourceMapperFields } from 'n8n-workflow';
import { countryOptions } from './countries';
import { doNotContactField } from './doNotContact';
import type { ContactColumn } from './types';

const ofFiles = { show: { recipients: ['csvFile'] } };
const ofItems = { show: { recipients: ['inputItems'] } };

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

const columnsField: INodeProperties = {
	displayName: 'Columns',
	name: 'columns',
	type: 'resourceMapper',
	noDataExpression: true,
	default: { mappingMode: 'autoMapInputData', value: null },
	required: true,
	description:
		"'Map Automatically' takes the fields that have a usual name, such as phone, Mobile, First Name or properties.phone. Name and language are taken from the same place as the phone. If any other field that sounds like a phone holds other numbers, nothing is sent until you choose. The output shows which fields were used.",
	typeOptions: {
		resourceMapper: {
			resourceMapperMethod: 'contactColumns',
			mode: 'map',
			// n8n's own notice says that the fields must be named the same as these.
			fieldWords: {
				singular: 'column',
				plural: 'columns (a usual name such as phone, Mobile or First Name will do)',
			},
			addAllFields: true,
			multiKeyMatch: false,
			supportAutoMap: true,
			refreshIncompleteSchemaOnOpen: true,
		},
	},
	displayOptions: ofItems,
};

/** A model may pass fields that the tool does not declare, so a tool maps each column by hand. */
const columnsForTools: INodeProperties = {
	...columnsField,
	default: { mappingMode: 'defineBelow', value: null },
	description: 'Let the model define a column, or fill it in with a value of an earlier node',
	typeOptions: {
		resourceMapper: { resourceMapperMethod: 'contactColumns', mode: 'map', addAllFields: true, supportAutoMap: false },
	},
	displayOptions: { show: { '@tool': [true], ...ofItems.show } },
};

/** The fields below Recipients that say where the contacts are, and how their numbers are written. */
export const contactFields: INodeProperties[] = [
	{
		displayName: 'Country',
		name: 'country',
		type: 'options',
		default: '',
		description:
			'The country of phone numbers that do not begin with + or 00. Without it, such numbers cannot be used.',
		options: [{ name: 'All Numbers Begin With + or 00', value: '' }, ...countryOptions],
		// A file that is sent unchanged is not read.
		displayOptions: {
			show: { recipients: ['csvFile', 'inputItems'] },
			hide: { '/options.sendFileUnchanged': [true] },
		},
	},
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
	{ ...columnsField, displayOptions: { ...ofItems, hide: { '@tool': [true] } } },
	columnsForTools,
];

const optionOfFiles = { show: { '/recipients': ['csvFile'] } };

const fileColumnOptions: INodeProperties[] = [
	['Business Subscriber ID', 'businesssubscriberid', 'e.g. Subscriber'],
	['Language', 'language', 'e.g. Preferred Language'],
	['Name', 'name', 'e.g. First Name'],
	['Phone', 'phone', 'e.g. Mobile'],
].map(([displayName = '', name = '', placeholder]) => ({
	displayName,
	name,
	type: 'string',
	default: '',
	placeholder,
	description: 'The name of the column as it appears in the first row of the file',
}));

const fileOptionFields: INodeProperties[] = [
	{
		displayName: 'Delimiter',
		name: 'delimiter',
		type: 'options',
		default: 'detect',
		description: 'If the columns of the CSV file are not recognized: what separates them',
		displayOptions: optionOfFiles,
		options: [
			{ name: 'Comma', value: 'comma' },
			{ name: 'Detect Automatically', value: 'detect' },
			{ name: 'Pipe', value: 'pipe' },
			{ name: 'Semicolon', value: 'semicolon' },
			{ name: 'Tab', value: 'tab' },
		],
	},
	{
		displayName: 'Encoding',
		name: 'encoding',
		type: 'options',
		default: 'detect',
		description: 'If the letters of the CSV file cannot be read: how it was saved',
		displayOptions: optionOfFiles,
		options: [
			{ name: 'Detect Automatically', value: 'detect', description: 'UTF-8, or UTF-16 with a byte order mark' },
			{
				name: 'UTF-8, Otherwise Windows-1252',
				value: 'utf8OrWindows1252',
				description: 'For files from Excel and other programs in Western Europe, also ISO-8859-1',
			},
		],
	},
	{
		displayName: 'File Columns',
		name: 'fileColumns',
		type: 'collection',
		placeholder: 'Add Column',
		default: {},
		description:
			'If the CSV file has unusual column names, or more than one phone column: which column to use for what. Columns you do not add are recognized by their usual names.',
		displayOptions: optionOfFiles,
		options: fileColumnOptions,
	},
];

/** How contacts are read, and who is left out. */
export const readingOptionFields = [...fileOptionFields, doNotContactField].sort((a, b) =>
	a.displayName.localeCompare(b.displayName, 'en'),
);

const checkField: INodeProperties = {
	displayName: 'Check Contacts',
	name: 'checkContacts',
	type: 'options',
	default: 'warn',
	description:
		"When wrong or missing phone numbers stop a launch. Those contacts never get a message. Default: 'Stop if Many Look Wrong'.",
	displayOptions: { show: { '/recipients': ['csvFile', 'inputItems'] } },
	options: [
		{
			name: 'Leave Out Invalid',
			value: 'leaveOut',
			description: 'Everyone else gets the message, however many are left out',
		},
		{
			name: 'Stop if Many Look Wrong',
			value: 'warn',
			description: 'Stops when more than 5% of the phone numbers look wrong, or more than half are landlines',
		},
		{
			name: 'Strict',
			value: 'strict',
			description:
				'Stops at a single phone number that is wrong, missing or a landline, or an empty value that a text shows',
		},
	],
};

const unchangedField: INodeProperties = {
	displayName: 'Send File Unchanged',
	name: 'sendFileUnchanged',
	type: 'boolean',
	default: true,
	description:
		'Whether to send the CSV file exactly as it is, with all its columns. Only if your provider asks for that: wrong numbers, duplicates and opt-outs are then not looked for.',
	displayOptions: optionOfFiles,
};

/** A file sent unchanged is not read, so these are hidden. n8n drops hidden values, so what leaves people out stays visible, and is refused. */
const HIDDEN_IF_UNCHANGED = ['checkContacts', 'fileColumns'];

/** The options about contacts that a launch and a check share. */
export const contactOptionFields: INodeProperties[] = [
	...[checkField, ...readingOptionFields].map((field) =>
		HIDDEN_IF_UNCHANGED.includes(field.name)
			? { ...field, displayOptions: { ...field.displayOptions, hide: { sendFileUnchanged: [true] } } }
			: field,
	),
	unchangedField,
];

const mapperColumns: Array<[id: ContactColumn | 'country', displayName: string]> = [
	['phone', 'Phone'],
	['name', 'Name'],
	['language', 'Language'],
	['businesssubscriberid', 'Business Subscriber ID'],
	['country', 'Country of the Contact'],
];

/** As the form names a column. */
export const columnLabel = (column: string): string => mapperColumns.find(([id]) => id === column)?.[1] ?? column;

/** The columns of the resource mapper. They never change, so nothing is loaded. */
async function loadContactColumns(this: ILoadOptionsFunctions): Promise<ResourceMapperFields> {
	return {
		fields: mapperColumns.map(([id, displayName]) => ({
			id,
			displayName,
			required: id === 'phone',
			defaultMatch: false,
			canBeUsedToMatch: false,
			display: true,
			// n8n would add it after the first run, and then mark the output of that run as outdated.
			removed: false,
			type: 'string',
		})),
	};
}

export const resourceMapping = { contactColumns: loadContactColumns };
