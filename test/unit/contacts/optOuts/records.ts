/** Opt-outs as the records of CRMs, shops, forms and spreadsheets: with two phones, a phone of somebody else, or the number as a key. */
import {
	AE,
	AT,
	CH,
	DE,
	DE2,
	DK,
	EE,
	ES,
	FI,
	FR,
	GB,
	HK,
	IN,
	IT,
	MX,
	NL,
	SG,
	US,
	US2,
	ZA,
	BR,
	type Shapes,
} from './people';

const OFFICE = '+4930901820';

export const recordShapes: Shapes = {
	'HubSpot: Get Many, each property an object, office phone beside mobile': [
		[
			{
				vid: 151,
				properties: {
					firstname: { value: 'Ann' },
					phone: { value: OFFICE },
					mobilephone: { value: '+49 151 23456701' },
					hs_object_id: { value: '151' },
				},
			},
		],
		DE,
	],
	'HubSpot: Search, plain properties, mobile empty': [
		[
			{
				id: '151',
				properties: { phone: '0151 23456701', mobilephone: '', lastmodifieddate: '2026-11-27T18:24:21Z' },
			},
		],
		DE,
	],
	'HubSpot: the property that its calling tool fills, with an extension': [
		[{ properties: { hs_calculated_phone_number: '+14155550132', phone: '(415) 555-0132 ext. 12' } }],
		US,
	],
	'HubSpot: a landline in the field Phone, the mobile in one called Direct': [[{ Phone: OFFICE, Direct: DE }], DE],
	'Salesforce: contact with four phones and that of its account': [
		[
			{
				attributes: { type: 'Contact', url: '/services/data/v59.0/sobjects/Contact/0035g00000AbCdEAAV' },
				Phone: '(212) 555-0100',
				HomePhone: null,
				MobilePhone: '(415) 555-0132',
				OtherPhone: null,
				Account: { Phone: '(212) 555-0111' },
				HasOptedOutOfEmail: true,
			},
		],
		US,
	],
	'Pipedrive: phones as a list, the mobile one second': [
		[
			{
				id: 12,
				phone: [
					{ label: 'work', value: OFFICE, primary: true },
					{ label: 'mobile', value: '0151/23456701', primary: false },
				],
			},
		],
		DE,
	],
	'Pipedrive: phones joined to one text': [[{ 'Person - Phone': '+49 30 901820, 0041 79 123 45 67' }], CH],
	'Zoho CRM: Phone, Mobile and Other Phone': [
		[
			{
				id: '5545974000000415001',
				Phone: OFFICE,
				Mobile: '0664/123 45 67',
				Other_Phone: null,
				Email_Opt_Out: true,
			},
		],
		AT,
	],
	'ActiveCampaign: contact with its field values': [
		[
			{
				contact: { id: '8', phone: '', email: 'ann@example.com', cdate: '2026-11-27T12:24:21-06:00' },
				fieldValues: [
					{ field: '3', value: '+44 7400 900123' },
					{ field: '4', value: '2026-11-27' },
				],
			},
		],
		GB,
	],
	'Brevo: attributes SMS and WHATSAPP, digits alone': [
		[{ id: 12, smsBlacklisted: true, attributes: { SMS: '33612340023', WHATSAPP: '33612340023', NOM: 'Roe' } }],
		FR,
	],
	'Mailchimp: unsubscribed member, the phone in its merge fields': [
		[
			{
				status: 'unsubscribed',
				merge_fields: { FNAME: 'Ann', PHONE: '(415) 555-0132', BIRTHDAY: '06/13' },
				timestamp_opt: '2026-11-27T18:24:21+00:00',
				ip_opt: '198.51.100.23',
			},
		],
		US,
	],
	'Mailchimp: SMS phone number of a member': [
		[{ sms_phone_number: '+393471234567', sms_subscription_status: 'unsubscribed' }],
		IT,
	],
	'Klaviyo: profile with its subscriptions': [
		[
			{
				type: 'profile',
				attributes: {
					phone_number: '+34612345678',
					subscriptions: { sms: { marketing: { consent: 'UNSUBSCRIBED' } } },
				},
			},
		],
		ES,
	],
	'Shopify: customer without a phone, but with one in the address': [
		[{ id: 6940095021282, phone: null, default_address: { phone: '0176 12345602', zip: '10115' } }],
		DE2,
	],
	'Shopify: export with an apostrophe before the number': [
		[{ 'Customer ID': "'6940095021282", Phone: "'+4915123456701", 'Accepts SMS Marketing': 'no' }],
		DE,
	],
	'WooCommerce: customer with billing and shipping': [
		[{ id: 26, billing: { phone: '612 34 56 78', postcode: '28013' }, shipping: { phone: '' } }],
		ES,
	],
	'Stripe: customer with the phone in shipping': [
		[{ id: 'cus_NffrFeUfNV2Hib', created: 1764267861, phone: null, shipping: { phone: '+447400900123' } }],
		GB,
	],
	'Airtable: record whose phone is a field of fields': [
		[
			{
				id: 'rec1',
				createdTime: '2026-11-27T18:24:21.000Z',
				fields: { Telefon: '0151 - 234 567 01', Grund: 'STOP' },
			},
		],
		DE,
	],
	'Google Sheets: numbers that lost their zero': [
		[
			{ row_number: 2, Telefon: 15123456701 },
			{ row_number: 3, Telefon: 17612345602 },
		],
		DE,
		DE2,
	],
	'Google Sheets: a header that is the first number of the list': [
		[{ row_number: 2, '+4915123456701': '+4917612345602' }],
		DE,
		DE2,
	],
	'Excel: a number as a formula, so that its + stays': [[{ Mobil: '="+4915123456701"' }], DE],
	'Excel: a number with .0 behind it': [[{ Mobile: '919876543210.0' }], IN],
	'Google Contacts: two numbers in one cell': [
		[{ 'Phone 1 - Type': 'Mobile', 'Phone 1 - Value': '+41 79 123 45 67 ::: +41 44 668 18 00' }],
		CH,
	],
	'Outlook: a mobile phone among many empty ones': [
		[
			{
				'Business Phone': '+49 (30) 90 18 20',
				'Home Phone': '',
				'Mobile Phone': '+49 (151) 234 567-01',
				Pager: '',
			},
		],
		DE,
	],
	'Facebook Lead Ads: p: before the number': [
		[{ id: 'l:1234567890123456', phone_number: 'p:+4915123456701', created_time: '2026-11-27T18:24:21+01:00' }],
		DE,
	],
	'Typeform: the answer to a question': [
		[{ 'Which number should we remove?': '+44 7400 900 123', submitted_at: '2026-11-27T18:24:21Z' }],
		GB,
	],
	'Typeform: answers as its API gives them': [
		[
			{
				form_response: {
					answers: [
						{ type: 'text', text: 'bye' },
						{ type: 'phone_number', phone_number: US },
					],
				},
			},
		],
		US,
	],
	'Jotform: area and number apart, and both together': [
		[{ answers: { 4: { answer: { area: '415', phone: '555-0132' }, prettyFormat: '(415) 555-0132' } } }],
		US,
	],
	'a form that keeps the country code apart': [
		[{ phone: { country: 'SG', countryCode: '65', number: '8123 4567' } }],
		SG,
	],
	'a validation service: national, international and E.164 beside each other': [
		[
			{
				valid: true,
				national_format: '(0)20 12 34 56',
				country_code: 45,
				national_number: 20123456,
				line_type: 'mobile',
			},
		],
		DK,
	],
	'national and international beside each other, for two people': [
		[{ phone: '0151 23456701', international: '+49 176 12345602' }],
		DE,
		DE2,
	],
	'an unreadable number beside that of the mobile phone': [[{ phone: '+49 30…', mobile: '0151 23456701' }], DE],
	'numbers as the keys of one object': [
		[{ '+4915123456701': true, '+14155550132': '2026-11-27', '6581234567': 1 }],
		DE,
		US,
		SG,
	],
	'numbers as keys, and as keys of keys': [[{ optOuts: { sms: { '15123456701': { since: '2026-11-27' } } } }], DE],
	'Redis: a hash whose keys carry the number behind a word': [
		[{ 'optout:447400900123': '1', 'optout:+33612340023': '1' }],
		GB,
		FR,
	],
	'Aggregate: all phones as one list in one item': [
		[{ phone: [DE, null, '', '0041791234567', 27711234567] }],
		DE,
		CH,
		ZA,
	],
	'Aggregate: all items as one list in one item': [
		[{ data: [{ Mobile: '+31 6 8765 4321' }, { Mobile: null }, { Mobile: '+971 50 123 4567' }] }],
		NL,
		AE,
	],
	'a column of a database, as a list of texts': [['+85261230987', '+358413245678', '+15550000000'], HK, FI],
	'a column of a database, as a list of numbers': [[4915123456701, 12125550187, 37253123456], DE, US2, EE],
	'a list in a list, as a Code node may return it': [[[['0664 1234567']], [], [['+52 1 55 1234 5678']]], AT, MX],
	'Postgres: a row with JSON in one of its columns': [
		[{ id: 991, payload: '{"contact":{"msisdn":"5511912345678"},"reason":"STOP","at":1764267861}' }],
		BR,
	],
	'Notion: the property that holds a phone, deep in a page': [
		[
			{
				object: 'page',
				properties: { Telefon: { id: 'a%3Db', type: 'phone_number', phone_number: '0176-123 456 02' } },
			},
		],
		DE2,
	],
	'the number in the second of two pages that Always Output Data left empty': [
		[{}, { mobile: '+49-151-234-567-01' }],
		DE,
	],
	'an API that says that nothing failed': [
		[
			{ error: false, errors: [], phone: DE },
			{ error: null, phone: US },
		],
		DE,
		US,
	],
	'items that carry a file beside the number': [
		[
			{
				json: { from: '+49 151 23456701', subject: 'Please stop' },
				binary: { attachment_0: { data: 'aGVsbG8=', mimeType: 'text/plain', fileName: 'letter.txt' } },
			},
		],
		DE,
	],
};
