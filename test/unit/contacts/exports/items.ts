/** Items as n8n's nodes for these tools put them out, and the path that dragging a field inserts. */
import type { IDataObject } from 'n8n-workflow';
import { Ann, ANN, Bo, BO, Cy, CY, OFFICE, OWNER, type ToolExport } from './toolExport';

/** Two people who have an office phone, too, and one without a mobile phone, in the shape that the tool gives them. */
const people = (shape: (name: string, mobile: string | null, office: string | null, index: number) => IDataObject) => [
	shape('Ann', ANN, OFFICE, 0),
	shape('Bo', BO, null, 1),
	shape('Cy', null, OFFICE, 2),
];
const bothOf = { sends: [Ann, Bo], leftOut: 1 };

export const exportedItems: ToolExport[] = [
	{
		tool: 'HubSpot node, Get Many',
		items: people((name, mobile, office, index) => ({
			vid: 151 + index,
			properties: {
				firstname: { value: name, versions: [] },
				phone: { value: office ?? '' },
				mobilephone: { value: mobile ?? '' },
				hs_object_id: { value: String(151 + index) },
			},
		})),
		fields: { phone: 'properties.mobilephone.value', name: 'properties.firstname.value' },
		...bothOf,
	},
	{
		tool: 'HubSpot node, Search',
		items: people((name, mobile, office, index) => ({
			id: String(151 + index),
			properties: { createdate: '2026-01-12T09:31:00.000Z', firstname: name, phone: office, mobilephone: mobile },
			archived: false,
		})),
		fields: { phone: 'properties.mobilephone', name: 'properties.firstname' },
		...bothOf,
	},
	{
		tool: 'Salesforce node, with the phone of the account and that of the assistant',
		items: people((name, mobile, office) => ({
			attributes: { type: 'Contact', url: '/services/data/v59.0/sobjects/Contact/0035g00000AbCdEAAV' },
			...{ Id: '0035g00000AbCdEAAV', FirstName: name, Phone: office, MobilePhone: mobile, AssistantPhone: OWNER },
			Account: { Name: 'ACME', Phone: OWNER },
		})),
		fields: { phone: 'MobilePhone', name: 'FirstName' },
		...bothOf,
	},
	{
		tool: 'Pipedrive node, phones as a list, and the phone of the owner',
		items: people((name, mobile, _office, index) => ({
			id: index,
			first_name: name,
			phone: mobile === null ? [] : [{ label: 'mobile', value: mobile, primary: true }],
			owner_id: { id: 7, name: 'Sam Sales', phone: OWNER },
		})),
		fields: { phone: 'phone[0].value', name: 'first_name' },
		...bothOf,
	},
	{
		tool: 'Zoho CRM node',
		items: people((name, mobile, office, index) => ({
			id: `554597400000041500${index}`,
			...{ Owner: { name: 'Sam Sales', phone: OWNER }, First_Name: name, Phone: office, Mobile: mobile, Fax: office },
		})),
		fields: { phone: 'Mobile', name: 'First_Name' },
		...bothOf,
	},
	{
		tool: 'Mailchimp node, members with merge fields',
		items: people((name, mobile, office) => ({
			...{ id: '62eeb292278cc15f5817cb78f7790b08', status: 'subscribed', unique_email_id: '8123a' },
			merge_fields: { FNAME: name, PHONE: mobile ?? '', WORKPHONE: office ?? '', BIRTHDAY: '06/13' },
		})),
		fields: { phone: 'merge_fields.PHONE', name: 'merge_fields.FNAME' },
		...bothOf,
	},
	{
		tool: 'Brevo node, attributes with digits alone',
		items: people((name, mobile, office, index) => ({
			...{ id: index, emailBlacklisted: false, smsBlacklisted: false },
			attributes: { FIRSTNAME: name, SMS: mobile?.slice(1) ?? '', LANDLINE_NUMBER: office?.slice(1) ?? '' },
		})),
		fields: { phone: 'attributes.SMS', name: 'attributes.FIRSTNAME' },
		country: 'included',
		...bothOf,
	},
	{
		tool: 'ActiveCampaign node',
		items: people((name, mobile, office, index) => ({
			...{
				id: String(index),
				firstName: name,
				phone: mobile ?? '',
				orgname: 'ACME',
				cdate: '2026-01-12T09:31:00-06:00',
			},
			fieldValues: [{ field: '3', value: office }],
		})),
		fields: { phone: 'phone', name: 'firstName' },
		...bothOf,
	},
	{
		tool: 'Klaviyo, profiles by its API',
		items: people((name, mobile, office) => ({
			...{ type: 'profile', id: '01GDDKASAP8TKDDA2GRZDSVP4H' },
			attributes: { first_name: name, phone_number: mobile, properties: { 'Office Phone': office } },
		})),
		fields: { phone: 'attributes.phone_number', name: 'attributes.first_name' },
		...bothOf,
	},
	{
		tool: 'Shopify node, customers with a phone in their address, too',
		items: people((name, mobile, office, index) => ({
			...{ id: 6940095021282 + index, first_name: name, phone: mobile, created_at: '2026-01-12T09:31:00+01:00' },
			default_address: { phone: office, zip: '10115' },
		})),
		fields: { phone: 'phone', name: 'first_name' },
		...bothOf,
	},
	{
		tool: 'WooCommerce node, national numbers of several countries',
		items: [
			{
				id: 26,
				billing: { first_name: 'Ann', phone: '0170 1234501', country: 'DE' },
				shipping: { phone: '030 901820' },
			},
			{ id: 27, billing: { first_name: 'Bo', phone: '06 12 34 56 78', country: 'FR' }, shipping: { phone: '' } },
			{ id: 28, billing: { first_name: 'Cy', phone: '(415) 555-0132', country: 'US' }, shipping: { phone: '' } },
		],
		fields: { phone: 'billing.phone', name: 'billing.first_name', country: 'billing.country' },
		sends: [Ann, ['Bo', '+33612345678'], ['Cy', '+14155550132']],
	},
	{
		tool: 'Stripe node, customers',
		items: people((name, mobile, office, index) => ({
			...{ id: `cus_NffrFeUfNV2Hi${index}`, object: 'customer', created: 1764267861 + index, name, phone: mobile },
			shipping: { name, phone: office },
		})),
		fields: { phone: 'phone', name: 'name' },
		...bothOf,
	},
	{
		tool: 'Google Sheets node, numbers that are numbers',
		items: people((name, mobile, office, index) => ({
			...{ row_number: index + 2, Name: name, Festnetz: Number(office ?? 0) || '', Handy: Number(mobile ?? 0) || '' },
		})),
		fields: { phone: 'Handy', name: 'Name' },
		country: 'included',
		...bothOf,
	},
	{
		tool: 'Google Sheets node, numbers that lost their zero',
		items: [
			{ row_number: 2, 'Vor- und Nachname': 'Ann Doe', 'Handy (privat)': 1701234501 },
			{ row_number: 3, 'Vor- und Nachname': 'Bo Roe', 'Handy (privat)': 1701234502 },
		],
		fields: { phone: 'Handy (privat)', name: 'Vor- und Nachname' },
		country: 'DE',
		sends: [
			['Ann Doe', ANN],
			['Bo Roe', BO],
		],
	},
	{
		tool: 'Airtable node, fields of a record that lack what is empty',
		items: [
			{
				id: 'rec1',
				createdTime: '2026-01-12T09:31:00.000Z',
				fields: { Name: 'Ann', 'Mobile No.': ANN, Phone: OFFICE },
			},
			{ id: 'rec2', createdTime: '2026-01-13T10:02:00.000Z', fields: { Name: 'Bo', 'Mobile No.': BO } },
			{ id: 'rec3', createdTime: '2026-01-14T09:00:00.000Z', fields: { Name: 'Cy' } },
		],
		fields: { phone: "fields['Mobile No.']", name: 'fields.Name' },
		...bothOf,
	},
	{
		tool: 'Airtable node, plain fields',
		items: people((name, mobile, office) => ({
			id: 'rec1',
			Name: name,
			...(office === null ? {} : { Phone: office }),
			...(mobile === null ? {} : { 'Mobile No.': mobile }),
		})),
		fields: { phone: 'Mobile No.', name: 'Name' },
		...bothOf,
	},
	{
		tool: 'Google Contacts node, phones by their kind',
		items: people((name, mobile, office, index) => ({
			...{ id: `c${index}`, name: { givenName: name, familyName: 'Doe' } },
			phone: { ...(mobile === null ? {} : { mobile: [mobile] }), ...(office === null ? {} : { work: [office] }) },
		})),
		fields: { phone: 'phone.mobile[0]', name: 'name.givenName' },
		...bothOf,
	},
	{
		tool: 'Microsoft Outlook node, business phones as a list',
		items: people((name, mobile, office) => ({
			...{ givenName: name, mobilePhone: mobile, businessPhones: office === null ? [] : [office], homePhones: [] },
		})),
		fields: { phone: 'mobilePhone', name: 'givenName' },
		...bothOf,
	},
	{
		tool: 'Typeform Trigger, with questions as names',
		items: people((name, mobile, office) => ({
			...{
				'Nice! Your name, please?': name,
				"What's your mobile number?": mobile ?? '',
				'Office phone, if any': office,
			},
		})),
		fields: { phone: "What's your mobile number?", name: 'Nice! Your name, please?' },
		...bothOf,
	},
	{
		tool: 'n8n Form Trigger, numbers as people type them',
		items: [
			{
				Name: 'Ann',
				'Mobile (optional)': '0170 / 123 45 01',
				submittedAt: '2026-01-12T09:31:00.000+01:00',
				formMode: 'test',
			},
			{ Name: 'Bo', 'Mobile (optional)': '+49 (0) 170 1234502', submittedAt: '2026-01-13T10:02:00.000+01:00' },
			{ Name: 'Cy', 'Mobile (optional)': '', submittedAt: '2026-01-14T09:00:00.000+01:00' },
		],
		fields: { phone: 'Mobile (optional)', name: 'Name' },
		country: 'DE',
		...bothOf,
	},
	{
		tool: 'Webhook node, with the numbers of our own in its headers',
		items: people((name, mobile, office) => ({
			headers: { 'x-from': OWNER, 'content-length': '412' },
			query: {},
			body: { name, contact: { phones: { mobile, office } } },
		})),
		fields: { phone: 'body.contact.phones.mobile', name: 'body.name' },
		...bothOf,
	},
	{
		tool: 'Webhook node, a form whose questions are names within its answers',
		items: people((name, mobile, office) => ({
			body: { name, answers: { "What's your mobile number?": mobile, "Who's your boss?": OWNER, Office: office } },
		})),
		fields: { phone: "body.answers['What\\'s your mobile number?']", name: 'body.name' },
		...bothOf,
	},
	{
		tool: 'Notion node, simplified',
		items: people((name, mobile, office, index) => ({
			...{ id: `59833787-2cf9-4fdf-8782-e53db20768a${index}`, name, property_handy: mobile, property_festnetz: office },
		})),
		fields: { phone: 'property_handy', name: 'name' },
		...bothOf,
	},
	{
		tool: 'Postgres node, the phone as a list of one',
		items: people((name, mobile, office, index) => ({
			id: index,
			name,
			mobile: mobile === null ? [] : [mobile],
			office,
		})),
		fields: { phone: 'mobile', name: 'name' },
		...bothOf,
	},
	{
		tool: 'a merged export in which only the second of two fields is filled for some',
		items: [
			{ name: 'Ann', mobile: ANN, whatsapp: '' },
			{ name: 'Bo', mobile: '-', whatsapp: BO },
			{ name: 'Cy', whatsapp: CY },
		],
		fields: { phone: 'mobile, whatsapp', name: 'name' },
		sends: [Ann, Bo, Cy],
	},
];
