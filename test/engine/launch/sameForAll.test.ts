/** What must be the same for all contacts of one launch. */
import type { INodeParameters } from 'n8n-workflow';
import { setups } from '../support/setup';
import { contacts, launched, launchItems, quickLaunches } from './support';

const { withService } = setups();
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
	['Card 2, Variable 2, Text', { cards: { card: [card(IMAGE, 'a'), card(IMAGE, DIFFERS)] } }],
	['Options, Provider-Specific Fields, Title', { options: { descriptiveProperties: { title: DIFFERS } } }],
];

describe('what must be the same for all contacts of one launch', () => {
	withService.each(differences.map(([label, parameters]) => ({ label, parameters })))(
		'$label',
		async (setup, { label, parameters }) => {
			const { error } = await launchItems(setup, parameters);
			expect(error?.message).toBe(`Not sent to 3 contacts: '${label}' differs from contact to contact`);
			expect(error?.description).not.toContain('Nothing was sent');
			expect(error?.description).toContain('item 2 has a different value than item 1');
			expect(setup.simulator.requests()).toEqual([]);
		},
	);

	withService('is named where the expression was typed as fixed text', async (setup) => {
		const typed = 'Hi {{ $json.name }}!';
		const inCard = await launchItems(setup, { cards: { card: [card(IMAGE, typed)] } });
		expect(inCard.error?.message).toBe(
			"Not sent to 3 contacts: 'Card 1, Variable 2, Text' contains {{ }} as plain text, and would differ from contact to contact",
		);
		expect(inCard.error?.description).toContain("set 'Filled With' of this variable to 'Contact Field'");
		const inName = await launchItems(setup, { promotionName: typed });
		expect(inName.error?.description).not.toContain("Switch it from 'Fixed' to 'Expression'");
		expect(setup.simulator.requests()).toEqual([]);
	});

	withService('is found also where only one of many differs', async (setup) => {
		const items = contacts(3000);
		const { error } = await launchItems(
			setup,
			{ options: { maximumRecipients: 100_000 }, promotionName: '={{ $itemIndex === 1234 ? "other" : "same" }}' },
			{ items },
		);
		expect(error?.message).toContain("'Promotion Name' differs");
		expect(error?.message).toMatch(/^Not sent to 3,000 contacts: /);
	});

	withService('may be an expression that says the same for all', async (setup) => {
		const parameters = {
			promotionName: '=Sale {{ $now.toISO() }}',
			options: { contactListName: '=Customers in {{ $json.city }}' },
			templateName: '={{ "spring" + "_sale" }}',
		};
		const items = contacts(200).map(({ json }) => ({ json: { ...json, city: 'Oslo' } }));
		const row = launched(await launchItems(setup, parameters, { items }));
		expect(row.promotionName).toMatch(/^Sale 20/);
		expect(setup.simulator.launches().map(({ targetListName }) => targetListName)).toEqual(['Customers in Oslo']);
	});

	withService('does not count in fields that the form hides', async (setup) => {
		launched(
			await launchItems(setup, { cardsMode: 'none', cardsJson: DIFFERS, cards: { card: [card(IMAGE, DIFFERS)] } }),
		);
	});
});
