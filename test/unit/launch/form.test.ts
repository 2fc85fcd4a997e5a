import { NodeHelpers } from 'n8n-workflow';
import type { INode, INodeParameters, INodeProperties, INodeTypeDescription } from 'n8n-workflow';
import { RcsPromotion } from '../../../nodes/RcsPromotion/RcsPromotion.node';

const { description } = new RcsPromotion();
const asTool: INodeTypeDescription = { ...description, name: `${description.name}Tool` };

/** The labels that the form shows from top to bottom, notices shortened. */
function visible(given: INodeParameters, type = description): string[] {
	const parameters = { resource: 'promotion', operation: 'launch', ...given };
	const node = { typeVersion: 1, parameters } as unknown as INode;
	const values = NodeHelpers.getNodeParameters(type.properties, parameters, true, false, node, type) ?? {};
	const shows = (property: INodeProperties) => NodeHelpers.displayParameter(values, property, node, type);
	return type.properties
		.filter(shows)
		.map(({ displayName, type: kind }) =>
			kind === 'notice' ? `(${displayName.split(' ').slice(0, 3).join(' ')} …)` : displayName,
		);
}

function visibleOptions(recipients: string): string[] {
	const parameters = { resource: 'promotion', operation: 'launch', recipients };
	const options = description.properties.find(({ name, displayOptions }) => {
		return name === 'options' && displayOptions?.show?.operation?.includes('launch');
	});
	const node = { typeVersion: 1, parameters } as unknown as INode;
	return (options?.options ?? [])
		.filter(
			(option) =>
				'type' in option && NodeHelpers.displayParameterPath(parameters, option, 'options', node, description),
		)
		.map((option) => ('displayName' in option ? option.displayName : option.name));
}

const head = ['Resource', 'Operation', 'Send', 'Recipients'];
const template = ['Promotion Name', 'Template Name', 'Template ID', 'Template Language'];
const cards = ['Cards', 'Cards to Fill In'];
const limits = ['Maximum Recipients', 'Maximum Launches'];

describe('the form of a launch', () => {
	it('begins with Launch', () => {
		expect(visible({ operation: undefined }).slice(0, 4)).toEqual(head);
	});

	it('asks whom, what, how many at most and what is special, in this order', () => {
		const file = ['Input Binary Field', 'Name for the New Contact List'];
		expect(visible({})).toEqual([...head, ...file, ...template, ...cards, ...limits, 'Options']);
		expect(visible({ recipients: 'csvFile' })).toEqual(visible({}));
	});

	it('for input items asks how their fields are found', () => {
		const automatic = ['Contact Mapping', 'Name for the New Contact List'];
		expect(visible({ recipients: 'inputItems' })).toEqual([
			...head,
			...automatic,
			...template,
			...cards,
			...limits,
			'Options',
		]);
		const manual = ['Contact Mapping', 'Columns', 'Name for the New Contact List'];
		expect(visible({ recipients: 'inputItems', contactMapping: 'manual' })).toEqual([
			...head,
			...manual,
			...template,
			...cards,
			...limits,
			'Options',
		]);
	});

	it('for an uploaded list says why it cannot count', () => {
		expect(visible({ recipients: 'uploadedList' })).toEqual([
			...head,
			'(n8n cannot see …)',
			'Name of the Uploaded List',
			...template,
			...cards,
			'Maximum Launches',
			'Options',
		]);
	});

	it.each([
		['form', ['Cards', 'Cards to Fill In']],
		['json', ['Cards', 'Cards as JSON']],
		['none', ['Cards']],
	])('for cards by %s', (cardsMode, shown) => {
		expect(visible({ cardsMode }).filter((label) => label.startsWith('Cards'))).toEqual(shown);
	});

	it('warns whoever hands it to an agent', () => {
		expect(visible({}, asTool).filter((label) => !visible({}).includes(label))).toEqual(['(Real people get …)']);
	});

	it('offers the options that apply', () => {
		const always = [
			'Additional Body Fields',
			'Descriptive Properties',
			'Hours to Look Back',
			'If Name Exists',
			'If Sent Before',
		];
		expect(visibleOptions('uploadedList')).toEqual(always);
		const contacts = [...always, 'Check Contacts', 'Remove Duplicates'].sort();
		expect(visibleOptions('inputItems')).toEqual(contacts);
		expect(visibleOptions('csvFile')).toEqual([...contacts, 'Delimiter', 'Normalize File'].sort());
	});
});
