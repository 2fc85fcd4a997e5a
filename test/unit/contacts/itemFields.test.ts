import { unwrapped } from '../../../nodes/RcsPromotion/contacts/fieldValues';
import { itemSources } from '../../../nodes/RcsPromotion/contacts/itemFields';

const P = '+491701234501';
const R = '+491709999901';

/** What each item is sent with, and from where. */
function mapped(...rows: object[]) {
	const { columns, rivals, unsurePhones } = itemSources(rows.map((json) => ({ json: json as never })));
	const values = rows.map((json) =>
		Object.fromEntries(
			Object.entries(columns).map(([column, source]) => [column, unwrapped(source.read(json as never))]),
		),
	);
	const used = Object.fromEntries(
		Object.entries(columns).map(([column, source]) => [column, source.used().join(', ')]),
	);
	return { values, used, rivals, unsurePhones };
}

describe('the best field that holds something, for each contact anew', () => {
	test('half the contacts have one, half the other', () => {
		const { values, used } = mapped(
			{ Phone: '+4930111111', MobilePhone: '' },
			{ Phone: '', MobilePhone: '+49170111111' },
		);
		expect(values.map(({ phone }) => phone)).toEqual(['+4930111111', '+49170111111']);
		expect(used).toEqual({ phone: 'MobilePhone, Phone' });
		expect(mapped({ phone: null }, { phone: '491701' })).toMatchObject({ used: { phone: 'phone' } });
		expect(mapped({ other: 1 }, { phone: '491701' })).toMatchObject({ used: { phone: 'phone' } });
	});
	test('mobile before phone, in whatever order and depth', () => {
		const { used, rivals } = mapped({ phone: '111111', mobile: '222222' });
		expect([used, rivals]).toEqual([{ phone: 'mobile' }, {}]);
		expect(mapped({ phone: '111111', properties: { mobilephone: '222222' } }).used).toEqual({
			phone: 'properties.mobilephone',
		});
		expect(mapped({ tel: '111111', properties: { phone: '222222' } }).used).toEqual({ phone: 'tel' });
	});
	test('a field called as the service calls it, whatever it holds', () => {
		expect(mapped({ phone: '491701', name: '0' }).used).toEqual({ phone: 'phone', name: 'name' });
		expect(mapped({ phone: '491701', language: 'no' }).used).toEqual({ phone: 'phone', language: 'language' });
	});
	test('a name that only says something about phones is not taken', () => {
		for (const json of [
			{ fax: '491701111' },
			{ phoneType: '491701111' },
			{ sms_opt_in: '491701111' },
			{ sms: true },
			{ mobile: 'yes' },
			{ WhatsApp: 1 },
			{ Owner: { Phone: '491701111' } },
			{ company: { phone: '491701111' } },
			{ a: { b: { c: { phone: '491701111' } } } },
		]) {
			expect(mapped(json).used).toEqual({});
		}
	});
	test('a number that may be that of the contact itself counts only where there is no other', () => {
		for (const name of ['Kontaktnummer', 'Contact No.']) {
			const { values, rivals } = mapped({ [name]: '1000123', 'Phone No.': P }, { [name]: '1000124', 'Phone No.': '' });
			expect(values.map(({ phone }) => phone || undefined)).toEqual([P, undefined]);
			expect(rivals).toEqual({});
			expect(mapped({ [name]: P }).values).toEqual([{ phone: P }]);
		}
	});
	test('an answer does not hide the number beside it', () => {
		expect(mapped({ sms: 'yes', phone: '491701111' }).values).toEqual([{ phone: '491701111' }]);
		expect(mapped({ mobile: 'n/a', phone: '491701111' }, { mobile: '491702222', phone: '' }).values).toEqual([
			{ phone: '491701111' },
			{ phone: '491702222' },
		]);
	});
	test('what stands at home or at work is asked for', () => {
		const { used, unsurePhones } = mapped({ 'Home Phone': '491701111', 'Work Phone': '491701112' });
		expect([used, unsurePhones]).toEqual([{}, ['Home Phone', 'Work Phone']]);
	});
	test('a name beside a first name is the family name, in languages in which people call it so', () => {
		const people = (first: string) => [
			{ Name: 'Doe', [first]: 'Ann', Mobil: '+4917011111' },
			{ Name: 'Martin', [first]: 'Martin', Mobil: '+4917011112' },
			{ Name: 'Roe', [first]: 'Bob', Mobil: '+4917011113' },
			{ Name: 'Poe', [first]: '', Mobil: '+4917011114' },
		];
		for (const [last, first] of Object.entries({
			Name: 'Vorname',
			Naam: 'Voornaam',
			Namn: 'Förnamn',
			Navn: 'Fornavn',
			Nimi: 'Etunimi',
		})) {
			const rows = people(first).map(({ Name, ...rest }) => ({ [last]: Name, ...rest }));
			const { values, rivals } = mapped(...rows);
			expect(values.map(({ name }) => name)).toEqual(['Ann', 'Martin', 'Bob', 'Poe']);
			expect(rivals).toEqual({});
		}
		for (const first of ['First Name', 'fname', 'givenName']) {
			const { values, rivals } = mapped(...people(first));
			expect(values.map(({ name }) => name)).toEqual(['Doe', 'Martin', 'Roe', 'Poe']);
			expect(rivals).toEqual({ name: [first] });
		}
		for (const first of ['Vorname', 'First Name']) {
			const { used, rivals } = mapped({ Name: 'Ann Doe', [first]: 'Ann', phone: '491701111' });
			expect([used, rivals]).toEqual([{ name: 'Name', phone: 'phone' }, {}]);
		}
	});
	test('two of equal right that differ are told', () => {
		expect(mapped({ Mobile: '491701111', 'Mobile Phone': '491701112' })).toMatchObject({
			used: { phone: 'Mobile' },
			rivals: { phone: ['Mobile Phone'] },
		});
		expect(mapped({ Mobile: '+49 1701111', 'Mobile Phone': '491701111' }).rivals).toEqual({});
		const differs = { Mobile: '491701111', 'Mobile Phone': '491701112' };
		const agrees = { Mobile: '491701113', 'Mobile Phone': '491701113' };
		expect(mapped(agrees, differs).rivals).toEqual({ phone: ['Mobile Phone'] });
	});
	test('two of equal right that fill each other up are no rivals', () => {
		for (const nothing of ['', undefined]) {
			const rows = [
				{ Mobile: '491701111', 'Mobile Phone': nothing },
				{ Mobile: nothing, 'Mobile Phone': '491701112' },
			];
			expect(mapped(...rows).rivals).toEqual({});
			expect(mapped(...rows.toReversed()).rivals).toEqual({});
		}
		expect(mapped({ Mobile: '491701111', Phone: '491701112' }).rivals).toEqual({});
	});
	test('the list of a CRM gives its mobile number, else its first', () => {
		const list = [
			{ label: 'fax', value: '491700000', primary: true },
			{ label: 'work', value: '491701111' },
			{ label: 'mobile', value: '491702222' },
		];
		expect(mapped({ phone: list }).values).toEqual([{ phone: '491702222' }]);
		expect(mapped({ phone: list.slice(0, 2) }).values).toEqual([{ phone: '491701111' }]);
		const [, work] = list;
		const main = { label: 'other', value: '491703333', primary: true };
		expect(mapped({ phone: [work, main] }).values).toEqual([{ phone: '491703333' }]);
		expect(mapped({ phone: [work, { ...main, primary: false }] }).values).toEqual([{ phone: '491701111' }]);
		expect(mapped({ phone: [work, { ...main, value: '' }] }).values).toEqual([{ phone: '491701111' }]);
		expect(mapped({ phone: [] }, { phone: [{ value: '491701111' }] }).values).toEqual([
			{ phone: '' },
			{ phone: '491701111' },
		]);
	});
	test('a label that names somebody else, too, is heeded', () => {
		for (const label of ['assistant', 'Emergency contact', 'spouse', 'Asst. phone', 'PARENT', 'manager']) {
			expect(mapped({ phone: [{ label, value: R }] }, { phone: P }).values[0]).toEqual({ phone: '' });
			expect(
				mapped({
					phones: [
						{ type: label, number: R },
						{ type: 'work', number: P },
					],
				}).values,
			).toEqual([{ phone: P }]);
			const google = {
				'Phone 1 - Label': label,
				'Phone 1 - Value': R,
				'Phone 2 - Label': 'Home',
				'Phone 2 - Value': P,
			};
			expect(mapped(google).values).toEqual([{ phone: P }]);
		}
	});
	test('a name without any number is still told', () => {
		expect(mapped({ phone: 'n/a' })).toMatchObject({ values: [{ phone: 'n/a' }], used: { phone: 'phone' } });
		expect(mapped({ phone: 'n/a', tel: 'none' }, { phone: '', tel: 'none' }, { phone: P, tel: R }).values).toEqual([
			{ phone: 'n/a' },
			{ phone: 'none' },
			{ phone: P },
		]);
	});
	test('a list of fields may call them as it likes', () => {
		const fields = ['constructor', '__proto__', 'toString', 'phone'].map((key) => ({ key, value: '491701111' }));
		expect(mapped({ fields }).used).toEqual({ phone: 'fields.phone' });
	});
	test.each(['123-45', 'tel4917012345', '49170123x45', '4917012345 ext 12', '+49 170 12345 (private)'])(
		'%s may be a number',
		(mobile) => expect(mapped({ mobile, phone: P }).values).toEqual([{ phone: mobile }]),
	);
	test.each(['123-4', '4917012a345', '4917012abc345', 'ann4917012345@example.com', 'https://example.com/4917012345'])(
		'%s is no number',
		(mobile) => expect(mapped({ mobile, phone: P }).values).toEqual([{ phone: P }]),
	);
	test('what says no is no number', () => {
		const { values, used } = mapped({ mobile: '491701111' }, { mobile: false }, { mobile: null });
		expect(values.map(({ phone }) => phone)).toEqual(['491701111', false, null]);
		expect(used).toEqual({ phone: 'mobile' });
	});
	test('a number whose country code stands apart is joined with it, unless it has it', () => {
		for (const [phone, sent] of [
			[{ countryCode: 49, number: '1701234567' }, '+49 1701234567'],
			[{ country_code: '+1', phone_number: '4155550100' }, '+1 4155550100'],
			[{ countryCode: '49', number: '491701234567' }, '491701234567'],
			[{ countryCode: '49', number: '+49 170 1234567' }, '+49 170 1234567'],
			[{ countryCode: '49', number: '0170 1234567' }, '+49 (0)170 1234567'],
			[{ countryCode: 'DE', number: '1701234567' }, '1701234567'],
			[{ countryCode: '', number: '1701234567' }, '1701234567'],
			[{ countryCode: 49, areaCode: '170', number: '1234567' }, '+49 170 1234567'],
			[{ countryCode: 49, areaCode: '170', number: '170 1234567' }, '+49 170 1234567'],
			[{ countryCode: 49, areaCode: '', number: '1701234567' }, '+49 1701234567'],
			[{ countryCode: 49, areaCode: 'n/a 170', number: '1701234567' }, '+49 1701234567'],
			[{ countryCode: 49, areaCode: '170 or 171', number: '1701234567' }, '+49 1701234567'],
			[{ countryCode: 49, number: '(+49) 170 1234567' }, '(+49) 170 1234567'],
			[{ countryCode: 49, number: '(170) +1234567' }, '+49 (170) +1234567'],
		]) {
			expect(mapped({ phone }).values).toEqual([{ phone: sent }]);
		}
	});
	test.each<[string, object, string]>([
		['Jotform', { phone: { area: '170', phone: '1234501', full: '(+49) 170 1234501' } }, '(+49) 170 1234501'],
		['Jotform without full', { phone: { area: '170', phone: '1234501', full: '' } }, '170 1234501'],
		['a form widget', { phone: { number: '1701234501', e164Number: P, countryCode: 'de' } }, P],
		[
			'its international number',
			{ phone: { number: '1701234501', internationalNumber: '+49 170 1234501' } },
			'+49 170 1234501',
		],
		['Google People', { phoneNumbers: [{ value: '0170 1234501', canonicalForm: P, type: 'mobile' }] }, P],
		['Microsoft Graph', { businessPhones: ['+49 30 1234567'], mobilePhone: P }, P],
		['a code beside', { countryCode: '+49', mobile: '1701234501' }, '+49 1701234501'],
		['a code beside, of France', { country_code: '0033', mobile: '612345678' }, '+33 612345678'],
		['a prefix beside', { phone_prefix: 49, phone: 1701234501 }, '+49 1701234501'],
		['dialCode below', { properties: { dialCode: '49', phone: '0170 1234501' } }, '+49 (0)170 1234501'],
		['codes and area beside', { country_code: '1', area_code: '415', phone: '5550100' }, '+1 415 5550100'],
		['an area in parentheses', { country_code: '1', area_code: '(415)', phone: '5550100' }, '+1 (415) 5550100'],
		['an area that is there already', { country_code: '1', area_code: '415', phone: '4155550100' }, '+1 4155550100'],
		['an area that is a name', { country_code: '1', area_code: 'Bay Area', phone: '4155550100' }, '+1 4155550100'],
		['an area too long for one', { country_code: '1', area_code: '415555', phone: '4155550100' }, '+1 4155550100'],
		['an area alone', { area_code: '415', phone: '5550100' }, '415 5550100'],
		['an area with a 0', { country_code: '49', area_code: '0170', phone: '1234501' }, '+49 (0)170 1234501'],
		['a 0 in parentheses', { country_code: '49', phone: '(0170) 1234501' }, '+49 (0) (170) 1234501'],
		['digits that begin like the code', { country_code: '49', phone: '4917123456' }, '+49 4917123456'],
		['one digit more, which is the code', { country_code: '49', phone: '49171234567' }, '49171234567'],
		['another code in the number', { country_code: '1', phone: '0049 170 1234501' }, '0049 170 1234501'],
		['another code in parentheses', { country_code: '1', phone: '(+49) 170 1234501' }, '(+49) 170 1234501'],
		['a code of four digits', { country_code: '1684', phone: '6331234' }, '6331234'],
		['a code that begins with 0', { country_code: '01', phone: '4155550100' }, '4155550100'],
		['a code that is there already', { countryCode: '+49', mobile: P }, P],
		['the same without a plus', { countryCode: '+49', mobile: '491701234501' }, '491701234501'],
		['a country beside', { country_code: 'DE', mobile: '1701234501' }, '1701234501'],
		['a date in a field called SMS', { SMS: '2024-01-31', phone: P }, P],
		['a time', { SMS: '2024-01-31T10:15:00Z', phone: P }, P],
		['a date in digits', { sms: '20240131', phone: P }, P],
		['an address', { mobile: '10.4.2.1199', phone: P }, P],
		['an e-mail', { whatsapp: 'ann12345@example.com', phone: P }, P],
	])('%s', (_, json, phone) => {
		expect(mapped(json).values).toEqual([{ phone }]);
	});
	test.each<[string, object, string | undefined]>([
		['a sales rep', { name: 'Ann', phone: '', user: { name: 'Sales Rep', phone: R } }, undefined],
		["a sales rep's mobile", { name: 'Ann', phone: P, user: { name: 'Sales Rep', mobile: R } }, P],
		[
			'a user beside one without a name',
			{ email: 'a@example.com', phone: '', user: { name: 'Rep', phone: R } },
			undefined,
		],
		[
			'where it is sent',
			{ name: 'Ann', phone: '', shipping: { first_name: 'Bo', last_name: 'Doe', phone: R } },
			undefined,
		],
		[
			'where it is sent, one level down',
			{ body: { name: 'Ann', phone: '', shipping_address: { name: 'Bo', phone: R } } },
			undefined,
		],
		['another payer', { name: 'Ann', phone: '', billing: { first_name: 'Bo', phone: R } }, undefined],
		['a husband', { name: 'Ann Doe', phone: '', shipping: { name: 'Bo Doe', phone: R } }, undefined],
		['the same person', { first_name: 'Ann', phone: '', shipping: { name: 'Ann Doe', phone: P } }, P],
		['without a name', { name: 'Ann', phone: '', shipping: { phone: P } }, P],
		['whose deal it is', { name: 'Summer order', person: { name: 'Ann', phone: P } }, P],
		['the user itself', { event: 'signup', user: { name: 'Ann', phone: P } }, P],
		['a user without a name', { name: 'Ann', phone: '', user: { phone: R } }, undefined],
		["a rep's number in a flat table", { name: 'Ann', phone: '', user_phone: R }, undefined],
		["a rep's mobile in a flat table", { name: 'Ann', phone: P, user_mobile: R }, P],
		["a rep's mobile, with the name", { name: 'Ann', phone: '', user_name: 'Rep', user_mobile: R }, undefined],
		['a rep and nobody else', { name: '', phone: '', user_name: 'Rep', user_phone: R }, undefined],
		['a rep of one without a phone field', { name: 'Ann', user_name: 'Sales Rep', user_phone: R }, undefined],
		['a member of the team', { first_name: 'Ann', mobile: P, 'Team Member Mobile': R, 'Member Phone': R }, P],
		[
			'where it is sent, in a flat table',
			{ billing_first_name: 'Ann', billing_phone: '', shipping_first_name: 'Bo', shipping_phone: R },
			undefined,
		],
		[
			'the same, with shipping first',
			{ shipping_first_name: 'Bo', shipping_phone: R, billing_first_name: 'Ann', billing_phone: '' },
			undefined,
		],
		[
			'another payer in a flat table',
			{ 'First Name': 'Ann', Phone: '', 'Billing First Name': 'Bo', 'Billing Phone': R },
			undefined,
		],
		[
			'where it is sent, to the same person',
			{ billing_first_name: 'Ann', billing_phone: '', shipping_first_name: 'Ann', shipping_phone: P },
			P,
		],
		[
			'the billing phone of the same person',
			{ Name: 'Ann Doe', Phone: '', 'Billing Name': 'Doe, Ann', 'Billing Phone': P },
			P,
		],
		...[
			...['assistant_phone', 'emergency_contact_phone', 'Emergency Contact Mobile', 'manager_phone', 'managerMobile'],
			...['account_manager_mobile', 'owner.phone', 'Contact Owner Phone', 'created_by.phone', 'createdByMobile'],
			...['sales_rep_mobile', 'SalesRepPhone', 'assigned_to_phone', 'agent_mobile', 'driver_phone', 'courierMobile'],
			...['support_phone', 'store_phone', 'company_mobile', 'spouse_mobile', 'parent_phone', "Mother's mobile"],
			...[
				'Notfallkontakt Telefon',
				'Telefon Berater',
				'Handy Betreuer',
				'Ansprechpartner Mobil',
				'teléfono del vendedor',
			],
			...[
				'portable du conseiller',
				'cellulare agente',
				'previous_phone',
				'old_mobile',
				'invalid_mobile',
				'wrong phone',
			],
		].map((name): [string, object, undefined] => [name, { name: 'Ann', phone: '', [name]: R }, undefined]),
	])('the number of another person is not taken: %s', (_, json, phone) => {
		const others = { name: 'Di', phone: '491709999999' };
		expect(mapped(json, others).values[0]?.phone || undefined).toBe(phone);
	});
	test.each([
		[
			'the customer first',
			(order: object, customer: object, billing: object) => ({ ...order, ...customer, ...billing }),
		],
		['billing first', (order: object, customer: object, billing: object) => ({ ...billing, ...order, ...customer })],
	])('the order of a shop, whose own phone is empty, goes to the customer: %s', (_, orderOf) => {
		const json = orderOf(
			{ id: 1, name: '#1001', phone: null },
			{ customer: { first_name: 'Ann', last_name: 'Lee', phone: P } },
			{ billing_address: { first_name: 'Carl', last_name: 'Doe', name: 'Carl Doe', phone: R } },
		);
		const { values, rivals } = mapped(json);
		expect(values).toEqual([{ phone: P, name: 'Ann' }]);
		expect(rivals.phone).toEqual(['billing_address.phone']);
	});
	test('a table of users has no others', () => {
		const users = [
			{ user_email: 'ann@example.com', user_name: 'Ann', user_phone: P },
			{ user_email: 'bo@example.com', user_name: 'Bo', user_phone: '' },
		];
		expect(mapped(...users).values.map(({ phone }) => phone)).toEqual([P, '']);
	});
	test.each<[string, object, string[]]>([
		['beside', { phone: '0170', countryCode: 'DE' }, ['DE']],
		['a name', { Telefon: '0170', Land: 'Österreich' }, ['Österreich']],
		['HubSpot', { properties: { phone: '0170', country: 'Germany', hs_country_region_code: 'DE' } }, ['Germany', 'DE']],
		['WooCommerce', { billing: { phone: '0170', country: 'DE' }, shipping: { phone: '', country: 'FR' } }, ['DE']],
		[
			'Shopify',
			{ phone: '0170', default_address: { phone: '', country: 'Germany', country_code: 'DE' } },
			['Germany', 'DE'],
		],
		['Salesforce', { MobilePhone: '0170', MailingCountryCode: 'DE', BillingCountry: 'France' }, ['DE', 'France']],
		['a form widget', { phone: { number: '0170', countryCode: 'de' } }, ['de']],
		['a list', { phones: [{ number: '0170', countryCode: 'DE' }] }, ['DE']],
		['a dialling code', { phone: '0170', countryCode: '+49' }, []],
		[
			'somebody else',
			{ phone: '0170', company: { country: 'FR' }, 'Company Country': 'FR', 'Birth Country': 'FR' },
			[],
		],
	])('the country of a contact: %s', (_, json, countries) => {
		const { columns } = itemSources([{ json: json as never }]);
		expect(columns.phone?.countries(json as never).filter((text) => text !== '+49')).toEqual(countries);
	});
	test('no items, no fields', () => {
		expect(itemSources([])).toEqual({ columns: {}, rivals: {}, unsurePhones: [], fields: [] });
	});
});
