import { NodeHelpers } from 'n8n-workflow';
import type { INode, INodeParameters, INodeProperties, INodeTypeDescription } from 'n8n-workflow';
import { launchFields } from '../../../nodes/RcsPromotion/launch/launchFields';
import { RcsPromotion } from '../../../nodes/RcsPromotion/RcsPromotion.node';

const { description } = new RcsPromotion();
const asTool: INodeTypeDescription = { ...description, name: `${description.name}Tool` };

const nodeWith = (parameters: INodeParameters) => ({ typeVersion: 1, parameters }) as unknown as INode;

/** The labels that the form shows from top to bottom, notices shortened. */
function visible(given: INodeParameters): string[] {
	const parameters = { resource: 'promotion', operation: 'launch', ...given };
	const { properties } = description;
	const node = nodeWith(parameters);
	const values = NodeHelpers.getNodeParameters(properties, parameters, true, false, node, description) ?? {};
	return properties
		.filter((property) => NodeHelpers.displayParameter(values, property, node, description))
		.map(({ displayName, type }) =>
			type === 'notice' ? `(${displayName.split(' ').slice(0, 3).join(' ')} …)` : displayName,
		);
}

function visibleOptions(recipients: string): string[] {
	const parameters = { resource: 'promotion', operation: 'launch', recipients };
	const options = description.properties.find(
		({ name, displayOptions }) => name === 'options' && displayOptions?.show?.operation?.includes('launch'),
	)?.options as INodeProperties[];
	const shows = (option: INodeProperties) =>
		NodeHelpers.displayParameterPath(parameters, option, 'options', nodeWith(parameters), description);
	return options.filter(shows).map(({ displayName }) => displayName);
}

const head = ['Resource', 'Operation', 'Send To', 'Test Phones', 'Recipients'];
const fields = ['Phone Field', 'Name Field', 'Country'];
const template = ['Promotion Name', 'Template Name', 'Template ID', 'Template Language'];
const end = ['Cards', 'Card', 'Options'];

it('asks whether it may go, whom, what, and what is special, in this order', () => {
	const shown = [...head, ...fields, ...template, ...end];
	expect(visible({})).toEqual(shown);
	expect(visible({ operation: undefined })).toEqual(shown);
	const ofFile = ['Input Binary Field', ...fields];
	expect(visible({ recipients: 'csvFile' })).toEqual([...head, ...ofFile, ...template, ...end]);
	const unchanged = visible({ recipients: 'csvFile', options: { sendFileUnchanged: true } });
	expect(unchanged).toEqual([...head, 'Input Binary Field', ...template, ...end]);
	// Why it cannot count them.
	const ofList = ['(n8n cannot see …)', 'Name of the Uploaded List'];
	expect(visible({ recipients: 'uploadedList' })).toEqual([...head, ...ofList, ...template, ...end]);
});

it.each([
	['form', ['Cards', 'Card']],
	['json', ['Cards', 'Cards as JSON']],
	['none', ['Cards']],
])('for cards by %s', (cardsMode, shown) => {
	expect(visible({ cardsMode }).filter((label) => label.startsWith('Card'))).toEqual(shown);
});

it('takes no expression for whom it may reach, nor for what the form then shows', () => {
	const names = new Set<string>();
	JSON.stringify(launchFields, (_, value: { name: string; noDataExpression?: boolean } | undefined) => {
		if (value?.noDataExpression) names.add(value.name);
		return value;
	});
	expect([...names].sort()).toEqual(['cardsMode', 'recipients', 'sendMode', 'source', 'testPhones']);
});

it('warns before sending to everyone in each run', () => {
	expect(visible({ sendMode: 'always' }).slice(2, 5)).toEqual(['Send To', '(Every run now …)', 'Recipients']);
	expect(visible({ sendMode: 'dryRun' }).slice(2, 5)).toEqual(['Send To', 'Test Phones', 'Recipients']);
});

it('is not offered to an agent', () => {
	const parameters = { resource: 'promotion' };
	const offered = asTool.properties
		.filter(({ name }) => name === 'operation')
		.filter((property) => NodeHelpers.displayParameter(parameters, property, nodeWith(parameters), asTool))
		.flatMap(({ options = [] }) => options.map((option) => 'value' in option && option.value));
	expect(offered).toEqual(expect.arrayContaining(['getAll', 'stop', 'cancel']));
	expect(offered).not.toContain('launch');
	const [resources] = asTool.properties.filter(({ name }) => name === 'resource');
	const hidden = (resources?.options ?? []).filter((option) => 'displayOptions' in option);
	expect(hidden).toMatchObject([{ value: 'contactList', displayOptions: { hide: { '@tool': [true] } } }]);
});

it('offers the options that apply', () => {
	const always = [
		...['Additional Body Fields', 'Do Not Contact', 'If Name Exists', 'Maximum Launches'],
		...['Provider-Specific Fields', 'Refuse Repeats'],
	];
	const ofContacts = [...always, 'Check Contacts', 'Contact List Name', 'Maximum Recipients', 'More Fields'].sort();
	expect(visibleOptions('uploadedList')).toEqual(always);
	expect(visibleOptions('inputItems')).toEqual(ofContacts);
	expect(visibleOptions('csvFile')).toEqual([...ofContacts, 'Encoding', 'Send File Unchanged'].sort());
});
