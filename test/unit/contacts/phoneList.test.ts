import { listedPhones, numbersIn } from '../../../nodes/RcsPromotion/contacts/phoneList';
import { phoneReader } from '../../../nodes/RcsPromotion/contacts/phones';

const readPhone = phoneReader({ phoneFormat: 'asIs', country: '' });
const listed = (value: unknown) =>
	[...listedPhones(value, readPhone, { secondLines: true })].map(({ text, phones, holdsMore }) => ({
		text,
		phones: phones.map((phone) => phone.text),
		holdsMore,
	}));
const phonesIn = (value: unknown) => listed(value).flatMap(({ phones }) => phones);

describe('the phone numbers in a text', () => {
	test.each<[string, string[]]>([
		['+491701234567', ['+491701234567']],
		['1234567', ['1234567']],
		['123456', []],
		['Ann +49 170 1234567', ['+49 170 1234567']],
		['tel: +49 170 1234567 (mobile)', ['+49 170 1234567']],
		['(+49) 170 1234567', ['(+49) 170 1234567']],
		['+491701234567 +491701234568', ['+491701234567', '+491701234568']],
		['+49 170 1234567+49 170 1234568', ['+49 170 1234567', '+49 170 1234568']],
		['+49 170 1234567 ::: +49 170 1234568', ['+49 170 1234567', '+49 170 1234568']],
		['0170 1234567; 0171 1234567', ['0170 1234567', '0171 1234567']],
		['0170 1234567 0171 7654321', ['0170 1234567', '0171 7654321']],
		['4917012345670 4917012345671', ['4917012345670', '4917012345671']],
		// Without a plus, two groups of seven digits may be two numbers; with one they are one.
		['1415555 0132000', ['1415555', '0132000']],
		['+1415555 0132000', ['+1415555 0132000']],
		['+49 170 1234567 since 2024-01-31', ['+49 170 1234567']],
		['born 1990-05-17', []],
	])('%s', (text, numbers) => {
		expect(numbersIn(text, { secondLines: false })).toEqual(numbers);
	});

	test.each<[string, string[]]>([
		['+49 170 1234502/03', ['+49 170 1234502', '+491701234503']],
		['+49 170 1234502/+49 170 7654321', ['+49 170 1234502', '+49 170 7654321']],
		['+49 170 1234502/', ['+49 170 1234502']],
	])('with second lines: %s', (text, numbers) => {
		expect(numbersIn(text, { secondLines: true })).toEqual(numbers);
		expect(numbersIn(text, { secondLines: false })).toEqual(numbers.filter((number) => number !== '+491701234503'));
	});
});

describe('a list of phone numbers', () => {
	const two = ['+491701234567', '+491701234568'];

	test.each<[string, unknown]>([
		...['\n', '\r\n', ',', ';', '|', '\t', ' ; \n'].map((between): [string, unknown] => [
			`apart by ${JSON.stringify(between)}`,
			two.join(between),
		]),
		['as JSON in a text', JSON.stringify(two)],
		['as an array', two],
		['as an array in an array', [[two[0]], [[two[1]]]]],
		['of objects', two.map((phone) => ({ phone }))],
		['of numbers', two.map((phone) => Number(phone.slice(1)))],
	])('%s', (_, value) => {
		expect(phonesIn(value).map((phone) => `+${phone.replace('+', '')}`)).toEqual(two);
		expect(listed(value)).toHaveLength(2);
	});

	test.each([[undefined], [null], [''], [' \n '], [[]]])('%j has no entries', (value) => {
		expect(listed(value)).toEqual([]);
	});

	test.each<[unknown, { text: string; holdsMore: boolean }]>([
		['Ann', { text: 'Ann', holdsMore: false }],
		[{ email: 'ada@example.com' }, { text: '{…}', holdsMore: false }],
		['123a456', { text: '123a456', holdsMore: false }],
		// Digits enough for a number, but not in one piece.
		['123a4567', { text: '123a4567', holdsMore: true }],
		['born 1990-05-17', { text: 'born 1990-05-17', holdsMore: false }],
	])('%j is an entry without a phone number', (value, entry) => {
		expect(listed(value)).toEqual([{ ...entry, phones: [] }]);
	});
});
