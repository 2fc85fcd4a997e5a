/**
 * Contacts as CRMs, shops, sheets and forms put them out, and what becomes of each: the one phone field that is used (and the name and
 * language beside it), or what is asked. The shapes are those of the output schemas that n8n's own nodes bring along.
 */
import { check, checkRows, refusalOf, textOf, type Checked } from './support';

const P = '+491701234567';
const LANDLINE = '+4930901820';

const shapes: Array<[source: string, item: object, gives: string]> = [
	[
		'HubSpot, Search Contacts',
		{ id: '51', properties: { firstname: 'Ann', phone: LANDLINE, mobilephone: P, hs_language: 'de' }, archived: false },
		'asks: properties.mobilephone (+491…4567) and properties.phone (+493…1820)',
	],
	[
		'HubSpot, Get',
		{
			vid: 51,
			properties: {
				firstname: { value: 'Ann', versions: [{ value: 'Anna' }] },
				phone: { value: P, versions: [] },
				hs_calculated_phone_number: { value: P },
			},
		},
		'properties.phone.value, name: properties.firstname.value, the same as properties.hs_calculated_phone_number.v…',
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
		'asks: MobilePhone (+491…4567), Phone (+493…1820), HomePhone (+493…1820) and Account.Phone (+493…1820)',
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
		'asks: phone[0].value (+493…1820), phone[1].value (+491…4567) and owner_id.phone (+493…1820)',
	],
	[
		'Pipedrive, search for persons',
		{ id: 1, type: 'person', name: 'Ann Doe', phones: [P], emails: ['a@example.com'], owner: { id: 1 } },
		'phones[0], name: name',
	],
	['Pipedrive, without a phone', { name: 'Ann Doe', phones: [{ value: '', primary: true }] }, 'nobodyLeft'],
	[
		'Zoho CRM, Get of a lead',
		{ data: [{ Full_Name: 'Ann Doe', Phone: LANDLINE, Mobile: P, Owner: { name: 'X' } }] },
		'asks: data[0].Mobile (+491…4567) and data[0].Phone (+493…1820)',
	],
	[
		'Shopify, Customer',
		{
			first_name: 'Ann',
			phone: null,
			sms_marketing_consent: { state: 'subscribed' },
			default_address: { name: 'Ann Doe', phone: P, company: null },
		},
		'asks: phone (empty) and default_address.phone (+491…4567)',
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
		'asks: customer.phone (+491…4567), billing_address.phone (+491…4567) and shipping_address.phone (+493…1820)',
	],
	[
		'WooCommerce, Order',
		{ billing: { first_name: 'Ann', phone: P }, shipping: { first_name: 'Bo', phone: LANDLINE } },
		'asks: billing.phone (+491…4567) and shipping.phone (+493…1820)',
	],
	[
		'Brevo, Contact',
		{
			email: 'a@example.com',
			attributes: { VORNAME: 'Ann', SMS: P, LANDLINE_NUMBER: LANDLINE, OPT_IN: true },
		},
		'attributes.SMS, name: attributes.VORNAME',
	],
	[
		'Brevo, WhatsApp only',
		{ attributes: { PRENOM: 'Ann', SMS: '', WHATSAPP: P } },
		'asks: attributes.SMS (empty) and attributes.WHATSAPP (+491…4567)',
	],
	[
		'Mailchimp, Member',
		{ full_name: 'Ann Doe', language: 'de', merge_fields: { FNAME: 'Ann', LNAME: 'Doe', PHONE: P } },
		'merge_fields.PHONE, name: merge_fields.FNAME',
	],
	['Airtable, raw record', { id: 'rec1', fields: { Name: 'Ann', Mobile: P } }, 'fields.Mobile, name: fields.Name'],
	[
		'Notion, Database Page',
		{ id: 'x', name: 'Ann', url: 'https://example.com', property_phone: P, property_name: 'Ann' },
		'property_phone, name: name',
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
		'properties.Phone.phone_number',
	],
	[
		'Google Contacts',
		{
			resourceName: 'people/c1',
			names: { displayName: 'Ann Doe', familyName: 'Doe', givenName: 'Ann' },
			phoneNumbers: { home: [LANDLINE], mobile: [P] },
		},
		'asks: phoneNumbers.mobile[0] (+491…4567) and phoneNumbers.home[0] (+493…1820)',
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
		'asks: phoneNumbers[0].value (+493…1820), phoneNumbers[1].value (+491…4567) and phoneNumbers[1].canonicalForm (+491…4567)',
	],
	[
		'Google Sheets',
		{ row_number: 2, 'Full Name': 'Ann', 'Phone Number': '0049 170 1234567' },
		'Phone Number, name: Full Name',
	],
	[
		'Stripe, event of a checkout',
		{ type: 'checkout.session.completed', data: { object: { customer_details: { name: 'Ann', phone: P } } } },
		'asks: data.object.customer_details.phone (+491…4567)',
	],
	[
		'Stripe, checkout session',
		{ customer_details: { name: 'Ann', phone: P }, locale: 'de' },
		'customer_details.phone, name: customer_details.name',
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
		'asks: sms_phone_number (+491…4567) and merge_fields.PHONE (+493…1820)',
	],
	[
		'HighLevel',
		{ firstName: 'Ann', phone: P, additionalPhones: [{ phone: LANDLINE, phoneLabel: 'office' }] },
		'asks: phone (+491…4567) and additionalPhones[0].phone (+493…1820)',
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
		'asks: phone_numbers[0].number (+493…1820) and phone_numbers[1].number (+491…4567)',
	],
	[
		'QuickBooks, Customer',
		{ DisplayName: 'Ann Doe', PrimaryPhone: { FreeFormNumber: LANDLINE }, Mobile: { FreeFormNumber: P } },
		'asks: Mobile.FreeFormNumber (+491…4567) and PrimaryPhone.FreeFormNumber (+493…1820)',
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
		'asks: Phones[1].PhoneNumber (1234567)',
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
		'noPhoneColumn',
	],
	[
		'Facebook Lead Ads',
		{ id: '1', data: { full_name: 'Ann Doe', phone_number: P } },
		'data.phone_number, name: data.full_name',
	],
	[
		'Webflow Trigger',
		{ payload: { name: 'Contact form', siteId: 'x', data: { 'First Name': 'Ann', 'Phone Number': P } } },
		'asks: payload.data.Phone Number (+491…4567)',
	],
	[
		'Close, Lead',
		{ display_name: 'ACME', contacts: [{ name: 'Ann Doe', phones: [{ type: 'mobile', phone: P }] }] },
		'noPhoneColumn',
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
		'asks: assignees[0].phone (+493…1820)',
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
		'asks: PHONE[0].VALUE (+493…1820) and PHONE[1].VALUE (+491…4567)',
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
		'asks: tel[0].value (+493…1820) and tel[1].value (+491…4567)',
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
		'noPhoneColumn',
	],
	[
		'Klaviyo',
		{ type: 'profile', id: '1', attributes: { phone_number: P, first_name: 'Ann', locale: 'de-DE' } },
		'attributes.phone_number, name: attributes.first_name, language: attributes.locale',
	],
	['Odoo', { id: 7, name: 'Ann', mobile: P, phone: false, lang: 'de_DE' }, 'mobile, name: name, language: lang'],
	[
		'Typeform',
		{ 'What is your name?': 'Ann', 'What is your phone number?': P },
		'asks: What is your phone number? (+491…4567)',
	],
	[
		'Jotform',
		{ 'Full Name': { first: 'Ann', last: 'Doe' }, 'Phone Number': { full: P } },
		'asks: Phone Number.full (+491…4567)',
	],
	[
		'Attio',
		{ values: { name: [{ first_name: 'Ann', full_name: 'Ann Doe' }], phone_numbers: [{ phone_number: P }] } },
		'asks: values.phone_numbers[0].phone_number (+491…4567)',
	],
	[
		'Apollo',
		{ first_name: 'Ann', phone_numbers: [{ raw_number: '0170 1234567', sanitized_number: P, type: 'mobile' }] },
		'asks: phone_numbers[0].raw_number (0170…4567) and phone_numbers[0].sanitized_number (+491…4567)',
	],
	[
		'Elementor',
		{ body: { 'fields[name][value]': 'Ann', 'fields[phone][title]': 'Phone', 'fields[phone][value]': P } },
		'asks: body.fields[phone][value] (+491…4567)',
	],
	[
		'Microsoft Outlook',
		{ displayName: 'Ann', businessPhones: [LANDLINE], homePhones: [], mobilePhone: P, businessHomePage: null },
		'asks: mobilePhone (+491…4567) and businessPhones[0] (+493…1820)',
	],
	[
		'Microsoft Dynamics',
		{ fullname: 'Ann Doe', telephone1: LANDLINE, mobilephone: P, address1_telephone1: LANDLINE },
		'asks: mobilephone (+491…4567), telephone1 (+493…1820) and address1_telephone1 (+493…1820)',
	],
	[
		'SuiteCRM',
		{ first_name: 'Ann', phone_mobile: P, phone_work: LANDLINE, phone_home: '' },
		'asks: phone_mobile (+491…4567) and phone_work (+493…1820)',
	],
	[
		'Salesforce, Person Account',
		{ Name: 'Ann Doe', Phone: LANDLINE, PersonMobilePhone: P, Mobile_Backup__pc: '' },
		'asks: PersonMobilePhone (+491…4567) and Phone (+493…1820)',
	],
	[
		'Shopify, GraphQL',
		{ firstName: 'Ann', defaultPhoneNumber: { phoneNumber: P, marketingState: 'SUBSCRIBED' } },
		'defaultPhoneNumber.phoneNumber, name: firstName',
	],
	[
		'Magento',
		{ firstname: 'Ann', addresses: [{ telephone: P, city: 'Berlin' }] },
		'asks: addresses[0].telephone (+491…4567)',
	],
	[
		'WhatsApp Trigger',
		{
			metadata: { display_phone_number: LANDLINE, phone_number_id: '106540352242922' },
			contacts: [{ profile: { name: 'Ann' }, wa_id: '491701234567' }],
			messages: [{ from: '491701234567', text: { body: 'Hello' } }],
		},
		'asks: metadata.display_phone_number (+493…1820) and contacts[0].wa_id (4917…4567)',
	],
	[
		'a sheet with further phones',
		{ Name: 'Ann', 'Mobile 2': LANDLINE, 'Fax Phone': LANDLINE, 'Mobile Phone': P, 'Alternate Mobile': LANDLINE },
		'asks: Mobile Phone (+491…4567), Mobile 2 (+493…1820), Alternate Mobile (+493…1820) and Fax Phone (+493…1820)',
	],
	[
		'Klicktipp',
		{ fieldFirstName: 'Ann', fieldPhone: LANDLINE, fieldMobilePhone: P },
		'asks: fieldMobilePhone (+491…4567) and fieldPhone (+493…1820)',
	],
	[
		'a customer with a number of its own',
		{ customer: { number: 'K-10023', name: 'Ann', phone: { mobile: P, work: LANDLINE } } },
		'asks: customer.phone.mobile (+491…4567) and customer.phone.work (+493…1820)',
	],
	[
		'a code and a number apart',
		{ name: 'Ann', phone: { countryCode: '+49', number: '170 1234567' } },
		'asks: phone.number (170 …4567)',
	],
	[
		'ActiveCampaign',
		{ contact: { firstName: 'Ann', lastName: 'Doe', phone: P } },
		'contact.phone, name: contact.firstName',
	],
	[
		'a webhook form',
		{ headers: { host: 'x' }, params: {}, query: {}, body: { name: 'Ann', phone: P } },
		'body.phone, name: body.name',
	],
	['a webhook link', { headers: {}, query: { Name: 'Ann', tel: P }, body: {} }, 'query.tel, name: query.Name'],
	[
		'a webhook with a customer',
		{ body: { customer: { first_name: 'Ann', mobile: P } } },
		'asks: body.customer.mobile (+491…4567)',
	],
	['WhatsApp, contacts of a message', { profile: { name: 'Ann' }, wa_id: '491701234567' }, 'asks: wa_id (4917…4567)'],
	[
		'a form in English',
		{ 'Your name': 'Ann', 'WhatsApp Number (incl. country code)': P, 'SMS opt-in': 'yes' },
		'asks: WhatsApp Number (incl. country code) (+491…4567)',
	],
	[
		'a form in German',
		{ Vorname: 'Ann', 'Telefon-Nr.': LANDLINE, 'Handy Nr': P, Sprache: 'de' },
		'asks: Handy Nr (+491…4567) and Telefon-Nr. (+493…1820)',
	],
	[
		'a form in French',
		{ Prénom: 'Ann', 'Numéro de téléphone': LANDLINE, Portable: P, Langue: 'fr' },
		'asks: Portable (+491…4567) and Numéro de téléphone (+493…1820)',
	],
	[
		'a form in Spanish',
		{ Nombre: 'Ann', 'Teléfono móvil': P, Idioma: 'es' },
		'Teléfono móvil, name: Nombre, language: Idioma',
	],
	[
		'a form in French for Canada',
		{ 'Nom et prénom': 'Ann', 'No. de cellulaire': P, 'Tél. bureau': LANDLINE },
		'asks: No. de cellulaire (+491…4567) and Tél. bureau (+493…1820)',
	],
	['a form in Spanish for Mexico', { 'Nombre del cliente': 'Ann', CELULAR: P }, 'CELULAR'],
	['a form in Brazil', { 'Nome completo': 'Ann', 'Número de contato': P }, 'noPhoneColumn'],
	['a form in Italy', { nome_cliente: 'Ann', 'Recapito telefonico': P }, 'asks: Recapito telefonico (+491…4567)'],
	[
		'a table in German',
		{ KUNDENNAME: 'Ann', 'MOBILFUNK-NR.': P, TELEFON_GESCHAEFTLICH: LANDLINE, Korrespondenzsprache: 'de' },
		'asks: MOBILFUNK-NR. (+491…4567) and TELEFON_GESCHAEFTLICH (+493…1820)',
	],
	[
		'a form in Dutch',
		{ Naam: 'Ann', Telefoonnummer: LANDLINE, 'Mobiel nummer': P, Taal: 'nl' },
		'asks: Mobiel nummer (+491…4567) and Telefoonnummer (+493…1820)',
	],
	[
		'a form in Polish',
		{ Imię: 'Ann', 'Numer telefonu': LANDLINE, 'Telefon komórkowy': P },
		'asks: Numer telefonu (+493…1820) and Telefon komórkowy (+491…4567)',
	],
	[
		'a form in Turkish',
		{ 'Adı Soyadı': 'Ann', 'Cep Telefonu': P, 'Ev Telefonu': LANDLINE },
		'asks: Cep Telefonu (+491…4567) and Ev Telefonu (+493…1820)',
	],
	[
		'a form in Swedish',
		{ Namn: 'Ann', Telefonnummer: LANDLINE, Mobilnummer: P },
		'asks: Mobilnummer (+491…4567) and Telefonnummer (+493…1820)',
	],
	['a form in Japanese', { 氏名: 'Ann', 電話番号: LANDLINE, 携帯電話番号: P }, 'noPhoneColumn'],
	['a form in Brazil with a postal code', { Nome: 'Ann', CEP: '01310-100', Telefone: P }, 'Telefone, name: Nome'],
	[
		'a form in Portuguese',
		{ Nome: 'Ann', Telemóvel: P, Telefone: LANDLINE },
		'asks: Telemóvel (+491…4567) and Telefone (+493…1820)',
	],
	[
		'a form in Italian',
		{ Nome: 'Ann', Cellulare: P, Telefono: LANDLINE, Lingua: 'it' },
		'asks: Cellulare (+491…4567) and Telefono (+493…1820)',
	],
	[
		'Intercom',
		{ type: 'contact', name: 'Ann', phone: P, custom_attributes: { mobile: LANDLINE } },
		'asks: phone (+491…4567) and custom_attributes.mobile (+493…1820)',
	],
	[
		'Zendesk, User',
		{ id: 1, name: 'Ann', phone: P, shared_phone_number: null, locale: 'de' },
		'phone, name: name, language: locale',
	],
	['Freshsales', { display_name: 'Ann', mobile_number: P, work_number: LANDLINE }, 'mobile_number, name: display_name'],
	[
		'recipient and customer',
		{ recipient_phone: P, customer_phone: LANDLINE },
		'asks: customer_phone (+493…1820) and recipient_phone (+491…4567)',
	],
	["a son's number", { "Son's mobile": LANDLINE, phone: P }, "asks: Son's mobile (+493…1820) and phone (+491…4567)"],
	[
		'home and work only',
		{ Name: 'Ann', 'Home Phone': P, 'Work Phone': P },
		'asks: Home Phone (+491…4567) and Work Phone (+491…4567)',
	],
	['a consent', { Name: 'Ann', sms_consent: 'yes', WhatsApp: true }, 'noPhoneColumn'],
	[
		'another person',
		{ Owner: { phone: P }, company: { phone: P } },
		'asks: Owner.phone (+491…4567) and company.phone (+491…4567)',
	],
	[
		'all contacts in one item',
		{ contacts: [{ phone: P }, { phone: LANDLINE }] },
		'asks: contacts[0].phone (+491…4567) and contacts[1].phone (+493…1820)',
	],
	[
		'a flattened table',
		{ 'properties.phone': P, 'properties.firstname': 'Ann' },
		'properties.phone, name: properties.firstname',
	],
	['a list of phones of a nested person', { contact: { phones: [{ value: P }] } }, 'contact.phones[0].value'],
	['a first name, and a family name called Name', { Name: 'Doe', Vorname: 'Ann', Mobil: P }, 'Mobil, name: Name'],
	[
		'names that JavaScript knows',
		JSON.parse(`{"__proto__": {"phone": "1"}, "constructor": "2", "phone": "${P}"}`) as object,
		'phone',
	],
	[
		'rows of a report',
		{ phone: P, name: 'Ann', status: 'failed', phoneDigits: P.slice(1) },
		'phone, name: name, the same as phoneDigits',
	],
	['nothing', {}, 'noPhoneColumn'],
];

