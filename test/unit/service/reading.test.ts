import type { IDataObject } from 'n8n-workflow';
import { parseBody } from '../../../nodes/service/answers';
import { endpoints } from '../../../nodes/service/client';
import {
	promotionState,
	readPromotionList,
	isSameName,
	newestFirst,
	toRawJson,
} from '../../../nodes/service/promotions';
import { readStatistics } from '../../../nodes/service/statistics';
import { timestampIso } from '../../../nodes/service/timestamps';
import { cutDepths } from '../../../nodes/service/values';

describe('Paths', () => {
	it.each([
		['a/b', 'p?x=1', '/api/v2/promotion/a%2Fb/p%3Fx%3D1/stats?channel=rcs'],
		['a', '../other', '/api/v2/promotion/a/..%2Fother/stats?channel=rcs'],
	])('encode account %j and promotion %j', (account, promotion, path) => {
		expect(endpoints.statistics(account, promotion)).toBe(path);
	});
});

describe('A body', () => {
	it.each([
		['{"a":1}', 'json'],
		['\uFEFF {"a":1}\n', 'json'],
		['"words"', 'json'],
		['  ', 'empty'],
		['', 'empty'],
		['accepted', 'text'],
		['{"a":', 'text'],
		[`{"a":"\\\\","b":"\\"${'['.repeat(40)}"}`, 'json'],
		['<!DOCTYPE html><html></html>', 'html'],
		['\n <HTML lang="en">', 'html'],
	])('%j is %s', (body, kind) => {
		expect(parseBody({ body }).kind).toBe(kind);
	});

	it('is read however deeply it is nested', () => {
		const [start, end] = ['{"a":'.repeat(5_000), '}'.repeat(5_000)];
		expect(parseBody({ body: `${start}1${end}` })).toMatchObject({ kind: 'json', value: { a: { a: {} } } });
	});
});

describe('What goes out to n8n', () => {
	const nested = (levels: number) => JSON.parse(`${'['.repeat(levels)}1${']'.repeat(levels)}`) as IDataObject;

	it('is as the service sent it, without what no stack could take', () => {
		const json = { name: 'Sale', deep: nested(31), deeper: nested(32), deepest: nested(50_000) };
		expect(toRawJson(json)).toEqual({ name: 'Sale', deep: nested(31) });
		expect(cutDepths(nested(50_000))).toBeNull();
		expect(cutDepths('text')).toBe('text');
	});

	it('has no top-level error, which n8n would take for a failed item', () => {
		expect(toRawJson({ error: 'x', name: 'Sale' })).toEqual({ name: 'Sale', serviceError: 'x' });
	});
});

describe('A status', () => {
	it.each([
		['Completed', 'completed'],
		[' completed ', 'completed'],
		['Cancelled\u00a0', 'cancelled'],
		['CANCELLED', 'cancelled'],
		['Canceled', 'cancelled'],
		['Stopped', 'paused'],
		['Completing', 'active'],
		['', 'active'],
		[null, 'active'],
		['constructor', 'active'],
	])('%j means %s', (status, state) => {
		expect(promotionState(status)).toBe(state);
	});
});

describe('A name', () => {
	it.each([
		['Spring Sale', ' SPRING sale ', true],
		['Été', 'E\u0301te\u0301', true],
		['Spring Sale', 'Spring\u00a0\tSale', true],
		['Spring Sale', '\u2068Spring\u200e Sale\u2069', true],
		['Spring Sale', 'Spring Sale 2', false],
		[
			'Sale \u{1f3f4}\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}',
			'Sale \u{1f3f4}\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}',
			false,
		],
		['Spring Sale', 'SpringSale', false],
	])('%j is the same as %j: %p', (one, other, isSame) => {
		expect(isSameName(one, other)).toBe(isSame);
	});
});

describe('A timestamp', () => {
	it.each([
		[0, null],
		[null, null],
		[-5, null],
		[Number.MAX_VALUE, null],
		[1_767_225_600, '2026-01-01T00:00:00.000Z'],
		[1_767_225_600_123, '2026-01-01T00:00:00.123Z'],
		[1_767_225_600_123_456, '2026-01-01T00:00:00.123Z'],
		[1_767_225_600_123_456_789, '2026-01-01T00:00:00.123Z'],
		['2026-01-01T01:00:00+01:00', '2026-01-01T00:00:00.000Z'],
		['2026-01-01 01:00:00+01', '2026-01-01T00:00:00.000Z'],
		['2026-01-01T01:00:00.5+0100', '2026-01-01T00:00:00.500Z'],
		['2026-01-01 00:00 UTC', '2026-01-01T00:00:00.000Z'],
		['Thu, 1 Jan 2026 00:00:00 GMT', '2026-01-01T00:00:00.000Z'],
		['1.76723E+12', null],
		['20260301101500', null],
		[20260301, null],
		['1999-12-31T23:59:59Z', null],
		['2000-01-01T00:00:00Z', '2000-01-01T00:00:00.000Z'],
		[946_684_799, null],
		['0x10', null],
		['Thu, 1 Jan 2026 00:00:00', null],
		['2026-01-01', null],
		['2026-01-01 00:00:00', null],
		['03/04/2026 00:00 UTC', null],
		['2026-13-41T00:00:00Z', null],
	])('%j is %j', (value, iso) => {
		expect(timestampIso(value)).toBe(iso);
	});
});

