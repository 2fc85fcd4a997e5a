/**
 * Contacts as CRMs, shops, sheets and forms put them out: what is recognized in each, and what is asked for. The shapes are those of
 * the output schemas that n8n's own nodes bring along, where they have one.
 */
import { automaticContacts, checkItems } from '../../../nodes/RcsPromotion/contacts/checkItems';
import { check, usual } from './support';

type Sent = Record<string, string>;
const P = '+491701234567';
const LANDLINE = '+4930901820';

/** Where the items come from, an item, and what it is sent with. */
const nodeOutputs: Array<[string, object, Sent]> = [
	[
		'HubSpot, Search Contacts',
		{ id: '51', properties: { firstname: 'Ann', phone: LANDLINE, mobilephone: P, hs_language: 'de' }, archived: false },
		{ name: 'Ann', phone: P, language: 'de' },
	],
	[
		'HubSpot, Get',
		{
			vid: 51,
			properties: {
				firstname: { value: 'Ann', versions: [{ value: 'Anna' }] },
				phone: { value: P, versions: [] },
				hs_calculated_phone_number: { value: '+490000000' },
			},
		},
		{ name: 'Ann', phone: P },
	],
	[
		'Salesforce, Contact',
		{
			attributes: { type: 'Contact' },
			Name: 'Ann Doe',
			Phone: LANDLINE,
			MobilePhone: P,
			HomePhone: LANDLINE,
			Fax: '+493099',
			Account: { Name: 'ACME', Phone: LANDLINE },
			Language__c: 'de',
		},
		{ name: 'Ann Doe', phone: P, language: 'de' },
	],
	[
		'Pipedrive, Person',
		{
			name: 'Ann Doe',
			first_name: 'Ann',
			owner_id: { name: 'Sales', phone: LANDLINE },
			phone: [
				{ label: 'work', value: LANDLINE, primary: true },
				{ label: 'mobile', value: P, primary: false },
			],
		},
		{ name: 'Ann Doe', phone: P },
	],
	[
		'Pipedrive 2, Person',
		{
			id: 1,
			name: 'Ann Doe',
			phones: [
				{ label: 'work', value: LANDLINE, primary: true },
				{ label: 'mobile', value: P, primary: false },
			],
			emails: [{ label: 'work', value: 'a@example.com', primary: true }],
		},
		{ name: 'Ann Doe', phone: P },
	],
	[
		'Pipedrive, search for persons',
		{ id: 1, type: 'person', name: 'Ann Doe', phones: [P], emails: ['a@example.com'], owner: { id: 1 } },
		{ name: 'Ann Doe', phone: P },
	],
	[
		'Pipedrive, without a phone',
		{ name: 'Ann Doe', phones: [{ value: '', primary: true }] },
		{ name: 'Ann Doe', phone: '' },
	],
	[
		'Zoho CRM, Get of a lead',
		{ data: [{ Full_Name: 'Ann Doe', Phone: LANDLINE, Mobile: P, Owner: { name: 'X' } }] },
		{ name: 'Ann Doe', phone: P },
	],
	[
		'Zoho CRM, Lead',
		{ Full_Name: 'Ann Doe', Phone: LANDLINE, Mobile: P, Fax: '1', Email_Opt_Out: false, Owner: { name: 'X' } },
		{ name: 'Ann Doe', phone: P },
	],
	[
		'Shopify, Customer',
		{
			first_name: 'Ann',
			phone: null,
			sms_marketing_consent: { state: 'subscribed' },
			default_address: { name: 'Ann Doe', phone: P, company: null },
		},
		{ name: 'Ann', phone: P },
	],
	[
		'Shopify, Order',
		{
			name: '#1001',
			phone: null,
			customer: { first_name: 'Ann', phone: P },
			billing_address: { phone: P },
			shipping_address: { phone: LANDLINE },
			customer_locale: 'de',
		},
		{ name: 'Ann', phone: P, language: 'de' },
	],
	[
		'WooCommerce, Order',
		{ billing: { first_name: 'Ann', phone: P }, shipping: { first_name: 'Bo', phone: LANDLINE } },
		{ name: 'Ann', phone: P },
	],
	[
		'Brevo, Contact',
		{
			email: 'a@example.com',
			attributes: { VORNAME: 'Ann', SMS: '491701234567', LANDLINE_NUMBER: LANDLINE, OPT_IN: true },
		},
		{ name: 'Ann', phone: '491701234567' },
	],
	['Brevo, WhatsApp only', { attributes: { PRENOM: 'Ann', SMS: '', WHATSAPP: P } }, { name: 'Ann', phone: P }],
	[
		'Mailchimp, Member',
		{ full_name: 'Ann Doe', language: 'de', merge_fields: { FNAME: 'Ann', LNAME: 'Doe', PHONE: P } },
		{ name: 'Ann Doe', phone: P, language: 'de' },
	],
	['Airtable, Search', { id: 'rec1', createdTime: 'x', Name: 'Ann', 'Phone Number': P }, { name: 'Ann', phone: P }],
	['Airtable, raw record', { id: 'rec1', fields: { Name: 'Ann', Mobile: P } }, { name: 'Ann', phone: P }],
	[
		'Notion, Database Page',
		{ id: 'x', name: 'Ann', url: 'https://example.com', property_phone: P, property_name: 'Ann' },
		{ name: 'Ann', phone: P },
	],
	[
		'Notion, without Simplify',
		{
			id: 'x',
			properties: {
				Phone: { id: 'a', type: 'phone_number', phone_number: P },
				Name: { id: 'title', type: 'title', title: [{ type: 'text', plain_text: 'Ann' }] },
			},
		},
		{ name: 'Ann', phone: P },
	],
	[
		'Google Contacts',
		{
			resourceName: 'people/c1',
			names: { displayName: 'Ann Doe', familyName: 'Doe', givenName: 'Ann' },
			phoneNumbers: { home: [LANDLINE], mobile: [P] },
		},
		{ name: 'Ann Doe', phone: P },
	],
	[
		'Google Contacts, without Simplify',
		{
			names: [{ displayName: 'Ann Doe', metadata: { primary: true } }],
			phoneNumbers: [
				{ type: 'home', value: LANDLINE },
				{ type: 'mobile', value: P, canonicalForm: P },
			],
		},
		{ name: 'Ann Doe', phone: P },
	],
	[
		'Google Sheets',
		{ row_number: 2, 'Full Name': 'Ann', 'Phone Number': 491701234567 },
		{ name: 'Ann', phone: '491701234567' },
	],
	[
		'Stripe, Customer',
		{ object: 'customer', name: 'Ann', phone: P, preferred_locales: ['de-DE'], shipping: { phone: LANDLINE } },
		{ name: 'Ann', phone: P, language: 'de-DE' },
	],
	[
		'Stripe, event of a checkout',
		{ type: 'checkout.session.completed', data: { object: { customer_details: { name: 'Ann', phone: P } } } },
		{ name: 'Ann', phone: P },
	],
	[
		'Stripe, checkout session',
		{ customer_details: { name: 'Ann', phone: P }, locale: 'de' },
		{ name: 'Ann', phone: P, language: 'de' },
	],
	[
		'ActiveCampaign, Get Many',
		{ firstName: 'Ann', lastName: 'Doe', phone: P, orgname: 'ACME', links: { contactLists: 'https://x' } },
		{ name: 'Ann', phone: P },
	],
	[
		'Mailchimp, with a number for SMS',
		{
			full_name: 'Ann Doe',
			merge_fields: { FNAME: 'Ann', PHONE: LANDLINE },
			sms_phone_number: P,
			sms_subscription_status: 'subscribed',
			sms_subscription_last_updated: '2026-01-01T00:00:00+00:00',
		},
		{ name: 'Ann Doe', phone: P },
	],
	[
		'HighLevel',
		{ firstName: 'Ann', phone: P, additionalPhones: [{ phone: LANDLINE, phoneLabel: 'office' }] },
		{ name: 'Ann', phone: P },
	],
	[
		'Keap',
		{
			given_name: 'Ann',
			phone_numbers: [
				{ field: 'PHONE1', number: LANDLINE, type: 'Work' },
				{ field: 'PHONE2', number: P, type: 'Mobile' },
			],
		},
		{ name: 'Ann', phone: P },
	],
	[
		'Copper',
		{
			name: 'Ann Doe',
			phone_numbers: [
				{ number: LANDLINE, category: 'work' },
				{ number: P, category: 'mobile' },
			],
		},
		{ name: 'Ann Doe', phone: P },
	],
	[
		'QuickBooks, Customer',
		{ DisplayName: 'Ann Doe', PrimaryPhone: { FreeFormNumber: LANDLINE }, Mobile: { FreeFormNumber: P } },
		{ name: 'Ann Doe', phone: P },
	],
	[
		'Xero, Contact',
		{
			Name: 'Ann Doe',
			Phones: [
				{ PhoneType: 'DEFAULT', PhoneNumber: '901820', PhoneAreaCode: '30', PhoneCountryCode: '49' },
				{ PhoneType: 'MOBILE', PhoneNumber: '1234567', PhoneAreaCode: '170', PhoneCountryCode: '49' },
			],
		},
		{ name: 'Ann Doe', phone: '+49 170 1234567' },
	],
	[
		'MailerLite',
		{
			name: 'Ann',
			email: 'a@example.com',
			fields: [
				{ key: 'phone', value: P, type: 'TEXT' },
				{ key: 'last_name', value: 'Doe', type: 'TEXT' },
			],
		},
		{ name: 'Ann', phone: P },
	],
	[
		'GetResponse',
		{
			name: 'Ann',
			customFieldValues: [
				{ name: 'city', value: ['Berlin'] },
				{ name: 'mobile_phone', value: [P], type: 'phone' },
			],
		},
		{ name: 'Ann', phone: P },
	],
	[
		'Facebook Lead Ads, without Simplify',
		{
			id: '1',
			field_data: [
				{ name: 'full_name', values: ['Ann Doe'] },
				{ name: 'phone_number', values: [P] },
			],
		},
		{ name: 'Ann Doe', phone: P },
	],
	['Facebook Lead Ads', { id: '1', data: { full_name: 'Ann Doe', phone_number: P } }, { name: 'Ann Doe', phone: P }],
	[
		'Facebook Lead Ads Trigger',
		{
			id: '1',
			data: { full_name: 'Ann Doe', phone_number: P },
			form: { id: '2', name: 'Spring form', status: 'ACTIVE' },
			page: { id: '3', name: 'ACME' },
		},
		{ name: 'Ann Doe', phone: P },
	],
	[
		'Webflow Trigger',
		{ payload: { name: 'Contact form', siteId: 'x', data: { 'First Name': 'Ann', 'Phone Number': P } } },
		{ name: 'Ann', phone: P },
	],
	[
		'Close, Lead',
		{ display_name: 'ACME', contacts: [{ name: 'Ann Doe', phones: [{ type: 'mobile', phone: P }] }] },
		{ name: 'Ann Doe', phone: P },
	],
	[
		'Tally',
		{
			body: {
				data: {
					fields: [
						{ key: 'question_1', label: 'Vorname', type: 'INPUT_TEXT', value: 'Ann' },
						{ key: 'question_2', label: 'Handynummer', type: 'INPUT_PHONE_NUMBER', value: P },
					],
				},
			},
		},
		{ name: 'Ann', phone: P },
	],
	[
		'ClickUp, Task',
		{
			name: 'Ann',
			custom_fields: [
				{ id: 'a', name: 'Phone', type: 'phone', value: P },
				{ id: 'b', name: 'City', type: 'short_text' },
			],
			assignees: [{ username: 'Rep', phone: LANDLINE }],
		},
		{ name: 'Ann', phone: P },
	],
	[
		'Kommo',
		{
			name: 'Ann',
			custom_fields_values: [
				{
					field_name: 'Phone',
					field_code: 'PHONE',
					values: [
						{ value: LANDLINE, enum_code: 'WORK' },
						{ value: P, enum_code: 'MOB' },
					],
				},
			],
		},
		{ name: 'Ann', phone: P },
	],
	[
		'Bitrix24',
		{
			NAME: 'Ann',
			PHONE: [
				{ VALUE_TYPE: 'WORK', VALUE: LANDLINE },
				{ VALUE_TYPE: 'MOBILE', VALUE: P },
			],
		},
		{ name: 'Ann', phone: P },
	],
	[
		'a vCard',
		{
			name: 'Ann',
			tel: [
				{ type: ['WORK', 'VOICE'], value: LANDLINE },
				{ type: ['CELL', 'VOICE'], value: P },
			],
		},
		{ name: 'Ann', phone: P },
	],
	[
		'AgileCRM',
		{
			properties: [
				{ type: 'SYSTEM', name: 'first_name', value: 'Ann' },
				{ type: 'SYSTEM', name: 'phone', subtype: 'work', value: LANDLINE },
				{ type: 'SYSTEM', name: 'phone', subtype: 'mobile', value: P },
			],
		},
		{ name: 'Ann', phone: P },
	],
	[
		'Monday.com',
		{
			id: '1',
			name: 'Ann',
			column_values: [
				{ id: 'phone', type: 'phone', text: P, value: '{"phone":"491701234567","countryShortName":"DE"}' },
				{ id: 'status', type: 'status', text: 'Done', value: '{}' },
			],
		},
		{ name: 'Ann', phone: P },
	],
	[
		'Klaviyo',
		{ type: 'profile', id: '1', attributes: { phone_number: P, first_name: 'Ann', locale: 'de-DE' } },
		{ name: 'Ann', phone: P, language: 'de-DE' },
	],
	[
		'Odoo',
		{ id: 7, name: 'Ann', mobile: P, phone: false, lang: 'de_DE' },
		{ name: 'Ann', phone: P, language: 'de_DE' },
	],
	['Typeform', { 'What is your name?': 'Ann', 'What is your phone number?': P }, { name: 'Ann', phone: P }],
	['Jotform', { 'Full Name': { first: 'Ann', last: 'Doe' }, 'Phone Number': { full: P } }, { name: 'Ann', phone: P }],
	[
		'Attio',
		{ values: { name: [{ first_name: 'Ann', full_name: 'Ann Doe' }], phone_numbers: [{ phone_number: P }] } },
		{ name: 'Ann Doe', phone: P },
	],
	[
		'Apollo',
		{ first_name: 'Ann', phone_numbers: [{ raw_number: '0170 1234567', sanitized_number: P, type: 'mobile' }] },
		{ name: 'Ann', phone: P },
	],
	['Mailchimp, webhook', { 'data[merges][FNAME]': 'Ann', 'data[merges][PHONE]': P }, { name: 'Ann', phone: P }],
	[
		'Elementor',
		{ body: { 'fields[name][value]': 'Ann', 'fields[phone][title]': 'Phone', 'fields[phone][value]': P } },
		{ name: 'Ann', phone: P },
	],
	[
		'Microsoft Outlook',
		{ displayName: 'Ann', businessPhones: [LANDLINE], homePhones: [], mobilePhone: P, businessHomePage: null },
		{ name: 'Ann', phone: P },
	],
	[
		'Microsoft Dynamics',
		{ fullname: 'Ann Doe', telephone1: LANDLINE, mobilephone: P, address1_telephone1: LANDLINE },
		{ name: 'Ann Doe', phone: P },
	],
	['SuiteCRM', { first_name: 'Ann', phone_mobile: P, phone_work: LANDLINE, phone_home: '' }, { name: 'Ann', phone: P }],
	[
		'Salesforce, Person Account',
		{ Name: 'Ann Doe', Phone: LANDLINE, PersonMobilePhone: P, Mobile_Backup__pc: '' },
		{ name: 'Ann Doe', phone: P },
	],
	[
		'Shopify, GraphQL',
		{ firstName: 'Ann', defaultPhoneNumber: { phoneNumber: P, marketingState: 'SUBSCRIBED' } },
		{ name: 'Ann', phone: P },
	],
	['Magento', { firstname: 'Ann', addresses: [{ telephone: P, city: 'Berlin' }] }, { name: 'Ann', phone: P }],
	[
		'WhatsApp Trigger',
		{
			metadata: { display_phone_number: LANDLINE, phone_number_id: '106540352242922' },
			contacts: [{ profile: { name: 'Ann' }, wa_id: '491701234567' }],
			messages: [{ from: '491701234567', text: { body: 'Hello' } }],
		},
		{ name: 'Ann', phone: '491701234567' },
	],
	[
		'a sheet with further phones',
		{ Name: 'Ann', 'Mobile 2': LANDLINE, 'Fax Phone': LANDLINE, 'Mobile Phone': P, 'Alternate Mobile': LANDLINE },
		{ name: 'Ann', phone: P },
	],
	['Klicktipp', { fieldFirstName: 'Ann', fieldPhone: LANDLINE, fieldMobilePhone: P }, { name: 'Ann', phone: P }],
	[
		'a customer with a number of its own',
		{ customer: { number: 'K-10023', name: 'Ann', phone: { mobile: P, work: LANDLINE } } },
		{ name: 'Ann', phone: P },
	],
	[
		'a code and a number apart',
		{ name: 'Ann', phone: { countryCode: '+49', number: '170 1234567' } },
		{ name: 'Ann', phone: '+49 170 1234567' },
	],
	[
		'a form that lists its answers',
		{
			submission: {
				answers: [
					{ question: 'Your name', answer: 'Ann' },
					{ question: 'Mobile phone', answer: P },
				],
			},
		},
		{ name: 'Ann', phone: P },
	],
	['ActiveCampaign', { contact: { firstName: 'Ann', lastName: 'Doe', phone: P } }, { name: 'Ann', phone: P }],
	[
		'a webhook form',
		{ headers: { host: 'x' }, params: {}, query: {}, body: { name: 'Ann', phone: P } },
		{ name: 'Ann', phone: P },
	],
	['a webhook link', { headers: {}, query: { Name: 'Ann', tel: P }, body: {} }, { name: 'Ann', phone: P }],
	['a webhook with a customer', { body: { customer: { first_name: 'Ann', mobile: P } } }, { name: 'Ann', phone: P }],
	[
		'WhatsApp, contacts of a message',
		{ profile: { name: 'Ann' }, wa_id: '491701234567' },
		{ name: 'Ann', phone: '491701234567' },
	],
	[
		'a table in capitals',
		{ PHONE_NUMBER: P, FIRST_NAME: 'Ann', LANG: 'de' },
		{ name: 'Ann', phone: P, language: 'de' },
	],
	[
		'a form in English',
		{ 'Your name': 'Ann', 'WhatsApp Number (incl. country code)': P, 'SMS opt-in': 'yes' },
		{ name: 'Ann', phone: P },
	],
	[
		'a form in German',
		{ Vorname: 'Ann', 'Telefon-Nr.': LANDLINE, 'Handy Nr': P, Sprache: 'de' },
		{ name: 'Ann', phone: P, language: 'de' },
	],
	[
		'a form in French',
		{ Prénom: 'Ann', 'Numéro de téléphone': LANDLINE, Portable: P, Langue: 'fr' },
		{ name: 'Ann', phone: P, language: 'fr' },
	],
	[
		'a form in Spanish',
		{ Nombre: 'Ann', 'Teléfono móvil': P, Idioma: 'es' },
		{ name: 'Ann', phone: P, language: 'es' },
	],
	[
		'a form in French for Canada',
		{ 'Nom et prénom': 'Ann', 'No. de cellulaire': P, 'Tél. bureau': LANDLINE },
		{ name: 'Ann', phone: P },
	],
	['a form in Spanish for Mexico', { 'Nombre del cliente': 'Ann', CELULAR: P }, { name: 'Ann', phone: P }],
	['a form in Brazil', { 'Nome completo': 'Ann', 'Número de contato': P }, { name: 'Ann', phone: P }],
	['a form in Italy', { nome_cliente: 'Ann', 'Recapito telefonico': P }, { name: 'Ann', phone: P }],
	[
		'a table in German',
		{ KUNDENNAME: 'Ann', 'MOBILFUNK-NR.': P, TELEFON_GESCHAEFTLICH: LANDLINE, Korrespondenzsprache: 'de' },
		{ name: 'Ann', phone: P, language: 'de' },
	],
	[
		'a form in Dutch',
		{ Naam: 'Ann', Telefoonnummer: LANDLINE, 'Mobiel nummer': P, Taal: 'nl' },
		{ name: 'Ann', phone: P, language: 'nl' },
	],
	['a form in Polish', { Imię: 'Ann', 'Numer telefonu': LANDLINE, 'Telefon komórkowy': P }, { name: 'Ann', phone: P }],
	['a form in Turkish', { 'Adı Soyadı': 'Ann', 'Cep Telefonu': P, 'Ev Telefonu': LANDLINE }, { name: 'Ann', phone: P }],
	['a form in Swedish', { Namn: 'Ann', Telefonnummer: LANDLINE, Mobilnummer: P }, { name: 'Ann', phone: P }],
	['a form in Japanese', { 氏名: 'Ann', 電話番号: LANDLINE, 携帯電話番号: P }, { name: 'Ann', phone: P }],
	['a form in Brazil with a postal code', { Nome: 'Ann', CEP: '01310-100', Telefone: P }, { name: 'Ann', phone: P }],
	['a form in Portuguese', { Nome: 'Ann', Telemóvel: P, Telefone: LANDLINE }, { name: 'Ann', phone: P }],
	[
		'a form in Italian',
		{ Nome: 'Ann', Cellulare: P, Telefono: LANDLINE, Lingua: 'it' },
		{ name: 'Ann', phone: P, language: 'it' },
	],
];

