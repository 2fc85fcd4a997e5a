import { Tally } from '../../../nodes/RcsPromotion/report/tally';

const asIs = (text: string) => text;
const total = (tally: Tally) => tally.commonest().reduce((sum, { count }) => sum + count, tally.unlisted);

describe('A tally', () => {
	it('finds the common values behind any number of rare ones, and loses none', () => {
		const tally = new Tally(asIs);
		for (let row = 0; row < 60_000; row++) tally.add(`Message ${row} was not delivered`);
		for (let row = 0; row < 5000; row++) tally.add('Not reachable');
		for (let row = 0; row < 60_000; row++) tally.add(row % 3 === 0 ? 'Blocked' : `Message ${row} timed out`);
		const [first, second, third] = tally.commonest();
		expect(first).toEqual({ value: 'Blocked', count: 20_000 });
		expect(second).toEqual({ value: 'Not reachable', count: 5000 });
		expect(third?.count).toBe(1);
		expect(tally.commonest()).toHaveLength(1000);
		expect(total(tally)).toBe(125_000);
	});

	it('is exact where there are no more values than it holds', () => {
		const tally = new Tally(asIs);
		for (let row = 0; row < 30_000; row++) tally.add(`Reason ${row % 9000}`);
		expect(tally.commonest()[0]).toEqual({ value: 'Reason 0', count: 4 });
		expect(total(tally)).toBe(30_000);
	});

	it('counts without listing all that is different every time', () => {
		const tally = new Tally(asIs);
		for (let index = 0; index < 1500; index++) tally.add(`reason ${index}`);
		for (let again = 0; again < 3; again++) tally.add('reason 7');
		expect(tally.commonest()).toHaveLength(1000);
		expect(tally.commonest()[0]).toEqual({ value: 'reason 7', count: 4 });
		expect(tally.unlisted).toBe(500);
	});

	it('keeps the beginning of a value that is very long', () => {
		const tally = new Tally(asIs);
		const long = `${'x'.repeat(298)}😀${'y'.repeat(100_000)}`;
		tally.add(long);
		tally.add(`${long}z`);
		expect(tally.commonest()).toEqual([{ value: `${'x'.repeat(298)}…`, count: 2 }]);
	});
});
