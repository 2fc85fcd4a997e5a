import { DateTime } from 'luxon';
import type { INodeProperties } from 'n8n-workflow';
import { FormReader } from '../../../nodes/form/formReader';
import type { Refusal } from '../../../nodes/service/refusal';

const fields: INodeProperties[] = [
	{ displayName: 'Promotion Name', name: 'text', type: 'string', default: '' },
	{
		displayName: 'State',
		name: 'choice',
		type: 'options',
		default: 'active',
		options: [
			{ name: 'Active', value: 'active' },
			{ name: 'Paused', value: 'paused' },
		],
	},
	{ displayName: 'Limit', name: 'count', type: 'number', typeOptions: { minValue: 1 }, default: 50 },
	{
		displayName: 'Timeout',
		name: 'minutes',
		type: 'number',
		typeOptions: { minValue: 0.5, maxValue: 60 },
		default: 15,
	},
	{ displayName: 'Simplify', name: 'switch', type: 'boolean', default: true },
	{ displayName: 'Statuses', name: 'list', type: 'string', typeOptions: { multipleValues: true }, default: [] },
	{ displayName: 'Created After', name: 'moment', type: 'dateTime', default: '' },
	{ displayName: 'Content', name: 'object', type: 'json', default: '{}' },
	{ displayName: 'Suggestions', name: 'objects', type: 'json', default: '[]' },
];
const form: INodeProperties[] = [
	...fields,
	{
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		default: {},
		options: [
			...fields,
			{ displayName: 'Properties', name: 'properties', type: 'collection', default: {}, options: fields },
		],
	},
	{
		displayName: 'Thresholds',
		name: 'groups',
		type: 'fixedCollection',
		default: {},
		options: [{ displayName: 'Threshold', name: 'entry', values: fields }],
	},
];

function reader(values: Record<string, unknown>, isTool = false): FormReader {
	const held = ({ name, default: usual }: INodeProperties) => (name in values ? values[name] : usual);
	return new FormReader(form, held, {
		timezone: () => 'Europe/Berlin',
		emptyMeansLeftOut: isTool,
	});
}

function errorOf(reading: () => unknown): Refusal | undefined {
	try {
		reading();
	} catch (error) {
		return error as Refusal;
	}
	return undefined;
}

type Kind = 'text' | 'choice' | 'count' | 'minutes' | 'switch' | 'list' | 'moment' | 'object' | 'objects';
const read: Record<Kind, (of: FormReader) => unknown> = {
	text: (of) => of.text('text'),
	choice: (of) => of.choice('choice'),
	count: (of) => of.wholeNumber('count'),
	minutes: (of) => of.number('minutes'),
	switch: (of) => of.isOn('switch'),
	list: (of) => of.list('list'),
	moment: (of) => of.moment('moment'),
	object: (of) => of.object('object'),
	objects: (of) => of.objects('objects'),
};

const midnight = DateTime.fromISO('2026-03-31', { zone: 'Europe/Berlin' });

const taken: Array<[Kind, unknown, unknown]> = [
	['text', ' Spring Sale ', 'Spring Sale'],
	['text', 42, '42'],
	['text', '\ufeff\u200b Spring \u200d Sale\u00ad\u200e', 'Spring \u200d Sale'],
	['choice', 'paused', 'paused'],
	['choice', ' paused ', 'paused'],
	['count', 1, 1],
	['count', '7', 7],
	['count', ' 7 ', 7],
	['minutes', 0.5, 0.5],
	['minutes', 60, 60],
	['minutes', '1.5', 1.5],
	['switch', false, false],
	['switch', 'false', false],
	['switch', 'TRUE', true],
	['list', ['a', ' b ', 'a'], ['a', 'b']],
	['list', ['', null], []],
	['list', 'a,,b', ['a', 'b']],
	['list', 'a, b\nc', ['a', 'b', 'c']],
	['list', 5, ['5']],
	['list', [2 ** 53 - 1], ['9007199254740991']],
	['list', '12345678901234567890', ['12345678901234567890']],
	['list', '["a", "b"]', ['a', 'b']],
	['list', '[a]', ['[a]']],
	['list', '\u200ba, \u200b', ['a']],
	['moment', '2026-03-31', midnight.toMillis()],
	['moment', midnight, midnight.toMillis()],
	['moment', midnight.toJSDate(), midnight.toMillis()],
	['object', '{"a": 1}', { a: 1 }],
	['object', { a: 1 }, { a: 1 }],
	['objects', '[{"a": 1}]', [{ a: 1 }]],
	['objects', [{}], [{}]],
];

