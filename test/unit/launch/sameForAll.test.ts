import type { INodeProperties } from 'n8n-workflow';
import { launchFields } from '../../../nodes/RcsPromotion/launch/fields';
import { launchOptions } from '../../../nodes/RcsPromotion/launch/optionFields';
import {
	comparedItems,
	fieldLabel,
	firstDifference,
	pathsThatMayDiffer,
} from '../../../nodes/RcsPromotion/launch/sameForAll';

describe('which items are compared', () => {
	it('all up to a thousand', () => {
		expect(comparedItems(1)).toEqual([0]);
		expect(comparedItems(1000)).toEqual(Array.from({ length: 1000 }, (_, index) => index));
	});

	it.each([1001, 50_000, 1_000_000])('of %d a thousand evenly, the first and the last among them', (count) => {
		const compared = comparedItems(count);
		expect(compared).toHaveLength(1000);
		expect(new Set(compared).size).toBe(1000);
		expect(compared[0]).toBe(0);
		expect(compared.at(-1)).toBe(count - 1);
		const gaps = compared.slice(1).map((item, index) => item - (compared[index] ?? 0));
		expect(Math.max(...gaps) - Math.min(...gaps)).toBeLessThanOrEqual(1);
	});
});

describe('the first difference', () => {
	const of = (values: unknown[], path: Array<string | number> = []) =>
		firstDifference(values.length, [path], (index) => values[index]);

	it('is none when all say the same, in whatever objects', () => {
		expect(of(['a', 'a', 'a'])).toBeUndefined();
		expect(of([{ card: [{ x: 1 }] }, { card: [{ x: 1 }] }])).toBeUndefined();
		expect(of([new Date(0), new Date(0)])).toBeUndefined();
		expect(
			of(
				[
					{ a: 1, b: 2 },
					{ a: 1, b: 3 },
				],
				['a'],
			),
		).toBeUndefined();
		expect(of([null, undefined], ['a', 0])).toMatchObject({ itemIndex: 1 });
	});

	it('names the place and the item', () => {
		const card = (text: string) => ({ card: [{ url: 'u' }, { variables: { variable: [{ text }] } }] });
		const path = ['card', 1, 'variables', 'variable', 0, 'text'];
		expect(of([card('Ada'), card('Ada'), card('Grace')], path)).toEqual({ path, itemIndex: 2 });
		expect(of(['a', undefined])).toEqual({ path: [], itemIndex: 1 });
		expect(of([{ a: 1 }, { a: '1' }], ['a'])).toMatchObject({ itemIndex: 1 });
		expect(of([new Date(0), new Date(1)])).toMatchObject({ itemIndex: 1 });
	});

	it('forgives a value that moves on with the clock for all items alike', () => {
		let clock = 0;
		expect(firstDifference(1000, [[]], () => `at ${Math.floor(clock++ / 700)}`)).toBeUndefined();
	});
});

describe('what may differ from item to item', () => {
	it.each([
		'={{ $json.name }}',
		'=Hello {{ $json["name"] }}',
		'={{ $itemIndex }}',
		'={{ $input.item.json.name }}',
		"={{ $('Contacts').item.json.name }}",
		"={{ $('Contacts').itemMatching($itemIndex).json.name }}",
		"={{ $('First (old)').item.json.name }}",
		'={{ $node["Contacts"].json.name }}',
		'={{ $parameter.promotionName }}',
		"={{ $('Settings').first().json.name + $json.name }}",
		'={{ $now + $binary.data.fileName }}',
		'={{ $ ("Contacts").item.json.name }}',
		'={{ $fromAI("name") }}',
		'={{ $somethingNew }}',
	])('%s', (expression) => {
		expect(pathsThatMayDiffer(expression)).toEqual([[]]);
		expect(pathsThatMayDiffer({ card: [{ text: ['a', expression] }] })).toEqual([['card', 0, 'text', 1]]);
	});

	it.each([
		undefined,
		null,
		7,
		{ card: [{ text: 'Spring' }] },
		'Spring',
		'$json',
		'{{ $json.name }}',
		'={{ $now.toISO() }}',
		'=Sale {{ $today.toFormat("yyyy-MM-dd") }} {{ $execution.id }}',
		'={{ $vars.template }}{{ $workflow.name }}{{ $runIndex }}',
		"={{ $('Settings').first().json.name }}",
		"={{ $('Settings').all().length }}",
		'={{ Math.random() }}',
	])('not %j', (raw) => {
		expect(pathsThatMayDiffer(raw)).toEqual([]);
	});
});

describe('a place in words of the form', () => {
	const cards = launchFields.find(({ name }) => name === 'cards') as INodeProperties;
	const json = launchFields.find(({ name }) => name === 'cardsJson') as INodeProperties;
	it.each<[INodeProperties, Array<string | number>, string]>([
		[cards, ['card', 1, 'variables', 'variable', 0, 'text'], 'Card 2, Variable 1, Text'],
		[cards, ['card', 0, 'headerImageUrl'], 'Card 1, Header Image URL'],
		[cards, ['card', 2], 'Card 3'],
		[cards, [], 'Card'],
		[json, [0, 'components', 1, 'type'], 'Cards as JSON'],
		[json, ['cards', 0], 'Cards as JSON'],
		[launchOptions, ['descriptiveProperties', 'title'], 'Options, Descriptive Properties, Title'],
		[
			launchOptions,
			['descriptiveProperties', 'suggestions', 0, 'text'],
			'Options, Descriptive Properties, Suggestions',
		],
		[launchOptions, ['ifNameExists'], 'Options, If Name Exists'],
		[launchOptions, ['sendOnlyBetween', 'from'], 'Options, Send Only Between, From'],
		[launchOptions, ['unheard of'], 'Options'],
		[{ displayName: 'Promotion Name', name: 'promotionName', type: 'string', default: '' }, [], 'Promotion Name'],
	])('%#: %j', (property, path, label) => {
		expect(fieldLabel(property, path)).toBe(label);
	});
});
