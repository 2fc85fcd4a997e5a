/** Opt-outs as the records of CRMs, shops, forms and spreadsheets: with two phones, a phone of somebody else, or the number as a key. */
import { AE, AT, CH, DE, DE2, DK, EE, ES, FI, FR, GB, HK, IN, IT, MX, NL, SG, US, US2, ZA, BR } from './people';
import type { Shape } from './shape';

const OFFICE = '+4930901820';
const item = (json: unknown) => ({ json, pairedItem: { item: 0 } });

export const recordShapes: Shape[] = [
	{
		shape: 'HubSpot: Get Many, each property an object, office phone beside mobile',
		optOuts: [
			item({
				vid: 151,
				properties: {
					firstname: { value: 'Ann' },
					phone: { value: OFFICE },
					mobilephone: { value: '+49 151 23456701' },
					hs_object_id: { value: '151' },
				},
			}),
		],
		listed: [DE],
	},
	{
		shape: 'HubSpot: Search, plain properties, mobile empty',
		optOuts: [
			item({
				id: '151',
				properties: { phone: '0151 23456701', mobilephone: '', lastmodifieddate: '2026-11-27T18:24:21Z' },
			}),
		],
		listed: [DE],
	},
	{
		shape: 'HubSpot: the property that its calling tool fills, with an extension',
		optOuts: [item({ properties: { hs_calculated_phone_number: '+14155550132', phone: '(415) 555-0132 ext. 12' } })],
		listed: [US],
	},
	{
		shape: 'HubSpot: a landline in the field Phone, the mobile in one called Direct',
		optOuts: [item({ Phone: OFFICE, Direct: DE })],
		listed: [DE],
	},
	{
		shape: 'Salesforce: contact with four phones and that of its account',
		optOuts: [
			item({
				attributes: { type: 'Contact', url: '/services/data/v59.0/sobjects/Contact/0035g00000AbCdEAAV' },
				Phone: '(212) 555-0100',
				HomePhone: null,
				MobilePhone: '(415) 555-0132',
				OtherPhone: null,
				Account: { Phone: '(212) 555-0111' },
				HasOptedOutOfEmail: true,
			}),
		],
		listed: [US],
	},
	{
		shape: 'Pipedrive: phones as a list, the mobile one second',
		optOuts: [
			item({
				id: 12,
				phone: [
					{ label: 'work', value: OFFICE, primary: true },
					{ label: 'mobile', value: '0151/23456701', primary: false },
				],
			}),
		],
		listed: [DE],
	},
	{
		shape: 'Pipedrive: phones joined to one text',
		optOuts: [item({ 'Person - Phone': '+49 30 901820, 0041 79 123 45 67' })],
		listed: [CH],
	},
	{
		shape: 'Zoho CRM: Phone, Mobile and Other Phone',
		optOuts: [
			item({
				id: '5545974000000415001',
				Phone: OFFICE,
				Mobile: '0664/123 45 67',
				Other_Phone: null,
				Email_Opt_Out: true,
			}),
		],
		listed: [AT],
	},
	{
		shape: 'ActiveCampaign: contact with its field values',
		optOuts: [
			item({
				contact: { id: '8', phone: '', email: 'ann@example.com', cdate: '2026-11-27T12:24:21-06:00' },
				fieldValues: [
					{ field: '3', value: '+44 7400 900123' },
					{ field: '4', value: '2026-11-27' },
				],
			}),
		],
		listed: [GB],
	},
	{
		shape: 'Brevo: attributes SMS and WHATSAPP, digits alone',
		optOuts: [
			item({ id: 12, smsBlacklisted: true, attributes: { SMS: '33612340023', WHATSAPP: '33612340023', NOM: 'Roe' } }),
		],
		listed: [FR],
	},
	{
		shape: 'Mailchimp: unsubscribed member, the phone in its merge fields',
		optOuts: [
			item({
				status: 'unsubscribed',
				merge_fields: { FNAME: 'Ann', PHONE: '(415) 555-0132', BIRTHDAY: '06/13' },
				timestamp_opt: '2026-11-27T18:24:21+00:00',
				ip_opt: '198.51.100.23',
			}),
		],
		listed: [US],
	},
	{
		shape: 'Mailchimp: SMS phone number of a member',
		optOuts: [item({ sms_phone_number: '+393471234567', sms_subscription_status: 'unsubscribed' })],
		listed: [IT],
	},
	{
		shape: 'Klaviyo: profile with its subscriptions',
		optOuts: [
			item({
				type: 'profile',
				attributes: {
					phone_number: '+34612345678',
					subscriptions: { sms: { marketing: { consent: 'UNSUBSCRIBED' } } },
				},
			}),
		],
		listed: [ES],
	},
	{
		shape: 'Shopify: customer without a phone, but with one in the address',
		optOuts: [item({ id: 6940095021282, phone: null, default_address: { phone: '0176 12345602', zip: '10115' } })],
		listed: [DE2],
	},
	{
		shape: 'Shopify: export with an apostrophe before the number',
		optOuts: [item({ 'Customer ID': "'6940095021282", Phone: "'+4915123456701", 'Accepts SMS Marketing': 'no' })],
		listed: [DE],
	},
	{
		shape: 'WooCommerce: customer with billing and shipping',
		optOuts: [item({ id: 26, billing: { phone: '612 34 56 78', postcode: '28013' }, shipping: { phone: '' } })],
		listed: [ES],
	},
	{
		shape: 'Stripe: customer with the phone in shipping',
		optOuts: [
			item({ id: 'cus_NffrFeUfNV2Hib', created: 1764267861, phone: null, shipping: { phone: '+447400900123' } }),
		],
		listed: [GB],
	},
	{
		shape: 'Airtable: record whose phone is a field of fields',
		optOuts: [
			item({
				id: 'rec1',
				createdTime: '2026-11-27T18:24:21.000Z',
				fields: { Telefon: '0151 - 234 567 01', Grund: 'STOP' },
			}),
		],
		listed: [DE],
	},
	{
		shape: 'Google Sheets: numbers that lost their zero',
		optOuts: [item({ row_number: 2, Telefon: 15123456701 }), item({ row_number: 3, Telefon: 17612345602 })],
		listed: [DE, DE2],
	},
	{
		shape: 'Google Sheets: a header that is the first number of the list',
		optOuts: [item({ row_number: 2, '+4915123456701': '+4917612345602' })],
		listed: [DE, DE2],
	},
	{
		shape: 'Excel: a number as a formula, so that its + stays',
		optOuts: [item({ Mobil: '="+4915123456701"' })],
		listed: [DE],
	},
	{
		shape: 'Excel: a number with .0 behind it',
		optOuts: [item({ Mobile: '919876543210.0' })],
		listed: [IN],
	},
	{
		shape: 'Google Contacts: two numbers in one cell',
		optOuts: [item({ 'Phone 1 - Type': 'Mobile', 'Phone 1 - Value': '+41 79 123 45 67 ::: +41 44 668 18 00' })],
		listed: [CH],
	},
	{
		shape: 'Outlook: a mobile phone among many empty ones',
		optOuts: [
			item({
				'Business Phone': '+49 (30) 90 18 20',
				'Home Phone': '',
				'Mobile Phone': '+49 (151) 234 567-01',
				Pager: '',
			}),
		],
		listed: [DE],
	},
	{
		shape: 'Facebook Lead Ads: p: before the number',
		optOuts: [
			item({ id: 'l:1234567890123456', phone_number: 'p:+4915123456701', created_time: '2026-11-27T18:24:21+01:00' }),
		],
		listed: [DE],
	},
	{
		shape: 'Typeform: the answer to a question',
		optOuts: [item({ 'Which number should we remove?': '+44 7400 900 123', submitted_at: '2026-11-27T18:24:21Z' })],
		listed: [GB],
	},
	{
		shape: 'Typeform: answers as its API gives them',
		optOuts: [
			item({
				form_response: {
					answers: [
						{ type: 'text', text: 'bye' },
						{ type: 'phone_number', phone_number: US },
					],
				},
			}),
		],
		listed: [US],
	},
	{
		shape: 'Jotform: area and number apart, and both together',
		optOuts: [item({ answers: { 4: { answer: { area: '415', phone: '555-0132' }, prettyFormat: '(415) 555-0132' } } })],
		listed: [US],
	},
	{
		shape: 'a form that keeps the country code apart',
		optOuts: [item({ phone: { country: 'SG', countryCode: '65', number: '8123 4567' } })],
		listed: [SG],
	},
	{
		shape: 'a validation service: national, international and E.164 beside each other',
		optOuts: [
			item({
				valid: true,
				national_format: '(0)20 12 34 56',
				country_code: 45,
				national_number: 20123456,
				line_type: 'mobile',
			}),
		],
		listed: [DK],
	},
	{
		shape: 'national and international beside each other, for two people',
		optOuts: [item({ phone: '0151 23456701', international: '+49 176 12345602' })],
		listed: [DE, DE2],
	},
	{
		shape: 'an unreadable number beside that of the mobile phone',
		optOuts: [item({ phone: '+49 30…', mobile: '0151 23456701' })],
		listed: [DE],
	},
	{
		shape: 'numbers as the keys of one object',
		optOuts: [item({ '+4915123456701': true, '+14155550132': '2026-11-27', '6581234567': 1 })],
		listed: [DE, US, SG],
	},
	{
		shape: 'numbers as keys, and as keys of keys',
		optOuts: [item({ optOuts: { sms: { '15123456701': { since: '2026-11-27' } } } })],
		listed: [DE],
	},
	{
		shape: 'Redis: a hash whose keys carry the number behind a word',
		optOuts: [item({ 'optout:447400900123': '1', 'optout:+33612340023': '1' })],
		listed: [GB, FR],
	},
	{
		shape: 'Aggregate: all phones as one list in one item',
		optOuts: [item({ phone: [DE, null, '', '0041791234567', 27711234567] })],
		listed: [DE, CH, ZA],
	},
	{
		shape: 'Aggregate: all items as one list in one item',
		optOuts: [item({ data: [{ Mobile: '+31 6 8765 4321' }, { Mobile: null }, { Mobile: '+971 50 123 4567' }] })],
		listed: [NL, AE],
	},
	{
		shape: 'a column of a database, as a list of texts',
		optOuts: ['+85261230987', '+358413245678', '+15550000000'],
		listed: [HK, FI],
	},
	{
		shape: 'a column of a database, as a list of numbers',
		optOuts: [4915123456701, 12125550187, 37253123456],
		listed: [DE, US2, EE],
	},
	{
		shape: 'a list in a list, as a Code node may return it',
		optOuts: [[['0664 1234567']], [], [['+52 1 55 1234 5678']]],
		listed: [AT, MX],
	},
	{
		shape: 'Postgres: a row with JSON in one of its columns',
		optOuts: [item({ id: 991, payload: '{"contact":{"msisdn":"5511912345678"},"reason":"STOP","at":1764267861}' })],
		listed: [BR],
	},
	{
		shape: 'Notion: the property that holds a phone, deep in a page',
		optOuts: [
			item({
				object: 'page',
				properties: { Telefon: { id: 'a%3Db', type: 'phone_number', phone_number: '0176-123 456 02' } },
			}),
		],
		listed: [DE2],
	},
	{
		shape: 'the number in the second of two pages that Always Output Data left empty',
		optOuts: [item({}), item({ mobile: '+49-151-234-567-01' })],
		listed: [DE],
	},
	{
		shape: 'an API that says that nothing failed',
		optOuts: [item({ error: false, errors: [], phone: DE }), item({ error: null, phone: US })],
		listed: [DE, US],
	},
	{
		shape: 'items that carry a file beside the number',
		optOuts: [
			{
				json: { from: '+49 151 23456701', subject: 'Please stop' },
				binary: { attachment_0: { data: 'aGVsbG8=', mimeType: 'text/plain', fileName: 'letter.txt' } },
			},
		],
		listed: [DE],
	},
];
