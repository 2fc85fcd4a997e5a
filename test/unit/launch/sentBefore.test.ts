import { setImmediate as nextTurn } from 'node:timers/promises';
import * as fc from 'fast-check';
import { KEPT_MARKS, SentBefore } from '../../../nodes/RcsPromotion/launch/sentBefore';

const HOUR = 3_600_000;
const NOON = Date.parse('2026-03-31T12:34:56.789Z');

let places = 0;

function recordOf(helpers: object, place: string) {
	const record = new SentBefore(helpers as never, place);
	return {
		reserve: async (digest: string, now: number, hours: number) => {
			const { sentBefore, reservation } = await record.ask(digest, now, { hours, isLive: true });
			return {
				sentBefore,
				confirm: async () => await reservation?.confirm(),
				withdraw: async () => await reservation?.withdraw(),
			};
		},
		wasSent: async (digest: string, now: number, hours: number) =>
			(await record.ask(digest, now, { hours, isLive: false })).sentBefore,
	};
}

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
	const launches = () => [...store.rows].sort();
	const open = (place = `node ${places}`) => recordOf(helpers, place);
	places++;
	return { store, launches, sent: open(), open };
}

describe('the record of what was sent', () => {
	it('finds every launch within the hours, and none an hour before them', async () => {
		await fc.assert(
			fc.asyncProperty(
				fc.integer({ min: 1e12, max: 4e12 }),
				fc.integer({ min: 1, max: 400 }),
				fc.integer({ min: 0, max: 800 * HOUR }),
				async (now, hours, ago) => {
					const { sent, launches } = table();
					await sent.reserve('a', now - ago, 20);
					await sent.reserve('b', now, 20);
					const recorded = launches();
					const found = await sent.wasSent('a', now, hours);
					if (ago <= hours * HOUR) expect(found).toBe(true);
					if (ago >= (hours + 1) * HOUR) expect(found).toBe(false);
					// Asking leaves nothing behind, nor does a reservation that is refused.
					expect(launches()).toEqual(recorded);
					expect((await sent.reserve('a', now, hours)).sentBefore).toBe(found);
					if (found) expect(launches()).toEqual(recorded);
				},
			),
			{ numRuns: 200, examples: [[1e12, 1, 0]] },
		);
	});

	it('is one mark for a launch, and 0 hours record without asking', async () => {
		const { sent, launches } = table();
		await sent.reserve('a', NOON, 20);
		expect(launches()).toHaveLength(1);
		expect((await sent.reserve('a', NOON + HOUR, 0)).sentBefore).toBe(false);
		expect((await sent.reserve('a', NOON + HOUR, 0)).sentBefore).toBe(false);
		expect(launches()).toHaveLength(2);
		expect((await sent.reserve('a', NOON + HOUR, 1)).sentBefore).toBe(true);
	});

	it('can be withdrawn, and then leaves an earlier one as it was', async () => {
		const { launches, sent } = table();
		await (await sent.reserve('a', NOON, 1)).withdraw();
		expect(launches()).toEqual([]);
		await sent.reserve('a', NOON, 1);
		const earlier = launches();
		await (await sent.reserve('a', NOON + 2 * HOUR, 1)).withdraw();
		await (await sent.reserve('a', NOON, 0)).withdraw();
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
		expect(new Set(launches()).size).toBe(digests.length);
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
		const reserved = await Promise.all([open('here').reserve('a', NOON, 0), open('there').reserve('b', NOON, 0)]);
		expect(launches()).toHaveLength(1);
		for (const { confirm } of reserved) await confirm();
		expect(launches()).toHaveLength(2);
	});

	it('is made by both of two processes that add it at once', async () => {
		const { open } = table();
		const reserved = await Promise.all([open('here').reserve('a', NOON, 20), open('there').reserve('b', NOON, 20)]);
		for (const { confirm } of reserved) await confirm();
		expect(reserved.map(({ sentBefore }) => sentBefore)).toEqual([false, false]);
	});

	it('is written a few times where another process overwrites it again and again', async () => {
		let writes = 0;
		const checkProcessedAndRecord = async (items: unknown[]) => {
			writes++;
			return { new: items, processed: [] };
		};
		const helpers = { checkProcessedAndRecord, removeProcessed: async () => undefined };
		await (await recordOf(helpers, 'forgetful').reserve('a', NOON, 20)).confirm();
		expect(writes).toBe(1 + 4);
	});

	it('goes on after n8n could not answer', async () => {
		const { launches, open } = table();
		const fault = async () => await Promise.reject(new Error('database is locked'));
		const broken = recordOf({ checkProcessedAndRecord: fault, removeProcessed: fault }, 'one');
		await expect(broken.reserve('a', NOON, 20)).rejects.toThrow('locked');
		const reservation = await open('one').reserve('a', NOON, 20);
		expect(reservation.sentBefore).toBe(false);
		expect(launches()).toHaveLength(1);
	});

	it('holds the last launches of a node, and no more', async () => {
		const { store, sent } = table();
		await sent.reserve('first', NOON, 20);
		store.rows.push(...Array.from({ length: KEPT_MARKS - 2 }, (_, index) => `filler ${index}`));
		await sent.reserve('last', NOON, 20);
		expect((await sent.reserve('first', NOON, 20)).sentBefore).toBe(true);
		for (const digest of ['b', 'c', 'd']) await (await sent.reserve(digest, NOON, 20)).confirm();
		expect(store.rows.length).toBeLessThanOrEqual(KEPT_MARKS + 1);
		expect(await sent.wasSent('first', NOON, 20)).toBe(false);
		expect(await sent.wasSent('last', NOON, 20)).toBe(true);
	});
});