/** The phone field with the columns beside it, or what is asked, or why there is no phone. */
function outcomeOf({ result }: Checked): string {
	const [refusal] = result.refusals;
	if (refusal) {
		const [, fields = ''] = /: (.*)$/.exec(refusal.message) ?? [];
		return refusal.code === 'severalPhones' ? `asks: ${fields.replaceAll(', 1 contact', '')}` : (refusal.code ?? '');
	}
	const { phone = '', ...others } = result.columnsUsed;
	const agreeing = result.notes.filter(({ code }) => code === 'otherPhones');
	return [
		phone,
		...Object.entries(others).map(([column, field]) => `${column}: ${field}`),
		...agreeing.map(({ message }) => message.replace(/.*: /, 'the same as ')),
	].join(', ');
}

test.each(shapes)('the phone field of an item is used, or asked about: %s', async (_source, item, gives) => {
	expect(outcomeOf(await checkRows([item]))).toBe(gives);
});

const MAP_IT =
	"Set 'Mapping Column Mode' to 'Map Each Column Manually' and drag the field to use into 'Phone'. If the template shows names, map 'Name' there, too.";
const PASTE = "To use the first phone field that is filled in, paste this into 'Phone':";

test.each<[what: string, rows: object[], question: string]>([
	[
		'the same object holds two: how many have each, and the mobile phone first',
		[
			{ Phone: LANDLINE, MobilePhone: P },
			{ Phone: LANDLINE, MobilePhone: '' },
		],
		`2 fields hold different phone numbers: MobilePhone (+491…4567, 1 contact) and Phone (+493…1820, 2 contacts) → ${MAP_IT} ${PASTE} {{ $json.MobilePhone || $json.Phone }}`,
	],
	[
		'half have one, and half the other',
		[
			{ Phone: LANDLINE, MobilePhone: '' },
			{ Phone: '', MobilePhone: P },
		],
		`It is not clear whose phone number to use: MobilePhone (+491…4567, 1 contact) and Phone (+493…1820, 1 contact) → ${MAP_IT} ${PASTE} {{ $json.MobilePhone || $json.Phone }}`,
	],
	[
		'a shop keeps it in the address of those who have none of their own',
		[{ phone: P }, { phone: null, default_address: { phone: '+491701234568' } }],
		`It is not clear whose phone number to use: phone (+491…4567, 1 contact) and default_address.phone (+491…4568, 1 contact) → ${MAP_IT} ${PASTE} {{ $json.phone || $json.default_address?.phone }}`,
	],
	[
		'another person has another number: no expression suggests it',
		[{ phone: P, owner: { phone: LANDLINE } }],
		`2 fields hold different phone numbers: phone (+491…4567, 1 contact) and owner.phone (+493…1820, 1 contact) → ${MAP_IT}`,
	],
	[
		'a single field with an unusual name',
		[{ 'Phone of the shop': P }],
		`It is not clear whose phone number to use: Phone of the shop (+491…4567, 1 contact) → ${MAP_IT}`,
	],
	[
		'a list of people in one item',
		[{ people: [{ phone: P }] }],
		`It is not clear whose phone number to use: people[0].phone (+491…4567, 1 contact) → ${MAP_IT} If one item holds a list of contacts, add a Split Out node before this one.`,
	],
	[
		'no field at all',
		[{ Name: 'Ann' }],
		"No field has one of the usual names for a phone number. The input items have: Name → Set 'Mapping Column Mode' to 'Map Each Column Manually' and drag the field with the phone numbers into 'Phone'. If one item holds a list of contacts, add a Split Out node before this one.",
	],
])('the question, word for word: %s', async (_what, rows, question) => {
	expect(refusalOf(await checkRows(rows))).toBe(question);
});

