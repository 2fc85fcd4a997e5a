import { parsePhoneNumberFromString } from 'libphonenumber-js/max';
import metadata from 'libphonenumber-js/max/metadata';
import { CountriesReached } from '../../../nodes/RcsPromotion/contacts/timeZones';
import { randomNumbers } from '../../../bench/parts/people';

function countriesOf(...numbers: string[]): string[] {
	const reached = new CountriesReached();
	for (const number of numbers) reached.add(Number(number));
	return reached.all;
}

const sharing = Object.entries(metadata.country_calling_codes).filter(([, countries]) => countries.length > 1);
const ofCode = (code: string) =>
	sharing.flatMap(([shared, countries]) => (shared === code ? [...countries].sort() : []));

describe('the countries that the contacts live in', () => {
	it.each([
		['+4915112345678', ['DE']],
		['+12025550123', ['US']],
		['+14165550123', ['CA']],
		['+18765550123', ['JM']],
		['+17875550123', ['PR']],
		['+16715550123', ['GU']],
		['+79161234567', ['RU']],
		['+77011234567', ['KZ']],
		['+447400123456', ['GB']],
		['+447781123456', ['GG']],
		['+262639012345', ['YT']],
		['+38343201234', ['XK']],
		// No such area code is known: it may be any of the countries.
		['+15550100101', ofCode('1')],
		['+870773111632', ['+870…']],
	])('%s: %j', (number, countries) => {
		expect(countriesOf(number)).toEqual(countries);
	});

	it('a list has those of all its numbers', () => {
		expect(countriesOf('+4915112345678', '+12025550123', '+4915112345679')).toEqual(['DE', 'US']);
	});

	it.each(sharing)('+%s: each number counts, also beside others that begin the same', (code) => {
		const random = randomNumbers();
		const numbers = Array.from({ length: 500 }, () => `+${code}${String(Math.floor(random() * 9e9) + 1e9)}`);
		const valid = numbers.flatMap((number) => {
			const phone = [10, 9, 8, 7, 6]
				.map((length) => parsePhoneNumberFromString(number.slice(0, 1 + code.length + length)))
				.find((one) => one?.isValid());
			return phone ? [phone] : [];
		});
		const expected = [...new Set(valid.map(({ country }) => country))].sort();
		expect(countriesOf(...valid.map((phone) => phone.number))).toEqual(expected);
	});
});
