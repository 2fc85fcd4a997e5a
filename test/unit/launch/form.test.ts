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

const head = ['Resource', 'Operation', 'Send To', 'Test Phones', 'Recipients'];
const template = ['Promotion Name', 'Template Name', 'Template ID', 'Template Language'];
const cards = ['Cards', 'Card'];
const end = ['Options'];

describe('the form of a launch', () => {
	it('begins with Launch', () => {
		expect(visible({ operation: undefined }).slice(0, head.length)).toEqual(head);
	});

	it('asks whether it may go, whom, what, and what is special, in this order', () => {
		const shown = visible({});
		expect(shown.slice(0, head.length)).toEqual(head);
		// Between them stands which field is which.
		expect(shown.slice(-7)).toEqual([...template, ...cards, ...end]);
		expect(visible({ recipients: 'inputItems' })).toEqual(shown);
		const fields = shown.slice(head.length, -7);
		expect([...fields].sort()).toEqual(['Country', 'Name Field', 'Phone Field']);
		expect(visible({ recipients: 'csvFile' }).filter((label) => !shown.includes(label))).toEqual([
			'Input Binary Field',
		]);
		const unchanged = visible({ recipients: 'csvFile', options: { sendFileUnchanged: true } });
		expect(unchanged.filter((label) => fields.includes(label))).toEqual([]);
	});

	it('has at most seventeen controls at first sight, the credential included', () => {
		for (const recipients of ['inputItems', 'csvFile', 'uploadedList']) {
			const controls = visible({ recipients }).filter((label) => !label.startsWith('('));
			expect(1 + controls.length).toBeLessThanOrEqual(17);
		}
	});

	it('for an uploaded list says why it cannot count', () => {
		expect(visible({ recipients: 'uploadedList' })).toEqual([
			...head,
			'(n8n cannot see …)',
			'Name of the Uploaded List',
			...template,
			...cards,
			...end,
		]);
	});

	it.each([
		['form', ['Cards', 'Card']],
		['json', ['Cards', 'Cards as JSON']],
		['none', ['Cards']],
	])('for cards by %s', (cardsMode, shown) => {
		expect(visible({ cardsMode }).filter((label) => label.startsWith('Card'))).toEqual(shown);
	});

	it('warns before sending to everyone in each run', () => {
		expect(visible({ sendMode: 'always' }).slice(2, 5)).toEqual(['Send To', '(Every run now …)', 'Recipients']);
		expect(visible({ sendMode: 'dryRun' }).slice(2, 5)).toEqual(['Send To', 'Test Phones', 'Recipients']);
	});

	it('is not offered to an agent', () => {
		const offered = (resource: string) => {
			const node = { typeVersion: 1, parameters: { resource } } as unknown as INode;
			const selectors = asTool.properties.filter(
				(property) =>
					property.name === 'operation' && NodeHelpers.displayParameter({ resource }, property, node, asTool),
			);
			return selectors.flatMap(({ options = [] }) => options.map((option) => 'value' in option && option.value));
		};
		expect(offered('promotion')).toEqual(expect.arrayContaining(['getAll', 'stop', 'cancel']));
		expect(offered('promotion')).not.toContain('launch');
		const [resources] = asTool.properties.filter(({ name }) => name === 'resource');
		const hidden = (resources?.options ?? []).filter((option) => 'displayOptions' in option);
		expect(hidden).toMatchObject([{ value: 'contactList', displayOptions: { hide: { '@tool': [true] } } }]);
	});

	it('offers the options that apply', () => {
		const always = [
			'Additional Body Fields',
			'Do Not Contact',
			'If Name Exists',
			'Maximum Launches',
			'Provider-Specific Fields',
			'Refuse Repeats',
		];
		const ofContacts = ['Check Contacts', 'Contact List Name', 'Maximum Recipients', 'More Fields'];
		const ofFiles = ['Encoding', 'Send File Unchanged'];
		expect(visibleOptions('uploadedList')).toEqual(always);
		expect(visibleOptions('inputItems')).toEqual(expect.arrayContaining([...always, ...ofContacts]));
		for (const option of ofFiles) expect(visibleOptions('inputItems')).not.toContain(option);
		expect(visibleOptions('csvFile')).toEqual(expect.arrayContaining([...always, ...ofContacts, ...ofFiles]));
	});
});