test('a field whose numbers another has, too, is used, and the other is named', async () => {
	const rows = [
		{ mobile: P, phone: '0049 170 1234567' },
		{ mobile: '', phone: '+491701234568' },
	];
	const { result } = await checkRows(rows);
	expect(result.columnsUsed).toEqual({ phone: 'phone' });
	expect(result.notes).toMatchObject([
		{
			code: 'otherPhones',
			message: "Other fields hold phone numbers, too, but none that differs from 'phone': mobile",
		},
	]);
});

test('of an e-mail list most have no number, and nothing is asked', async () => {
	const rows = Array.from({ length: 50 }, (_, index) => ({
		email: `a${index}@example.com`,
		phone: index % 5 === 0 ? `+49170123${1000 + index}` : null,
		mobile_opt_in_date: '2026-01-15T09:30:00Z',
	}));
	const { result } = await checkRows(rows);
	expect(result).toMatchObject({ refusals: [], recipients: { rows: 50, ready: 10 }, columnsUsed: { phone: 'phone' } });
});

/** Fields that only sound like phones, or hold digits that are none. */
const NO_PHONES = {
	'Phone Type': 'mobile',
	Hotel: '+49 30 1234567',
	Telegram: '5123456789',
	'Customer Number': '4917012345',
	'Mobile Opt-in Date': '2026-03-01',
	Telefontermin: '01.03.2026 14:30',
	'Telefonat am': '3/1/2026',
	mobile_device_id: '123e4567-e89b-12d3-a456-426614174000',
	mobile_imei: '358240051111110',
	last_sms_at: 1_772_355_600,
	last_call_mobile: 1_772_355_600_000,
	phone_number_id: '106540352242922',
	phone_verified: true,
	sms_count: 12,
	'Record ID': 51_234_567,
};

