import type { IDataObject, INodeProperties } from 'n8n-workflow';
import type { ItemContext } from '../itemContext';

/** n8n wants these for operations that return more than ten fields: Simplify in a workflow, a choice of three in an AI tool. */
export function outputFields(selectable: readonly string[]): INodeProperties[] {
	return [
		{
			displayName: 'Simplify',
			name: 'simplify',
			type: 'boolean',
			default: true,
			description: 'Whether to return a simplified version of the response instead of the raw data',
			displayOptions: { hide: { '@tool': [true] } },
		},
		{
			displayName: 'Output',
			name: 'output',
			type: 'options',
			default: 'simplified',
			description: 'Which fields the AI agent gets',
			displayOptions: { show: { '@tool': [true] } },
			options: [
				{ name: 'Raw', value: 'raw', description: 'All fields, as the service sends them' },
				{
					name: 'Selected Fields',
					value: 'selectedFields',
					description: 'Only the fields you choose, and the promotion ID',
				},
				{ name: 'Simplified', value: 'simplified', description: 'The most useful fields' },
			],
		},
		{
			displayName: 'Fields',
			name: 'fields',
			type: 'multiOptions',
			default: [],
			description: 'The fields to return. The promotion ID always comes with them.',
			displayOptions: { show: { '@tool': [true], output: ['selectedFields'] } },
			options: [...selectable].sort().map((field) => ({ name: toLabel(field), value: field })),
		},
	];
}

/** The fields to return, besides the IDs; or 'raw', for everything as the service sends it. */
export function readOutput<T>({ form, isTool }: ItemContext, simplified: T): T | readonly string[] | 'raw' {
	if (!isTool) return form.isOn('simplify') ? simplified : 'raw';
	const output = form.choice('output');
	if (output === 'raw') return output;
	return output === 'selectedFields' ? form.choices('fields') : simplified;
}

export const pickFields = (json: IDataObject, fields: readonly string[]): IDataObject =>
	Object.fromEntries(fields.filter((field) => field in json).map((field) => [field, json[field]]));

/** For example "Flow ID" for flowId. */
const toLabel = (field: string) =>
	field
		.replace(/[A-Z]/g, ' $&')
		.replace(/^./, (letter) => letter.toUpperCase())
		.replace(/\bId$/, (word) => word.toUpperCase());
