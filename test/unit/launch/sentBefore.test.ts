import { setImmediate as nextTurn } from 'node:timers/promises';
import * as fc from 'fast-check';
import {
	KEPT_MARKS,
	marksOf,
	marksWithin,
	reachMarksOf,
	SentBefore,
} from '../../../nodes/RcsPromotion/launch/sentBefore';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const NOON = Date.parse('2026-03-31T12:34:56.789Z');

let places = 0;

/**
 * What n8n's table does, without n8n: a call reads the whole row, and writes it back in a later turn. Where it found none it adds one,
 * which the database refuses when another process was quicker.
 */
function table() {
	const store = { exists: false, rows: [] as string[], calls: 0 };
	const helpers = {
		async checkProcessedAndRecord(items: unknown[], _scope: string, { maxEntries }: { maxEntries?: number }) {
			store.calls++;
			const { exists } = store;
			const rows = [...store.rows];
			await nextTurn();
			if (!exists && store.exists) throw new Error('duplicate key value violates unique constraint');
			store.exists = true;
			const texts = items.map(String);
			const known = new Set(rows);
			const added = texts.filter((text) => !known.has(text));
			rows.push(...added);
			if (maxEntries !== undefined) rows.splice(0, Math.max(0, rows.length - maxEntries));
			store.rows = rows;
			return { new: added, processed: texts.filter((text) => known.has(text)) };
		},
		async getProcessedDataCount() {
			store.calls++;
			return store.rows.length;
		},
		async removeProcessed(items: unknown[]) {
			store.calls++;
			const rows = [...store.rows];
			await nextTurn();
			for (const item of items) {
				const index = rows.indexOf(String(item));
				if (index >= 0) rows.splice(index, 1);
			}
			store.rows = rows;
		},
	};
	const launches = () => store.rows.filter((mark) => !mark.startsWith('record:')).sort();
	const open = (place = `node ${places}`) => new SentBefore(helpers, place);
	places++;
	return { store, launches, sent: open(), open };
}

describe('the marks of a window of time', () => {
	it('find every launch within the hours and none before, to the minute', () => {
		fc.assert(
			fc.property(
				fc.integer({ min: 0, max: 4e12 }),
				fc.integer({ min: 1, max: 400 }),
				fc.integer({ min: 0, max: 800 * HOUR }),
				(now, hours, ago) => {
					const window = new Set(marksWithin('x', now, hours));
					const found = marksOf('x', now - ago).some((mark) => window.has(mark));
					if (ago <= hours * HOUR) expect(found).toBe(true);
					if (ago >= hours * HOUR + MINUTE) expect(found).toBe(false);
				},
			),
			{ numRuns: 1_000, examples: [[5 * HOUR, 1, 0]] },
		);
	});

	it('are few', () => {
		expect(marksWithin('x', NOON, 20).length).toBeLessThan(90);
	});
});

