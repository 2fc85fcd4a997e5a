import type { INodeProperties } from 'n8n-workflow';

const NOT_SURE = 'The service does not document whether it obeys this.';

/** The properties that the document lists without saying where they go: they are sent under their own names. */
export const descriptiveFields: INodeProperties = {
	displayName: 'Descriptive Properties',
	name: 'descriptiveProperties',
	type: 'collection',
	placeholder: 'Add Property',
	default: {},
	description: 'Properties that the service lists for a campaign; each is sent under its own name',
	options: [
		{ displayName: 'Campaign Name', name: 'campaignName', type: 'string', default: '' },
		{
			displayName: 'Content',
			name: 'content',
			type: 'json',
			default: '{}',
			description: 'Rich content with title, description and media, as a JSON object',
		},
		{
			displayName: 'Description',
			name: 'description',
			type: 'string',
			default: '',
			description: 'Description text of the card',
		},
		{
			displayName: 'Media Height',
			name: 'mediaHeight',
			type: 'options',
			default: 'MEDIUM',
			options: [
				{ name: 'Medium', value: 'MEDIUM' },
				{ name: 'Short', value: 'SHORT' },
				{ name: 'Tall', value: 'TALL' },
			],
		},
		{
			displayName: 'Media URL',
			name: 'mediaUrl',
			type: 'string',
			default: '',
			placeholder: 'e.g. https://example.com/spring.jpg',
			description: 'Address of an image or a video',
		},
		{
			displayName: 'Message Type',
			name: 'messageType',
			type: 'options',
			default: 'carousel',
			options: [
				{ name: 'Carousel', value: 'carousel' },
				{ name: 'Rich Card', value: 'rich_card' },
				{ name: 'Standalone', value: 'standalone' },
			],
		},
		{
			displayName: 'Scheduled Time',
			name: 'scheduledTime',
			type: 'dateTime',
			default: '',
			description: 'When the campaign should start, in the time zone of the workflow',
			hint: NOT_SURE,
		},
		{
			displayName: 'Suggestions',
			name: 'suggestions',
			type: 'json',
			default: '[]',
			description: 'Buttons below the message, as a JSON array of objects',
		},
		{
			displayName: 'Target Audience',
			name: 'targetAudience',
			type: 'options',
			default: 'all',
			description: 'The segment of the audience',
			hint: NOT_SURE,
			options: [
				{ name: 'All', value: 'all' },
				{ name: 'Engaged', value: 'engaged' },
				{ name: 'Premium', value: 'premium' },
			],
		},
		{ displayName: 'Title', name: 'title', type: 'string', default: '', description: 'Title of the card' },
		{
			displayName: 'Uploaded List ID',
			name: 'uploadedListId',
			type: 'string',
			default: '',
			description: 'ID of a contact list that the service already has',
			hint: NOT_SURE,
		},
	],
};
