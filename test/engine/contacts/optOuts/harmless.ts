/** Lists that name nobody of these contacts: they leave nobody out, and nothing is asked about them. */
import { AT, AU, BR, CH, DE, DK, EE, EE7, FR, GB, HK, IN, IS, IT, MX, NO, SE, SG, US, ZA } from './people';

/** Seven of them have short numbers, which turn up in other digits most easily. */
export const CONTACTS = [DE, DK, EE, EE7, IS, NO, SG, HK, AT, AU, BR, CH, FR, GB, IN, IT, MX, SE, US, ZA];

export interface HarmlessList {
	list: string;
	optOuts: unknown;
}

const item = (json: unknown) => ({ json, pairedItem: { item: 0 } });
/** Somebody else, so that the list is one of opt-outs. */
const OTHER = '+4917099887766';
const beside = (more: object) => [item({ phone: OTHER, ...more })];

export const emptyLists: HarmlessList[] = [
	{ list: 'no entry', optOuts: [] },
	{ list: 'the empty item that Always Output Data leaves', optOuts: [item({})] },
	{ list: 'lists without entries in a list', optOuts: [[], []] },
];

export const harmlessLists: HarmlessList[] = [
	{ list: 'the number of somebody else', optOuts: [OTHER] },
	{
		list: 'numbers of other people in six countries',
		optOuts: ['+4542001122', '+37255443322', '0041 78 999 88 77', '07400 123987', '(212) 555-0199', '11 98877-6655'],
	},
	{
		list: 'numbers that differ in their last digit',
		optOuts: ['0151 23456702', '+45 20 12 34 57', '5312 3457', '502 3457', '611 2346', '8123 4568'],
	},
	{
		list: 'the same digits behind another prefix of the same network',
		optOuts: ['0160 23456701', '0176/23456701', '+44 7500 900123', '072 123 4567'],
	},
	{
		list: 'numbers that lack their last digits',
		optOuts: ['+49 151 234567', '0151 2345670', '+44 7400 90012', '+1 415 555 01'],
	},
	{
		list: 'numbers in which two digits changed places',
		optOuts: ['+49 151 23456710', '+45 21 02 34 56', '+372 5312 3465'],
	},
	{
		list: 'a number with more digits behind it',
		optOuts: ['491512345670123', '+49151234567012', '201234567', '81234567890'],
	},
	{
		list: 'landlines of the same town',
		optOuts: ['+49 30 901820', '+372 6100 000', '+45 33 12 34 56', '+65 6123 4567'],
	},
	{
		list: 'people of whom most have no number',
		optOuts: [
			item({ email: 'a@b.example', phone: '' }),
			item({ email: 'c@d.example', phone: null }),
			item({ phone: OTHER }),
		],
	},
	{
		list: 'n/a, a dash and a question mark instead of numbers',
		optOuts: [item({ phone: 'n/a' }), item({ phone: '-' }), item({ phone: '?' }), item({ phone: OTHER })],
	},
	{
		list: 'dates and times in every spelling',
		optOuts: beside({
			a: '2026-11-27T18:24:21.000Z',
			b: '27.11.2026 18:24',
			c: '11/27/2026 6:24:21 PM',
			d: '20261127',
			e: 'Fri, 27 Nov 2026 18:24:21 +0000',
		}),
	},
	{
		list: 'times in seconds and milliseconds',
		optOuts: beside({ ts: 1764267861, tsMs: 1764267861000, text: '1764267861.000200' }),
	},
	{
		list: 'order numbers',
		optOuts: beside({ order: '#100023', orders: ['2026-000123', 'SO-4500012345', 5012345678901], last: 1201 }),
	},
	{
		list: 'an order number that ends like a short phone number',
		optOuts: beside({ order: '1005023456', invoice: 'R-996112345', sku: 'X12120123456' }),
	},
	{
		list: 'a number of an invoice that begins like a phone number',
		optOuts: beside({ invoice: '20123456789', more: '611234567' }),
	},
	{
		list: 'IBAN, BIC, tax and register numbers',
		optOuts: beside({
			iban: 'DE89 3704 0044 0532 0130 00',
			vat: 'DE811907980',
			hrb: 'HRB 123456',
			siret: '732 829 320 00074',
			cpf: '529.982.247-25',
		}),
	},
	{ list: 'cards and their ends', optOuts: beside({ card: '4111 1111 1111 1111', last4: '4242', exp: '12/29' }) },
	{
		list: 'parcels',
		optOuts: beside({ dhl: '00340434161094042557', ups: '1Z999AA10123456784', fedex: '9612 0199 9999 9999 9999' }),
	},
	{
		list: 'UUIDs, hashes and IDs of CRMs',
		optOuts: beside({
			id: '3f0c2d1e-8123-4a67-9b20-123456789abc',
			sha: '9e107d9d372bb6826bd81d3542a419d6',
			sf: '0035g00000AbCdEAAV',
			zoho: '5545974000000415001',
		}),
	},
	{
		list: 'addresses with postal codes',
		optOuts: beside({
			street: 'Straße des 17. Juni 135',
			zip: '10623',
			city: 'Berlin',
			us: 'Apt 4B, 1600 Pennsylvania Ave NW, 20500-0003',
		}),
	},
	{
		list: 'prices and amounts',
		optOuts: beside({ total: '1.234.567,89 €', spent: 12345.67, tax: '19 %', points: '1,234,567' }),
	},
	{ list: 'places on the map', optOuts: beside({ lat: 52.5200066, lng: 13.404954, plus: '9F4MG97C+6X' }) },
	{
		list: 'addresses of computers',
		optOuts: beside({
			ip: '198.51.100.23',
			v6: '2001:db8::8123:4567',
			mac: '00:1B:44:11:3A:B7',
			agent: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/142.0.7444.135 Safari/537.36',
		}),
	},
	{
		list: 'product codes',
		optOuts: beside({ ean: '4006381333931', isbn: '978-3-16-148410-0', asin: 'B08N5WRWNW', lot: 'L20251127A' }),
	},
	{
		list: 'addresses of web pages with numbers',
		optOuts: beside({
			url: 'https://example.com/p/20251127/4711?utm_id=9988776655&gclid=Cj0KCQiA20',
			img: 'https://cdn.example.com/1764267861_600x400@2x.jpg',
		}),
	},
	{
		list: 'a long note about deliveries',
		optOuts: beside({
			note: 'Called on 12.01.2026 at 9:31 and 13.01.2026 at 10:02, wants order 100023 (3 boxes of 24, 12.5 kg each) before 2026-02-01, paid 1.249,00 € by invoice 2026-000123; see ticket 45121 and 45122. Discount 15 % from 500 pieces.',
		}),
	},
	{
		list: 'a whole e-mail with headers',
		optOuts: beside({
			raw: 'Received: by 2002:a05:6402:1c1c with SMTP id ck28csp1234567edb; Fri, 27 Nov 2026 10:24:21 -0800 (PST)\r\nMessage-ID: <CAF=20261127.182421.998877@mail.example.com>\r\nSubject: STOP',
		}),
	},
	{
		list: 'an HTML page with colors and sizes',
		optOuts: beside({
			html: '<table width="600" style="color:#1f2937;background:#f59e0b"><tr><td height="40">&#8203;&#128075;&nbsp;2026</td></tr></table>',
		}),
	},
	{
		list: 'what a webhook hands on beside the number',
		optOuts: [
			item({
				headers: { 'content-length': '412', 'x-request-start': 't=1764267861.123', 'x-forwarded-for': '203.0.113.77' },
				query: {},
				body: { From: OTHER, To: '+4915799887766', SmsSid: 'SM0123456789abcdef', ApiVersion: '2010-04-01' },
			}),
		],
	},
	{
		list: 'a record of a CRM with thirty fields',
		optOuts: beside({
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
	},
	{ list: 'a barcode, then a number on the next line', optOuts: `4006381333931\n${OTHER}\n` },
	{
		list: 'somebody else with a note that says that 2 of 3 numbers are old',
		optOuts: [item({ phone: OTHER, note: '2 of 3 numbers are old (2019, 2021); 0800 1234567 is our hotline' })],
	},
	{
		list: 'a second page of a list, whose first page was empty',
		optOuts: [item({}), item({ data: [] }), item({ data: [{ phone: OTHER }] })],
	},
	{
		list: 'an item with the field error that says nothing',
		optOuts: [
			item({ phone: OTHER, error: '' }),
			item({ phone: OTHER, error: false }),
			item({ phone: OTHER, error: null }),
		],
	},
	{
		list: 'somebody else beside a file',
		optOuts: [
			{
				json: { from: OTHER },
				binary: { data: { data: 'aGVsbG8=', mimeType: 'text/plain', fileName: '20123456.txt' } },
			},
		],
	},
];
