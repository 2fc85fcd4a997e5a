import type { INodeProperties } from 'n8n-workflow';
import { launchFields } from '../../../nodes/RcsPromotion/launch/fields';
import { launchOptions } from '../../../nodes/RcsPromotion/launch/optionFields';
import {
	describeField,
	findFirstDifference,
	isExpressionAsText,
	mayDiffer,
	findPaths,
} from '../../../nodes/RcsPromotion/contacts/sameForAll';

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

describe('an expression that was typed as fixed text', () => {
	it.each(['{{ $json.name }}', 'Hi {{ $json["name"] }}!', 'a\n{{\n$json.name }}', '{{ $now }} {{ $json.a }}'])(
		'is seen: %j',
		(text) => {
			expect(isExpressionAsText(text)).toBe(true);
			expect(findPaths({ card: [{ text: ['a', text] }] }, isExpressionAsText)).toEqual([['card', 0, 'text', 1]]);
		},
	);
	it.each(['={{ $json.name }}', '$json.name', '{{ $now }}', '}} $json {{', '{ $json }'])('is none: %j', (text) =>
		expect(isExpressionAsText(text)).toBe(false),
	);
});

describe('what may differ from item to item', () => {
	it.each([
		'={{ $json.name }}',
		'=Hello {{ $json["name"] }}',
		'={{ $itemIndex }}',
		'={{ $input.item.json.name }}',
		"={{ $('Opt-outs (EU)').all()[$itemIndex] }}",
		"={{ $('Opt-outs ' + $json.country).all() }}",
		"={{ $('Opt-outs').all().filter((one) => one.json.id === $json.id) }}",
		'={{ $input.context.noItemsLeft }}',
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
		expect(findPaths(expression, mayDiffer)).toEqual([[]]);
		expect(findPaths({ card: [{ text: ['a', expression] }] }, mayDiffer)).toEqual([['card', 0, 'text', 1]]);
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
		"={{ $('Opt-outs (EU)').all() }}",
		'={{ $("Opt-outs (it\'s)").first().json.list }}',
		"={{ $('Settings').params.path }}",
		'={{ $input.all() }}',
		'={{ $input.first().json.name }}',
		"={{ $items('Opt-outs') }}",
		'={{ $items() }}',
		'={{ Math.random() }}',
	])('not %j', (raw) => {
		expect(findPaths(raw, mayDiffer)).toEqual([]);
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
		[launchOptions, ['descriptiveProperties', 'title'], 'Options, Provider-Specific Fields, Title'],
		[
			launchOptions,
			['descriptiveProperties', 'suggestions', 0, 'text'],
			'Options, Provider-Specific Fields, Suggestions',
		],
		[launchOptions, ['ifNameExists'], 'Options, If Name Exists'],
		[launchOptions, ['sendOnlyBetween', 'from'], 'Options, Send Only Between, From'],
		[launchOptions, ['unheard of'], 'Options'],
		[{ displayName: 'Promotion Name', name: 'promotionName', type: 'string', default: '' }, [], 'Promotion Name'],
	])('%#: %j', (property, path, label) => {
		expect(describeField(property, path)).toBe(label);
	});
});
