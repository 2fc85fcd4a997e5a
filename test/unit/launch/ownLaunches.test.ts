import { ownLaunches } from '../../../nodes/RcsPromotion/launch/ownLaunches';

const note = (id: string, promotionName = id, account = 'a') => ownLaunches.note(id, { account, promotionName });

describe('what this process launches', () => {
	it('is seen beside another launch of its name and account, until it is known to be refused', () => {
		const own = note('1', 'Spring');
		const other = note('2', ' SPRING ');
		note('3', 'Summer');
		note('4', 'Spring', 'another account');
		expect(ownLaunches.beside(own)).toEqual([other]);
		expect(ownLaunches.beside(other)).toEqual([own]);
		ownLaunches.remove(other);
		expect(ownLaunches.beside(own)).toEqual([]);
		expect(ownLaunches.beside(other)).toEqual([own]);
	});

	it('is one launch however often it is tried, and keeps its promotion', () => {
		const first = note('tried', 'Tried');
		expect(first.promotionId).toBeNull();
		first.promotionId = 'p-1';
		expect(note('tried', 'Tried')).toBe(first);
		expect(ownLaunches.beside(note('later', 'Tried'))).toEqual([
			{ account: 'a', promotionName: 'Tried', promotionId: 'p-1' },
		]);
	});

	it('is kept for the last two thousand', () => {
		const last = Array.from({ length: 2_001 }, (_, index) => note(`drip ${index}`, 'Drip')).at(-1)!;
		const ids = new Set(ownLaunches.beside(last));
		expect(ids.size).toBe(1_999);
		expect(ids).toContain(note('drip 1', 'Drip'));
		expect(ownLaunches.beside(last)).toHaveLength(1_999);
	});
});
