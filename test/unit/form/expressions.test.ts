import { isExpressionAsText, mayDiffer } from '../../../nodes/form/expressions';
import { findPaths } from '../../../nodes/RcsPromotion/contacts/sameForAll';

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
