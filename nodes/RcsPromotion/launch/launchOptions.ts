import type { INodeProperties } from 'n8n-workflow';
import { optionsField } from '../../form/formFields';
import { checkContactsOption, moreFieldsOption } from '../contacts/contactForm';
import { encodingOption } from '../contacts/contactsInFile';
import { doNotContactField } from '../contacts/doNotContact';

/** The default of 'Maximum Recipients'. */
export const MAXIMUM_RECIPIENTS = 1000;

const NOT_SURE = { hint: 'The service does not document whether this has an effect.' };

export const property = (
	displayName: string,
	name: string,
	type: INodeProperties['type'],
	more: Partial<INodeProperties> = {},
): INodeProperties => ({ displayName, name, type, default: '', ...more });

/** The first is the default. */
const choices = (values: Record<string, string>): Partial<INodeProperties> => ({
	default: Object.values(values)[0],
	options: Object.entries(values).map(([name, value]) => ({ name, value })),
});

/** Properties that the document lists without saying where they belong. They are sent under their own names. */
export const descriptiveProperties: INodeProperties[] = [
	property('Campaign Name', 'campaignName', 'string'),
	property('Content', 'content', 'json', {
		default: '{}',
		description: 'Rich content with title, description and media, as a JSON object',
	}),
	property('Description', 'description', 'string', { description: 'Description text of the card' }),
	property('Media Height', 'mediaHeight', 'options', choices({ Medium: 'MEDIUM', Short: 'SHORT', Tall: 'TALL' })),
	property('Media URL', 'mediaUrl', 'string', {
		placeholder: 'e.g. https://example.com/spring.jpg',
		description: 'Address of an image or a video',
	}),
	property('Message Type', 'messageType', 'options', {
		...choices({ Carousel: 'carousel', 'Rich Card': 'rich_card', Standalone: 'standalone' }),
	}),
	property('Scheduled Time', 'scheduledTime', 'dateTime', {
		description:
			"When the campaign should start, in the time zone of the workflow. Refused unless 'Additional Body Fields' sets another promotionType than IMMEDIATE. To send later, use a Schedule Trigger.",
		...NOT_SURE,
	}),
	property('Suggestions', 'suggestions', 'json', {
		default: '[]',
		description: 'Buttons below the message, as a JSON array of objects',
	}),
	property('Target Audience', 'targetAudience', 'options', {
		description: 'The segment of the audience',
		...choices({ All: 'all', Engaged: 'engaged', Premium: 'premium' }),
		...NOT_SURE,
	}),
	property('Title', 'title', 'string', { description: 'Title of the card' }),
	property('Uploaded List ID', 'uploadedListId', 'string', {
		description: 'ID of a contact list that the service already has',
		...NOT_SURE,
	}),
];

const ofContacts = { show: { '/recipients': ['csvFile', 'inputItems'] } };

const ownOptions: INodeProperties[] = [
	property('Additional Body Fields', 'additionalBodyFields', 'json', {
		default: '{}',
		description:
			'Only if your provider asks for a field that this form does not have. A JSON object whose fields are added at the top level of the launch request.',
	}),
	property('Contact List Name', 'contactListName', 'string', {
		placeholder: 'e.g. Customers March',
		description: 'Only if the new contact list should not be named after the promotion',
		displayOptions: ofContacts,
	}),
	property('Provider-Specific Fields', 'descriptiveProperties', 'collection', {
		placeholder: 'Add Field',
		default: {},
		description:
			'Only if your provider asks for one of these. Each is sent under its own name, alongside the template.',
		options: descriptiveProperties,
	}),
	property('If Name Exists', 'ifNameExists', 'options', {
		default: 'fail',
		description: 'What to do if a promotion with this name already exists',
		options: [
			{ name: 'Do Not Send', value: 'fail', description: 'The node stops and says why' },
			{ name: 'Launch Anyway', value: 'launch' },
		],
	}),
	property('Maximum Launches', 'maximumLaunches', 'number', {
		typeOptions: { minValue: 1, numberPrecision: 0 },
		default: 1,
		description:
			'Only if one execution should launch several promotions, for example one for each file. How many this node may launch, counting all items and all rounds of a loop (1 unless you change it).',
	}),
	property('Maximum Recipients', 'maximumRecipients', 'number', {
		typeOptions: { minValue: 1, numberPrecision: 0 },
		default: MAXIMUM_RECIPIENTS,
		description:
			'If there are more contacts than this, nothing is sent (1,000 unless you change it). Counted after duplicates are removed.',
		displayOptions: ofContacts,
	}),
	property('Refuse Repeats', 'refuseRepeats', 'boolean', {
		default: true,
		description:
			'Whether to send nothing if half or more of these contacts got this template from this node within the last 16 to 20 hours, whatever the promotion is called. On unless you add this option and turn it off.',
	}),
	property('Send File Unchanged', 'sendFileUnchanged', 'boolean', {
		default: true,
		description:
			'Whether to send the CSV file exactly as it is, with all its columns. Only if your provider asks for that: wrong numbers, duplicates and opt-outs are then not looked for.',
		displayOptions: { show: { '/recipients': ['csvFile'] } },
	}),
];

/** Said here, because n8n 1 cannot load a form with a field that depends on one it does not have. */
const unlessUnchanged = (option: INodeProperties): INodeProperties => ({
	...option,
	displayOptions: { ...option.displayOptions, hide: { sendFileUnchanged: [true] } },
});

export const launchOptions = optionsField(
	[
		...ownOptions,
		doNotContactField,
		encodingOption,
		unlessUnchanged(checkContactsOption),
		unlessUnchanged(moreFieldsOption),
	].sort((a, b) => a.displayName.localeCompare(b.displayName, 'en')),
);
