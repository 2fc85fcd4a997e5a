/** Advice that works when it is followed. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { worlds, type World } from '../support/world';
import { launchFile, launchItems, quickLaunches } from './support';

const { inOneWorld } = worlds();
quickLaunches();

const [FIRST, SECOND] = ['+491701234567', '+491701234568'];
const items = (...rows: IDataObject[]) => rows.map((json) => ({ json }));
const nothingSent = (world: World) => expect(world.requests('launch')).toBe(0);

describe('advice', () => {
	inOneWorld("for a 'Do Not Contact' that differs is no value to paste into it", async (world) => {
		const rows = items({ phone: FIRST, optOut: FIRST }, { phone: SECOND, optOut: '' });
		const { error } = await launchItems(world, { options: { doNotContact: '={{ $json.optOut }}' } }, { items: rows });
		expect(error?.message).toContain('differs from contact to contact');
		expect(error?.description).not.toContain('{{');
	});

	inOneWorld('names only binary fields that the node can read', async (world) => {
		const file = { mimeType: 'text/csv', fileName: 'x.csv', data: 'cGhvbmUK' };
		const { error } = await launchFile(world, { binaryPropertyName: 'file' }, { items: items({ file }) });
		expect(error?.message).toBe("No file found in 'file'");
		expect(error?.description).not.toContain('The files are in');
	});

	inOneWorld('does not offer to leave out what is refused anyway', async (world) => {
		const rows = items({ phone: FIRST, tags: ['a'] }, { phone: SECOND, tags: '' });
		const columns = { mappingMode: 'defineBelow', value: { phone: '={{ $json.phone }}', name: '={{ $json.tags }}' } };
		const cards = { card: [{ variables: { variable: [{ source: 'column', column: 'name' }] } }] };
		const { error } = await launchItems(world, { columns, cards }, { items: rows });
		expect(error?.message).toContain("the value for 'Name' is a list");
		expect(error?.description).not.toContain('Leave Out Invalid');
	});

	inOneWorld('names Country if its expression was typed as plain text', async (world) => {
		const value = { phone: '={{ $json.phone }}', country: '{{ $json.c }}' };
		const columns = { mappingMode: 'defineBelow', value, matchingColumns: [], schema: [] };
		const rows = items({ phone: '0170 1234567', c: 'DE' });
		const { error } = await launchItems(world, { columns }, { items: rows });
		expect(error?.message).toContain("'Country of the Contact' under 'Values to Send'");
	});
});

inOneWorld('numbers that differ once they have their country code are asked about', async (world) => {
	const rows = items({ phone: '+4155550132', mobile: '4155550132' });
	const { error } = await launchItems(world, { country: 'US' }, { items: rows });
	expect(error?.message).toContain('hold different phone numbers');
	nothingSent(world);
});

inOneWorld('numbers without a country code are not to be left out, but to be given their country', async (world) => {
	const rows = items({ phone: FIRST }, { phone: '0170 1234502' }, { phone: '0151 1234503' });
	const { error } = await launchItems(world, {}, { items: rows });
	expect(error?.message).toBe('Not sent to 3 contacts: 2 of 3 phone numbers look wrong');
	expect(error?.description).toMatch(/^If they are all of one country, set 'Country'\. Otherwise: /);
});

inOneWorld('only those who would have got it are counted as not reached', async (world) => {
	const rows = items({ phone: FIRST }, { phone: FIRST }, { phone: SECOND }, { phone: 'unknown' });
	const leaveOut = { checkContacts: 'leaveOut' };
	const says = async (parameters: INodeParameters) =>
		(await launchItems(world, parameters, { items: rows })).error?.message;
	expect(await says({ options: { ...leaveOut, maximumRecipients: 1 } })).toMatch(
		/^Not sent to 2 contacts: There are 2 /,
	);
	// Where something is wrong with them, or no one was counted, these are all contacts.
	expect(await says({ options: { checkContacts: 'strict' } })).toMatch(/^Not sent to 4 contacts: /);
	expect(await says({ templateName: '={{ "" }}', promotionName: '={{ "" }}' })).toMatch(/^Not sent to 4 contacts: /);
	expect(await says({ options: { ...leaveOut, doNotContact: `${FIRST}, ${SECOND}` } })).toMatch(
		/^No one is left to send to: 1 has a phone number that cannot be used and 3 are listed in 'Do Not Contact'$/,
	);
	nothingSent(world);
});

inOneWorld('what contacts hold is shown as it is, though the editor reads HTML', async (world) => {
	const rows = items({ phone: FIRST }, { phone: '' }, { phone: '<b>x</b> & y' });
	const { error } = await launchItems(world, { options: { checkContacts: 'strict' } }, { items: rows });
	const shown = 'Item 3: "&lt;b>x…" is not a phone number, or contains more than one';
	expect(error?.description).toContain(`<br>• ${shown}`);
	const leaveOut = { sendMode: 'dryRun', options: { checkContacts: 'leaveOut' } };
	const { hints, json } = await launchItems(world, leaveOut, { items: rows });
	expect(hints.map(({ message }) => message).join()).toContain(shown);
	expect(json[0]?.notes).toContainEqual(expect.stringContaining('"<b>x…"'));
	const continues = { options: { checkContacts: 'strict' } };
	const failed = await launchItems(world, continues, { items: rows, onError: 'continueRegularOutput' });
	expect(failed.json[0]?.advice).toContain('\n• Item 3: "<b>x…"');
});

describe('a run that stops', () => {
	const rows = items(
		{ phone: FIRST, unsubscribed: 'yes' },
		{ phone: FIRST },
		{ phone: 'ask her' },
		{ phone: '4.9E+11' },
		{ phone: '' },
		{ phone: SECOND },
	);
	const kinds = [
		/Item 3: "ask …" is not a phone number/,
		/Item 4: .*spreadsheet/,
		/Item 5: there is no phone number/,
		/Item 2: an earlier contact has the same phone number/,
		/who agreed to get messages were not read: unsubscribed\./,
	];

	inOneWorld.each<{ why: string; options: INodeParameters }>([
		{ why: 'many of its numbers look wrong', options: {} },
		{ why: 'a single wrong number is too much', options: { checkContacts: 'strict' } },
		{ why: 'of a limit', options: { checkContacts: 'leaveOut', maximumRecipients: 1 } },
	])('because $why tells every kind of finding, each with its place', async (world, { options }) => {
		const { error } = await launchItems(world, { options }, { items: rows });
		const said = `${error?.message}\n${error?.description}`;
		for (const kind of kinds) expect(said).toMatch(kind);
		nothingSent(world);
	});
});

inOneWorld('hours that end while the list is read are kept', async (world) => {
	const now = Date.now.bind(Date);
	const before = new Date().setUTCHours(19, 59, 50, 0) - now();
	const isRead = () => world.requests('list') > 0;
	const clock = jest.spyOn(Date, 'now').mockImplementation(() => now() + before + (isRead() ? 30_000 : 0));
	try {
		const { error } = await launchItems(world, { options: { sendOnlyBetween: { from: '09:00', to: '20:00' } } });
		expect(error?.message).toContain("'Send Only Between' allows");
		nothingSent(world);
	} finally {
		clock.mockRestore();
	}
});
