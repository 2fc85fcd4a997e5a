import { hashOf } from '../../../nodes/RcsPromotionTrigger/listing';
import {
	decodeRecord,
	encodeRecord,
	isKeptWhole,
	kept,
	newlyKnown,
	type Known,
} from '../../../nodes/RcsPromotionTrigger/record';
import { decodeEntries, encodeEntries, type ShortEntry } from '../../../nodes/RcsPromotionTrigger/shortEntries';
import { allEvents, atOnce, counters, HOUR, promotion, START, Timeline } from './timeline';

const bytes = (value: unknown) => Buffer.byteLength(JSON.stringify(value));
const uuid = (number: number) => `6650f1c2-a1b3-4c5d-8e7f-${String(number).padStart(12, '0')}`;

function fullest(): Known {
	const seven = (value: number) =>
		counters({
			attempted: value,
			failed: value,
			sent: value,
			delivered: value,
			read: value,
			interacted: value,
			optout: value,
		});
	return {
		...newlyKnown(
			{
				promotionId: uuid(1),
				name: 'Ein sehr langer Name für eine Kampagne im Frühjahr — с кириллицей и 日本語'.repeat(3),
				status: 'x'.repeat(32),
				state: 'active',
				createdAt: START,
			},
			START,
			{ base: 0, counts: {} },
		),
		counters: seven(99_999_999),
		emitted: seven(98_765_432),
		startsFromZero: true,
		hasMoved: true,
		stalled: true,
		settled: true,
		quietReads: 2,
		movedAt: START + 5,
		completedAt: START + 6,
		ordinals: { base: 12, counts: { statusChanged: 14, completed: 13, thresholdCrossed: 17, settled: 13 } },
		crossed: new Set(['a', 'c']),
		absence: 4,
		madeRoom: true,
	};
}

describe('a full record', () => {
	it('gives back all but the end of a long name', () => {
		const known = fullest();
		const record = encodeRecord(known, ['a', 'b', 'c']);
		const { name, ...rest } = decodeRecord(JSON.parse(JSON.stringify(record)) as typeof record, ['a', 'b', 'c']);
		const { name: wholeName, ...expected } = known;
		expect(rest).toEqual(expected);
		expect(wholeName.startsWith(name)).toBe(true);
	});

	it.each([
		['is not marked as cut', 98, true],
		['may have been cut', 99, false],
		['is cut', 101, false],
	])('a name of as many letters %s: %i', (_, length, isWhole) => {
		const name = kept('n'.repeat(length));
		expect([name.length, isKeptWhole(name)]).toEqual([Math.min(100, length), isWhole]);
	});

	it('is never cut within a letter', () => {
		const name = `${'n'.repeat(99)}\u{1F600}`;
		expect(kept(name)).toBe('n'.repeat(99));
		expect(isKeptWhole(kept(name))).toBe(false);
		expect(kept(name.slice(1))).toBe(name.slice(1));
	});

	it('gives back what was never set', () => {
		const known = newlyKnown(
			{ promotionId: '__proto__', name: '', status: '', state: 'active', createdAt: null },
			START,
			{ base: 0, counts: {} },
		);
		expect(decodeRecord(encodeRecord(known, []), [])).toEqual(known);
	});
});

it('short entries stand one after the other under what they have in common', () => {
	const entries = new Map<string, ShortEntry>([
		['aaaaaaa', { kind: 'listed', state: 'completed', absence: 0, madeRoom: false }],
		['bbbbbbb', { kind: 'listed', state: 'completed', absence: 0, madeRoom: false }],
		['ccccccc', { kind: 'listed', state: 'active', absence: 2, madeRoom: false }],
		['ddddddd', { kind: 'listed', state: 'active', absence: 2, madeRoom: true }],
		['eeeeeee', { kind: 'gone', state: 'paused' }],
		['fffffff', { kind: 'removed' }],
		['ggggggg', { kind: 'outside' }],
	]);
	const encoded = atOnce(encodeEntries(entries));
	expect(encoded).toEqual({
		'listed completed': 'aaaaaaabbbbbbb',
		'listed active 2': 'ccccccc',
		'listed active 2 madeRoom': 'ddddddd',
		'gone paused': 'eeeeeee',
		removed: 'fffffff',
		outside: 'ggggggg',
	});
	expect(atOnce(decodeEntries(encoded))).toEqual(entries);
});