const sentBy = (...rows: object[]) => {
	const items = rows.map((json) => ({ json: json as never }));
	return checkItems(automaticContacts(items, []), usual).result;
};

describe('items of', () => {
	test.each(nodeOutputs)('%s', (_source, json, sent) => {
		const { preview, refusals } = sentBy(json);
		expect(preview).toEqual([sent]);
		expect(refusals.map(({ code }) => code)).toEqual(sent.phone === '' ? ['manyOddPhones'] : []);
	});

	test.each<[string, object, string]>([
		[
			'home and work only',
			{ Name: 'Ann', 'Home Phone': P, 'Work Phone': P },
			'Home Phone, Work Phone may not hold mobile numbers.',
		],
		['a phone type', { Name: 'Ann', phone_type: 'mobile', Fax: P }, 'They have: Name, phone_type, Fax.'],
		['a consent', { Name: 'Ann', sms_consent: 'yes', WhatsApp: true }, 'They have: Name, sms_consent, WhatsApp.'],
		[
			'all contacts in one item',
			{
				status: 'ok',
				contacts: [
					{ name: 'Ann', phone: P },
					{ name: 'Bo', phone: LANDLINE },
				],
			},
			'Item 1 holds a list of 2 contacts in "contacts". Add a Split Out node before this one',
		],
		[
			'all contacts in one item, one level down',
			{ data: { customers: [{ mobile: P }, { mobile: P }, { mobile: P }] } },
			'Item 1 holds a list of 3 contacts in "data.customers"',
		],
		['somebody else', { Name: 'Ann', Owner: { phone: P }, company: { phone: P } }, 'They have: Name, Owner, company.'],
	])('%s are asked for', (_source, json, says) => {
		expect(sentBy(json).refusals).toEqual([
			expect.objectContaining({ code: 'noPhoneColumn', message: expect.stringContaining(says) as string }),
		]);
	});
});