describe('The list', () => {
	const whatsApp = { promotionId: 'w', name: 'Spring Sale', channelType: 'whatsapp', status: 'Running' };

	it('leaves out what belongs to another channel', () => {
		const channels = ['rcs', 'whatsapp', ' RCS ', 'SMS', null, '', undefined];
		const promotions = channels.map((channelType, at) => ({ promotionId: `${at}`, channelType }));
		expect(readPromotionList({ promotions })?.promotions).toEqual([0, 2, 4, 5, 6].map((at) => promotions[at]));
	});

	it.each([[{}], [{ promotions: {} }], [[]], ['text'], [null]])('%j is no list, which is not an empty one', (value) => {
		expect(readPromotionList(value)).toBeUndefined();
	});

	it.each([
		['no entry has a usable ID', { promotions: [{}, { promotionId: '' }, { id: 'a' }, null] }],
		['it is empty beside an error', { promotions: [], error: { message: 'database down' } }],
		['it is empty beside a status of failure', { promotions: [], success: false }],
		['it is null beside an error', { promotions: null, error: 'database down' }],
		['it holds only another channel beside an error', { promotions: [whatsApp], error: 'timeout' }],
		['only an entry of another channel has a usable ID', { promotions: [whatsApp, { channelType: 'rcs' }] }],
	])('is none when %s', (_, value) => {
		expect(readPromotionList(value)).toBeUndefined();
	});

	it.each([
		['it is empty', { promotions: [] }, []],
		['it is null', { promotions: null }, []],
		['it holds only another channel', { promotions: [whatsApp] }, []],
		['it is empty beside an error that says nothing', { promotions: [], error: null, errors: [], success: true }, []],
		['one entry has a usable ID', { promotions: [{}, { promotionId: 'a' }], error: 'x' }, [{ promotionId: 'a' }]],
	])('is one when %s', (_, value, promotions) => {
		expect(readPromotionList(value)?.promotions).toEqual(promotions);
	});

	it('keeps what has an id and passes over the rest', () => {
		const unusable = [0, true, 'null', '', '..', 9007199254740993, '\ud83d'].map((promotionId) => ({ promotionId }));
		const usable = [{ promotionId: 'a' }, { promotionId: 7, name: 'n' }, { promotionId: ' c\u200b ' }];
		expect(readPromotionList({ promotions: [...usable, {}, null, 'x', ...unusable] })?.promotions).toEqual([
			{ promotionId: 'a' },
			{ promotionId: '7', name: 'n' },
			{ promotionId: 'c' },
		]);
	});

	it('knows the names of those without an ID, which are in use unless they were cancelled', () => {
		const promotions = [
			{ promotionId: 'a' },
			{ name: 'Sale' },
			{ promotionId: null, name: 'Gone', status: 'Cancelled' },
		];
		expect(readPromotionList({ promotions })).toEqual({
			promotions: [{ promotionId: 'a' }],
			namesWithoutId: ['Sale'],
		});
	});

	it('shows each promotion once', () => {
		const promotions = [{ promotionId: 'a', status: 'Running' }, { promotionId: 'b' }, { promotionId: 'a' }];
		expect(readPromotionList({ promotions })?.promotions).toEqual(promotions.slice(0, 2));
	});

	it.each([
		[['Running', 'Completed'], 'Completed'],
		[['Completed', 'Running'], 'Completed'],
		[['Stopped', 'Running', ' CANCELLED', 'Completed'], ' CANCELLED'],
		[['Running', 'Stopped'], 'Running'],
	])('shows one that is listed as %j as %j: over is over', (statuses, status) => {
		const promotions = statuses.map((given) => ({ promotionId: 'a', status: given }));
		expect(readPromotionList({ promotions })?.promotions).toEqual([{ promotionId: 'a', status }]);
	});

	it('is sorted by the time of creation, with what has none last', () => {
		const listed = [1_767_225_600, 1_767_312_000_000, 0].map((createdDate, at) => ({
			promotionId: `${at}`,
			createdDate,
		}));
		expect(newestFirst(listed).map(({ promotionId }) => promotionId)).toEqual(['1', '0', '2']);
	});
});

describe('Statistics', () => {
	const counters = { attempted: 300, failed: 1, sent: 299, delivered: 200, read: 100, interacted: 50, optout: 0 };

	it('are counters, and one entry for each retry', () => {
		const statistics = readStatistics({
			...counters,
			// A counter that cannot be read is not known; without its entry, the sum of the others would be believed.
			statsReport: [{ ...counters, attempted: '10', promotionRetryNumber: 1 }, null, { ...counters, failed: 'n/a' }],
		});
		expect(statistics?.counters).toEqual(counters);
		expect(statistics?.retries).toEqual([
			{ ...counters, promotionRetryNumber: 1, attempted: 10 },
			{ ...counters, promotionRetryNumber: null, failed: null },
		]);
	});

	it.each([[{}], [{ message: 'try later' }], [[]], [null], ['7'], [{ sent: null }]])(
		'are not read out of %j',
		(value) => {
			expect(readStatistics(value)).toBeUndefined();
		},
	);
});