test('fields that only sound like a phone, dates, times and IDs ask nothing', async () => {
	const { result } = await checkRows([
		{ ...NO_PHONES, phone: P },
		{ ...NO_PHONES, phone: '' },
	]);
	expect(result).toMatchObject({ refusals: [], columnsUsed: { phone: 'phone' }, recipients: { ready: 1 } });
	expect(result.notes.filter(({ code }) => code === 'otherPhones')).toEqual([]);
	const listed = [{ json: { ...NO_PHONES, phone: P } }, { json: { ...NO_PHONES, phone: '' } }];
	const spared = await checkRows([{ phone: P }, { phone: '+491701234568' }], { doNotContact: listed });
	expect(spared.result).toMatchObject({ refusals: [], recipients: { ready: 1, doNotContactNumbers: 1 } });
	const text = `phone,${Object.keys(NO_PHONES).join(',')}\n${P},${Object.values(NO_PHONES).join(',')}\n`;
	expect((await check(text)).result).toMatchObject({ refusals: [], columnsUsed: { phone: 'phone' } });
});

test.each<[what: string, item: object, gives: string]>([
	[
		'an empty phone of its own is never made up for by another person',
		{ name: 'Lee', phone: null, default_address: { name: 'Mum Lee', phone: P }, billing: { phone: P } },
		'asks: phone (empty), billing.phone (+491…4567) and default_address.phone (+491…4567)',
	],
	[
		'nor is a missing one by a person who is not in the table',
		{ name: 'Lee', mother: { phone: P } },
		'asks: mother.phone (+491…4567)',
	],
	['a payer gives no name', { first_name: 'Ann', phone: P, customer: { name: 'ACME' } }, 'phone, name: first_name'],
	['a company gives no name', { phone: P, billing: { name: 'ACME' } }, 'phone'],
	['nor does the number of an order', { name: '#1001', customer: { phone: P } }, 'customer.phone'],
	[
		'of two places, the one whose phone is used gives the name',
		{ contact: { phone: P, name: 'Ann' }, recipient: { phone: P, name: 'Bo' }, name: 'Deal 5k' },
		'contact.phone, name: contact.name, the same as recipient.phone',
	],
	[
		'of one place, mobile comes first, and the item before what is nested',
		{ phone: LANDLINE, mobile: P, contact: { mobile: LANDLINE } },
		'asks: mobile (+491…4567), phone (+493…1820) and contact.mobile (+493…1820)',
	],
	[
		'a link with a form behind it asks',
		{ query: { phone: P }, body: { phone: LANDLINE } },
		'asks: body.phone (+493…1820) and query.phone (+491…4567)',
	],
	[
		'flat names have their place, too',
		{ first_name: 'Ann', billing_phone: P, billing_first_name: 'Bo' },
		'billing_phone, name: billing_first_name',
	],
])('one place: %s', async (_what, item, gives) => {
	expect(outcomeOf(await checkRows([item]))).toBe(gives);
});