describe('a number whose codes stand in columns of their own', () => {
	test.each<[string, string[], string]>([
		['Phone Number Country Code,Phone', ['+49,1701234567'], '+49 1701234567'],
		['Cell Phone Country Code,Cell Phone', ['49,1701234567'], '+49 1701234567'],
		['Country Code (Phone),Phone', ['0049,1701234567'], '+49 1701234567'],
		['Contact Country Code,Phone', ['+49,0170 1234567'], '+49 (0)170 1234567'],
		['International Code,Mobile', ['+49,1701234567'], '+49 1701234567'],
		['Vorwahl,Handynummer', ['0170,1234567'], '0170 1234567'],
		['Vorwahl,Handynummer', ['+49,170 1234567'], '+49 170 1234567'],
		['Vorwahl,Handynummer', ['0170,0170 1234567'], '0170 1234567'],
		['DDI,DDD,Telefone', ['55,11,912345678'], '+55 11 912345678'],
		['DDI,DDD,Celular', ['55,99,991234567'], '+55 99 991234567'],
		['DDI,DDD,Celular', ['55,99,99991234567'], '+55 99991234567'],
		['DDI,DDD,Celular', ['55,55,912345678'], '+55 55 912345678'],
		['DDI,DDD,Celular', ['55,11,5511912345678'], '5511912345678'],
		['Vorwahl,Handynummer', ['0170,1701234'], '0170 1701234'],
		['DDD,Celular', ['11,(11) 91234-5678'], '(11) 91234-5678'],
		['Prefisso,Cellulare', ['+39,3471234567'], '+39 3471234567'],
		['Prefisso,Cellulare', ['347,1234567'], '347 1234567'],
		['Area Code,Phone', ['415,555-0132'], '415 555-0132'],
		['Area Code,Phone', ['415,(415) 555-0132'], '(415) 555-0132'],
		['Area Code,Phone', ['415,1-415-555-0132'], '1-415-555-0132'],
		['Area Code,Phone', ['415,+1 415 555 0132'], '+1 415 555 0132'],
	])('%s: %s', async (header, rows, phone) => {
		const { result } = await check(`${header}\n${rows.join('\n')}\n`);
		expect(result.preview).toEqual([{ phone }]);
	});
	test('is made international as one', async () => {
		const { result } = await check('Vorwahl,Handynummer\n0170,1234567\n', {
			phoneFormat: 'international',
			country: 'DE',
		});
		expect(result.preview).toEqual([{ phone: P }]);
	});
});

