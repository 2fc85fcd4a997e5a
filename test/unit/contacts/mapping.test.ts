import { automaticMapping } from '../../../nodes/RcsPromotion/contacts/mapping';

const mapped = (...rows: object[]) => {
	const { columns, alternatives } = automaticMapping(
		rows.map((json) => ({ json: json as never })),
		new Set(['phone' as const]),
	);
	const paths = Object.fromEntries(Object.entries(columns).map(([column, path]) => [column, path.join('.')]));
	return { ...paths, ...(Object.keys(alternatives).length > 0 ? { alternatives } : {}) };
};

describe('fields as they come from', () => {
	test.each<[string, object, object]>([
		[
			'our own names',
			{ name: 'A', phone: '1', language: 'de', businesssubscriberid: 'x' },
			{ name: 'name', phone: 'phone', language: 'language', businesssubscriberid: 'businesssubscriberid' },
		],
		[
			'HubSpot',
			{
				id: '1',
				createdAt: 'x',
				archived: false,
				properties: {
					firstname: 'Ann',
					lastname: 'Doe',
					mobilephone: '1',
					hs_language: 'de',
					email: 'a@example.com',
					hs_object_id: '1',
				},
			},
			{ name: 'properties.firstname', phone: 'properties.mobilephone', language: 'properties.hs_language' },
		],
		[
			'Salesforce',
			{
				attributes: { type: 'Contact', url: '/x' },
				Id: '003',
				Name: 'Ann Doe',
				MobilePhone: '1',
				Language__c: 'de',
				Account: { Name: 'ACME', Phone: '2' },
			},
			{ name: 'Name', phone: 'MobilePhone', language: 'Language__c' },
		],
		[
			'Google Sheets',
			{ row_number: 2, 'Full Name': 'Ann', 'Phone Number': 1, Language: 'de' },
			{ name: 'Full Name', phone: 'Phone Number', language: 'Language' },
		],
		[
			'Airtable',
			{ id: 'rec', createdTime: 'x', fields: { Name: 'Ann', Phone: '1' } },
			{ name: 'fields.Name', phone: 'fields.Phone' },
		],
		['a webhook', { headers: {}, body: { phone: '1', name: 'Ann' } }, { name: 'body.name', phone: 'body.phone' }],
		[
			'a table in capitals',
			{ PHONE_NUMBER: '1', FIRST_NAME: 'Ann', LANG: 'de' },
			{ name: 'FIRST_NAME', phone: 'PHONE_NUMBER', language: 'LANG' },
		],
		[
			'a German table',
			{ Vorname: 'Ann', Handynummer: '1', Sprache: 'de' },
			{ name: 'Vorname', phone: 'Handynummer', language: 'Sprache' },
		],
		['an accented name', { Prénom: 'Ann', Teléfono: '1' }, { name: 'Prénom', phone: 'Teléfono' }],
	])('%s', (_source, json, columns) => {
		expect(mapped(json)).toEqual(columns);
	});
});

describe('one field serves all items', () => {
	test('the best name that holds a value anywhere', () => {
		expect(mapped({ phone: null, mobile: '' }, { phone: '', mobile: '1' })).toEqual({ phone: 'mobile' });
		expect(mapped({ phone: null }, { phone: '1' })).toEqual({ phone: 'phone' });
		expect(mapped({ other: 1 }, { phone: '1' })).toEqual({ phone: 'phone' });
	});
	test('what might be meant as well is named', () => {
		expect(mapped({ Mobile: '2', phone: '1' })).toEqual({ phone: 'phone', alternatives: { phone: ['Mobile'] } });
		expect(mapped({ Phone: '2', phone: '1' })).toEqual({ phone: 'phone', alternatives: { phone: ['Phone'] } });
	});
	test('the top comes before one level down, and nothing deeper is taken', () => {
		expect(mapped({ tel: '1', properties: { phone: '2' } })).toMatchObject({ phone: 'tel' });
		expect(mapped({ properties: { contact: { phone: '1' } } })).toEqual({});
	});
	test('phones of someone else are not taken', () => {
		expect(mapped({ Owner: { Phone: '1' }, company: { phone: '2' }, fax: '3', phoneVerified: true })).toEqual({});
	});
	test('lists and objects are taken only for what is needed, so that they can be told', () => {
		expect(mapped({ phone: { value: '1' }, name: { first: 'A' }, lang: ['de'] })).toEqual({ phone: 'phone' });
		expect(mapped({ name: { first: 'A' }, fullname: 'Ann' }, { name: 'B' })).toMatchObject({ name: 'name' });
	});
	test('no items, no fields', () => {
		expect(automaticMapping([], new Set())).toEqual({ columns: {}, alternatives: {}, fields: [] });
	});
});
