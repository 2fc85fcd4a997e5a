/**
 * Contacts as CRMs, shops, sheets and forms put them out, and what becomes of each: the one phone field that is used (and the name and
 * language beside it), or the question word for word. The shapes are those of the output schemas that n8n's own nodes bring along.
 */
import { check, checkRows, refusalOf, textOf } from './support';

const P = '+491701234567';
const LANDLINE = '+4930901820';

const differ = (fields: string, expression: string) =>
	`2 fields hold different phone numbers: ${fields} → Set 'Mapping Column Mode' to 'Map Each Column Manually' and drag the field to use into 'Phone'. If the template shows names, map 'Name' there, too. To use the first phone field that is filled in, paste this into 'Phone': ${expression}`;
const none = (fields: string, nested?: string) =>
	`No field has one of the usual names for a phone number. The input items have: ${fields}${nested ? `. '${nested}' holds phone numbers.` : ''} → Set 'Mapping Column Mode' to 'Map Each Column Manually' and drag the field with the phone numbers into 'Phone'. If one item holds a list of contacts, add a Split Out node before this one.`;
const noNumber = (field: string, nested?: string) =>
	`'${field}' is empty in every input item${nested ? `. '${nested}' holds phone numbers.` : ''} → Set 'Mapping Column Mode' to 'Map Each Column Manually' and drag the field with the phone numbers into 'Phone'. If one item holds a list of contacts, add a Split Out node before this one.`;

