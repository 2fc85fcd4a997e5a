/** What reaches few or nobody: tests, dry runs, calls by an AI agent; and what a person approves after a dry run. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { AGENT_NAME } from '../../harness/tool';
import { worlds, type World } from '../support/world';
import {
	contacts,
	csv,
	fromFile,
	fromItems,
	launched,
	launchFile,
	launchItems,
	launchList,
	phone,
	quickLaunches,
	writes,
} from './support';

const { inOneWorld } = worlds();
quickLaunches();

const tests = ['manual', 'chat', 'evaluation', 'internal', 'agent', 'a mode to come'];
const live = ['trigger', 'webhook', 'integrated', 'cli', 'error'];

describe('Send, without being set', () => {
	inOneWorld.each(tests)('sends to ten contacts in mode %s, and to eleven not', async (world, mode) => {
		launched(await launchItems(world, {}, { items: contacts(10), mode }));
		expect(world.requests('launch')).toBe(1);
		const result = await launchItems(world, { promotionName: 'B' }, { items: contacts(11), mode });
		expect(launched(result)).toMatchObject({
			outcome: 'dryRun',
			launched: false,
			recipients: { rows: 11, ready: 11, sent: 0 },
			columnsUsed: { phone: 'phone', name: 'name' },
			reason: expect.stringContaining('at most 10 contacts, and there are 11') as string,
			body: { name: 'B', promotionType: 'IMMEDIATE', template: { name: 'spring_sale' } },
		});
		expect(result.hints.map(({ message }) => message).join()).toContain('schedule, form or webhook and publish it');
		expect(world.requests('launch')).toBe(1);
	});

	inOneWorld('sends to no uploaded list in a test', async (world) => {
		const row = launched(await launchList(world, {}, { mode: 'manual' }));
		expect(row).toMatchObject({ outcome: 'dryRun', recipients: null });
		expect(row.reason).toContain('cannot count');
		expect(writes(world)).toEqual([]);
	});

	inOneWorld(
		'sends to nobody in a test when the service might take other recipients than the contacts',
		async (world) => {
			for (const added of [
				{ descriptiveProperties: { targetAudience: 'all' } },
				{ descriptiveProperties: { uploadedListId: 'everybody' } },
				{ additionalBodyFields: '{"targetListId": "everybody"}' },
				{ additionalBodyFields: '{"tagSearchCriteria": "newsletter"}' },
			]) {
				const row = launched(await launchItems(world, { options: added }, { items: contacts(2), mode: 'manual' }));
				expect(row).toMatchObject({ outcome: 'dryRun', launched: false });
			}
			expect(world.requests('launch')).toBe(0);
		},
	);

	inOneWorld.each(live)('sends to everyone in mode %s', async (world, mode) => {
		launched(await launchItems(world, {}, { items: contacts(30), mode }));
		expect(world.simulator.launches()[0]?.file?.contents?.rows).toBe(30);
	});

	inOneWorld('small tests neither leave a record of what was sent, nor mind one', async (world) => {
		for (const promotionName of ['A', 'B']) {
			launched(await launchFile(world, { promotionName }, { mode: 'manual' }));
		}
		launched(await launchFile(world, { promotionName: 'C' }));
		launched(await launchFile(world, { promotionName: 'D' }, { mode: 'manual' }));
		expect((await launchFile(world, { promotionName: 'E' })).error?.message).toContain('within the last');
	});
});

describe('a test', () => {
	inOneWorld('reaches ten contacts in all, counted over all rounds of a loop', async (world) => {
		const parameters = { promotionName: '=Sale {{ $runIndex }}', options: { maximumLaunches: 100 } };
		const result = await launchItems(world, parameters, { items: contacts(4), mode: 'manual', loop: 5 });
		expect(result.error).toBeUndefined();
		expect(result.runs().map((_, run) => result.output(0, { run })[0]?.json.outcome)).toEqual([
			'launched',
			'launched',
			'dryRun',
			'dryRun',
			'dryRun',
		]);
		expect(world.simulator.launches().map(({ file }) => file?.contents?.rows)).toEqual([4, 4]);
		expect(result.output(0, { run: 2 })[0]?.json.reason).toContain('and there are 12 in this execution');
	});

	inOneWorld('marks promotion and list, leaves the name free, and can be repeated', async (world) => {
		world.simulator.addPromotion({ name: 'Winter Sale' });
		const marked = /^Spring Sale \[test \d\d:\d\d:\d\d\]$/;
		for (const _ of [1, 2]) {
			const row = launched(await launchItems(world, {}, { mode: 'manual' }));
			expect(row.promotionName).toMatch(marked);
			expect(row.reason).toContain('This was a test, sent to 3 contacts');
			expect(row.recipients).toMatchObject({ ready: 3, sent: 3 });
		}
		for (const { body, targetListName } of world.simulator.launches()) {
			expect(body.name).toMatch(marked);
			expect(targetListName).toMatch(marked);
		}
		// A name that exists does not stop a test, which has one of its own.
		launched(await launchItems(world, { promotionName: 'Winter Sale' }, { mode: 'manual', items: contacts(2) }));
		const live = launched(await launchItems(world));
		expect(live).toMatchObject({ outcome: 'launched', promotionName: 'Spring Sale' });
		expect(world.simulator.launches()).toHaveLength(4);
	});
});

describe('a dry run', () => {
	inOneWorld('shows first who would get what, and what stands in the way of it', async (world) => {
		const result = await launchItems(world, { sendMode: 'dryRun' });
		const row = launched(result);
		expect(Object.keys(row)).toEqual([
			...['outcome', 'columnsUsed', 'preview', 'launched', 'promotionName', 'recipients', 'reason', 'warnings'],
			...['approvalCode', 'body', 'targetListName', 'changes', 'accountId'],
		]);
		expect(result.hints.map(({ message }) => message)).toEqual([
			"Nothing was sent. 3 of 3 contacts would get it. 'Send' is set to 'Never (Dry Run)'. To send, change 'Send'.",
			'Phone field: phone',
		]);
		expect(writes(world)).toEqual([]);
	});

	inOneWorld('says how many would get it, and a live run how many got it', async (world) => {
		const twice = { items: [...contacts(3), ...contacts(1)] };
		const dry = await launchItems(world, { sendMode: 'dryRun' }, twice);
		expect(dry.hints[0]?.message).toContain('3 of 4 contacts would get it.');
		const live = await launchItems(world, { templateId: 'how many' }, twice);
		expect(live.hints.map(({ message, type }) => [message, type])).toContainEqual([
			'Sent to 3 contacts as "Spring Sale".',
			'info',
		]);
	});

	inOneWorld('leaves the stops of a live run at the top of its hints', async (world) => {
		world.simulator.addPromotion({ name: 'Spring Sale' });
		const items = [...contacts(30), { json: { phone: 'n/a' } }];
		const { hints } = await launchItems(world, { sendMode: 'dryRun' }, { items });
		const [first, second, third] = hints.map(({ message }) => message);
		expect(first).toMatch(/^Nothing was sent\. .* A live run would not send anything either/);
		expect(second).toContain('A live run would stop here: A promotion named "Spring Sale"');
		expect(third).toMatch(/item 31/i);
	});

	inOneWorld('is what comes of a test that is too large, and it asks the same', async (world) => {
		world.simulator.addPromotion({ name: 'Spring Sale' });
		const row = launched(await launchItems(world, {}, { items: contacts(11), mode: 'manual' }));
		expect(row).toMatchObject({ outcome: 'dryRun', warnings: [expect.stringContaining('already exists')] });
	});
});

describe('Send, when it is set', () => {
	inOneWorld('is obeyed by tests and live runs', async (world) => {
		for (const mode of ['manual', 'trigger']) {
			const never = launched(await launchItems(world, { sendMode: 'dryRun' }, { mode }));
			expect(never).toMatchObject({ outcome: 'dryRun', reason: expect.stringContaining('Never (Dry Run)') as string });
		}
		expect(writes(world)).toEqual([]);
		launched(await launchItems(world, { sendMode: 'always' }, { items: contacts(30), mode: 'manual' }));
		expect(world.requests('launch')).toBe(1);
	});

	inOneWorld('dry runs of many items share one hint', async (world) => {
		const items = Array.from({ length: 20 }, () => ({ json: {} }));
		const result = await launchList(world, { promotionName: '=Sale {{ $itemIndex }}' }, { items, mode: 'manual' });
		expect(result.json.map(({ outcome }) => outcome)).toEqual(items.map(() => 'dryRun'));
		expect(result.hints.length).toBeLessThan(4);
	});

	inOneWorld('a value that is not among the choices sends nothing', async (world) => {
		const { error } = await launchFile(world, { sendMode: 'sometimes' });
		expect(error?.message).toContain("'Send' is");
		expect(writes(world)).toEqual([]);
	});
});

describe.each(['request', 'subNode'] as const)('as a tool: %s', (way) => {
	const parameters = {
		resource: 'promotion',
		operation: 'launch',
		...fromItems,
		templateLanguage: "={{ $fromAI('phone') && 'en' }}",
	};
	const call = { phone: '+15551000001' };

	inOneWorld('sends nothing, however few the contacts', async (world) => {
		const result = await world.engine.runTool({ way, credentials: world.credentials, parameters, calls: [call] });
		expect(result.error).toBeUndefined();
		expect(JSON.stringify(result.stored())).toContain('An AI agent called');
		expect(writes(world)).toEqual([]);
	});

	inOneWorld('sends where Send is set to Always, once for the same call', async (world) => {
		const result = await world.engine.runTool({
			way,
			credentials: world.credentials,
			parameters: { ...parameters, sendMode: 'always', templateId: way },
			calls: [call, call],
		});
		expect(result.error).toBeUndefined();
		expect(world.simulator.launches()).toHaveLength(1);
		expect(world.simulator.launches()[0]?.file?.contents?.firstRows).toEqual([['+15551000001']]);
		const last = result.runs(AGENT_NAME).length - 1;
		const [answer] = result.output(0, { node: AGENT_NAME, run: last });
		expect(JSON.stringify(answer?.json)).toContain('alreadyLaunched');
	});

	inOneWorld('takes no CSV file', async (world) => {
		const result = await world.engine.runTool({
			way,
			credentials: world.credentials,
			parameters: { resource: 'promotion', operation: 'launch', ...fromFile, sendMode: 'always' },
		});
		expect(result.stored().includes('An AI agent cannot provide a CSV file')).toBe(true);
		expect(writes(world)).toEqual([]);
	});
});

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
		expect(row.reason).toContain('sent to 2 test recipients');
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
		{ written: '={{ ["+491701234501", "+491701234502"] }}', sent: ['+491701234501', '+491701234502'] },
		{ written: '+491701234501, +491701234502', sent: ['+491701234501', '+491701234502'] },
	])('$written are $sent, each once', async (world, { written, sent }) => {
		const row = launched(await launchItems(world, withOwn(written), { items: contacts(30), mode: 'manual' }));
		expect(row).toMatchObject({ outcome: 'launched', recipients: { sent: sent.length } });
		expect((row.preview as IDataObject[]).map((contact) => contact.phone)).toEqual(sent);
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

	inOneWorld.each([
		{ testRecipients: '={{ $json.missing }}', message: 'is empty' },
		{ testRecipients: '={{ [] }}', message: 'is empty' },
		{ testRecipients: '={{ "" }}', message: 'is empty' },
		{ testRecipients: '+4915112345678\nAda', message: 'contains "Ada"' },
		{ testRecipients: '12', message: 'contains "12"' },
		{ testRecipients: '2025550101', message: 'contains "2025550101", which may lack its country code' },
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

const FORM: INodeParameters = { promotionName: 'Spring Sale', options: { contactListName: 'Customers' } };

async function codeOf(world: World, parameters: INodeParameters = FORM, items = contacts(30)): Promise<string> {
	const row = launched(await launchItems(world, { ...parameters, sendMode: 'dryRun' }, { items }));
	expect(row.launched).toBe(false);
	return row.approvalCode as string;
}

const withCode = (approvalCode: unknown, parameters: INodeParameters = FORM): INodeParameters => ({
	...parameters,
	options: { ...(parameters.options as IDataObject), approvalCode } as INodeParameters,
});

describe('an approval code', () => {
	inOneWorld('lets exactly that launch go, in another execution', async (world) => {
		const code = await codeOf(world);
		expect(await codeOf(world)).toBe(code);
		launched(await launchItems(world, withCode(code), { items: contacts(30) }));
		expect(world.simulator.launches()).toHaveLength(1);
	});

	inOneWorld('is the same for a test as for the live run', async (world) => {
		const code = await codeOf(world, FORM, contacts(3));
		launched(await launchItems(world, withCode(code), { items: contacts(3), mode: 'manual' }));
		launched(await launchItems(world, withCode(code), { items: contacts(3) }));
		expect(world.simulator.launches()).toHaveLength(2);
	});

	const cardOf = (text: string) => ({ card: [{ variables: { variable: [{ source: 'text', text }] } }] });
	inOneWorld('refuses what has changed since', async (world) => {
		const code = await codeOf(world);
		const renamed = contacts(30).map(({ json }) => ({ json: { ...json, name: `${String(json.name)}!` } }));
		const changes: Array<[INodeParameters, items?: ReturnType<typeof contacts>]> = [
			[FORM, contacts(31)],
			[FORM, renamed],
			[{ ...FORM, promotionName: 'Summer Sale' }],
			[{ ...FORM, options: { contactListName: 'Others' } }],
			[{ ...FORM, templateLanguage: 'de' }],
			[{ ...FORM, cards: cardOf('Hello!') }],
			[{ ...FORM, options: { contactListName: 'Customers', additionalBodyFields: '{"note": 1}' } }],
		];
		for (const [parameters, items = contacts(30)] of changes) {
			const { error } = await launchItems(world, withCode(code, parameters), { items });
			expect(error?.message).toBe(`Not sent to ${items.length} contacts: 'Approval Code' does not match this launch`);
			expect(error?.description).toContain('changed after the approved dry run');
		}
		expect(world.requests('launch')).toBe(0);
	});

	inOneWorld('refuses another account', async (world) => {
		const code = await codeOf(world);
		const { baseUrl, apiKey } = world.simulator;
		const credentials = world.engine.credentials('rcsPromotionApi', { baseUrl, apiKey, accountId: 'another' });
		const result = await world.engine.run({
			credentials,
			workflowId: world.workflowId,
			parameters: {
				resource: 'promotion',
				operation: 'launch',
				recipients: 'inputItems',
				templateName: 'spring_sale',
				templateId: 't-1',
				templateLanguage: 'en',
				cards: { card: [{ headerImageUrl: 'https://example.com/spring.jpg' }] },
				...withCode(code),
			},
			items: contacts(30),
		});
		expect(result.error?.message).toContain("'Approval Code' does not match this launch");
	});

	inOneWorld.each(['yes', 'approved', '={{ "" }}', '={{ $json.missing }}', '={{ null }}'])(
		'refuses %p, which is none',
		async (world, approvalCode) => {
			const { error } = await launchItems(world, withCode(approvalCode), { items: contacts(3) });
			expect(error?.message).toMatch(/'Approval Code' (does not match this launch|is empty)/);
			expect(world.requests('launch')).toBe(0);
		},
	);
});