describe('the state', () => {
	const listing = (listed: number, active: number) =>
		Array.from({ length: listed }, (_, index) =>
			promotion(uuid(index), index < active ? 'Running' : 'Completed', { createdDate: START - index * HOUR }),
		);

	it('takes less than 150 KB for 10,000 promotions with 100 active', () => {
		const timeline = new Timeline({ events: allEvents });
		timeline.list = listing(10_000, 100);
		for (let index = 0; index < 100; index++) timeline.statistics.set(uuid(index), counters({ attempted: 50_000 }));
		for (let poll = 0; poll < 4; poll++) {
			timeline.poll();
			for (let index = 0; index < 100; index++) {
				timeline.statistics.set(uuid(index), counters({ attempted: 50_000, sent: 49_000 + poll, read: 12_345 }));
			}
		}
		expect(bytes(timeline.state)).toBeLessThan(150_000);
		expect(timeline.overflows).toBe(false);
	});

	it('takes less than 150 KB even when all of the active ones end at once, and everything is told of them', () => {
		const timeline = new Timeline({ events: allEvents });
		timeline.list = listing(10_000, 100);
		const figures = (given: Parameters<typeof counters>[0]) => {
			for (let index = 0; index < 100; index++) timeline.statistics.set(uuid(index), counters(given));
		};
		figures({ attempted: 50_000, sent: 49_000 });
		for (let poll = 0; poll < 4; poll++) timeline.poll();
		timeline.list = timeline.list.map((one) => ({ ...one, status: 'Completed' }));
		figures({ attempted: 60_000, failed: 9000, sent: 51_000, delivered: 48_000, read: 12_345, interacted: 999 });
		const told = timeline.events();
		expect(told).toHaveLength(400);
		expect(new Set(told.map((event) => event.split(' ')[1]))).toEqual(
			new Set(['statusChanged', 'completed', 'countersChanged', 'thresholdCrossed']),
		);
		expect(bytes(timeline.state)).toBeLessThan(150_000);
	});

	it.each([
		[40_000, 0],
		[30_000, 600],
		[5000, 5000],
	])(
		'never takes more than 256 KB, says when it is full, and invents no event: %i listed, %i active',
		(listed, active) => {
			const timeline = new Timeline({ events: ['created', 'statusChanged', 'completed', 'removed'] });
			timeline.list = listing(listed, active);
			for (let poll = 0; poll < 3; poll++) {
				expect(timeline.events()).toEqual([]);
				expect(bytes(timeline.state)).toBeLessThanOrEqual(256 * 1024);
				expect(timeline.overflows).toBe(true);
			}
			timeline.list.push(promotion('new', 'Running', { createdDate: START + HOUR }));
			expect(timeline.events()).toEqual(['new created']);
			timeline.change(uuid(active > 0 ? active - 1 : 0), active > 0 ? 'Completed' : 'Running');
			expect(timeline.events().length).toBeGreaterThan(0);
		},
	);

	it('forgets a promotion only when it is no longer listed, and recognizes it even then', () => {
		const timeline = new Timeline({ events: ['created', 'completed'] });
		timeline.list = listing(3000, 0);
		timeline.poll();
		const { list } = timeline;
		timeline.list = list.slice(0, 10);
		for (let poll = 0; poll < 8; poll++) expect(timeline.events()).toEqual([]);
		timeline.list = list;
		expect(timeline.events()).toEqual([]);
	});

	describe.each([[false], [true]])('with existing promotions included: %p', (emitExisting) => {
		it.each([
			['as old as those', START, []],
			['newer', START + 1, ['late created']],
			['of unknown age', null, ['late created']],
		])('forgets promotions by their age for good: %s', (_, createdDate, expected) => {
			const timeline = new Timeline({ events: ['created'], options: { emitExisting } });
			timeline.list = [promotion('p1', 'Running')];
			timeline.poll();
			if (timeline.state) timeline.state.forgottenUntil = START;
			for (let poll = 0; poll < 3; poll++) timeline.poll();
			timeline.list.push(promotion('late', 'Running', { createdDate }));
			expect(timeline.events()).toEqual(expected);
		});
	});

	it('follows in full again what was remembered in short for lack of room', () => {
		const timeline = new Timeline({ events: ['countersChanged'] });
		timeline.list = [promotion('p1', 'Running')];
		timeline.poll();
		Object.assign(timeline.state ?? {}, { records: [], others: { 'listed active': hashOf('p1') } });
		for (const sent of [5, 6]) {
			timeline.statistics.set('p1', counters({ sent }));
			timeline.poll();
			expect(timeline.asked).toEqual(['p1']);
		}
		expect(timeline.state?.records).toHaveLength(1);
	});

	it('of another version is as good as none', () => {
		const timeline = new Timeline({ events: ['completed'] });
		timeline.list = [promotion('p1', 'Running')];
		timeline.poll();
		if (timeline.state) timeline.state.version = 99;
		timeline.change('p1', 'Completed');
		expect(timeline.events()).toEqual([]);
	});
});