test('however many fields could be the phone, the question stays short', async () => {
	const contacts = Array.from({ length: 5_000 }, (_, index) => ({ phone: `+49170123${1000 + index}` }));
	const question = refusalOf(await checkRows([{ contacts }]));
	expect(question).toContain('5,000 fields hold different phone numbers: contacts[0].phone (+491…1000, 1 contact), ');
	expect(question).toContain(' and 4,992 more → ');
	expect(question.length).toBeLessThan(1_200);
});

test('numbers that end alike show how they begin, too', async () => {
	const found = await checkRows([{ phone: '0170 1234567', mobile: P, tel: LANDLINE }]);
	expect(refusalOf(found)).toContain(
		'3 fields hold different phone numbers: mobile (+491…4567, 1 contact), phone (0170…4567, 1 contact) and tel (+493…1820, 1 contact)',
	);
});

test.each<[columns: object, gives: string]>([
	[{ phone: 'mobile' }, 'name,phone\r\nAnn,+491701234567\r\n'],
	[{ phone: 'mobile', name: 'City' }, 'name,phone\r\nKöln,+491701234567\r\n'],
	[{ phone: 'mobile', language: 'City' }, 'name,phone,language\r\nAnn,+491701234567,Köln\r\n'],
	[
		{ phone: 'cell' },
		`'File Columns' names "cell", but the file has: name, phone, mobile, City → Enter the name as it appears in the first row of the file.`,
	],
])('the question is answered by File Columns: %j', async (fileColumns, gives) => {
	const text = `name,phone,mobile,City\nAnn,${LANDLINE},${P},Köln\n`;
	const found = await check(text, { fileColumns });
	expect(found.file ? await textOf(found.file) : refusalOf(found)).toBe(gives);
});

test('the name beside the phone that File Columns names greets', async () => {
	const text = `name,phone,billing.name,billing.phone\nAnn,${LANDLINE},Bo,${P}\n`;
	const { file } = await check(text, { fileColumns: { phone: 'billing.phone' } });
	expect(await textOf(file)).toBe('name,phone\r\nBo,+491701234567\r\n');
});
