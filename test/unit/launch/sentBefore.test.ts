import * as fc from 'fast-check';
import { marksOf, marksWithin, reserve } from '../../../nodes/RcsPromotion/launch/sentBefore';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const NOON = Date.parse('2026-03-31T12:34:56.789Z');

/** What n8n's table does, without n8n. */
function table() {
	const rows: string[] = [];
	const helpers = {
		async checkProcessedAndRecord(items: unknown[], _scope: string, { maxEntries }: { maxEntries?: number }) {
			const texts = items.map(String);
			const known = new Set(rows);
			const added = texts.filter((text) => !known.has(text));
			rows.push(...added);
			if (maxEntries !== undefined) rows.splice(0, Math.max(0, rows.length - maxEntries));
			return { new: added, processed: texts.filter((text) => known.has(text)) };
		},
		async removeProcessed(items: unknown[]) {
			for (const item of items) {
				const index = rows.indexOf(String(item));
				if (index >= 0) rows.splice(index, 1);
			}
		},
	};
	return { rows, helpers: helpers as unknown as Parameters<typeof reserve>[0] };
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
			{ numRuns: 5_000 },
		);
	});

	it('are few', () => {
		expect(marksWithin('x', NOON, 24).length).toBeLessThan(150);
		expect(marksWithin('x', NOON, 24 * 365).length).toBeLessThan(550);
	});
});

describe('the record of what was sent', () => {
	it('refuses the second time within the hours', async () => {
		const { helpers } = table();
		expect((await reserve(helpers, 'a', NOON, 24)).sentBefore).toBe(false);
		expect((await reserve(helpers, 'a', NOON + 5_000, 24)).sentBefore).toBe(true);
		expect((await reserve(helpers, 'a', NOON + 23 * HOUR, 24)).sentBefore).toBe(true);
		expect((await reserve(helpers, 'b', NOON + 5_000, 24)).sentBefore).toBe(false);
		expect((await reserve(helpers, 'a', NOON + 25 * HOUR, 24)).sentBefore).toBe(false);
	});

	it('is not left behind by a refusal, nor by asking', async () => {
		const { rows, helpers } = table();
		await reserve(helpers, 'a', NOON, 24);
		const recorded = [...rows];
		expect([...recorded].sort()).toEqual(marksOf('a', NOON).sort());
		await reserve(helpers, 'a', NOON + HOUR, 24);
		expect(rows).toEqual(recorded);
	});

	it('can be withdrawn, and then leaves an earlier one as it was', async () => {
		const { rows, helpers } = table();
		await reserve(helpers, 'a', NOON, 1);
		const earlier = [...rows];
		const later = await reserve(helpers, 'a', NOON + 2 * HOUR, 1);
		expect(later.sentBefore).toBe(false);
		expect(rows).not.toEqual(earlier);
		await later.withdraw();
		expect(rows).toEqual(earlier);
	});

	it('keeps the latest thousands of launches', async () => {
		const { rows, helpers } = table();
		for (let launch = 0; launch < 3_100; launch++) await reserve(helpers, `d${launch}`, NOON, 1);
		expect(rows.length).toBeLessThanOrEqual(9_000);
		expect((await reserve(helpers, 'd3099', NOON, 1)).sentBefore).toBe(true);
		expect((await reserve(helpers, 'd200', NOON, 1)).sentBefore).toBe(true);
	});
});
