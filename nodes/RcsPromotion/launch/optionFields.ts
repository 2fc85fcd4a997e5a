import type { INodeProperties } from 'n8n-workflow';
import { checkOptionFields } from '../contacts/fields';
import { descriptiveFields } from './descriptiveFields';

const ownOptions: INodeProperties[] = [
	{
		displayName: 'Additional Body Fields',
		name: 'additionalBodyFields',
		type: 'json',
		default: '{}',
		description: 'A JSON object whose fields are added to the body of the launch, at its top level',
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
			{ name: 'Do Not Send', value: 'fail', description: 'The node stops and says why' },
		],
	},
	{
		displayName: 'If Sent Before',
		name: 'ifSentBefore',
		type: 'options',
		default: 'fail',
		description:
			'What happens when this node sent the same template to the same recipients within Hours to Look Back (24 unless you change it)',
		options: [
			{ name: 'Launch Anyway', value: 'launch' },
			{ name: 'Do Not Send', value: 'fail', description: 'The node stops and says why' },
		],
	},
];

export const launchOptions: INodeProperties = {
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	placeholder: 'Add Option',
	default: {},
	options: [...ownOptions, ...checkOptionFields('recipients')].sort((a, b) =>
		a.displayName.localeCompare(b.displayName, 'en'),
	),
};

/** What holds for an option that was never added: the default that its field shows. */
export function optionDefault(name: string): unknown {
	const field = launchOptions.options?.find((option) => option.name === name);
	return field && 'default' in field ? field.default : undefined;
}
