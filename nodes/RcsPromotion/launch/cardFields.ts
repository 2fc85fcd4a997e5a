import type { INodeProperties } from 'n8n-workflow';

const variableFields: INodeProperties[] = [
	{
		displayName: 'Filled With',
		name: 'source',
		type: 'options',
		noDataExpression: true,
		default: 'text',
		description:
			'Text is the same for all contacts. Contact Field fills this variable with a value of each contact, such as the name.',
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
		description:
			'Which value of the contact fills this variable. For a first name, choose Name and map the first name to it.',
		displayOptions: { show: { source: ['column'] } },
		options: [
			{
				name: 'Business Subscriber ID',
				value: 'businesssubscriberid',
				description: "Your provider's own ID for the contact, if your contacts have one",
			},
			{ name: 'Language', value: 'language', description: 'The language code of the contact' },
			{ name: 'Name', value: 'name', description: 'The name of the contact' },
			{ name: 'Phone', value: 'phone', description: 'The phone number of the contact' },
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
			{ name: 'JSON', value: 'json', description: 'For cards from another node, or a single card without a carousel' },
			{ name: 'None', value: 'none', description: 'For a template without cards' },
		],
	},
	{
		displayName: 'Card',
		name: 'cards',
		type: 'fixedCollection',
		placeholder: 'Add Card',
		default: {},
		typeOptions: { multipleValues: true, sortable: true },
		description: 'In the same order as in the template',
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
		description:
			"The cards as the service documents them, or all components of the template, such as those in 'template' of an earlier launch. Leave empty for a template without cards.",
		displayOptions: { show: { cardsMode: ['json'] } },
	},
];
