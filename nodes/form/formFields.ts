import type { INodeProperties } from 'n8n-workflow';

/** The collection of options at the end of a form. */
export const optionsField = (options: INodeProperties[]): INodeProperties => ({
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	placeholder: 'Add Option',
	default: {},
	options,
});

/** The collection of filters of a list, or of the trigger. */
export const filtersField = (options: INodeProperties[], description?: string): INodeProperties => ({
	...optionsField(options),
	displayName: 'Filters',
	name: 'filters',
	placeholder: 'Add Filter',
	description,
});

export const summaryOption: INodeProperties = {
	displayName: 'Summary',
	name: 'summary',
	type: 'boolean',
	default: true,
	description:
		'Whether to add a ready-made summary of the figures: summaryText for chats such as Slack, summaryHtml for emails',
};
