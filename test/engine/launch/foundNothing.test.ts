/** What was entered but comes to nothing, or cannot be meant so, is asked about: it is never taken for a field that was left out. */
import { ExecuteContext } from 'n8n-core';
import type { INodeParameters } from 'n8n-workflow';
import { setups, type Setup } from '../support/setup';
import { contacts, csv, fromFile, launched, launchFile, launchItems, quickLaunches } from './support';

const { withService } = setups();
quickLaunches();

const [FIRST, SECOND] = ['+491701234501', '+491701234502'];

const nothingSent = (setup: Setup) => expect(setup.requests('launch')).toBe(0);

withService.each<{ field: string; options: INodeParameters }>([
	{ field: "'Contact List Name'", options: { contactListName: ' ' } },
	{ field: "'Do Not Contact'", options: { doNotContact: '' } },
	{ field: "'Provider-Specific Fields'", options: { descriptiveProperties: {} } },
	{ field: "'Title'", options: { descriptiveProperties: { title: '' } } },
	{ field: "'More Fields'", options: { moreFields: {} } },
	{ field: "'Maximum Recipients'", options: { maximumRecipients: '' } },
])('an option that was added and left blank is asked about: $field', async (setup, { field, options }) => {
	const { error } = await launchItems(setup, { options });
	expect(error).toMatchObject({
		message: `Not sent to 3 contacts: ${field} is empty`,
		description: 'Fill it in or remove it. If it is an expression, the expression found no value.',
	});
	nothingSent(setup);
});

withService("a 'Do Not Contact' that an import made fixed text is asked about like any other", async (setup) => {
	const { error } = await launchItems(setup, { options: { doNotContact: "{{ $('Opt-outs').all() }}" } });
	expect(error?.message).toBe("Not sent to 3 contacts: 'Do Not Contact' contains {{ }} as plain text");
	expect(error?.description).toBe("Switch it from 'Fixed' to 'Expression' so that n8n fills it in.");
	nothingSent(setup);
});

interface ReadsParameters {
	_getNodeParameter(name: string): unknown;
}

withService(
	'an expression that takes the items of a node is filled in once, however many contacts there are',
	async (setup) => {
		// What all ways of reading a parameter in n8n come to.
		const read = jest.spyOn(ExecuteContext.prototype as unknown as ReadsParameters, '_getNodeParameter');
		try {
			const options = { doNotContact: `={{ $input.all().slice(0, 1).concat($items().slice(0, 1)) }}` };
			const row = launched(await launchItems(setup, { options }, { items: contacts(300) }));
			expect(row.recipients).toMatchObject({ rows: 300, handedOver: 299, doNotContact: 1 });
			expect(read.mock.calls.filter(([name]) => name.startsWith('options'))).toHaveLength(1);
		} finally {
			read.mockRestore();
		}
	},
);

describe('an expression that found nothing', () => {
	withService('for Phone Field, with the name of the field', async (setup) => {
		const file = await setup.engine.fileItem(`phone,whatsapp nr\n${FIRST},${SECOND}\n`);
		const { error } = await launchFile(setup, { phoneField: '={{ "" }}', nameField: '' }, { items: [file] });
		expect(error?.message).toContain("'Phone Field' is empty");
		nothingSent(setup);
	});

	withService('for Input Binary Field, which does not send the file called data', async (setup) => {
		const { binary } = await setup.engine.fileItem(csv(5));
		const given = { binaryPropertyName: '={{ $json.field }}' };
		const { error } = await launchFile(setup, given, { items: [{ json: {}, binary }] });
		expect(error?.message).toBe("'Input Binary Field' is empty");
		nothingSent(setup);
	});
});
withService('a column name whose letters cannot be read leads to Encoding', async (setup) => {
	const file = await setup.engine.fileItem(Buffer.from(`Prénom;Téléphone\nAnne;${FIRST}\n`, 'latin1'));
	const { error } = await setup.run(
		'promotion.launch',
		{ ...fromFile, phoneField: 'Téléphone', nameField: '' },
		{ items: [file] },
	);
	expect(error?.description).toContain("'Encoding'");
});
