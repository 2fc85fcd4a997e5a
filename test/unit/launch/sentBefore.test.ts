import { setImmediate as nextTurn } from 'node:timers/promises';
import * as fc from 'fast-check';
import { marksOf, marksWithin, SentBefore } from '../../../nodes/RcsPromotion/launch/sentBefore';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const NOON = Date.parse('2026-03-31T12:34:56.789Z');

let places = 0;

/** What n8n's table does, without n8n: a call reads the whole row, and writes it back in a later turn. */
function table() {
	const store = { rows: [] as string[], calls: 0 };
	const helpers = {
		async checkProcessedAndRecord(items: unknown[], _scope: string, { maxEntries }: { maxEntries?: number }) {
			store.calls++;
			const rows = [...store.rows];
			await nextTurn();
			const texts = items.map(String);
			const known = new Set(rows);
			const added = texts.filter((text) => !known.has(text));
			rows.push(...added);
			if (maxEntries !== undefined) rows.splice(0, Math.max(0, rows.length - maxEntries));
			store.rows = rows;
			return { new: added, processed: texts.filter((text) => known.has(text)) };
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
	const open = (place = `node ${places}`) => new SentBefore(helpers, place);
	places++;
	return { store, sent: open(), open };
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
			{ numRuns: 1_000 },
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
		const { store, sent } = table();
		await sent.reserve('a', NOON, 24);
		const recorded = [...store.rows];
		expect([...recorded].sort()).toEqual(marksOf('a', NOON).sort());
		await sent.reserve('a', NOON + HOUR, 24);
		await sent.wasSent('a', NOON + 3 * HOUR, 24);
		await sent.wasSent('b', NOON, 24);
		expect(store.rows).toEqual(recorded);
	});

	it('can be withdrawn, and then leaves an earlier one as it was', async () => {
		const { store, sent } = table();
		await (await sent.reserve('a', NOON, 1)).withdraw();
		expect(store.rows).toEqual([]);
		await sent.reserve('a', NOON, 1);
		const earlier = [...store.rows].sort();
		const later = await sent.reserve('a', NOON + 2 * HOUR, 1);
		expect(later.sentBefore).toBe(false);
		await later.withdraw();
		expect([...store.rows].sort()).toEqual(earlier);
		expect(await sent.wasSent('a', NOON + 2 * HOUR, 3)).toBe(true);
	});

	it('loses nothing when many are recorded and withdrawn at once', async () => {
		const { store, open } = table();
		const digests = Array.from({ length: 60 }, (_, index) => `d${index}`);
		const reserved = await Promise.all(digests.map(async (digest) => await open('one').reserve(digest, NOON, 20)));
		await Promise.all(reserved.filter((_, index) => index % 3 === 0).map(async ({ withdraw }) => await withdraw()));
		const again = await Promise.all(
			digests.map(async (digest) => (await open('one').reserve(digest, NOON, 20)).sentBefore),
		);
		expect(again).toEqual(digests.map((_, index) => index % 3 !== 0));
		expect(new Set(store.rows).size).toBe(digests.length * 3);
	});

	it('of two that ask at once lets one go', async () => {
		const { open } = table();
		const both = await Promise.all([open('one').reserve('a', NOON, 20), open('one').reserve('a', NOON, 20)]);
		expect(both.map(({ sentBefore }) => sentBefore).sort()).toEqual([false, true]);
	});

	it('is written again when another process has overwritten it', async () => {
		const { store, open } = table();
		// Two places stand for two processes, which cannot wait for each other.
		const reserved = await Promise.all([open('here').reserve('a', NOON, 20), open('there').reserve('b', NOON, 20)]);
		expect(store.rows).toHaveLength(3);
		for (const { confirm } of reserved) await confirm();
		expect([...store.rows].sort()).toEqual([...marksOf('a', NOON), ...marksOf('b', NOON)].sort());
	});

	it('goes on after n8n could not answer', async () => {
		const { store, sent, open } = table();
		const broken = new SentBefore(
			{
				checkProcessedAndRecord: async () => await Promise.reject(new Error('database is locked')),
				removeProcessed: async () => undefined,
			},
			'one',
		);
		await expect(broken.reserve('a', NOON, 20)).rejects.toThrow('locked');
		expect((await open('one').reserve('a', NOON, 20)).sentBefore).toBe(false);
		expect((await sent.reserve('a', NOON, 20)).sentBefore).toBe(true);
		expect(store.rows).toHaveLength(3);
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
		expect((await sent.reserve('a', NOON, 20)).sentBefore).toBe(true);
	});

	it('costs two writes for what is new', async () => {
		const { store, sent } = table();
		await (await sent.reserve('a', NOON, 20)).confirm();
		expect(store.calls).toBe(2);
	});
});
