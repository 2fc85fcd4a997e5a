/** Test phones: what they get of a test, and that nobody else gets it. */
import type { INodeParameters } from 'n8n-workflow';
import { setups, type Setup } from '../support/setup';
import {
	CARD,
	contacts,
	csv,
	launched,
	launchFile,
	launchItems,
	onOwn,
	OWN,
	phone,
	phonesReached,
	quickLaunches,
	writes,
} from './support';

const { withService } = setups();
quickLaunches();

const mode = 'manual';
const sentFiles = (setup: Setup) => setup.simulator.launches().map(({ file }) => file?.contents);

withService('get the test of a list of any size, with the values of its first contacts', async (setup) => {
	const row = launched(await launchItems(setup, { ...onOwn, cards: CARD }, { items: contacts(5000), mode }));
	expect(row).toMatchObject({ outcome: 'launched', recipients: { rows: 5000, ready: 5000, handedOver: 2 } });
	const rows = OWN.map((number, index) => [`Contact ${index}`, number]);
	expect(sentFiles(setup)).toMatchObject([{ rows: 2, columns: ['name', 'phone'], firstRows: rows }]);
});

withService("get it without the contact's own ID, which only a live run may show", async (setup) => {
	const items = contacts(3).map(({ json }, index) => ({ json: { ...json, own: `own-${index}` } }));
	const withId = { ...onOwn, cards: CARD, options: { moreFields: { businessSubscriberIdField: 'own' } } };
	launched(await launchItems(setup, withId, { items, mode }));
	const cards = { card: [{ variables: { variable: [{ source: 'column', column: 'businesssubscriberid' }] } }] };
	const parameters = { ...withId, promotionName: 'With ID', cards };
	const { outcome, message } = launched(await launchItems(setup, parameters, { items, mode }));
	expect([outcome, message]).toEqual(['dryRun', expect.stringContaining("uses the contact's own ID")]);
	launched(await launchItems(setup, parameters, { items }));
	const columns = ['name', 'phone', 'businesssubscriberid'];
	expect(sentFiles(setup)).toMatchObject([{ columns: columns.slice(0, 2) }, { columns }]);
});

withService('get it in place of fewer contacts, too, and from a file', async (setup) => {
	const items = [await setup.engine.fileItem(csv(3))];
	const four = [...OWN, '+4915112345670', '+4915112345671'];
	launched(await launchFile(setup, { cards: CARD, testPhones: four.join() }, { items, mode }));
	expect(phonesReached(setup)).toEqual(four);
});

withService('get a test that says whom a live run would reach, or what would stop it', async (setup) => {
	const told = async (options: INodeParameters) => {
		const given = { ...onOwn, cards: CARD, options: { doNotContact: phone(0), ...options } };
		const row = launched(await launchItems(setup, given, { items: contacts(30), mode }));
		expect(row).toMatchObject({ outcome: 'launched', recipients: { handedOver: 2 } });
		const stops = (row.warnings as string[]).filter((warning) => warning.startsWith('A live run would'));
		const [outlook] = (row.notes as string[]).filter((note) => note.startsWith('A live run would'));
		return { stops, outlook };
	};
	const reached = 'A live run would go to 29 of 30 contacts.';
	expect(await told({})).toEqual({ stops: [], outlook: `${reached} The name "Spring Sale" is still free for it.` });
	setup.simulator.addPromotion({ name: 'Spring Sale' });
	const stop = (why: string) => expect.stringContaining(`A live run would not send: ${why}`) as string;
	expect(await told({ maximumRecipients: 28 })).toEqual({
		stops: [
			stop("There are 29 contacts, more than 'Maximum Recipients' (28)"),
			stop('A promotion named "Spring Sale" already exists'),
		],
	});
	expect(await told({ ifNameExists: 'launch' })).toEqual({ stops: [], outlook: reached });
});

withService('are none where there are only separators, and refused where they cannot be used', async (setup) => {
	const row = launched(await launchItems(setup, { testPhones: ' \n , ' }, { mode }));
	expect(row.message).toContain("'Test Phones' is empty");
	const national = { testPhones: '2025550101' };
	const { error } = await launchItems(setup, national, { mode });
	expect(error?.message).toContain('\'Test Phones\' contains "2025550101", which has no country code');
	expect(writes(setup)).toEqual([]);
	// A live run does not use them.
	launched(await launchItems(setup, national));
});

withService.each<{ what: string; given: INodeParameters }>([
	{ what: 'an uploaded list', given: { recipients: 'uploadedList', targetListName: 'Customers' } },
	{ what: 'a file sent unchanged', given: { recipients: 'csvFile', options: { sendFileUnchanged: true } } },
])('are not read for $what, whose form hides Country', async (setup, { given }) => {
	const result = await launchFile(setup, { ...given, testPhones: '0151 12345678' }, { mode });
	expect(launched(result).outcome).toBe('dryRun');
});