const refused: Array<[Kind, unknown, string]> = [
	['list', ['a', { status: 'b' }], '\'Statuses\' contains "[object Object]"'],
	...[null, undefined, '', ' ', {}].map((empty): [Kind, unknown, string] => [
		'list',
		['a', empty],
		"'Statuses' has an empty entry",
	]),
	['list', ['a', 'undefined'], '\'Statuses\' contains "undefined"'],
	['list', 'null', '\'Statuses\' contains "null"'],
	['list', [7, 2 ** 53], '\'Statuses\' contains "9007199254740992"'],
	['list', '["a", 12345678901234567890]', '\'Statuses\' contains "12345678901234567000"'],
	['text', 2 ** 53, '\'Promotion Name\' contains "9007199254740992"'],
	['text', true, "'Promotion Name' is not text"],
	['text', ['a'], "'Promotion Name' is not text"],
	['text', 'Sale undefined', '\'Promotion Name\' contains "undefined"'],
	['text', 'Sale [object Object]', '\'Promotion Name\' contains "[object Object]"'],
	['text', 'Sale of Invalid DateTime', '\'Promotion Name\' contains "Invalid DateTime"'],
	['text', 'Sale null', '\'Promotion Name\' contains "null"'],
	['text', Infinity, '\'Promotion Name\' contains "Infinity"'],
	['text', -Infinity, '\'Promotion Name\' contains "-Infinity"'],
	['text', midnight, "'Promotion Name' is not text"],
	['text', 'Sale {{ $now }}', "'Promotion Name' contains {{ }} as plain text"],
	['choice', '{{ $now }}', "'State' contains {{ }} as plain text"],
	['list', 'a, {{ $now }}', "'Statuses' contains {{ }} as plain text"],
	['text', 'Sale \ud83d', "'Promotion Name' contains half a character"],
	['choice', 'Paused', '\'State\' is "Paused", which is not one of its options'],
	['count', 0, '\'Limit\' must be a whole number of 1 or more, not "0"'],
	['count', 1.5, '\'Limit\' must be a whole number of 1 or more, not "1.5"'],
	['count', [5], "'Limit' must be a whole number of 1 or more"],
	['count', Number.NaN, '\'Limit\' must be a whole number of 1 or more, not "NaN"'],
	['count', '1e999', '\'Limit\' must be a whole number of 1 or more, not "1e999"'],
	['minutes', 0.49, '\'Timeout\' must be a number from 0.5 to 60, not "0.49"'],
	['minutes', 60.01, '\'Timeout\' must be a number from 0.5 to 60, not "60.01"'],
	['switch', 'yes', "'Simplify' is neither on nor off"],
	['switch', 0, "'Simplify' is neither on nor off"],
	['moment', 'soon', "'Created After' is not a date"],
	['moment', '2026-03-31 00:00:00', "'Created After' is not a date"],
	['object', '[1]', "'Content' is not a JSON object"],
	['object', '{"a"', "'Content' is not a JSON object"],
	['objects', '[1]', "'Suggestions' is not a JSON array of objects"],
	['objects', { a: 1 }, "'Suggestions' is not a JSON array of objects"],
];