const shapes: Array<[source: string, item: object, gives: string]> = [
	[
		'HubSpot, Search Contacts',
		{ id: '51', properties: { firstname: 'Ann', phone: LANDLINE, mobilephone: P, hs_language: 'de' }, archived: false },
		differ(
			'properties.mobilephone (+491…4567) and properties.phone (+493…1820)',
			'{{ $json.properties?.mobilephone || $json.properties?.phone }}',
		),
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
		'properties.phone.value, name: properties.firstname.value',
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
		differ('MobilePhone (+491…4567) and Phone (+493…1820)', '{{ $json.MobilePhone || $json.Phone }}'),
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
		differ(
			'phone[0].value (+493…1820) and phone[1].value (+491…4567)',
			'{{ $json.phone?.[0]?.value || $json.phone?.[1]?.value }}',
		),
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
		differ(
			'phones[0].value (+493…1820) and phones[1].value (+491…4567)',
			'{{ $json.phones?.[0]?.value || $json.phones?.[1]?.value }}',
		),
	],
	[
		'Pipedrive, search for persons',
		{ id: 1, type: 'person', name: 'Ann Doe', phones: [P], emails: ['a@example.com'], owner: { id: 1 } },
		'phones[0], name: name',
	],
	[
		'Pipedrive, without a phone',
		{ name: 'Ann Doe', phones: [{ value: '', primary: true }] },
		noNumber('phones[0].value'),
	],
	[
		'Zoho CRM, Get of a lead',
		{ data: [{ Full_Name: 'Ann Doe', Phone: LANDLINE, Mobile: P, Owner: { name: 'X' } }] },
		none('data[0].Full_Name, data[0].Phone, data[0].Mobile, data[0].Owner.name', 'data[0].Phone'),
	],
	[
		'Zoho CRM, Lead',
		{ Full_Name: 'Ann Doe', Phone: LANDLINE, Mobile: P, Fax: '1', Email_Opt_Out: false, Owner: { name: 'X' } },
		differ('Mobile (+491…4567) and Phone (+493…1820)', '{{ $json.Mobile || $json.Phone }}'),
	],
	[
		'Shopify, Customer',
		{
			first_name: 'Ann',
			phone: null,
			sms_marketing_consent: { state: 'subscribed' },
			default_address: { name: 'Ann Doe', phone: P, company: null },
		},
		noNumber('phone', 'default_address.phone'),
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
		noNumber('phone', 'customer.phone'),
	],
	[
		'WooCommerce, Order',
		{ billing: { first_name: 'Ann', phone: P }, shipping: { first_name: 'Bo', phone: LANDLINE } },
		'billing.phone, name: billing.first_name',
	],
	[
		'Brevo, Contact',
		{
			email: 'a@example.com',
			attributes: { VORNAME: 'Ann', SMS: P, LANDLINE_NUMBER: LANDLINE, OPT_IN: true },
		},
		'attributes.SMS, name: attributes.VORNAME',
	],
	['Brevo, WhatsApp only', { attributes: { PRENOM: 'Ann', SMS: '', WHATSAPP: P } }, noNumber('attributes.SMS')],
	[
		'Mailchimp, Member',
		{ full_name: 'Ann Doe', language: 'de', merge_fields: { FNAME: 'Ann', LNAME: 'Doe', PHONE: P } },
		'merge_fields.PHONE, name: merge_fields.FNAME',
	],
	['Airtable, Search', { id: 'rec1', createdTime: 'x', Name: 'Ann', 'Phone Number': P }, 'Phone Number, name: Name'],
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
		differ(
			'phoneNumbers.mobile[0] (+491…4567) and phoneNumbers.home[0] (+493…1820)',
			'{{ $json.phoneNumbers?.mobile?.[0] || $json.phoneNumbers?.home?.[0] }}',
		),
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
		differ(
			'phoneNumbers[0].value (+493…1820) and phoneNumbers[1].value (+491…4567)',
			'{{ $json.phoneNumbers?.[0]?.value || $json.phoneNumbers?.[1]?.value }}',
		),
	],
	[
		'Google Sheets',
		{ row_number: 2, 'Full Name': 'Ann', 'Phone Number': '0049 170 1234567' },
		'Phone Number, name: Full Name',
	],
	[
		'Stripe, Customer',
		{ object: 'customer', name: 'Ann', phone: P, preferred_locales: ['de-DE'], shipping: { phone: LANDLINE } },
		'phone, name: name',
	],
	[
		'Stripe, event of a checkout',
		{ type: 'checkout.session.completed', data: { object: { customer_details: { name: 'Ann', phone: P } } } },
		none(
			'type, data.object.customer_details.name, data.object.customer_details.phone',
			'data.object.customer_details.phone',
		),
	],
	[
		'Stripe, checkout session',
		{ customer_details: { name: 'Ann', phone: P }, locale: 'de' },
		'customer_details.phone, name: customer_details.name',
	],
	[
		'ActiveCampaign, Get Many',
		{ firstName: 'Ann', lastName: 'Doe', phone: P, orgname: 'ACME', links: { contactLists: 'https://x' } },
		'phone, name: firstName',
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
		'sms_phone_number, name: full_name',
	],
	[
		'HighLevel',
		{ firstName: 'Ann', phone: P, additionalPhones: [{ phone: LANDLINE, phoneLabel: 'office' }] },
		'phone, name: firstName',
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
		differ(
			'phone_numbers[0].number (+493…1820) and phone_numbers[1].number (+491…4567)',
			'{{ $json.phone_numbers?.[0]?.number || $json.phone_numbers?.[1]?.number }}',
		),
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
		differ(
			'phone_numbers[0].number (+493…1820) and phone_numbers[1].number (+491…4567)',
			'{{ $json.phone_numbers?.[0]?.number || $json.phone_numbers?.[1]?.number }}',
		),
	],
	[
		'QuickBooks, Customer',
		{ DisplayName: 'Ann Doe', PrimaryPhone: { FreeFormNumber: LANDLINE }, Mobile: { FreeFormNumber: P } },
		differ(
			'Mobile.FreeFormNumber (+491…4567) and PrimaryPhone.FreeFormNumber (+493…1820)',
			'{{ $json.Mobile?.FreeFormNumber || $json.PrimaryPhone?.FreeFormNumber }}',
		),
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
		none(
			'Name, Phones[0].PhoneType, Phones[0].PhoneNumber, Phones[0].PhoneAreaCode, Phones[0].PhoneCountryCode, Phones[1].PhoneType, Phones[1].PhoneNumber, Phones[1].PhoneAreaCode, Phones[1].PhoneCountryCode',
			'Phones[1].PhoneNumber',
		),
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
		none('name, email, fields[0].key, fields[0].value, fields[0].type, fields[1].key, fields[1].value, fields[1].type'),
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
		none(
			'name, customFieldValues[0].name, customFieldValues[0].value[0], customFieldValues[1].name, customFieldValues[1].value[0], customFieldValues[1].type',
		),
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
		none('id, field_data[0].name, field_data[0].values[0], field_data[1].name, field_data[1].values[0]'),
	],
	[
		'Facebook Lead Ads',
		{ id: '1', data: { full_name: 'Ann Doe', phone_number: P } },
		'data.phone_number, name: data.full_name',
	],
	[
		'Facebook Lead Ads Trigger',
		{
			id: '1',
			data: { full_name: 'Ann Doe', phone_number: P },
			form: { id: '2', name: 'Spring form', status: 'ACTIVE' },
			page: { id: '3', name: 'ACME' },
		},
		'data.phone_number, name: data.full_name',
	],
	[
		'Webflow Trigger',
		{ payload: { name: 'Contact form', siteId: 'x', data: { 'First Name': 'Ann', 'Phone Number': P } } },
		none(
			'payload.name, payload.siteId, payload.data.First Name, payload.data.Phone Number',
			'payload.data.Phone Number',
		),
	],
	[
		'Close, Lead',
		{ display_name: 'ACME', contacts: [{ name: 'Ann Doe', phones: [{ type: 'mobile', phone: P }] }] },
		none('display_name, contacts[0].name, contacts[0].phones[0]'),
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
		none('body.data.fields[0], body.data.fields[1]'),
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
		none(
			'name, custom_fields[0].id, custom_fields[0].name, custom_fields[0].type, custom_fields[0].value, custom_fields[1].id, custom_fields[1].name, custom_fields[1].type, assignees[0].username, assignees[0].phone',
			'assignees[0].phone',
		),
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
		none(
			'name, custom_fields_values[0].field_name, custom_fields_values[0].field_code, custom_fields_values[0].values[0], custom_fields_values[0].values[1]',
		),
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
		differ(
			'PHONE[0].VALUE (+493…1820) and PHONE[1].VALUE (+491…4567)',
			'{{ $json.PHONE?.[0]?.VALUE || $json.PHONE?.[1]?.VALUE }}',
		),
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
		none(
			'name, tel[0].type[0], tel[0].type[1], tel[0].value, tel[1].type[0], tel[1].type[1], tel[1].value',
			'tel[0].value',
		),
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
		none(
			'properties[0].type, properties[0].name, properties[0].value, properties[1].type, properties[1].name, properties[1].subtype, properties[1].value, properties[2].type, properties[2].name, properties[2].subtype, properties[2].value',
		),
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
		none(
			'id, name, column_values[0].id, column_values[0].type, column_values[0].text, column_values[0].value, column_values[1].id, column_values[1].type, column_values[1].text, column_values[1].value',
		),
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
		none('What is your name?, What is your phone number?'),
	],
	[
		'Jotform',
		{ 'Full Name': { first: 'Ann', last: 'Doe' }, 'Phone Number': { full: P } },
		none('Full Name.first, Full Name.last, Phone Number.full', 'Phone Number.full'),
	],
	[
		'Attio',
		{ values: { name: [{ first_name: 'Ann', full_name: 'Ann Doe' }], phone_numbers: [{ phone_number: P }] } },
		none(
			'values.name[0].first_name, values.name[0].full_name, values.phone_numbers[0].phone_number',
			'values.phone_numbers[0].phone_number',
		),
	],
	[
		'Apollo',
		{ first_name: 'Ann', phone_numbers: [{ raw_number: '0170 1234567', sanitized_number: P, type: 'mobile' }] },
		none(
			'first_name, phone_numbers[0].raw_number, phone_numbers[0].sanitized_number, phone_numbers[0].type',
			'phone_numbers[0].raw_number',
		),
	],
	[
		'Mailchimp, webhook',
		{ 'data[merges][FNAME]': 'Ann', 'data[merges][PHONE]': P },
		none('data[merges][FNAME], data[merges][PHONE]'),
	],
	[
		'Elementor',
		{ body: { 'fields[name][value]': 'Ann', 'fields[phone][title]': 'Phone', 'fields[phone][value]': P } },
		none('body.fields[name][value], body.fields[phone][title], body.fields[phone][value]'),
	],
	[
		'Microsoft Outlook',
		{ displayName: 'Ann', businessPhones: [LANDLINE], homePhones: [], mobilePhone: P, businessHomePage: null },
		'mobilePhone, name: displayName',
	],
	[
		'Microsoft Dynamics',
		{ fullname: 'Ann Doe', telephone1: LANDLINE, mobilephone: P, address1_telephone1: LANDLINE },
		'mobilephone, name: fullname',
	],
	[
		'SuiteCRM',
		{ first_name: 'Ann', phone_mobile: P, phone_work: LANDLINE, phone_home: '' },
		'phone_mobile, name: first_name',
	],
	[
		'Salesforce, Person Account',
		{ Name: 'Ann Doe', Phone: LANDLINE, PersonMobilePhone: P, Mobile_Backup__pc: '' },
		differ('PersonMobilePhone (+491…4567) and Phone (+493…1820)', '{{ $json.PersonMobilePhone || $json.Phone }}'),
	],
	[
		'Shopify, GraphQL',
		{ firstName: 'Ann', defaultPhoneNumber: { phoneNumber: P, marketingState: 'SUBSCRIBED' } },
		'defaultPhoneNumber.phoneNumber, name: firstName',
	],
	[
		'Magento',
		{ firstname: 'Ann', addresses: [{ telephone: P, city: 'Berlin' }] },
		none('firstname, addresses[0].telephone, addresses[0].city', 'addresses[0].telephone'),
	],
	[
		'WhatsApp Trigger',
		{
			metadata: { display_phone_number: LANDLINE, phone_number_id: '106540352242922' },
			contacts: [{ profile: { name: 'Ann' }, wa_id: '491701234567' }],
			messages: [{ from: '491701234567', text: { body: 'Hello' } }],
		},
		none(
			'metadata.display_phone_number, metadata.phone_number_id, contacts[0].profile.name, contacts[0].wa_id, messages[0].from, messages[0].text.body',
		),
	],
	[
		'a sheet with further phones',
		{ Name: 'Ann', 'Mobile 2': LANDLINE, 'Fax Phone': LANDLINE, 'Mobile Phone': P, 'Alternate Mobile': LANDLINE },
		'Mobile Phone, name: Name',
	],
	[
		'Klicktipp',
		{ fieldFirstName: 'Ann', fieldPhone: LANDLINE, fieldMobilePhone: P },
		none('fieldFirstName, fieldPhone, fieldMobilePhone'),
	],
	[
		'a customer with a number of its own',
		{ customer: { number: 'K-10023', name: 'Ann', phone: { mobile: P, work: LANDLINE } } },
		none('customer.number, customer.name, customer.phone.mobile, customer.phone.work', 'customer.phone.mobile'),
	],
	[
		'a code and a number apart',
		{ name: 'Ann', phone: { countryCode: '+49', number: '170 1234567' } },
		none('name, phone.countryCode, phone.number', 'phone.number'),
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
		none(
			'submission.answers[0].question, submission.answers[0].answer, submission.answers[1].question, submission.answers[1].answer',
		),
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
		none('body.customer.first_name, body.customer.mobile', 'body.customer.mobile'),
	],
	['WhatsApp, contacts of a message', { profile: { name: 'Ann' }, wa_id: '491701234567' }, none('profile.name, wa_id')],
	[
		'a table in capitals',
		{ PHONE_NUMBER: P, FIRST_NAME: 'Ann', LANG: 'de' },
		'PHONE_NUMBER, name: FIRST_NAME, language: LANG',
	],
	[
		'a form in English',
		{ 'Your name': 'Ann', 'WhatsApp Number (incl. country code)': P, 'SMS opt-in': 'yes' },
		none('Your name, WhatsApp Number (incl. country code), SMS opt-in'),
	],
	[
		'a form in German',
		{ Vorname: 'Ann', 'Telefon-Nr.': LANDLINE, 'Handy Nr': P, Sprache: 'de' },
		differ('Handy Nr (+491…4567) and Telefon-Nr. (+493…1820)', '{{ $json["Handy Nr"] || $json["Telefon-Nr."] }}'),
	],
	[
		'a form in French',
		{ Prénom: 'Ann', 'Numéro de téléphone': LANDLINE, Portable: P, Langue: 'fr' },
		differ(
			'Portable (+491…4567) and Numéro de téléphone (+493…1820)',
			'{{ $json.Portable || $json["Numéro de téléphone"] }}',
		),
	],
	[
		'a form in Spanish',
		{ Nombre: 'Ann', 'Teléfono móvil': P, Idioma: 'es' },
		'Teléfono móvil, name: Nombre, language: Idioma',
	],
	[
		'a form in French for Canada',
		{ 'Nom et prénom': 'Ann', 'No. de cellulaire': P, 'Tél. bureau': LANDLINE },
		none('Nom et prénom, No. de cellulaire, Tél. bureau'),
	],
	['a form in Spanish for Mexico', { 'Nombre del cliente': 'Ann', CELULAR: P }, 'CELULAR'],
	['a form in Brazil', { 'Nome completo': 'Ann', 'Número de contato': P }, none('Nome completo, Número de contato')],
	['a form in Italy', { nome_cliente: 'Ann', 'Recapito telefonico': P }, none('nome_cliente, Recapito telefonico')],
	[
		'a table in German',
		{ KUNDENNAME: 'Ann', 'MOBILFUNK-NR.': P, TELEFON_GESCHAEFTLICH: LANDLINE, Korrespondenzsprache: 'de' },
		'MOBILFUNK-NR., name: KUNDENNAME, language: Korrespondenzsprache',
	],
	[
		'a form in Dutch',
		{ Naam: 'Ann', Telefoonnummer: LANDLINE, 'Mobiel nummer': P, Taal: 'nl' },
		none('Naam, Telefoonnummer, Mobiel nummer, Taal'),
	],
	[
		'a form in Polish',
		{ Imię: 'Ann', 'Numer telefonu': LANDLINE, 'Telefon komórkowy': P },
		none('Imię, Numer telefonu, Telefon komórkowy'),
	],
	[
		'a form in Turkish',
		{ 'Adı Soyadı': 'Ann', 'Cep Telefonu': P, 'Ev Telefonu': LANDLINE },
		none('Adı Soyadı, Cep Telefonu, Ev Telefonu'),
	],
	[
		'a form in Swedish',
		{ Namn: 'Ann', Telefonnummer: LANDLINE, Mobilnummer: P },
		differ('Mobilnummer (+491…4567) and Telefonnummer (+493…1820)', '{{ $json.Mobilnummer || $json.Telefonnummer }}'),
	],
	['a form in Japanese', { 氏名: 'Ann', 電話番号: LANDLINE, 携帯電話番号: P }, none('氏名, 電話番号, 携帯電話番号')],
	['a form in Brazil with a postal code', { Nome: 'Ann', CEP: '01310-100', Telefone: P }, 'Telefone, name: Nome'],
	[
		'a form in Portuguese',
		{ Nome: 'Ann', Telemóvel: P, Telefone: LANDLINE },
		differ('Telemóvel (+491…4567) and Telefone (+493…1820)', '{{ $json["Telemóvel"] || $json.Telefone }}'),
	],
	[
		'a form in Italian',
		{ Nome: 'Ann', Cellulare: P, Telefono: LANDLINE, Lingua: 'it' },
		differ('Cellulare (+491…4567) and Telefono (+493…1820)', '{{ $json.Cellulare || $json.Telefono }}'),
	],
	[
		'Salesforce, a lead with a mobile phone only',
		{ Name: 'Ann', Phone: null, MobilePhone: P, HomePhone: LANDLINE },
		'MobilePhone, name: Name',
	],
	[
		'Intercom',
		{ type: 'contact', name: 'Ann', phone: P, custom_attributes: { mobile: LANDLINE } },
		'phone, name: name',
	],
	[
		'Zendesk, User',
		{ id: 1, name: 'Ann', phone: P, shared_phone_number: null, locale: 'de' },
		'phone, name: name, language: locale',
	],
	[
		'Zendesk, Ticket',
		{ subject: 'Help', requester: { phone: P } },
		none('subject, requester.phone', 'requester.phone'),
	],
	['Baserow', { id: 1, order: '1.0', Name: 'Ann', Phone: P }, 'Phone, name: Name'],
	['Freshsales', { display_name: 'Ann', mobile_number: P, work_number: LANDLINE }, 'mobile_number, name: display_name'],
	[
		'Klaviyo, with a mobile number of its own making',
		{ attributes: { phone_number: P, properties: { mobile: LANDLINE } } },
		'attributes.phone_number',
	],
	[
		'a nested mobile of the recipient of a parcel',
		{ name: 'Ann', phone: P, shipping: { mobile: LANDLINE } },
		'phone, name: name',
	],
	[
		'a lead, an order and a requester',
		{ phone: P, lead: { mobile: '1' }, order: { mobile: '2' }, requester: { mobile: '3' } },
		'phone',
	],
	['a time called sms', { phone: P, sms: 1714562345 }, 'phone'],
	['the number of the company', { phone: P, whatsapp_business_number: LANDLINE }, 'phone'],
	[
		'recipient and customer',
		{ recipient_phone: P, customer_phone: LANDLINE },
		differ(
			'customer_phone (+493…1820) and recipient_phone (+491…4567)',
			'{{ $json.customer_phone || $json.recipient_phone }}',
		),
	],
	['billing beside the phone itself', { phone: P, billing: { phone: LANDLINE } }, 'phone'],
	['the user and the contact', { user: { mobile: LANDLINE }, contact: { phone: P } }, 'contact.phone'],
	["a son's number", { "Son's mobile": LANDLINE, phone: P }, 'phone'],
	['home and work only', { Name: 'Ann', 'Home Phone': P, 'Work Phone': P }, none('Name, Home Phone, Work Phone')],
	['a consent', { Name: 'Ann', sms_consent: 'yes', WhatsApp: true }, none('Name, sms_consent, WhatsApp')],
	['another person', { Owner: { phone: P }, company: { phone: P } }, none('Owner.phone, company.phone', 'Owner.phone')],
	[
		'all contacts in one item',
		{ contacts: [{ phone: P }, { phone: LANDLINE }] },
		none('contacts[0].phone, contacts[1].phone', 'contacts[0].phone'),
	],
	[
		'a flattened table',
		{ 'properties.phone': P, 'properties.firstname': 'Ann' },
		'properties.phone, name: properties.firstname',
	],
	['a list of phones of a nested person', { contact: { phones: [{ value: P }] } }, 'contact.phones[0].value'],
	['the same number twice', { phone: P, mobile: '0049 0170 1234567' }, 'mobile'],
	[
		'two that differ in one digit',
		{ phone: P, mobile: '+491701234568' },
		differ('mobile (+491…4568) and phone (+491…4567)', '{{ $json.mobile || $json.phone }}'),
	],
	['one that is empty', { phone: ' ', mobile: P }, 'mobile'],
	['a first name, and a family name called Name', { Name: 'Doe', Vorname: 'Ann', Mobil: P }, 'Mobil, name: Name'],
	[
		'names that JavaScript knows',
		JSON.parse(`{"__proto__": {"phone": "1"}, "constructor": "2", "phone": "${P}"}`) as object,
		'phone',
	],
	['nothing', {}, none('nothing')],
];

