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
	OWN,
	phone,
	phonesReached,
	quickLaunches,
	writes,
} from './support';

const { withService } = setups();
quickLaunches();

const withOwn = (testPhones: unknown = OWN.join()): INodeParameters => ({ cards: CARD, testPhones }) as INodeParameters;

const sentRows = (setup: Setup) => setup.simulator.launches().map(({ file }) => file?.contents);

describe('Test Phones', () => {
	withService('get the test of a list of any size, with the values of its first contacts', async (setup) => {
		const row = launched(await launchItems(setup, withOwn(), { items: contacts(5000), mode: 'manual' }));
		expect(row).toMatchObject({ outcome: 'launched', recipients: { rows: 5000, ready: 5000, handedOver: 2 } });
		const [file, ...others] = sentRows(setup);
		expect(others).toEqual([]);
		expect(file?.rows).toBe(2);
		expect(phonesReached(setup)).toEqual(OWN);
		const column = file?.columns.indexOf('phone') ?? -1;
		expect(file?.firstRows.map((cells) => cells[1 - column])).toEqual(['Contact 0', 'Contact 1']);
		expect(setup.simulator.launches()[0]?.body.name).toMatch(/\[test /);
	});

	withService(
		"get it without the contact's own ID, which may be used by a variable in live runs alone",
		async (setup) => {
			const people = contacts(3).map(({ json }, index) => ({
				json: { ...json, businesssubscriberid: `own-${index}` },
			}));
			const withId = { ...withOwn(), options: { moreFields: { businessSubscriberIdField: 'businesssubscriberid' } } };
			launched(await launchItems(setup, withId, { items: people, mode: 'manual' }));
			expect(sentRows(setup)[0]?.columns).toEqual(['name', 'phone']);
			const ofOwnId = { card: [{ variables: { variable: [{ source: 'column', column: 'businesssubscriberid' }] } }] };
			const parameters = { ...withId, promotionName: 'With ID', cards: ofOwnId };
			const row = launched(await launchItems(setup, parameters, { items: people, mode: 'manual' }));
			expect(row).toMatchObject({
				outcome: 'dryRun',
				message: expect.stringContaining(
					"This is a test, and Card 1, variable 1 uses the contact's own ID, which must not be sent with your phone.",
				) as string,
			});
			expect(sentRows(setup)).toHaveLength(1);
			launched(await launchItems(setup, parameters, { items: people }));
			expect(sentRows(setup)[1]?.columns).toEqual(['name', 'phone', 'businesssubscriberid']);
		},
	);

	withService('get it in place of fewer contacts, too, and from a file', async (setup) => {
		const items = [await setup.engine.fileItem(csv(3))];
		const four = [...OWN, '+4915112345670', '+4915112345671'];
		launched(await launchFile(setup, withOwn(four.join()), { items, mode: 'manual' }));
		expect(phonesReached(setup)).toEqual(four);
	});

	withService(
		'get a test that says whom a live run would reach, but only of a run that would not stop',
		async (setup) => {
			const items = contacts(3);
			const given = { ...withOwn(), options: { doNotContact: phone(0), ifNameExists: 'fail' } };
			const reasonOf = async () => String(launched(await launchItems(setup, given, { items, mode: 'manual' })).notes);
			expect(await reasonOf()).toContain(
				'A live run would go to 2 of 3 contacts. The name "Spring Sale" is still free',
			);
			setup.simulator.addPromotion({ name: 'Spring Sale' });
			expect(await reasonOf()).not.toMatch(/would go to|still free/);
			given.options.ifNameExists = 'launch';
			expect(await reasonOf()).toMatch(/would go to 2 of 3 contacts\.(,|$)/);
		},
	);

	withService('get the test of a launch that would stop when it is live, and it says so', async (setup) => {
		setup.simulator.addPromotion({ name: 'Spring Sale' });
		const stopsShown = async (options: INodeParameters) => {
			const parameters = { ...withOwn(), options };
			const row = launched(await launchItems(setup, parameters, { items: contacts(30), mode: 'manual' }));
			expect(row).toMatchObject({ outcome: 'launched', recipients: { handedOver: 2 } });
			return (row.warnings as string[]).filter((warning) => warning.startsWith('A live run would'));
		};
		const stop = (why: string) => expect.stringContaining(`A live run would not send: ${why}`) as string;
		expect(await stopsShown({ maximumRecipients: 29 })).toEqual([
			stop("There are 30 contacts, more than 'Maximum Recipients' (29)"),
			stop('A promotion named "Spring Sale" already exists'),
		]);
		expect(await stopsShown({ maximumRecipients: 30, ifNameExists: 'launch' })).toEqual([]);
	});

	withService('are none where there are only separators', async (setup) => {
		const row = launched(await launchItems(setup, withOwn(' \n , '), { mode: 'manual' }));
		expect(row.message).toContain("'Test Phones' is empty");
		expect(writes(setup)).toEqual([]);
	});

	withService('that cannot be used are refused, but not in a live run, which does not use them', async (setup) => {
		const { error } = await launchItems(setup, withOwn('2025550101'), { mode: 'manual', items: contacts(1) });
		expect(error?.message).toContain('\'Test Phones\' contains "2025550101", which has no country code');
		expect(writes(setup)).toEqual([]);
		launched(await launchItems(setup, withOwn('2025550101')));
	});

	withService.each<{ what: string; given: INodeParameters }>([
		{ what: 'an uploaded list', given: { recipients: 'uploadedList', targetListName: 'Customers' } },
		{ what: 'a file sent unchanged', given: { recipients: 'csvFile', options: { sendFileUnchanged: true } } },
	])('are not read for $what, whose form hides Country', async (setup, { given }) => {
		for (const mode of ['manual', 'trigger']) {
			const result = await launchFile(setup, { ...given, testPhones: '0151 12345678' }, { mode });
			expect(launched(result).outcome).toBe(mode === 'manual' ? 'dryRun' : 'launched');
		}
	});
});
