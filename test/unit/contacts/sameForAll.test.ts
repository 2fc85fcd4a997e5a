import type { INodeProperties } from 'n8n-workflow';
import { describeField, findFirstDifference } from '../../../nodes/RcsPromotion/contacts/sameForAll';
import { launchFields } from '../../../nodes/RcsPromotion/launch/launchFields';

describe('the first difference', () => {
	const of = async (values: unknown[]) => await findFirstDifference(values.length, (item) => values[item]);

	it('is none when all say the same, in whatever objects', async () => {
		expect(await of(['a', 'a', 'a'])).toBeUndefined();
		expect(await of([{ card: [{ x: 1 }] }, { card: [{ x: 1 }] }])).toBeUndefined();
		expect(await of([new Date(0), new Date(0)])).toBeUndefined();
		expect(await of(['a'])).toBeUndefined();
	});

	it.each<[unknown[], number]>([
		[['Ada', 'Ada', 'Grace'], 2],
		[['a', undefined], 1],
		[[1, '1'], 1],
		[[new Date(0), new Date(1)], 1],
		[[...Array.from({ length: 100_000 }, () => 'a'), 'b'], 100_000],
		[['a', 'b', ...Array.from({ length: 100_000 }, () => 'a')], 1],
	])('names the item: %#', async (values, item) => {
		expect(await of(values)).toBe(item);
	});

	it('looks at each item, wherever it is', async () => {
		const seen = new Set<number>();
		await findFirstDifference(3000, (item) => void seen.add(item));
		expect(seen.size).toBe(3000);
	});

	it('forgives a value that moves on with the clock for all items alike', async () => {
		let clock = 0;
		expect(await findFirstDifference(1000, () => `at ${Math.floor(clock++ / 700)}`)).toBeUndefined();
	});
});

describe('a place in words of the form', () => {
	const cards = launchFields.find(({ name }) => name === 'cards') as INodeProperties;
	const options = launchFields.find(({ name }) => name === 'options') as INodeProperties;
	const json = launchFields.find(({ name }) => name === 'cardsJson') as INodeProperties;
	it.each<[INodeProperties, Array<string | number>, string]>([
		[cards, ['card', 1, 'variables', 'variable', 0, 'text'], 'Card 2, Variable 1, Text'],
		[cards, ['card', 0, 'headerImageUrl'], 'Card 1, Header Image URL'],
		[cards, ['card', 2], 'Card 3'],
		[cards, [], 'Card'],
		[json, [0, 'components', 1, 'type'], 'Cards as JSON'],
		[json, ['cards', 0], 'Cards as JSON'],
		[options, ['descriptiveProperties', 'title'], 'Options, Provider-Specific Fields, Title'],
		[options, ['descriptiveProperties', 'suggestions', 0, 'text'], 'Options, Provider-Specific Fields, Suggestions'],
		[options, ['ifNameExists'], 'Options, If Name Exists'],
		[options, ['moreFields', 'languageField'], 'Options, More Fields, Language Field'],
		[options, ['unheard of'], 'Options'],
		[{ displayName: 'Promotion Name', name: 'promotionName', type: 'string', default: '' }, [], 'Promotion Name'],
	])('%#: %j', (property, path, label) => {
		expect(describeField(property, path)).toBe(label);
	});
});