/** In a collection, it is already refused where the collection is opened. */
const blank: typeof refused = [
	['text', '', "'Promotion Name' is empty"],
	['text', '  ', "'Promotion Name' is empty"],
	['text', null, "'Promotion Name' is empty"],
	['text', '\u200b\u00ad', "'Promotion Name' is empty"],
	['choice', null, "'State' is empty"],
	['count', '', "'Limit' must be a whole number of 1 or more"],
	['count', null, "'Limit' must be a whole number of 1 or more"],
	['switch', null, "'Simplify' is neither on nor off"],
	['moment', null, "'Created After' is empty"],
	['object', ' ', "'Content' is empty"],
	['object', null, "'Content' is empty"],
];

describe.each([
	['at the top', (kind: Kind, value: unknown) => reader({ [kind]: value })],
	['in a collection', (kind: Kind, value: unknown) => reader({ options: { [kind]: value } }).collection('options')],
	[
		'in an entry of a fixed collection',
		(kind: Kind, value: unknown) => reader({ groups: { entry: [{ [kind]: value }] } }).entries('groups', 'entry')[0],
	],
])('a field %s', (place, formWith) => {
	it.each(taken)('of the kind %s takes %j', (kind, value, expected) => {
		expect(read[kind](formWith(kind, value) as FormReader)).toEqual(expected);
	});

	it.each(place === 'in a collection' ? refused : [...refused, ...blank])(
		'of the kind %s refuses %j by name',
		(kind, value, message) => {
			const refused = errorOf(() => read[kind](formWith(kind, value) as FormReader));
			expect(refused?.message).toBe(message);
			expect(refused?.description).toMatch(/^[A-Z].*[.}]$/);
		},
	);
});

describe('a collection', () => {
	it('holds the default for what was never added', () => {
		const options = reader({}).collection('options');
		expect(options.has('count')).toBe(false);
		expect([options.wholeNumber('count'), options.isOn('switch'), options.choice('choice')]).toEqual([
			50,
			true,
			'active',
		]);
	});

	it.each(Object.keys(read))(
		'refuses a field of the kind %s that was added and is blank, even if it is not read',
		(kind) => {
			const { displayName } = fields.find(({ name }) => name === kind)!;
			for (const nothing of [null, undefined, '', ' \n', '\u200b']) {
				expect(errorOf(() => reader({ options: { [kind]: nothing } }).collection('options'))).toMatchObject({
					message: `'${displayName}' is empty`,
					description: 'Fill it in or remove it. If it is an expression, the expression found no value.',
				});
			}
		},
	);

	it('refuses a collection inside it that was added and has nothing in it', () => {
		const opened = (properties: unknown) => () => reader({ options: { properties } }).collection('options');
		expect(opened({})).toThrow("'Properties' is empty");
		for (const empty of ['{}', ' { } ', {}]) {
			expect(() => reader({ options: { object: empty } }).collection('options')).toThrow("'Content' is empty");
		}
		for (const empty of ['[]', []]) {
			expect(() => reader({ options: { objects: empty } }).collection('options')).toThrow("'Suggestions' is empty");
		}
		expect(opened({ text: '' })).not.toThrow();
		expect(() => opened({ text: '' })().collection('properties')).toThrow("'Promotion Name' is empty");
	});

	it('takes an empty list for what it is', () => {
		expect(
			reader({ options: { list: [], text: [] } })
				.collection('options')
				.raw('text'),
		).toEqual([]);
	});

	it('of a tool takes it as never added, as a model leaves out that way', () => {
		for (const nothing of [null, undefined, '']) {
			const options = reader({ options: { text: nothing, count: nothing } }, true).collection('options');
			expect(options.has('text')).toBe(false);
			expect(options.wholeNumber('count')).toBe(50);
		}
	});

	it('is empty when an expression gives something else', () => {
		for (const other of [null, 'x', 7, [1]])
			expect(reader({ options: other }).collection('options').has('text')).toBe(false);
	});
});

it('a fixed collection takes a single entry that an expression gives in place of a list', () => {
	const [entry, ...others] = reader({ groups: { entry: { count: '3' } } }).entries('groups', 'entry');
	expect(others).toEqual([]);
	expect(entry?.wholeNumber('count')).toBe(3);
});
