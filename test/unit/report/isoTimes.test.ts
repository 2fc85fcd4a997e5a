import * as fc from 'fast-check';
import { IsoTimes } from '../../../nodes/RcsPromotion/report/isoTimes';

describe('Moments of a report', () => {
	it('are written as Date writes them, whatever was written before', () => {
		const near = fc.record({
			start: fc.integer({ min: 0, max: 4e12 }),
			steps: fc.array(fc.integer({ min: -70_000, max: 70_000 })),
		});
		const walk = near.map(({ start, steps }) => {
			let at = start;
			return steps.map((step) => (at = Math.max(0, at + step)));
		});
		const anywhere = fc.array(fc.integer({ min: 0, max: 8.64e15 }));
		fc.assert(
			fc.property(fc.oneof(walk, anywhere), (moments) => {
				const times = new IsoTimes();
				expect(moments.map((ms) => times.of(ms))).toEqual(moments.map((ms) => new Date(ms).toISOString()));
			}),
			{ numRuns: 300 },
		);
	});

	it('are written right for more minutes than are remembered', () => {
		const times = new IsoTimes();
		for (let minute = 0; minute < 20_001; minute++) expect(times.of(minute * 60_000 + 59_999)).toMatch(/:59\.999Z$/);
		expect(times.of(1_763_600_000_123.9)).toBe('2025-11-20T00:53:20.123Z');
	});

	it('begin with 1970, and lose what is below a millisecond', () => {
		const times = new IsoTimes();
		expect([0, 999, 1000.7, 59_999, 60_000].map((ms) => times.of(ms))).toEqual([
			'1970-01-01T00:00:00.000Z',
			'1970-01-01T00:00:00.999Z',
			'1970-01-01T00:00:01.000Z',
			'1970-01-01T00:00:59.999Z',
			'1970-01-01T00:01:00.000Z',
		]);
	});
});