test.each(shapes)('items: %s', async (_source, item, gives) => {
	const found = await checkRows([item]);
	if (found.result.refusals.length > 0) {
		expect(refusalOf(found)).toBe(gives);
		return;
	}
	const { phone = '', ...others } = found.result.columnsUsed;
	const used = [phone, ...Object.entries(others).map(([column, field]) => `${column}: ${field}`)].join(', ');
	expect(used).toBe(gives);
});

test('one field serves all contacts: half with one and half with the other is a question', async () => {
	const rows = [
		{ Phone: LANDLINE, MobilePhone: '' },
		{ Phone: '', MobilePhone: P },
	];
	expect(refusalOf(await checkRows(rows))).toBe(
		differ('MobilePhone (+491…4567) and Phone (+493…1820)', '{{ $json.MobilePhone || $json.Phone }}'),
	);
	const [, second] = rows;
	expect((await checkRows([second as object, { other: 1 }])).result.columnsUsed).toEqual({ phone: 'MobilePhone' });
});

test.each<[what: string, item: object, gives: string]>([
	[
		'an empty phone of its own is never made up for by another person',
		{ name: 'Lee', phone: null, default_address: { name: 'Mum Lee', phone: P }, billing: { phone: P } },
		noNumber('phone', 'default_address.phone'),
	],
	[
		'nor is a missing one by a person who is not in the table',
		{ name: 'Lee', mother: { phone: P } },
		none('name, mother.phone', 'mother.phone'),
	],
	['a payer greets nobody', { first_name: 'Ann', phone: P, customer: { name: 'ACME' } }, 'phone, name: first_name'],
	['a company greets nobody', { phone: P, billing: { name: 'ACME' } }, 'phone'],
	['nor does the number of an order', { name: '#1001', customer: { phone: P } }, 'customer.phone'],
	[
		'of two places, the one whose phone is used gives the name',
		{ contact: { phone: P, name: 'Ann' }, recipient: { phone: P, name: 'Bo' }, name: 'Deal 5k' },
		'contact.phone, name: contact.name',
	],
	[
		'of one place, mobile comes first, and the item before what is nested',
		{ phone: LANDLINE, mobile: P, contact: { mobile: LANDLINE } },
		differ('mobile (+491…4567) and phone (+493…1820)', '{{ $json.mobile || $json.phone }}'),
	],
	[
		'a link with a form behind it asks',
		{ query: { phone: P }, body: { phone: LANDLINE } },
		differ('body.phone (+493…1820) and query.phone (+491…4567)', '{{ $json.body?.phone || $json.query?.phone }}'),
	],
	[
		'flat names have their place, too',
		{ first_name: 'Ann', billing_phone: P, billing_first_name: 'Bo' },
		'billing_phone, name: billing_first_name',
	],
])('one place: %s', async (_what, item, gives) => {
	const { result } = await checkRows([item]);
	if (result.refusals.length > 0) {
		expect(result.refusals.map(({ message, advice }) => `${message} → ${advice}`)).toEqual([gives]);
		return;
	}
	const { phone = '', ...others } = result.columnsUsed;
	expect([phone, ...Object.entries(others).map(([column, field]) => `${column}: ${field}`)].join(', ')).toBe(gives);
});

