import fc from 'fast-check';
import { PhoneSet } from '../../../nodes/RcsPromotion/contacts/phoneSet';

function setOf(keys: number[]): PhoneSet {
	const set = new PhoneSet();
	for (const key of keys) set.add(key);
	return set;
}

const key = fc.oneof(
	fc.integer({ min: 1, max: 50 }),
	fc.maxSafeInteger().map((value) => Math.abs(value) + 1),
);

test('holds what a Set of the language holds', () => {
	fc.assert(
		fc.property(fc.array(key, { maxLength: 4000 }), (keys) => {
			const model = new Set<number>();
			const set = new PhoneSet();
			for (const each of keys) {
				expect(set.add(each)).toBe(!model.has(each));
				model.add(each);
			}
		}),
		{ numRuns: 200 },
	);
});

test('still knows all it was given after it has grown', () => {
	const keys = Array.from({ length: 50_000 }, (_, index) => 1_491_700_000_000 + index * 7);
	const set = setOf(keys);
	expect(keys.filter((each) => set.add(each))).toEqual([]);
	expect(keys.filter((each) => !set.has(each) || set.has(each + 1))).toEqual([]);
});

test('keys that share their low or high half are told apart as well', () => {
	for (const keyOf of [(index: number) => index * 2 ** 20, (index: number) => 2 ** 51 + index]) {
		const keys = Array.from({ length: 20_000 }, (_, index) => keyOf(index + 1));
		const set = new PhoneSet();
		expect(keys.filter((each) => !set.add(each))).toEqual([]);
	}
});