describe('files of', () => {
	test.each<[string, string, Sent]>([
		[
			'HubSpot',
			'"Record ID","First Name","Phone Number","Mobile Phone Number","Preferred language"\n"1","Ann","","' +
				P +
				'","de"\n',
			{ name: 'Ann', phone: P, language: 'de' },
		],
		['Salesforce', `"Name","Phone","MobilePhone","Fax"\n"Ann","${LANDLINE}","${P}","1"\n`, { name: 'Ann', phone: P }],
		['Zoho', `Full Name,Email,Phone,Mobile\nAnn,a@example.com,${LANDLINE},${P}\n`, { name: 'Ann', phone: P }],
		[
			'Google Contacts',
			`First Name,Last Name,Phone 1 - Label,Phone 1 - Value,Phone 2 - Label,Phone 2 - Value\nAnn,Doe,Work,${LANDLINE},Mobile,${P} ::: ${LANDLINE}\n`,
			{ name: 'Ann', phone: P },
		],
		[
			'Shopify',
			`First Name,Accepts SMS Marketing,Default Address Phone,Phone\nAnn,yes,,${P}\n`,
			{ name: 'Ann', phone: P },
		],
		['Excel in German', `Vorname;Nachname;Handynummer\r\nAnn;Doe;${P}\r\n`, { name: 'Ann', phone: P }],
		['a sheet in Portuguese', `Nome\tTelefone celular\nAnn\t${P}\n`, { name: 'Ann', phone: P }],
		[
			'a shop in Korea',
			'이름,전화번호,휴대폰번호\n김철수,+8221234567,+821012345678\n',
			{ name: '김철수', phone: '+821012345678' },
		],
		[
			'Calendly',
			`User Name,Invitee Name,Text Reminder Number,Phone Number\nHost,Ann Doe,,${P}\n`,
			{ name: 'Ann Doe', phone: P },
		],
		['Typeform', `#,What's your name?,What's your phone number?\n1,Ann,${P}\n`, { name: 'Ann', phone: P }],
		['a form in German', `Name,Wie lautet Ihre Handynummer?\nAnn,${P}\n`, { name: 'Ann', phone: P }],
		['a form in Spanish', `Nombre,¿Cuál es tu número de teléfono?\nAnn,${P}\n`, { name: 'Ann', phone: P }],
		['a clinic', `Patient Name,Patient Mobile,Doctor Phone\nAnn,${P},${LANDLINE}\n`, { name: 'Ann', phone: P }],
	])('%s', async (_source, text, sent) => {
		const { result } = await check(text);
		expect(result.refusals).toEqual([]);
		expect(result.preview).toEqual([sent]);
	});
});
