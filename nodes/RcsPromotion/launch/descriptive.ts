import { DateTime } from 'luxon';
import type { GenericValue, IDataObject, INodeProperties } from 'n8n-workflow';
import type { FormReader } from '../../service/formReader';

type Kind = 'text' | 'address' | 'object' | 'objects' | 'time' | 'choice';

/** How the form shows a property of each kind. */
const SHOWN: Record<Kind, Pick<INodeProperties, 'type' | 'default'>> = {
	text: { type: 'string', default: '' },
	address: { type: 'string', default: '' },
	object: { type: 'json', default: '{}' },
	objects: { type: 'json', default: '[]' },
	time: { type: 'dateTime', default: '' },
	choice: { type: 'options', default: '' },
};

/** How it is read; `zone` is that of the workflow. */
const READ: Record<Kind, (form: FormReader, name: string, zone: string) => unknown> = {
	text: (form, name) => form.text(name),
	address: (form, name) => webAddress(form, name),
	object: (form, name) => form.object(name),
	objects: (form, name) => form.objects(name),
	time: (form, name, zone) => DateTime.fromMillis(form.moment(name), { zone }).toISO({ suppressMilliseconds: true }),
	choice: (form, name) => form.choice(name),
};

type Property = [name: string, label: string, kind: Kind, more?: Partial<INodeProperties>];

const NOT_SURE = { hint: 'The service does not document whether it obeys this.' };
const choices = (usual: string, named: Record<string, string>) => ({
	default: usual,
	options: Object.entries(named).map(([name, value]) => ({ name, value })),
});

/** The properties that the document lists without saying where they go: they are sent under their own names. */
const PROPERTIES: Property[] = [
	['campaignName', 'Campaign Name', 'text'],
	['content', 'Content', 'object', { description: 'Rich content with title, description and media, as a JSON object' }],
	['description', 'Description', 'text', { description: 'Description text of the card' }],
	['mediaHeight', 'Media Height', 'choice', choices('MEDIUM', { Medium: 'MEDIUM', Short: 'SHORT', Tall: 'TALL' })],
	[
		'mediaUrl',
		'Media URL',
		'address',
		{ placeholder: 'e.g. https://example.com/spring.jpg', description: 'Address of an image or a video' },
	],
	[
		'messageType',
		'Message Type',
		'choice',
		choices('carousel', { Carousel: 'carousel', 'Rich Card': 'rich_card', Standalone: 'standalone' }),
	],
	[
		'scheduledTime',
		'Scheduled Time',
		'time',
		{ description: 'When the campaign should start, in the time zone of the workflow', ...NOT_SURE },
	],
	['suggestions', 'Suggestions', 'objects', { description: 'Buttons below the message, as a JSON array of objects' }],
	[
		'targetAudience',
		'Target Audience',
		'choice',
		{
			description: 'The segment of the audience',
			...choices('all', { All: 'all', Engaged: 'engaged', Premium: 'premium' }),
			...NOT_SURE,
		},
	],
	['title', 'Title', 'text', { description: 'Title of the card' }],
	[
		'uploadedListId',
		'Uploaded List ID',
		'text',
		{ description: 'ID of a contact list that the service already has', ...NOT_SURE },
	],
];

export const descriptiveFields: INodeProperties = {
	displayName: 'Descriptive Properties',
	name: 'descriptiveProperties',
	type: 'collection',
	placeholder: 'Add Property',
	default: {},
	description:
		'Only if your provider asks for one of these properties. Each is sent under its own name, beside the template.',
	options: PROPERTIES.map(([name, displayName, kind, more]) => ({ displayName, name, ...SHOWN[kind], ...more })),
};

/** The added ones under their own names; what was added and left empty is not sent. */
export function descriptiveProperties(form: FormReader, zone: string): IDataObject {
	const properties: IDataObject = {};
	for (const [name, , kind] of PROPERTIES) {
		if (!form.has(name) || form.raw(name) === '') continue;
		const value = READ[kind](form, name, zone);
		if (typeof value !== 'object' || Object.keys(value as object).length > 0) properties[name] = value as GenericValue;
	}
	return properties;
}

function webAddress(form: FormReader, name: string): string {
	const url = form.text(name);
	if (/^https?:\/\/\S+$/i.test(url) && URL.canParse(url)) return url;
	return form.refuse(name, 'is not a web address', 'Enter an address that begins with https:// or http://.');
}
