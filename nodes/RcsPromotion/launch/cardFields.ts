import type { INodeProperties } from 'n8n-workflow';

const variableFields: INodeProperties[] = [
	{
		displayName: 'Filled With',
		name: 'source',
		type: 'options',
		noDataExpression: true,
		default: 'text',
		description: 'Whether all contacts get the same text or each gets its own',
		options: [
			{ name: 'Contact Field', value: 'column', description: 'A value from each contact' },
			{ name: 'Text', value: 'text', description: 'The same for all contacts' },
		],
	},
	{
		displayName: 'Text',
		name: 'text',
		type: 'string',
		default: '',
		description: "The same for all contacts. To use a value from each contact, choose 'Contact Field' instead.",
		displayOptions: { show: { source: ['text'] } },
	},
	{
		displayName: 'Contact Field',
		name: 'column',
		type: 'options',
		default: 'name',
		description: 'The contact field that fills this variable',
		displayOptions: { show: { source: ['column'] } },
		options: [
			{ name: 'Business Subscriber ID', value: 'businesssubscriberid' },
			{ name: 'Language', value: 'language' },
			{ name: 'Name', value: 'name' },
			{ name: 'Phone', value: 'phone' },
		],
	},
];

/** What fills the template: cards with their images and variables. */
export const cardFields: INodeProperties[] = [
	{
		displayName: 'Cards',
		name: 'cardsMode',
		type: 'options',
		noDataExpression: true,
		default: 'form',
		description: 'How the cards of the carousel are filled in',
		options: [
			{ name: 'Fill In Below', value: 'form' },
			{ name: 'JSON', value: 'json', description: 'For cards that come from another node' },
			{ name: 'None', value: 'none', description: 'For a template without cards' },
		],
	},
	{
		displayName: 'Cards to Fill In',
		name: 'cards',
		type: 'fixedCollection',
		placeholder: 'Add Card',
		default: {},
		typeOptions: { multipleValues: true, sortable: true },
		description: 'In the order of the template',
		displayOptions: { show: { cardsMode: ['form'] } },
		options: [
			{
				displayName: 'Card',
				name: 'card',
				values: [
					{
						displayName: 'Header Image URL',
						name: 'headerImageUrl',
						type: 'string',
						default: '',
						placeholder: 'e.g. https://example.com/spring.jpg',
						description: 'Must be reachable by the service. Leave empty for a card without an image.',
					},
					{
						displayName: 'Variables',
						name: 'variables',
						type: 'fixedCollection',
						placeholder: 'Add Variable',
						default: {},
						typeOptions: { multipleValues: true, sortable: true },
						description: 'In the order in which the template uses them',
						options: [{ displayName: 'Variable', name: 'variable', values: variableFields }],
					},
				],
			},
		],
	},
	{
		displayName: 'Cards as JSON',
		name: 'cardsJson',
		type: 'json',
		typeOptions: { rows: 10 },
		default: '[]',
		description: 'The array of cards as the service documents it, each with card_index and components',
		displayOptions: { show: { cardsMode: ['json'] } },
	},
];