test.each([20, 21])('%d fields that could be the phone', async (count) => {
	const names = Array.from({ length: count }, (_, index) => `${'_'.repeat(index)}phone`);
	const item = Object.fromEntries(names.map((name) => [name, P]));
	const found = await checkRows([item]);
	const ofFile = await check(`${names.join(',')}\n${names.map(() => P).join(',')}\n`);
	if (count === 20) {
		expect([found.result.columnsUsed.phone, ofFile.result.columnsUsed.phone]).toEqual(['phone', 'phone']);
		return;
	}
	expect(refusalOf(found)).toContain('21 fields could hold the phone number, such as "phone"');
	expect(refusalOf(ofFile)).toContain('21 columns could hold the phone number, such as "phone"');
});

test('three of them are all named', async () => {
	const found = await checkRows([{ phone: P, tel: LANDLINE, 'Mobile "1"': '', Handy: '123' }]);
	expect(refusalOf(found)).toContain(
		'3 fields hold different phone numbers: Handy (123), phone (+491…4567) and tel (+493…1820)',
	);
});

test('numbers that end alike show how they begin, too', async () => {
	const found = await checkRows([{ phone: '0170 1234567', mobile: P, tel: LANDLINE }]);
	expect(refusalOf(found)).toContain(
		'3 fields hold different phone numbers: mobile (+491…4567), phone (0170…4567) and tel (+493…1820)',
	);
});

