import * as fc from 'fast-check';
import {
	fingerprintOf,
	fingerprintOfUnseenList,
	isRepeat,
	selectForLookUp,
} from '../../../nodes/RcsPromotion/contacts/fingerprint';

const inCommon = (one: readonly string[], other: readonly string[]) =>
	one.filter((text) => other.includes(text)).length;

const numbers = fc.integer({ min: 1, max: 999_999_999_999_999 });

/** So many people in a row, as a phone company hands out numbers. */
const row = (count: number, from = 4_915_112_000_000) => Array.from({ length: count }, (_, index) => from + index);

describe('the sample of a list', () => {
	it('is the same in any order', () => {
		fc.assert(
			fc.property(fc.uniqueArray(numbers, { maxLength: 60 }), fc.infiniteStream(fc.nat()), (people, picks) => {
				const shuffled = people.slice().sort(() => ((picks.next().value ?? 0) % 2) - 0.5);
				expect(fingerprintOf(shuffled)).toEqual(fingerprintOf(people));
			}),
		);
	});

	it('is the same in any order also for two numbers of one hash', () => {
		const [one, other] = [4_915_112_345_678, 4_921_123_479_053];
		expect(fingerprintOf([one, other])).toHaveLength(2);
		expect(fingerprintOf([other, one])).toEqual(fingerprintOf([one, other]));
	});

	it('holds all people of a small list, and 64 of a larger one, of which 32 are looked up', () => {
		for (const count of [0, 1, 63, 64]) expect(new Set(fingerprintOf(row(count))).size).toBe(count);
		for (const count of [65, 1_000]) expect(new Set(fingerprintOf(row(count))).size).toBe(64);
		for (const [count, lookedUp] of [
			[1, 1],
			[32, 32],
			[33, 32],
			[1_000, 32],
		] as const)
			expect(selectForLookUp(fingerprintOf(row(count)))).toHaveLength(lookedUp);
	});

	it('tells numbers apart, also far beyond 32 bits', () => {
		const one = 4_915_112_345_678;
		for (const other of [one + 1, one + 2 ** 32, one - 2 ** 33, 15_112_345_678]) {
			expect(inCommon(fingerprintOf([one]), fingerprintOf([other]))).toBe(0);
		}
	});

	it('shows no number', () => {
		const [text = ''] = fingerprintOf([4_915_112_345_678]);
		expect(text).toMatch(/^[\w-]{16}$/);
		expect(text).not.toMatch(/\d{5}/);
	});

	it('is drawn evenly from the list, so that it says how much two lists share', () => {
		const found: number[] = [];
		for (let start = 0; start < 50; start++) {
			const people = row(1_000, 4_915_112_000_000 + start * 1_000_003);
			const first = fingerprintOf(people);
			// A quarter of its people are also in the other list: in a row, or every fourth.
			for (const shared of [people.slice(250, 500), people.filter((_, index) => index % 4 === 0)]) {
				const other = fingerprintOf([...shared, ...row(750, 15_550_000_000 + start)]);
				found.push(inCommon(selectForLookUp(other), first));
			}
		}
		const mean = found.reduce((sum, count) => sum + count, 0) / found.length;
		expect(mean).toBeGreaterThan(7);
		expect(mean).toBeLessThan(9);
	});
});

describe('a list counts as a repeat', () => {
	it.each([
		[0, 0, false],
		[1, 1, true],
		[1, 3, false],
		[2, 3, true],
		[15, 32, false],
		[16, 32, true],
		// Of larger lists, 32 people are looked up.
		[15, 33, false],
		[16, 33, true],
	])('where %d of %d are found: %s', (found, size, same) => {
		expect(isRepeat(found, row(size).map(String))).toBe(same);
	});

	it('where n8n does not see its contacts and it has the same name', () => {
		expect(fingerprintOfUnseenList('March')).toEqual(fingerprintOfUnseenList('March'));
		expect(inCommon(fingerprintOfUnseenList('March'), fingerprintOfUnseenList('April'))).toBe(0);
		// A number is not taken for the name of a list.
		expect(inCommon(fingerprintOfUnseenList('4915112345678'), fingerprintOf([4_915_112_345_678]))).toBe(0);
	});
});
