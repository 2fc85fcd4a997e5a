import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { isExpression, mayDiffer } from '../../form/expressions';
import type { FormReader } from '../../form/formReader';
import { isObject, shortened } from '../../service/values';
import { countryCode } from '../../vendor/libphonenumber';
import type { ItemContext } from '../itemContext';
import { readBinaryFile } from './binaryFile';
import {
	FIELD_KINDS,
	fieldLabel,
	isMainField,
	MOST_TEST_PHONES,
	type CheckOptions,
	type FieldKind,
	type FieldNames,
	type RecipientsChoice,
} from './contact';
import { encodingOption, readContactsInFile, type EncodingChoice } from './contactsInFile';
import { readContactsInItems, type ContactSource } from './contactSource';
import { CODE_INCLUDED, countryOptions } from './countries';
import { doNotContactField } from './doNotContact';
import { readPhone } from './phone';
import { throwIfDifferent } from './sameForAll';

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
const fieldName = (kind: FieldKind, example: string, description: string): INodeProperties => ({
	displayName: fieldLabel(kind),
	name: FIELD_KINDS[kind].parameter,
	type: 'string',
	default: '',
	requiresDataPath: 'single',
	placeholder: `e.g. ${example}`,
	description,
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
	{
		...fieldName(
			'phone',
			'phone',
			'The name of a field, not its value. If contacts have their number in different fields, name them all, separated by commas: the first one that is filled in is used.',
		),
		required: true,
		hint: 'Drag the field with the phone numbers here. For a file, type the name of its column.',
		displayOptions: ofReadContacts,
	},
	{
		...fieldName('name', 'first_name', 'Only if the messages show a name: the field or column that holds it'),
		displayOptions: ofReadContacts,
	},
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
		fieldName('businesssubscriberid', 'subscriber_id', "The field with your provider's own ID for each contact"),
		fieldName(
			'country',
			'country_code',
			"If contacts are from several countries: the field with each contact's country, as two letters such as US",
		),
		fieldName('language', 'language', 'The field with the language code of each contact'),
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

const getRecipients = ({ form }: ItemContext) => form.choice('recipients') as RecipientsChoice;

/** Whether all input items make one list. */
export const runsOnce = (item: ItemContext): boolean => getRecipients(item) === 'inputItems';

/** Where the contacts come from. If all items make one list, these fields must say the same for all of them. */
export async function readRecipientsChoice(item: ItemContext, fields: INodeProperties[]): Promise<RecipientsChoice> {
	const recipients = getRecipients(item);
	// First, because an expression for a field's value differs from item to item, too.
	readFieldNames(item);
	if (recipients === 'inputItems') await throwIfDifferent(item.context, fields);
	return recipients;
}

export async function readContacts(item: ItemContext, recipients: RecipientsChoice): Promise<ContactSource> {
	const typed = readFieldNames(item);
	if (recipients === 'inputItems') return await readContactsInItems(item.context, typed);
	return await readContactsInFile(await readBinaryFile(item), readEncoding(item), typed);
}

export const readEncoding = ({ form }: ItemContext): EncodingChoice =>
	form.collection('options').choice('encoding') as EncodingChoice;

/** Reads how contacts are checked, but for 'Check Contacts', which not every form has. */
export function readReadingOptions({ form, client }: ItemContext): Omit<CheckOptions, 'checkContacts'> {
	const options = form.collection('options');
	return {
		country: readCountry(form),
		doNotContact: options.has('doNotContact') ? options.raw('doNotContact') : undefined,
		phoneFormat: client.phoneFormat,
	};
}

export const readCheckContacts = ({ form }: ItemContext): CheckOptions['checkContacts'] =>
	form.collection('options').choice('checkContacts') as CheckOptions['checkContacts'];

/** The names of the fields that hold the contacts' values. The phone is always among them, even if it is empty. */
function readFieldNames({ context, form }: ItemContext): FieldNames {
	const { parameters } = context.getNode();
	const options: unknown = parameters.options;
	const writtenMore: unknown = isObject(options) ? options.moreFields : undefined;
	const more = form.collection('options').collection('moreFields');
	const typed: FieldNames = {};
	for (const kind of Object.keys(FIELD_KINDS) as FieldKind[]) {
		const { parameter } = FIELD_KINDS[kind];
		if (isMainField(kind)) {
			const name = readFieldName(form, parameter, parameters[parameter]);
			if (name !== '' || kind === 'phone') typed[kind] = name;
		} else if (more.has(parameter))
			typed[kind] = readFieldName(more, parameter, isObject(writtenMore) ? writtenMore[parameter] : undefined);
	}
	return typed;
}

function readFieldName(form: FormReader, field: string, written: unknown): string {
	if (typeof written === 'string' && (/\$json\b/.test(written) || mayDiffer(written)))
		form.refuse(
			field,
			'takes the name of a field, not its value',
			"Switch it to 'Fixed' and drag the field into it, or type its name.",
		);
	const name = form.optionalText(field);
	return name === '' && isExpression(written) ? form.text(field) : name;
}

/** Empty if all numbers begin with + or 00. */
function readCountry(form: FormReader): string {
	// Empty is a choice of the form. Undefined comes from an expression that found nothing, which `text` refuses.
	const text = form.raw('country') === '' ? '' : form.text('country');
	if (text === '' || text === CODE_INCLUDED) return text;
	const code = countryCode(text);
	if (code !== undefined) return code;
	return form.refuse('country', `is "${text}", which is not a country code`, 'Use two letters, such as US, DE or GB.');
}

/** The user's own phones for tests, as they are sent, without repeats; empty if none were entered. */
export function readTestPhones({ context, form, client }: ItemContext): string[] {
	const refuse = (fault: string): never =>
		form.refuse('testPhones', fault, 'Enter your own phone numbers with + and country code, or leave it empty.');
	// The form takes no expression, but some versions of n8n evaluate one that a program wrote, for example to a contact's number.
	if (isExpression(context.getNode().parameters.testPhones)) refuse('cannot be an expression');
	const country = readCountry(form);
	const phones = new Map<number, string>();
	for (const text of form.optionalText('testPhones').split(/[\n\r,;]/)) {
		if (text.trim() === '') continue;
		const phone = readPhone(text, country);
		const shown = `contains "${shortened(text.trim(), 40)}"`;
		if (phone.reason === 'noCountry') refuse(`${shown}, which has no country code`);
		else if (phone.reason !== undefined) refuse(`${shown}, which is not a phone number`);
		else if (phone.kind === 'landline') refuse(`${shown}, which is a landline and gets no RCS messages`);
		else phones.set(phone.e164Number, (client.phoneFormat === 'plus' ? '+' : '') + phone.digits);
	}
	if (phones.size > MOST_TEST_PHONES)
		refuse(`has ${phones.size} phone numbers, but a test can have at most ${MOST_TEST_PHONES}`);
	return [...phones.values()];
}
