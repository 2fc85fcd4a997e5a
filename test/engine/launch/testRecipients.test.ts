import type { INodeParameters } from 'n8n-workflow';
import { worlds, type World } from '../support/world';
import { contacts, csv, launched, launchFile, launchItems, launchList, phone, quickLaunches, writes } from './support';

const { inOneWorld } = worlds();
quickLaunches();

const cards = {
	card: [
		{
			headerImageUrl: 'https://example.com/spring.jpg',
			variables: {
				variable: [
					{ source: 'column', column: 'name' },
					{ source: 'text', text: 'See you soon' },
				],
			},
		},
	],
};
const OWN = ['+4915112345678', '+4915112345679'];
const withOwn = (testRecipients: unknown = OWN.join('\n')): INodeParameters => ({
	cards,
	options: { testRecipients } as INodeParameters,
});
const sentRows = (world: World) => world.simulator.launches().map(({ file }) => file?.contents);

describe('Test Recipients', () => {
	inOneWorld('get the test of a list of any size, with the values of its first contacts', async (world) => {
		const row = launched(await launchItems(world, withOwn(), { items: contacts(5000), mode: 'manual' }));
		expect(row).toMatchObject({ outcome: 'launched', recipients: { rows: 5000, ready: 5000, sent: 2 } });
		expect((row.warnings as string[]).join()).toContain('sent to 2 test recipients');
		const [file, ...others] = sentRows(world);
		expect(others).toEqual([]);
		expect(file?.rows).toBe(2);
		const column = file?.columns.indexOf('phone') ?? -1;
		expect(file?.firstRows.map((cells) => cells[column])).toEqual(OWN);
		expect(file?.firstRows.map((cells) => cells[1 - column])).toEqual(['Contact 0', 'Contact 1']);
		expect(world.simulator.launches()[0]?.body.name).toMatch(/\[test /);
	});

	inOneWorld('get it in place of a few contacts, too, and from a file', async (world) => {
		const items = [await world.engine.fileItem(csv(3))];
		launched(await launchFile(world, withOwn([...OWN, '+4915112345670', '+4915112345671']), { items, mode: 'manual' }));
		const [file] = sentRows(world);
		expect(file?.rows).toBe(4);
		const sent = JSON.stringify(file?.firstRows);
		for (const index of [0, 1, 2]) expect(sent).not.toContain(phone(index));
	});

	inOneWorld('get nothing in a live run, which goes to everyone', async (world) => {
		launched(await launchItems(world, withOwn(), { items: contacts(30) }));
		expect(sentRows(world).map((file) => file?.rows)).toEqual([30]);
		expect(JSON.stringify(sentRows(world))).not.toContain('49151');
	});

	inOneWorld('are counted over the execution like all tests', async (world) => {
		const parameters = {
			...withOwn(),
			promotionName: '=Sale {{ $runIndex }}',
			options: { testRecipients: OWN.join(), maximumLaunches: 100 },
		};
		const result = await launchItems(world, parameters, { items: contacts(20), mode: 'manual', loop: 7 });
		expect(result.runs().map((_, run) => result.output(0, { run })[0]?.json.outcome)).toEqual([
			...Array.from({ length: 5 }, () => 'launched'),
			'dryRun',
			'dryRun',
		]);
	});

	inOneWorld('stop a test that would reach everyone instead', async (world) => {
		const options = { testRecipients: OWN.join() };
		const parameters = { sendMode: 'always', options };
		const { error } = await launchItems(world, parameters, { items: contacts(3), mode: 'manual' });
		expect(error?.message).toContain("'Test Recipients' does not apply while 'Send' is 'Always Everyone'");
		expect(writes(world)).toEqual([]);
		launched(await launchItems(world, { sendMode: 'always' }, { items: contacts(3), mode: 'manual' }));
		launched(await launchItems(world, { ...parameters, promotionName: 'Live' }, { items: contacts(4) }));
		expect(sentRows(world).map((file) => file?.rows)).toEqual([3, 4]);
	});

	inOneWorld('do not make an uploaded list or an audience countable', async (world) => {
		const audience = { testRecipients: OWN.join(), descriptiveProperties: { targetAudience: 'all' } };
		const row = launched(await launchItems(world, { options: audience }, { mode: 'manual' }));
		expect(row.outcome).toBe('dryRun');
		expect(launched(await launchList(world, withOwn(), { mode: 'manual' })).outcome).toBe('dryRun');
		expect(writes(world)).toEqual([]);
	});

	inOneWorld.each([
		{ written: '+49 170 1234501\n0049 170 1234501\n+491701234501', sent: ['+49 170 1234501'] },
		{ written: '={{ [{ phone: "+491701234501" }, "+491701234502"] }}', sent: ['+491701234501', '+491701234502'] },
		{ written: '={{ [{ phone: "+491701234501" } ] }}', sent: ['+491701234501'] },
		{ written: '={{ [{ json: { properties: { mobilephone: "+491701234501" } } } ] }}', sent: ['+491701234501'] },
		{ written: '+491701234501; \u200e+491701234502', sent: ['+491701234501', '+491701234502'] },
		{ written: '491701234501 491701234502', sent: ['491701234501', '491701234502'] },
		{ written: '1701234 1701235', sent: ['1701234', '1701235'] },
		{ written: '={{ 491701234501 }}', sent: ['491701234501'] },
	])('$written are $sent, each once', async (world, { written, sent }) => {
		const row = launched(await launchItems(world, withOwn(written), { items: contacts(30), mode: 'manual' }));
		expect(row).toMatchObject({ outcome: 'launched', recipients: { sent: sent.length } });
		const [file] = sentRows(world);
		expect(file?.firstRows.map((cells) => cells[file.columns.indexOf('phone')])).toEqual(sent);
	});

	inOneWorld('get the test of a launch that would stop when it is live, and it says so', async (world) => {
		world.simulator.addPromotion({ name: 'Spring Sale' });
		const told = async (options: INodeParameters) => {
			const parameters = { cards, options: { testRecipients: OWN.join(), ...options } };
			const row = launched(await launchItems(world, parameters, { items: contacts(30), mode: 'manual' }));
			expect(row).toMatchObject({ outcome: 'launched', recipients: { sent: 2 } });
			return (row.warnings as string[]).filter((warning) => warning.startsWith('A live run would'));
		};
		const stop = (why: string) => expect.stringContaining(`A live run would stop here: ${why}`) as string;
		expect(await told({ maximumRecipients: 29 })).toEqual([
			stop("There are 30 contacts, more than 'Maximum Recipients' (29)"),
			stop('A promotion named "Spring Sale" already exists'),
		]);
		expect(await told({ maximumRecipients: 30, ifNameExists: 'launch' })).toEqual([]);
	});

	inOneWorld('that Do Not Contact lists get the test, with a warning', async (world) => {
		const options = { testRecipients: OWN.join(), doNotContact: `0049 15112345679\n${phone(0)}` };
		const row = launched(await launchItems(world, { cards, options }, { items: contacts(3), mode: 'manual' }));
		expect(row.recipients).toMatchObject({ suppressed: 1, sent: 2 });
		expect(row.warnings).toContainEqual(
			expect.stringContaining("1 of the 'Test Recipients' is listed in 'Do Not Contact'"),
		);
		expect(JSON.stringify(row.warnings)).not.toContain('12345679');
		expect(JSON.stringify(sentRows(world)[0]?.firstRows)).toContain('Contact 1');
	});

	inOneWorld.each([
		{ testRecipients: '={{ [{ email: "ada@example.com" } ] }}', message: 'contains "{…}"' },
		{ testRecipients: '={{ $json.missing }}', message: 'is empty' },
		{ testRecipients: '={{ [] }}', message: 'is empty' },
		{ testRecipients: '={{ "" }}', message: 'is empty' },
		{ testRecipients: '+4915112345678\nAda', message: 'contains "Ada"' },
		{ testRecipients: '12', message: 'contains "12"' },
		{ testRecipients: Array.from({ length: 11 }, (_, index) => phone(index)).join(), message: 'has 11 phone numbers' },
	])('$testRecipients is refused', async (world, { testRecipients, message }) => {
		const { error } = await launchItems(world, withOwn(testRecipients), { mode: 'manual' });
		expect(error?.message).toContain(`'Test Recipients' ${message}`);
		expect(writes(world)).toEqual([]);
	});
});

describe('the preview of a dry run', () => {
	inOneWorld('shows the first three contacts with their cards filled in', async (world) => {
		const row = launched(await launchItems(world, { cards, sendMode: 'dryRun' }, { items: contacts(500) }));
		expect(row.recipients).toMatchObject({ rows: 500, ready: 500, sent: 0 });
		expect(row.preview).toEqual(
			[0, 1, 2].map((index) => ({
				name: `Contact ${index}`,
				phone: phone(index),
				cards: [{ image: 'https://example.com/spring.jpg', variables: [`Contact ${index}`, 'See you soon'] }],
			})),
		);
		expect(world.requests('launch')).toBe(0);
	});

	inOneWorld('shows what is in a file, and nothing of an uploaded list', async (world) => {
		const items = [await world.engine.fileItem(csv(2))];
		expect(launched(await launchFile(world, { sendMode: 'dryRun' }, { items })).preview).toHaveLength(2);
		expect(launched(await launchList(world, { sendMode: 'dryRun' })).preview).toBeNull();
	});
});
