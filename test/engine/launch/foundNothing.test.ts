/** What was entered but comes to nothing, or cannot be meant so, is asked about: it is never taken for a field that was left out. */
import { ExecuteContext } from 'n8n-core';
import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';
import { worlds, type World } from '../support/world';
import { contacts, csv, fromFile, launched, launchFile, launchItems, quickLaunches } from './support';

const { inOneWorld } = worlds();
quickLaunches();

const [FIRST, SECOND] = ['+491701234501', '+491701234502'];
const items = (...rows: object[]) => rows.map((json) => ({ json })) as INodeExecutionData[];

const nothingSent = (world: World) => expect(world.requests('launch')).toBe(0);

inOneWorld.each<{ field: string; options: INodeParameters }>([
	{ field: "'Contact List Name'", options: { contactListName: ' ' } },
	{ field: "'Do Not Contact'", options: { doNotContact: '' } },
	{ field: "'Provider-Specific Fields'", options: { descriptiveProperties: {} } },
	{ field: "'Title'", options: { descriptiveProperties: { title: '' } } },
	{ field: "'More Fields'", options: { moreFields: {} } },
	{ field: "'Maximum Recipients'", options: { maximumRecipients: '' } },
])('an option that was added and left blank is asked about: $field', async (world, { field, options }) => {
	const { error } = await launchItems(world, { options });
	expect(error).toMatchObject({
		message: `Not sent to 3 contacts: ${field} is empty`,
		description: 'Fill it in or remove it. If it is an expression, the expression found no value.',
	});
	nothingSent(world);
});

inOneWorld("a 'Do Not Contact' that an import made fixed text is asked about like any other", async (world) => {
	const { error } = await launchItems(world, { options: { doNotContact: "{{ $('Opt-outs').all() }}" } });
	expect(error?.message).toBe("Not sent to 3 contacts: 'Do Not Contact' contains {{ }} as plain text");
	expect(error?.description).toBe("Switch it from 'Fixed' to 'Expression' so that n8n fills it in.");
	nothingSent(world);
});

interface ReadsParameters {
	_getNodeParameter(name: string): unknown;
}

inOneWorld(
	'an expression that takes the items of a node is filled in once, however many contacts there are',
	async (world) => {
		// What all ways of reading a parameter in n8n come to.
		const read = jest.spyOn(ExecuteContext.prototype as unknown as ReadsParameters, '_getNodeParameter');
		try {
			const options = { doNotContact: `={{ $input.all().slice(0, 1).concat($items().slice(0, 1)) }}` };
			const row = launched(await launchItems(world, { options }, { items: contacts(300) }));
			expect(row.recipients).toMatchObject({ rows: 300, handedOver: 299, doNotContact: 1 });
			expect(read.mock.calls.filter(([name]) => name.startsWith('options'))).toHaveLength(1);
		} finally {
			read.mockRestore();
		}
	},
);

describe('an expression that found nothing', () => {
	inOneWorld('for Country', async (world) => {
		const { error } = await launchItems(
			world,
			{ country: '={{ $json.land }}' },
			{ items: items({ phone: '4155550132' }) },
		);
		expect(error?.message).toContain("'Country' is empty");
		nothingSent(world);
	});

	inOneWorld('for Phone Field, with the name of the field', async (world) => {
		const file = await world.engine.fileItem(`phone,whatsapp nr\n${FIRST},${SECOND}\n`);
		const { error } = await launchFile(world, { phoneField: '={{ "" }}', nameField: '' }, { items: [file] });
		expect(error?.message).toContain("'Phone Field' is empty");
		nothingSent(world);
	});

	inOneWorld('for Input Binary Field, which does not send the file called data', async (world) => {
		const { binary } = await world.engine.fileItem(csv(5));
		const given = { binaryPropertyName: '={{ $json.field }}' };
		const { error } = await launchFile(world, given, { items: [{ json: {}, binary }] });
		expect(error?.message).toBe("'Input Binary Field' is empty");
		nothingSent(world);
	});

	inOneWorld('for a Contact Field of a card', async (world) => {
		const cards = { card: [{ variables: { variable: [{ source: 'column', column: '={{ $json.field }}' }] } }] };
		const { error } = await launchItems(world, { cards });
		expect(error?.message).toContain("Card 1, variable 1: 'Contact Field' is empty");
		nothingSent(world);
	});
});

inOneWorld('what is wrong with contacts, cards and body is in one message, the contacts first', async (world) => {
	const cards = { card: [{ headerImageUrl: 'spring.jpg' }] };
	const parameters = { cards, options: { additionalBodyFields: '{"name": "x"}' } };
	const rows = items({ phone: 'ask 12' });
	const { error } = await launchItems(world, { ...parameters, nameField: '' }, { items: rows });
	expect(`${error?.message} ${error?.description}`).toContain('ask …');
	expect(error?.description).toContain('Card 1: the address of the media must begin with');
	expect(error?.description).toContain(`'Additional Body Fields' contains "name"`);
	nothingSent(world);
});

inOneWorld('a column name whose letters cannot be read leads to Encoding', async (world) => {
	const file = await world.engine.fileItem(Buffer.from(`Prénom;Téléphone\nAnne;${FIRST}\n`, 'latin1'));
	const { error } = await world.run(
		'promotion.launch',
		{ ...fromFile, phoneField: 'Téléphone', nameField: '' },
		{ items: [file] },
	);
	expect(error?.description).toContain("'Encoding'");
});
