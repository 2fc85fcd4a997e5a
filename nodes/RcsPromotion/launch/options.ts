import type { INodeProperties } from 'n8n-workflow';
import { contactOptionFields } from '../contacts/fields';
import { descriptiveFields } from './descriptive';

const ofContacts = { show: { '/recipients': ['csvFile', 'inputItems'] } };

const ownOptions: INodeProperties[] = [
	{
		displayName: 'Additional Body Fields',
		name: 'additionalBodyFields',
		type: 'json',
		default: '{}',
		description:
			'Only if your provider asks for a field that this form does not have. A JSON object whose fields are added at the top level of the launch request.',
	},
	{
		displayName: 'Approval Code',
		name: 'approvalCode',
		type: 'string',
		default: '',
		description:
			'Only if a person approves each launch. The approvalCode from the dry run that was approved: if contacts, texts or account have changed since then, nothing is sent.',
	},
	{
		displayName: 'Contact List Name',
		name: 'contactListName',
		type: 'string',
		default: '',
		placeholder: 'e.g. Customers March',
		description: 'Only if the new contact list should not be named after the promotion',
		displayOptions: ofContacts,
	},
	descriptiveFields,
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
		displayName: 'Maximum Launches',
		name: 'maximumLaunches',
		type: 'number',
		typeOptions: { minValue: 1, numberPrecision: 0 },
		default: 1,
		description:
			'Only if one execution should launch several promotions, for example one for each file. How many this node may launch, counting all items and all rounds of a loop (1 unless you change it).',
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
		displayName: 'Refuse Repeats Within Hours',
		name: 'refuseRepeatsWithinHours',
		type: 'number',
		typeOptions: { minValue: 0, maxValue: 8760, numberPrecision: 0 },
		default: 20,
		description:
			'If this node sent the same template to the same recipients within so many hours, nothing is sent, whatever the promotion is called (20 unless you change it). 0 means that repeats are fine.',
	},
	{
		displayName: 'Send Only Between',
		name: 'sendOnlyBetween',
		type: 'collection',
		placeholder: 'Add Time',
		default: { from: '09:00', to: '20:00' },
		description:
			'Live runs outside these hours send nothing, so that a run that n8n makes up for at night wakes nobody. In the time zone of the workflow; may go over midnight. Small tests are not held back.',
		options: [
			{
				displayName: 'From',
				name: 'from',
				type: 'string',
				default: '',
				placeholder: 'e.g. 09:00',
				description: 'The first minute in which messages may go out',
			},
			{
				displayName: 'To',
				name: 'to',
				type: 'string',
				default: '',
				placeholder: 'e.g. 20:00',
				description: 'From this time on, nothing goes out',
			},
		],
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