const differInFile = (columns: string, such: string) =>
	`2 columns hold different phone numbers: ${columns} → Add the option 'File Columns' and enter the name of the column to use under 'Phone', such as ${such}. Contacts without a number in that column get nothing.`;
const noneInFile = (header: string) =>
	`No column has one of the usual names for a phone number. The file has: ${header} → Add the option 'File Columns' and enter the name of the column with the phone numbers under 'Phone'.`;

test.each<[source: string, text: string, gives: string]>([
	[
		"the service's own header with one column more",
		`name,phone,mobile\nAnn,${LANDLINE},${P}\n`,
		differInFile('mobile (+491…4567) and phone (+493…1820)', 'mobile'),
	],
	[
		'HubSpot',
		`"Record ID","First Name","Phone Number","Mobile Phone Number"\n"1","Ann","","${P}"\n`,
		'name,phone\r\nAnn,+491701234567\r\n',
	],
	[
		'Salesforce',
		`"Name","Phone","MobilePhone","Fax"\n"Ann","${LANDLINE}","${P}","1"\n`,
		differInFile('MobilePhone (+491…4567) and Phone (+493…1820)', 'MobilePhone'),
	],
	['Zoho', `Full Name,Email,Phone,Mobile\nAnn,a@example.com,${P},${P}\n`, 'name,phone\r\nAnn,+491701234567\r\n'],
	[
		'Google Contacts',
		`First Name,Phone 1 - Label,Phone 1 - Value\nAnn,Work,${LANDLINE}\n`,
		noneInFile('First Name, Phone 1 - Label, Phone 1 - Value'),
	],
	[
		'Shopify',
		`First Name,Accepts SMS Marketing,Default Address Phone,Phone\nAnn,yes,,${P}\n`,
		'name,phone\r\nAnn,+491701234567\r\n',
	],
	['Excel in German', `Vorname;Nachname;Handynummer\r\nAnn;Doe;${P}\r\n`, 'name,phone\r\nAnn,+491701234567\r\n'],
	['a sheet in Portuguese', `Nome\tTelefone celular\nAnn\t${P}\n`, 'name,phone\r\nAnn,+491701234567\r\n'],
	['a pipe', `Phone|Language\n${P}|de\n`, 'phone,language\r\n+491701234567,de\r\n'],
	['a form', `#,What's your phone number?\n1,${P}\n`, noneInFile("#, What's your phone number?")],
	[
		'two columns of one name',
		`phone,phone\n${P},${LANDLINE}\n`,
		'2 columns hold different phone numbers: phone (column 1, +491…4567) and phone (column 2, +493…1820) → In the file, rename the ones you do not want to use.',
	],
])('files: %s', async (_source, text, gives) => {
	const found = await check(text);
	expect(found.file ? await textOf(found.file) : refusalOf(found)).toBe(gives);
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
