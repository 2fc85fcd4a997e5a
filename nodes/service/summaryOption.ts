import type { IDataObject, INodeProperties } from 'n8n-workflow';
import type { Summary } from './summary';
import { summaryHtml } from './summaryHtml';
import { summaryText } from './summaryText';

export const summaryOption: INodeProperties = {
	displayName: 'Summary',
	name: 'summary',
	type: 'boolean',
	default: false,
	description:
		'Whether to add a ready-made summary of the figures: summaryText for chats such as Slack, summaryHtml for emails',
};

export const summaryFields = (summary: Summary): IDataObject => ({
	summaryText: summaryText(summary),
	summaryHtml: summaryHtml(summary),
});
