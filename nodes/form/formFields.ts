import type { INodeProperties } from 'n8n-workflow';
import type { Rate } from '../service/counting';

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

/** In alphabetical order. */
const RATE_TEXTS: Record<Rate, { name: string; description: string }> = {
	deliveryRate: { name: 'Delivery Rate', description: 'Delivered out of sent' },
	failureRate: { name: 'Failure Rate', description: 'Failed out of attempted' },
	interactionRate: { name: 'Interaction Rate', description: 'Interacted out of delivered' },
	optOutRate: { name: 'Opt-Out Rate', description: 'Opt-outs out of delivered' },
	readRate: { name: 'Read Rate', description: 'Read out of delivered' },
};

export const rateOptions = Object.entries(RATE_TEXTS).map(([value, texts]) => ({ ...texts, value }));
