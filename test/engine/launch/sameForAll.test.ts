import type { INodeParameters } from 'n8n-workflow';
import { worlds } from '../support/world';
import { contacts, launched, launchItems, quickLaunches } from './support';

const { inOneWorld } = worlds();
quickLaunches();

const DIFFERS = '={{ $json.name }}';
const card = (headerImageUrl: string, text: string) => ({
	headerImageUrl,
	variables: {
		variable: [
			{ source: 'text', text: 'same' },
			{ source: 'text', text },
		],
	},
});
const IMAGE = 'https://example.com/a.jpg';

const differences: Array<[label: string, parameters: INodeParameters]> = [
	['Promotion Name', { promotionName: DIFFERS }],
	['Template Name', { templateName: DIFFERS }],
	['Template ID', { templateId: DIFFERS }],
	['Template Language', { templateLanguage: DIFFERS }],
	['Card 2, Variable 2, Text', { cards: { card: [card(IMAGE, 'a'), card(IMAGE, DIFFERS)] } }],
	['Card 1, Header Image URL', { cards: { card: [card(`=${IMAGE}?{{ $itemIndex }}`, 'a')] } }],
	[
		'Card 1, Variable 1, Contact Field',
		{
			cards: {
				card: [
					{ variables: { variable: [{ source: 'column', column: '={{ ["name", "phone", "name"][$itemIndex] }}' }] } },
				],
			},
		},
	],
	['Cards as JSON', { cardsMode: 'json', cardsJson: '={{ JSON.stringify([{ card_index: $itemIndex }]) }}' }],
	['Options, Maximum Recipients', { options: { maximumRecipients: '={{ 100 + $itemIndex }}' } }],
	['Options, Maximum Launches', { options: { maximumLaunches: '={{ 1 + $itemIndex }}' } }],
	['Options, Contact List Name', { options: { contactListName: DIFFERS } }],
	['Options, Approval Code', { options: { approvalCode: DIFFERS } }],
	['Options, Additional Body Fields', { options: { additionalBodyFields: '={{ { a: $itemIndex } }}' } }],
	['Options, Check Contacts', { options: { checkContacts: '={{ $itemIndex ? "off" : "warn" }}' } }],
	['Options, Remove Duplicates', { options: { removeDuplicates: '={{ $itemIndex > 0 }}' } }],
	['Options, If Name Exists', { options: { ifNameExists: '={{ $itemIndex ? "launch" : "fail" }}' } }],
	['Options, If Sent Before', { options: { ifSentBefore: '={{ $itemIndex ? "launch" : "fail" }}' } }],
	['Options, Hours to Look Back', { options: { sentBeforeHours: '={{ 24 + $itemIndex }}' } }],
	['Options, Descriptive Properties, Title', { options: { descriptiveProperties: { title: DIFFERS } } }],
];

