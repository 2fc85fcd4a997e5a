/** Whoever is listed is left out, in every numbering plan, in each spelling that its own country, strangers and programs use. */
import { getCountries, getCountryCallingCode, getExampleNumber, type PhoneNumber } from 'libphonenumber-js/max';
import examples from 'libphonenumber-js/examples.mobile.json';
import { readDoNotContact } from '../../../nodes/RcsPromotion/contacts/doNotContact';

/** One mobile number of each plan in which numbers have at least seven digits. Shorter ones count with their country code only. */
const people = getCountries()
	.map((country) => getExampleNumber(country, examples))
	.filter((number): number is PhoneNumber => number !== undefined && number.nationalNumber.length >= 7);

const ownDigits = ({ nationalNumber }: PhoneNumber) => String(nationalNumber);
const code = ({ country }: PhoneNumber) => getCountryCallingCode(country ?? 'DE');
const inFullWidth = (text: string) => text.replace(/\d/g, (digit) => String.fromCharCode(0xff10 + Number(digit)));

const spellings: Record<string, (number: PhoneNumber) => unknown> = {
	'+ and digits': ({ number }) => number,
	digits: ({ number }) => number.slice(1),
	'a number': ({ number }) => Number(number.slice(1)),
	'00 and digits': ({ number }) => `00${number.slice(1)}`,
	'as dialed from the United States': (number) => number.format('IDD', { fromCountry: 'US' }),
	international: (number) => number.formatInternational(),
	'international, with dashes': (number) => number.formatInternational().replaceAll(' ', '-'),
	'international, in HTML': (number) => `<td>${number.formatInternational().replaceAll(' ', '&nbsp;')}</td>`,
	'international, in a note': (number) => ({ note: `please stop ${number.formatInternational()}, thanks` }),
	'tel:': (number) => number.format('RFC3966'),
	'full-width': ({ number }) => inFullWidth(number),
	'as the name of a field': ({ number }) => ({ [number]: 1 }),
	'with the code apart': (number) => `${code(number)} ${ownDigits(number)}`,
	'with (0)': (number) => `+${code(number)} (0)${ownDigits(number)}`,
	'with a 0 too many': (number) => `+${code(number)} 0${ownDigits(number)}`,
	national: (number) => number.formatNational(),
	'national digits': (number) => number.formatNational().replace(/\D/g, ''),
	'national, with dots': (number) => number.formatNational().replace(/[ -]/g, '.'),
	'national, with a slash': (number) => number.formatNational().replace(/[ -]/, '/'),
	'national, in JSON': (number) => JSON.stringify({ phone: number.formatNational(), at: '2026-11-27T18:24:21Z' }),
	'national, with an extension': (number) => `${number.formatNational()} ext. 12`,
	'without what is dialed before it': ownDigits,
	'without what is dialed before it, a number': (number) => Number(ownDigits(number)),
	'in pairs': (number) => ownDigits(number).replace(/(\d\d)(?=\d)/g, '$1 '),
};

test.each(Object.keys(spellings))('%s', async (spelling) => {
	expect(people.length).toBeGreaterThan(200);
	for (const person of people) {
		const listed = spellings[spelling]?.(person);
		const own = Number(person.number.slice(1));
		const neighbor = own % 10 === 9 ? own - 1 : own + 1;
		const { leavesOut } = await readDoNotContact([{ json: { listed } }, '+15550001111'], [own, neighbor]);
		const found = { listed, own: leavesOut(own), neighbor: leavesOut(neighbor) };
		expect(found).toEqual({ listed, own: true, neighbor: false });
	}
});
