import type { IDisplayOptions, INodeProperties } from 'n8n-workflow';
import { descriptiveFields } from './descriptiveFields';

const forContacts = (...recipients: string[]): IDisplayOptions => ({ show: { '/recipients': recipients } });
const contacts = forContacts('csvFile', 'inputItems');
const file = forContacts('csvFile');

export const launchOptions: INodeProperties = {
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	placeholder: 'Add Option',
	default: {},
	options: [
		{
			displayName: 'Additional Body Fields',
			name: 'additionalBodyFields',
			type: 'json',
			default: '{}',
			description: 'A JSON object whose fields are added to the body of the launch, at its top level',
		},
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
			description: 'What separates the columns of the CSV file when it is checked. The file is sent as it is.',
			displayOptions: file,
			options: [
				{ name: 'Comma', value: 'comma' },
				{ name: 'Detect Automatically', value: 'auto' },
				{ name: 'Semicolon', value: 'semicolon' },
				{ name: 'Tab', value: 'tab' },
			],
		},
		descriptiveFields,
		{
			displayName: 'Hours to Look Back',
			name: 'sentBeforeHours',
			type: 'number',
			typeOptions: { minValue: 1 },
			default: 24,
			description: 'How far If Sent Before looks back. For a campaign that goes to the same people every day enter 20.',
		},
		{
			displayName: 'If Name Exists',
			name: 'ifNameExists',
			type: 'options',
			default: 'fail',
			description: 'What happens when a promotion of this name is already listed',
			options: [
				{ name: 'Launch Anyway', value: 'launch' },
				{ name: 'Return the Existing One', value: 'return', description: 'Sends nothing and puts out the listed one' },
				{ name: 'Stop', value: 'fail', description: 'Sends nothing and fails the item' },
			],
		},
		{
			displayName: 'If Sent Before',
			name: 'ifSentBefore',
			type: 'options',
			default: 'fail',
			description: 'What happens when this node lately sent the same template to the same recipients',
			options: [
				{ name: 'Launch Anyway', value: 'launch' },
				{ name: 'Stop', value: 'fail', description: 'Sends nothing and fails the item' },
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
	],
};

/** What holds for an option that was never added: the default that its field shows. */
export function optionDefault(name: string): unknown {
	const field = launchOptions.options?.find((option) => option.name === name);
	return field && 'default' in field ? field.default : undefined;
}
