import { plainPath, plainValueAt } from '../../../nodes/RcsPromotion/contacts/plainPath';

test.each<[string, string[] | undefined]>([
	['={{ $json.phone }}', ['phone']],
	['={{$json.properties.phone}}', ['properties', 'phone']],
	['={{ $json["First Name"] }}', ['First Name']],
	["={{ $json['a'].b[0].c }}", ['a', 'b', '0', 'c']],
	['= {{ $json.a }}', undefined],
	['={{ $json.a }} ', undefined],
	['={{ $json.a }}{{ $json.b }}', undefined],
	['={{ $json.a + 1 }}', undefined],
	['={{ $json.a.trim() }}', undefined],
	['={{ $json.a?.b }}', undefined],
	['={{ $json["a\\"b"] }}', undefined],
	['={{ $json }}', undefined],
	['={{ $json[a] }}', undefined],
	["={{ $('Node').item.json.a }}", undefined],
	['{{ $json.a }}', undefined],
	['text', undefined],
])('%s', (expression, path) => {
	expect(plainPath(expression)).toEqual(path);
});

test.each<[unknown, string[], { value: unknown } | undefined]>([
	[{ a: { b: 'x' } }, ['a', 'b'], { value: 'x' }],
	[{ a: ['x'] }, ['a', '0'], { value: 'x' }],
	[{ a: null }, ['a'], { value: null }],
	[{ a: 0 }, ['a'], { value: 0 }],
	[{ a: {} }, ['a'], undefined],
	[{ a: 'x' }, ['a', 'length'], undefined],
	[{}, ['a'], undefined],
	[{}, ['constructor'], undefined],
	[null, ['a'], undefined],
])('%j at %j', (json, path, found) => {
	expect(plainValueAt(json, path)).toEqual(found);
});
