import { ValueCounts } from '../../../nodes/RcsPromotion/report/valueCounts';

const total = (counts: ValueCounts) => counts.commonest().reduce((sum, { count }) => sum + count, counts.unlisted);

describe('A count of values', () => {
	it('finds the common values behind any number of rare ones, and loses none', () => {
		const counts = new ValueCounts();
		for (let row = 0; row < 60_000; row++) counts.add(`Message ${row} was not delivered`);
		for (let row = 0; row < 5000; row++) counts.add('Not reachable');
		for (let row = 0; row < 60_000; row++) counts.add(row % 3 === 0 ? 'Blocked' : `Message ${row} timed out`);
		const [first, second, third] = counts.commonest();
		expect(first).toEqual({ value: 'Blocked', count: 20_000 });
		expect(second).toEqual({ value: 'Not reachable', count: 5000 });
		expect(third?.count).toBe(1);
		expect(counts.commonest()).toHaveLength(1000);
		expect(total(counts)).toBe(125_000);
	});

	it('is exact where there are no more values than it holds', () => {
		const counts = new ValueCounts();
		for (let row = 0; row < 30_000; row++) counts.add(`Reason ${row % 9000}`);
		expect(counts.commonest()[0]).toEqual({ value: 'Reason 0', count: 4 });
		expect(total(counts)).toBe(30_000);
	});

	it('counts without listing all that is different every time', () => {
		const counts = new ValueCounts();
		for (let index = 0; index < 1500; index++) counts.add(`reason ${index}`);
		for (let again = 0; again < 3; again++) counts.add('reason 7');
		expect(counts.commonest()).toHaveLength(1000);
		expect(counts.commonest()[0]).toEqual({ value: 'reason 7', count: 4 });
		expect(counts.unlisted).toBe(500);
	});

	it('keeps the beginning of a value that is very long', () => {
		const counts = new ValueCounts();
		const long = `${'x'.repeat(298)}😀${'y'.repeat(100_000)}`;
		counts.add(long);
		counts.add(`${long}z`);
		expect(counts.commonest()).toEqual([{ value: `${'x'.repeat(298)}…`, count: 2 }]);
	});
});
