import { readTestPhones } from '../../../nodes/RcsPromotion/contacts/contactForm';
import type { ItemContext } from '../../../nodes/RcsPromotion/itemContext';

/** What stands in the field, and what this version of n8n makes of it. */
function phonesOf(written: string, { given = written, country = '', phoneFormat = 'plus' } = {}) {
	const form = {
		raw: () => country,
		text: () => country,
		optionalText: () => given,
		refuse: (_: string, fault: string) => {
			throw new Error(fault);
		},
	};
	const context = { getNode: () => ({ parameters: { testPhones: written } }) };
	return readTestPhones({ context, form, client: { phoneFormat } } as unknown as ItemContext);
}

test('an expression in Test Phones is refused, although n8n has put a number in its place', () => {
	expect(phonesOf('+49 170 1234567')).toEqual(['+491701234567']);
	expect(() => phonesOf('={{ $json.phone }}', { given: '+49 170 1234567' })).toThrow('cannot be an expression');
});

test('a phone that was entered twice gets a test once, in whatever spelling', () => {
	expect(phonesOf('+49 170 1234567\n\n+49 (0)170 1234567; 0049170/1234567, , +491701234568')).toEqual([
		'+491701234567',
		'+491701234568',
	]);
});

test('they are written as the credential says, like those of contacts', () => {
	expect(phonesOf('+49 170 1234567', { phoneFormat: 'digits' })).toEqual(['491701234567']);
	expect(phonesOf('0170 1234567', { country: 'DE' })).toEqual(['+491701234567']);
});

test('at most ten, each of them a mobile number', () => {
	const ten = Array.from({ length: 10 }, (_, index) => `+4917012345${10 + index}`);
	expect(phonesOf(ten.join())).toEqual(ten);
	expect(() => phonesOf([...ten, '+491701234567'].join())).toThrow('has 11 phone numbers');
	expect(() => phonesOf('0170 1234567')).toThrow('contains "0170 1234567", which has no country code');
	expect(() => phonesOf('+49 30 901820')).toThrow('a landline');
	expect(() => phonesOf('Ann')).toThrow('which is not a phone number');
});