describe('what must be the same for all contacts of one launch', () => {
	inOneWorld.each(differences.map(([label, parameters]) => ({ label, parameters })))(
		'$label',
		async (world, { label, parameters }) => {
			const { error } = await launchItems(world, parameters);
			expect(error?.message).toBe(`'${label}' differs from contact to contact (3 contacts received nothing)`);
			expect(error?.description).toContain("item 2 (in n8n's expressions: 1)");
			expect(world.simulator.requests()).toEqual([]);
		},
	);

	inOneWorld('names the way out for a text', async (world) => {
		const { error } = await launchItems(world, { cards: { card: [card(IMAGE, DIFFERS)] } });
		expect(error?.description).toContain("'Contact Field' and choose a field");
	});

	inOneWorld('is found also where only the last of many differs', async (world) => {
		const items = contacts(3000);
		const { error } = await launchItems(
			world,
			{ options: { maximumRecipients: 0 }, promotionName: '={{ $itemIndex === 2999 ? "other" : "same" }}' },
			{ items },
		);
		expect(error?.message).toContain("'Promotion Name' differs");
		expect(error?.message).toContain('(3,000 contacts received nothing)');
	});

	inOneWorld('is one failed item for all of them', async (world) => {
		const result = await launchItems(world, { promotionName: DIFFERS }, { onError: 'continueRegularOutput' });
		expect(result.json).toEqual([{ error: expect.stringContaining('3 contacts received nothing') as string }]);
		expect(result.items[0]?.pairedItem).toEqual([0, 1, 2].map((item) => ({ item })));
	});

	inOneWorld('may be an expression that says the same for all', async (world) => {
		const parameters = {
			promotionName: '=Sale {{ $now.toISO() }}',
			options: { contactListName: '=Customers in {{ $json.city }}' },
			templateName: '={{ "spring" + "_sale" }}',
		};
		const items = contacts(200).map(({ json }) => ({ json: { ...json, city: 'Oslo' } }));
		const row = launched(await launchItems(world, parameters, { items }));
		expect(row.promotionName).toMatch(/^Sale 20/);
		expect(row.targetListName).toBe('Customers in Oslo');
		expect(world.simulator.launches()).toHaveLength(1);
	});

	inOneWorld('tells a value that never stays', async (world) => {
		const { error } = await launchItems(world, { promotionName: '=Sale {{ $json.name && Math.random() }}' });
		expect(error?.message).toContain("'Promotion Name' changes each time it is read");
		expect(world.simulator.requests()).toEqual([]);
	});

	inOneWorld('does not count in fields that the form hides', async (world) => {
		launched(
			await launchItems(world, { cardsMode: 'none', cardsJson: DIFFERS, cards: { card: [card(IMAGE, DIFFERS)] } }),
		);
	});
});

describe('Execute Once', () => {
	inOneWorld('is refused for input items, with the way out', async (world) => {
		const { error } = await launchItems(world, {}, { executeOnce: true });
		expect(error?.description).toMatch(/Turn off 'Execute Once'/);
		expect(world.simulator.requests()).toEqual([]);
	});
});

describe('many items', () => {
	inOneWorld('50,000 mapped by hand go out in one launch in under 15 s', async (world) => {
		const items = Array.from({ length: 50_000 }, (_, index) => ({
			json: { id: index, who: { full: `Ada "${index}" Lovelace, née Byron` }, mobile: `+1555${1_000_000 + index}` },
		}));
		const columns = {
			mappingMode: 'defineBelow',
			value: { phone: '={{ $json.mobile }}', name: '={{ $json.who.full }}' },
		};
		const before = process.cpuUsage();
		const parameters = {
			contactMapping: 'manual',
			columns,
			options: { maximumRecipients: 0 },
			promotionName: '={{ $now.toISO() }}',
		};
		const row = launched(await launchItems(world, parameters, { items }));
		// The processor's time, as the machine may be busy with something else.
		const { user, system } = process.cpuUsage(before);
		const seconds = (user + system) / 1e6;
		expect(row.recipients).toMatchObject({ rows: 50_000, ready: 50_000, sent: 50_000 });
		expect(world.simulator.launches()[0]?.file?.contents).toMatchObject({
			rows: 50_000,
			irregularRows: 0,
			quoteFaults: 0,
		});
		expect(seconds).toBeLessThan(15);
	});

	inOneWorld('are mapped by whatever expression there is', async (world) => {
		const items = contacts(500).map(({ json }, index) => ({
			json: { ...json, greeting: { formal: index % 2 === 0 } },
		}));
		const name = '={{ $json.greeting.formal ? "Dear " + $json.name : "Hi, \\"" + $json.name + "\\"" }}';
		const columns = { mappingMode: 'defineBelow', value: { phone: '={{ $json.phone }}', name } };
		launched(await launchItems(world, { contactMapping: 'manual', columns }, { items }));
		expect(
			world.simulator
				.launches()[0]
				?.file?.contents?.firstRows.slice(0, 2)
				.map((row) => row.join('|')),
		).toEqual([expect.stringContaining('Dear Contact 0'), expect.stringContaining('Hi, "Contact 1"')]);
	});
});