describe('the record of what was sent', () => {
	it.each([1, 20, 168])('refuses the second time within %p hours, and not a minute later', async (hours) => {
		for (const [ago, sentBefore] of [
			[0, true],
			[5_000, true],
			[hours * HOUR - MINUTE, true],
			[hours * HOUR + MINUTE, false],
		] as const) {
			const { sent } = table();
			expect((await sent.reserve('a', NOON, hours)).sentBefore).toBe(false);
			expect((await sent.reserve('b', NOON + ago, hours)).sentBefore).toBe(false);
			expect([ago, await sent.wasSent('a', NOON + ago, hours)]).toEqual([ago, sentBefore]);
			expect([ago, (await sent.reserve('a', NOON + ago, hours)).sentBefore]).toEqual([ago, sentBefore]);
		}
	});

	it('is not left behind by a refusal, nor by asking', async () => {
		const { launches, sent } = table();
		await sent.reserve('a', NOON, 24);
		const recorded = launches();
		expect(recorded).toEqual(marksOf('a', NOON).sort());
		await sent.reserve('a', NOON + HOUR, 24);
		await sent.wasSent('a', NOON + 3 * HOUR, 24);
		await sent.wasSent('b', NOON, 24);
		await sent.shortReach(NOON, 24);
		expect(launches()).toEqual(recorded);
	});

	it('can be withdrawn, and then leaves an earlier one as it was', async () => {
		const { launches, sent } = table();
		await (await sent.reserve('a', NOON, 1)).withdraw();
		expect(launches()).toEqual([]);
		await sent.reserve('a', NOON, 1);
		const earlier = launches();
		const later = await sent.reserve('a', NOON + 2 * HOUR, 1);
		expect(later.sentBefore).toBe(false);
		await later.withdraw();
		expect(launches()).toEqual(earlier);
		expect(await sent.wasSent('a', NOON + 2 * HOUR, 3)).toBe(true);
	});

	it('loses nothing when many are recorded and withdrawn at once', async () => {
		const { launches, open } = table();
		const digests = Array.from({ length: 60 }, (_, index) => `d${index}`);
		const reserved = await Promise.all(digests.map(async (digest) => await open('one').reserve(digest, NOON, 20)));
		await Promise.all(reserved.filter((_, index) => index % 3 === 0).map(async ({ withdraw }) => await withdraw()));
		const again = await Promise.all(
			digests.map(async (digest) => (await open('one').reserve(digest, NOON, 20)).sentBefore),
		);
		expect(again).toEqual(digests.map((_, index) => index % 3 !== 0));
		expect(new Set(launches()).size).toBe(digests.length * 3);
	});

	it('of two that ask at once lets one go', async () => {
		const { open } = table();
		const both = await Promise.all([open('one').reserve('a', NOON, 20), open('one').reserve('a', NOON, 20)]);
		expect(both.map(({ sentBefore }) => sentBefore).sort()).toEqual([false, true]);
	});

	it('is written again when another process has overwritten it', async () => {
		const { store, launches, open } = table();
		store.exists = true;
		// Two places stand for two processes, which cannot wait for each other.
		const reserved = await Promise.all([open('here').reserve('a', NOON, 20), open('there').reserve('b', NOON, 20)]);
		expect(launches()).toHaveLength(3);
		for (const { confirm } of reserved) await confirm();
		expect(launches()).toEqual([...marksOf('a', NOON), ...marksOf('b', NOON)].sort());
	});

	it('takes the first launches of a node from two processes at once, though the database takes only one of their rows', async () => {
		const { launches, open } = table();
		const reserved = await Promise.all([open('here').reserve('a', NOON, 20), open('there').reserve('b', NOON, 20)]);
		expect(reserved.map(({ sentBefore }) => sentBefore)).toEqual([false, false]);
		expect(launches()).toEqual([...marksOf('a', NOON), ...marksOf('b', NOON)].sort());
	});

	it('is written a few times where another process overwrites it again and again', async () => {
		let writes = 0;
		const forgetful = new SentBefore(
			{
				checkProcessedAndRecord: async (items) => {
					writes++;
					return { new: items, processed: [] };
				},
				removeProcessed: async () => undefined,
				getProcessedDataCount: async () => 0,
			},
			'forgetful',
		);
		await (await forgetful.reserve('a', NOON, 20)).confirm();
		expect(writes).toBe(1 + 4);
	});

	it('goes on after n8n could not answer', async () => {
		const { launches, sent, open } = table();
		const broken = new SentBefore(
			{
				checkProcessedAndRecord: async () => await Promise.reject(new Error('database is locked')),
				removeProcessed: async () => undefined,
				getProcessedDataCount: async () => 0,
			},
			'one',
		);
		await expect(broken.reserve('a', NOON, 20)).rejects.toThrow('locked');
		expect((await open('one').reserve('a', NOON, 20)).sentBefore).toBe(false);
		expect((await sent.reserve('a', NOON, 20)).sentBefore).toBe(true);
		expect(launches()).toHaveLength(3);
	});

	it('reaches back twenty hours at 500 launches an hour', async () => {
		const { store, sent } = table();
		store.rows = Array.from({ length: 9_999 }, (_, index) => marksOf(`d${index}`, NOON + index * 7_200)).flat();
		const end = NOON + 20 * HOUR - MINUTE;
		await sent.reserve('last', end, 20);
		expect((await sent.reserve('d0', end, 20)).sentBefore).toBe(true);
		expect((await sent.reserve('d9998', end, 20)).sentBefore).toBe(true);
		expect(store.rows.length).toBeLessThanOrEqual(33_000);
	});

	it('keeps what was sent again as long as what is new', async () => {
		const { store, sent } = table();
		await sent.reserve('a', NOON - 30 * HOUR, 20);
		store.rows.push(...Array.from({ length: 10_990 }, (_, index) => marksOf(`d${index}`, NOON)).flat());
		expect((await sent.reserve('a', NOON, 20)).sentBefore).toBe(false);
		for (let launch = 0; launch < 20; launch++) await sent.reserve(`e${launch}`, NOON, 20);
		expect((await sent.reserve('a', NOON + 2 * HOUR, 20)).sentBefore).toBe(true);
	});

	describe('that is full', () => {
		/** A record whose oldest launch was made so many hours ago, and that has lost what was before it, or not. */
		async function recordSince(hoursAgo: number, { marks = KEPT_MARKS } = {}) {
			const { store, sent } = table();
			const oldest = NOON - hoursAgo * HOUR;
			store.rows = [...reachMarksOf(oldest), ...marksOf('oldest', oldest)];
			while (store.rows.length < marks - 10) store.rows.push(`filler ${store.rows.length}`);
			await sent.reserve('latest', NOON, 20);
			return sent;
		}

		it.each([
			[20, 25, undefined],
			[20, 20, undefined],
			[20, 19, 19],
			[20, 3, 3],
			[20, 0, 0],
			[1, 1, undefined],
			[1, 0, 0],
			// Beyond two days in whole days.
			[168, 169, undefined],
			[168, 144, 156],
			// The node rested since: nothing was lost although the window is empty.
			[20, 300, undefined],
		])('with a window of %p hours and its oldest launch %p hours ago reaches %p', async (hours, ago, reach) => {
			const sent = await recordSince(ago);
			expect(await sent.shortReach(NOON, hours)).toBe(reach);
			// Asking changes nothing.
			expect(await sent.shortReach(NOON, hours)).toBe(reach);
		});

		it('or nearly, says so; with room left it has lost nothing', async () => {
			expect(await (await recordSince(3, { marks: KEPT_MARKS - 200 })).shortReach(NOON, 20)).toBe(3);
			expect(await (await recordSince(3, { marks: KEPT_MARKS - 400 })).shortReach(NOON, 20)).toBeUndefined();
		});

		it('of a node that rested for months knows nothing of the window', async () => {
			const { store, sent } = table();
			store.rows = Array.from({ length: KEPT_MARKS }, (_, index) => `filler ${index}`);
			expect(await sent.shortReach(NOON, 20)).toBe(0);
		});

		it('loses the oldest launch together with what says how far it reaches', async () => {
			const { store, sent } = table();
			await sent.reserve('first', NOON - 2 * HOUR, 20);
			store.rows.push(...Array.from({ length: KEPT_MARKS }, (_, index) => `filler ${index}`));
			expect((await sent.reserve('second', NOON, 20)).sentBefore).toBe(false);
			expect((await sent.reserve('first', NOON, 20)).sentBefore).toBe(false);
			expect(await sent.shortReach(NOON, 20)).toBe(0);
		});
	});

	it('costs two writes for what is new', async () => {
		const { store, sent } = table();
		await (await sent.reserve('a', NOON, 20)).confirm();
		expect(store.calls).toBe(2);
	});
});
