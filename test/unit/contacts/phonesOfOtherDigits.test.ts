import { readPhone } from '../../../nodes/RcsPromotion/contacts/phones';

describe('Phones that differ in more than ASCII digits', () => {
	it.each([
		['+49 ١٥١٢٣٤٥', '+49 ٢٦٢٣٤٥٦'],
		['+49151***4567', '+49151###4567'],
	])('%s and %s are no duplicates', (one, other) => {
		expect(readPhone(one).key).not.toBe(readPhone(other).key);
	});
});
