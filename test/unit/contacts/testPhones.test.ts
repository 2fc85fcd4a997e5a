import { readTestPhones } from '../../../nodes/RcsPromotion/contacts/contactForm';
import type { ItemContext } from '../../../nodes/RcsPromotion/itemContext';

/** What stands in the field, and what this version of n8n makes of it. */
const phonesOf = (written: string, given = written) => {
	const refuse = (_: string, fault: string) => {
		throw new Error(fault);
	};
	const context = { getNode: () => ({ parameters: { testPhones: written } }) };
	return readTestPhones({ context, form: { optionalText: () => given, refuse } } as unknown as ItemContext, '');
};

test('an expression in Test Phones is refused, although n8n has put a number in its place', () => {
	expect(phonesOf('+49 170 1234567')).toEqual(['+491701234567']);
	expect(() => phonesOf('={{ $json.phone }}', '+49 170 1234567')).toThrow('cannot be an expression');
});

test('a phone that was entered twice gets a test once, in whatever spelling', () => {
	expect(phonesOf('+49 170 1234567\n+49 (0)170 1234567; 0049170/1234567, +491701234568')).toEqual([
		'+491701234567',
		'+491701234568',
	]);
});
