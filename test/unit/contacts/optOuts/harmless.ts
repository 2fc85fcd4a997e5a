/** Lists that name nobody of these contacts: they leave nobody out, and nothing is asked about them. */
import { AT, AU, BR, CH, DE, DK, EE, EE7, FR, GB, HK, IN, IS, IT, MX, NO, SE, SG, US, ZA } from './people';

/** Seven of them have short numbers, which turn up in other digits most easily. */
export const CONTACTS = [DE, DK, EE, EE7, IS, NO, SG, HK, AT, AU, BR, CH, FR, GB, IN, IT, MX, SE, US, ZA];

/** Somebody else, so that the list is one of opt-outs. */
const OTHER = '+4917099887766';
const beside = (more: object) => [{ phone: OTHER, ...more }];

export const emptyLists: Record<string, unknown> = {
	'no entry': [],
	'the empty item that Always Output Data leaves': [{}],
	'lists without entries in a list': [[], []],
};

export const harmlessLists: Record<string, unknown> = {
	'the number of somebody else': [OTHER],
	'numbers of other people in six countries': [
		'+4542001122',
		'+37255443322',
		'0041 78 999 88 77',
		'07400 123987',
		'(212) 555-0199',
		'11 98877-6655',
	],
	'numbers that differ in their last digit': [
		'0151 23456702',
		'+45 20 12 34 57',
		'5312 3457',
		'502 3457',
		'611 2346',
		'8123 4568',
	],
	'the same digits behind another prefix of the same network': [
		'0160 23456701',
		'0176/23456701',
		'+44 7500 900123',
		'072 123 4567',
	],
	'numbers that lack their last digits': ['+49 151 234567', '0151 2345670', '+44 7400 90012', '+1 415 555 01'],
	'numbers in which two digits changed places': ['+49 151 23456710', '+45 21 02 34 56', '+372 5312 3465'],
	'a number with more digits behind it': ['491512345670123', '+49151234567012', '201234567', '81234567890'],
	'landlines of the same town': ['+49 30 901820', '+372 6100 000', '+45 33 12 34 56', '+65 6123 4567'],
	'people of whom most have no number': [
		{ email: 'a@b.example', phone: '' },
		{ email: 'c@d.example', phone: null },
		{ phone: OTHER },
	],
	'n/a, a dash and a question mark instead of numbers': [
		{ phone: 'n/a' },
		{ phone: '-' },
		{ phone: '?' },
		{ phone: OTHER },
	],
	'dates and times in every spelling': beside({
		a: '2026-11-27T18:24:21.000Z',
		b: '27.11.2026 18:24',
		c: '11/27/2026 6:24:21 PM',
		d: '20261127',
		e: 'Fri, 27 Nov 2026 18:24:21 +0000',
	}),
	'times in seconds and milliseconds': beside({ ts: 1764267861, tsMs: 1764267861000, text: '1764267861.000200' }),
	'order numbers': beside({ order: '#100023', orders: ['2026-000123', 'SO-4500012345', 5012345678901], last: 1201 }),
	'an order number that ends like a short phone number': beside({
		order: '1005023456',
		invoice: 'R-996112345',
		sku: 'X12120123456',
	}),
	'a number of an invoice that begins like a phone number': beside({ invoice: '20123456789', more: '611234567' }),
	'IBAN, BIC, tax and register numbers': beside({
		iban: 'DE89 3704 0044 0532 0130 00',
		vat: 'DE811907980',
		hrb: 'HRB 123456',
		siret: '732 829 320 00074',
		cpf: '529.982.247-25',
	}),
	'cards and their ends': beside({ card: '4111 1111 1111 1111', last4: '4242', exp: '12/29' }),
	parcels: beside({ dhl: '00340434161094042557', ups: '1Z999AA10123456784', fedex: '9612 0199 9999 9999 9999' }),
	'UUIDs, hashes and IDs of CRMs': beside({
		id: '3f0c2d1e-8123-4a67-9b20-123456789abc',
		sha: '9e107d9d372bb6826bd81d3542a419d6',
		sf: '0035g00000AbCdEAAV',
		zoho: '5545974000000415001',
	}),
	'addresses with postal codes': beside({
		street: 'Straße des 17. Juni 135',
		zip: '10623',
		city: 'Berlin',
		us: 'Apt 4B, 1600 Pennsylvania Ave NW, 20500-0003',
	}),
	'prices and amounts': beside({ total: '1.234.567,89 €', spent: 12345.67, tax: '19 %', points: '1,234,567' }),
	'places on the map': beside({ lat: 52.5200066, lng: 13.404954, plus: '9F4MG97C+6X' }),
	'addresses of computers': beside({
		ip: '198.51.100.23',
		v6: '2001:db8::8123:4567',
		mac: '00:1B:44:11:3A:B7',
		agent: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/142.0.7444.135 Safari/537.36',
	}),
	'product codes': beside({ ean: '4006381333931', isbn: '978-3-16-148410-0', asin: 'B08N5WRWNW', lot: 'L20251127A' }),
	'addresses of web pages with numbers': beside({
		url: 'https://example.com/p/20251127/4711?utm_id=9988776655&gclid=Cj0KCQiA20',
		img: 'https://cdn.example.com/1764267861_600x400@2x.jpg',
	}),
	'a long note about deliveries': beside({
		note: 'Called on 12.01.2026 at 9:31 and 13.01.2026 at 10:02, wants order 100023 (3 boxes of 24, 12.5 kg each) before 2026-02-01, paid 1.249,00 € by invoice 2026-000123; see ticket 45121 and 45122. Discount 15 % from 500 pieces.',
	}),
	'a whole e-mail with headers': beside({
		raw: 'Received: by 2002:a05:6402:1c1c with SMTP id ck28csp1234567edb; Fri, 27 Nov 2026 10:24:21 -0800 (PST)\r\nMessage-ID: <CAF=20261127.182421.998877@mail.example.com>\r\nSubject: STOP',
	}),
	'an HTML page with colors and sizes': beside({
		html: '<table width="600" style="color:#1f2937;background:#f59e0b"><tr><td height="40">&#8203;&#128075;&nbsp;2026</td></tr></table>',
	}),
	'what a webhook hands on beside the number': [
		{
			headers: { 'content-length': '412', 'x-request-start': 't=1764267861.123', 'x-forwarded-for': '203.0.113.77' },
			query: {},
			body: { From: OTHER, To: '+4915799887766', SmsSid: 'SM0123456789abcdef', ApiVersion: '2010-04-01' },
		},
	],
	'a record of a CRM with thirty fields': beside({
		id: 6940095021282,
		hs_object_id: '15112345',
		createdate: '2024-02-29T23:59:59.999Z',
		lastmodifieddate: 1764267861123,
		num_notes: 17,
		annualrevenue: '2500000',
		zip: '80331',
		twitterhandle: '@acme_2026',
		linkedin: 'https://www.linkedin.com/in/ann-doe-8123a4567/',
		hs_analytics_num_page_views: 12,
		birthday: '13/06/1984',
		score: 87.25,
	}),
	'a barcode, then a number on the next line': `4006381333931\n${OTHER}\n`,
	'somebody else with a note that says that 2 of 3 numbers are old': [
		{ phone: OTHER, note: '2 of 3 numbers are old (2019, 2021); 0800 1234567 is our hotline' },
	],
	'a second page of a list, whose first page was empty': [{}, { data: [] }, { data: [{ phone: OTHER }] }],
	'an item with the field error that says nothing': [
		{ phone: OTHER, error: '' },
		{ phone: OTHER, error: false },
		{ phone: OTHER, error: null },
	],
	'somebody else beside a file': [
		{
			json: { from: OTHER },
			binary: { data: { data: 'aGVsbG8=', mimeType: 'text/plain', fileName: '20123456.txt' } },
		},
	],
};
