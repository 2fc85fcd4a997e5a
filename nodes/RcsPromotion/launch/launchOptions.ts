import type { INodeProperties } from 'n8n-workflow';
import { contactOptionFields } from '../contacts/contactFields';
import { descriptiveFields } from './descriptiveFields';

const ofContacts = { show: { '/recipients': ['csvFile', 'inputItems'] } };

const ownOptions: INodeProperties[] = [
	{
		displayName: 'Additional Body Fields',
		name: 'additionalBodyFields',
		type: 'json',
		default: '{}',
		description: 'A JSON object whose fields are added at the top level of the launch request',
	},
	{
		displayName: 'Approval Code',
		name: 'approvalCode',
		type: 'string',
		default: '',
		description:
			'The approvalCode from a dry run that a person approved. If contacts, texts or account have changed since then, nothing is sent.',
	},
	{
		displayName: 'Contact List Name',
		name: 'contactListName',
		type: 'string',
		default: '',
		placeholder: 'e.g. Customers March',
		description: 'Name for the contact list. Leave empty to use the promotion name.',
		displayOptions: ofContacts,
	},
	descriptiveFields,
	{
		displayName: 'Hours to Look Back',
		name: 'sentBeforeHours',
		type: 'number',
		typeOptions: { minValue: 1, maxValue: 8760 },
		default: 20,
		description:
			"How far 'If Sent Before' looks back. n8n remembers about 11,000 launches of this node: 20 hours at 550 an hour. If that is not enough, the output says so.",
	},
	{
		displayName: 'If Name Exists',
		name: 'ifNameExists',
		type: 'options',
		default: 'fail',
		description: 'What to do if a promotion with this name already exists',
		options: [
			{ name: 'Launch Anyway', value: 'launch' },
			{
				name: 'Return the Existing One',
				value: 'return',
				description: 'Sends nothing and returns the existing promotion',
			},
			{ name: 'Do Not Send', value: 'fail', description: 'The node stops and says why' },
		],
	},
	{
		displayName: 'If Sent Before',
		name: 'ifSentBefore',
		type: 'options',
		default: 'fail',
		description:
			"What to do if this node sent the same template to the same recipients within 'Hours to Look Back' (20 unless you change it)",
		options: [
			{ name: 'Launch Anyway', value: 'launch' },
			{ name: 'Do Not Send', value: 'fail', description: 'The node stops and says why' },
		],
	},
	{
		displayName: 'Maximum Launches',
		name: 'maximumLaunches',
		type: 'number',
		typeOptions: { minValue: 1, numberPrecision: 0 },
		default: 1,
		description:
			'How many promotions this node may launch in one execution, counting all items and loop rounds (1 unless you change it)',
	},
	{
		displayName: 'Maximum Recipients',
		name: 'maximumRecipients',
		type: 'number',
		typeOptions: { minValue: 0, numberPrecision: 0 },
		default: 1000,
		description:
			'If there are more contacts than this, nothing is sent (1,000 unless you change it). Counted after duplicates are removed; 0 means no limit.',
		displayOptions: ofContacts,
	},
	{
		displayName: 'Test Recipients',
		name: 'testRecipients',
		type: 'string',
		typeOptions: { rows: 3 },
		default: '',
		placeholder: 'e.g. +14155550132',
		description:
			'Your own phone numbers, one per line, up to 10. Tests of any size then go to these phones only, filled in with the values of the first contacts. Live runs ignore them.',
		displayOptions: ofContacts,
	},
];

export const launchOptions: INodeProperties = {
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	placeholder: 'Add Option',
	default: {},
	options: [...ownOptions, ...contactOptionFields].sort((a, b) => a.displayName.localeCompare(b.displayName, 'en')),
};
