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

/** Promotions by name, or by an expression that gives their IDs. */
export const promotionsField: INodeProperties = {
	displayName: 'Promotion Names or IDs',
	name: 'promotionIds',
	type: 'multiOptions',
	typeOptions: { loadOptionsMethod: 'getPromotions' },
	required: true,
	default: [],
	description:
		'Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>',
};

export const rateOptions = [
	{ name: 'Delivery Rate', value: 'deliveryRate', description: 'Delivered out of sent' },
	{ name: 'Failure Rate', value: 'failureRate', description: 'Failed out of attempted' },
	{ name: 'Interaction Rate', value: 'interactionRate', description: 'Interacted out of delivered' },
	{ name: 'Opt-Out Rate', value: 'optOutRate', description: 'Opt-outs out of delivered' },
	{ name: 'Read Rate', value: 'readRate', description: 'Read out of delivered' },
];
