/**
 * Files as the tools of our users export them, with their own column names, delimiters, quotation marks and encodings: whose phone is used,
 * or what is asked. A question is right where only the user can know.
 */
import iconv from 'iconv-lite';
import type { ContactCheckOptions } from '../../../nodes/RcsPromotion/contacts/types';
import { check, textOf } from './support';

/** People as they stand in these files: mobile, landline. */
const [ANN, BO, CY] = ['+491701234501', '+491701234502', '+491701234503'];
const [ANN_AT_WORK, ACME] = ['+4930901820', '+498955556'];

interface Export {
	tool: string;
	file: string | Uint8Array;
	options?: Partial<ContactCheckOptions>;
	/** The column used, or those that are asked about. */
	gives: { uses: string; sends: string[] } | { asks: string[] };
}

const lines = (...rows: string[]) => `${rows.join('\r\n')}\r\n`;

const exports: Export[] = [
	{
		tool: 'HubSpot, contacts with an office and a mobile phone',
		file: lines(
			'"Record ID","First Name","Last Name","Email","Phone Number","Mobile Phone Number","Contact owner","Create Date"',
			`"151","Ann","Doe","ann@example.com","${ANN_AT_WORK}","${ANN}","Sam Sales","2026-01-12 09:31"`,
			`"152","Bo","Roe","bo@example.com","","${BO}","Sam Sales","2026-01-13 10:02"`,
		),
		gives: { asks: ['Mobile Phone Number', 'Phone Number'] },
	},
	{
		tool: 'HubSpot, contacts with one phone',
		file: lines(
			'"Record ID","First Name","Last Name","Email","Phone Number","Lead Status","Last Activity Date"',
			`"151","Ann","Doe","ann@example.com","${ANN}","Open","2026-01-12 09:31"`,
			'"152","Bo","Roe","bo@example.com","","Open",""',
			`"153","Cy","Poe","cy@example.com","${CY}","","2026-01-14 09:00"`,
		),
		gives: { uses: 'Phone Number', sends: [ANN, CY] },
	},
	{
		tool: 'Salesforce Data Loader, contacts',
		file: lines(
			'"ID","FIRSTNAME","LASTNAME","MOBILEPHONE","EMAIL","HASOPTEDOUTOFEMAIL"',
			`"0035g00000AbCdEAAV","Ann","Doe","${ANN}","ann@example.com","false"`,
			`"0035g00000AbCdFAAV","Bo","Roe","${BO}","bo@example.com","false"`,
		),
		gives: { uses: 'MOBILEPHONE', sends: [ANN, BO] },
	},
	{
		tool: 'Salesforce Data Loader, contacts with the phone of their account',
		file: lines(
			'"ID","FIRSTNAME","LASTNAME","MOBILEPHONE","ACCOUNT.NAME","ACCOUNT.PHONE"',
			`"0035g00000AbCdEAAV","Ann","Doe","${ANN}","ACME","${ACME}"`,
			`"0035g00000AbCdFAAV","Bo","Roe","","ACME","${ACME}"`,
		),
		gives: { asks: ['MOBILEPHONE', 'ACCOUNT.PHONE'] },
	},
	{
		tool: 'Pipedrive, people',
		file: lines(
			'Person - Name,Person - Organization,Person - Email - Work,Person - Phone - Work,Person - Phone - Home,Person - Phone - Mobile,Person - Phone - Other,Person - Open deals',
			`Ann Doe,ACME,ann@example.com,,,${ANN},,2`,
			`Bo Roe,ACME,bo@example.com,,,${BO},,0`,
		),
		gives: { asks: ['Person - Phone - Mobile'] },
	},
	{
		tool: 'Zoho CRM, contacts',
		file: lines(
			'Record Id,Contact Owner.id,Contact Owner,First Name,Last Name,Email,Phone,Other Phone,Home Phone,Mobile,Fax,Asst Phone,Email Opt Out',
			`zcrm_5545974000000415001,zcrm_5545974000000068001,Sam Sales,Ann,Doe,ann@example.com,${ANN_AT_WORK},,,${ANN},,,false`,
			`zcrm_5545974000000415002,zcrm_5545974000000068001,Sam Sales,Bo,Roe,bo@example.com,,,,${BO},,,false`,
		),
		gives: { asks: ['Mobile', 'Phone'] },
	},
	{
		tool: 'Shopify, customers whose address has the same phone, or none',
		file: lines(
			'Customer ID,First Name,Last Name,Email,Accepts Email Marketing,Default Address City,Default Address Zip,Default Address Phone,Phone,Accepts SMS Marketing,Total Spent,Total Orders,Tags',
			`'6940095021282,Ann,Doe,ann@example.com,yes,Berlin,'10115,'${ANN},'${ANN},yes,120.50,3,vip`,
			`'6940095021283,Bo,Roe,bo@example.com,no,Berlin,'10117,,'${BO},no,0.00,0,`,
		),
		gives: { uses: 'Phone', sends: [ANN, BO] },
	},
	{
		tool: 'Shopify, customers of whom some gave a phone with their address alone',
		file: lines(
			'Customer ID,First Name,Last Name,Email,Default Address Phone,Phone,Accepts SMS Marketing',
			`'6940095021282,Ann,Doe,ann@example.com,,'${ANN},yes`,
			`'6940095021283,Bo,Roe,bo@example.com,'${BO},,no`,
		),
		gives: { asks: ['Phone', 'Default Address Phone'] },
	},
	{
		tool: 'Shopify, orders',
		file: lines(
			'Name,Email,Financial Status,Paid at,Lineitem name,Billing Name,Billing Phone,Shipping Name,Shipping Phone,Phone,Id',
			`#1001,ann@example.com,paid,2026-01-12 09:31:00 +0100,Mug,Ann Doe,'${ANN},Cy Poe,'${CY},,5012345678901`,
			`#1002,bo@example.com,paid,2026-01-13 10:02:00 +0100,Cup,Bo Roe,'${BO},Bo Roe,'${BO},'${BO},5012345678902`,
		),
		gives: { asks: ['Phone', 'Shipping Phone', 'Billing Phone'] },
	},
	{
		tool: 'WooCommerce, orders that were sent to those who paid',
		file: lines(
			'order_id,order_number,order_date,status,customer_id,billing_first_name,billing_last_name,billing_phone,billing_email,shipping_first_name,shipping_phone,order_total',
			`1201,1201,2026-01-12 09:31:00,completed,17,Ann,Doe,${ANN},ann@example.com,Ann,,39.90`,
			`1202,1202,2026-01-13 10:02:00,completed,18,Bo,Roe,${BO},bo@example.com,Bo,${BO},12.00`,
		),
		gives: { uses: 'billing_phone', sends: [ANN, BO] },
	},
	{
		tool: 'Brevo, contacts with numbers for SMS and WhatsApp',
		file: lines(
			'CONTACT ID;EMAIL;FIRSTNAME;LASTNAME;SMS;WHATSAPP;OPT_IN;ADDED_TIME;MODIFIED_TIME',
			`12;ann@example.com;Ann;Doe;${ANN.slice(1)};${ANN.slice(1)};Yes;12-01-2026 09:31:00;13-01-2026 09:31:00`,
			`13;bo@example.com;Bo;Roe;${BO.slice(1)};;No;12-01-2026 09:31:00;13-01-2026 09:31:00`,
		),
		options: { country: 'included' },
		gives: { asks: ['SMS', 'WHATSAPP'] },
	},
	{
		tool: 'Mailchimp, audience',
		file: lines(
			'"Email Address","First Name","Last Name",Address,"Phone Number",Birthday,MEMBER_RATING,OPTIN_TIME,OPTIN_IP,CONFIRM_TIME,LEID,EUID,NOTES,TAGS',
			`ann@example.com,Ann,Doe,"Main Street 1  Berlin  10115",${ANN},01/12,2,,,"2026-01-12 09:31:00",512345678,ab12cd34ef,,"""vip"""`,
			'bo@example.com,Bo,Roe,,,,2,,,"2026-01-13 10:02:00",512345679,ab12cd34e0,,',
		),
		gives: { uses: 'Phone Number', sends: [ANN] },
	},
	{
		tool: 'Airtable, a grid view with notes over several lines',
		file: `\ufeff${lines('Name,Phone,Notes,Attachments,Status', `Ann,${ANN},"Called twice\nwants a call on Monday, 10 am\n",a.pdf (https://v5.airtableusercontent.com/x),Todo`, `Bo,${BO},,,Done`)}`,
		gives: { uses: 'Phone', sends: [ANN, BO] },
	},
	{
		tool: 'Google Contacts, one phone each',
		file: lines(
			'First Name,Middle Name,Last Name,Nickname,Birthday,Notes,Labels,E-mail 1 - Label,E-mail 1 - Value,Phone 1 - Label,Phone 1 - Value',
			`Ann,,Doe,,1990-04-01,,* myContacts,* Home,ann@example.com,Mobile,${ANN}`,
			`Bo,,Roe,,,,* myContacts,,,Mobile,${BO}`,
		),
		gives: { uses: 'Phone 1 - Value', sends: [ANN, BO] },
	},
	{
		tool: 'Google Contacts, two phones',
		file: lines(
			'First Name,Last Name,Phone 1 - Label,Phone 1 - Value,Phone 2 - Label,Phone 2 - Value',
			`Ann,Doe,Work,${ANN_AT_WORK},Mobile,${ANN}`,
			`Bo,Roe,Mobile,${BO},,`,
		),
		gives: { asks: ['Phone 1 - Value', 'Phone 2 - Value'] },
	},
	{
		tool: 'Meta lead ads',
		file: iconv.encode(
			`id\tcreated_time\tad_id\tad_name\tform_name\tis_organic\tplatform\tfull_name\tphone_number\temail\nl:1203456789012345\t2026-01-12T09:31:00+01:00\tag:120208765432109876\tSpring\tSpring form\tfalse\tfb\tAnn Doe\tp:${ANN}\tann@example.com\nl:1203456789012346\t2026-01-13T10:02:00+01:00\tag:120208765432109876\tSpring\tSpring form\tfalse\tig\tBo Roe\tp:${BO}\tbo@example.com\n`,
			'utf16-le',
			{ addBOM: true },
		),
		gives: { uses: 'phone_number', sends: [ANN, BO] },
	},
	{
		tool: 'a list from India with ten digits',
		file: lines(
			'S.No,Name,Mob No,Pin Code,Order No',
			'1,Asha,98765 43210,560001,40012345',
			'2,Ravi,9876543211,110001,40012346',
		),
		options: { country: 'IN' },
		gives: { uses: 'Mob No', sends: ['+919876543210', '+919876543211'] },
	},
	{
		tool: 'Excel in German',
		file: iconv.encode(
			lines(
				'Kundennr.;Anrede;Vorname;Nachname;Straße;PLZ;Geburtsdatum;Handynr.',
				'10023;Frau;Änne;Doe;Am Weg 1;10115;01.04.1990;0170 1234501',
				'10024;Herr;Bo;Roe;Am Weg 2;10117;;0170/1234502',
			),
			'win1252',
		),
		options: { country: 'DE', encoding: 'utf8OrWindows1252' },
		gives: { uses: 'Handynr.', sends: [ANN, BO] },
	},
	{
		tool: 'Excel in German, with a landline',
		file: lines(
			'Kundennr.;Vorname;Telefonnummer;Mobiltelefonnummer',
			'10023;Ann;030 901820;0170 1234501',
			'10024;Bo;;0170 1234502',
		),
		options: { country: 'DE' },
		gives: { asks: ['Mobiltelefonnummer', 'Telefonnummer'] },
	},
	{
		tool: 'Excel in French',
		file: lines(
			'Civilité;Nom;Prénom;Tél. fixe;Tél. portable;Date de naissance',
			'Mme;Doe;Anne;01 42 68 53 00;06 12 34 56 78;01/04/1990',
			'M.;Roe;Bo;;06 12 34 56 79;',
		),
		options: { country: 'FR' },
		gives: { asks: ['Tél. portable', 'Tél. fixe'] },
	},
	{
		tool: 'Excel in French, with one phone',
		file: lines(
			'Nom;Prénom;Numéro de téléphone mobile;Code postal',
			'Doe;Anne;06 12 34 56 78;75008',
			'Roe;Bo;06 12 34 56 79;75009',
		),
		options: { country: 'FR' },
		gives: { uses: 'Numéro de téléphone mobile', sends: ['+33612345678', '+33612345679'] },
	},
];

test.each(exports)('the phone column of a file is used, or asked about: $tool', async ({ file, options, gives }) => {
	const { result, file: outgoing } = await check(file, options);
	if ('asks' in gives) {
		expect(result.refusals.map(({ code }) => code)).toEqual(['severalPhones']);
		const message = result.refusals[0]?.message ?? '';
		// Each with an example and how many contacts have it, the one to choose first.
		const named = message.replace(/^[^:]*: /, '').split(/ \([^()]*\)(?:, | and )?/);
		expect(named.filter(Boolean)).toEqual(gives.asks);
		return;
	}
	expect(result.refusals).toEqual([]);
	expect(result.columnsUsed.phone).toBe(gives.uses);
	const sent = (await textOf(outgoing)).trimEnd().split('\r\n').slice(1);
	expect(sent.map((row) => row.split(',').at(-1))).toEqual(gives.sends);
});

describe('lines above the column names are named, not taken for them', () => {
	const table = ['Vorname;Handy', `Ann;${ANN}`];
	test.each<[what: string, rows: string[], line: number, options?: Partial<ContactCheckOptions>]>([
		["Excel's separator", ['sep=;', ...table], 2],
		['a title', ['Kundenliste Mai 2026', ...table], 2],
		['a title with cells of its own, and a blank line', ['Kundenliste;', ';', ...table], 3],
		[
			'a title, with the column named in the form',
			['Liste', 'Vorname;Kontakt', `Ann;${ANN}`],
			2,
			{ fileColumns: { phone: 'Kontakt' } },
		],
	])('%s', async (_what, rows, line, options = {}) => {
		const { result } = await check(lines(...rows), options);
		expect(result.refusals).toEqual([
			{
				code: 'linesAbove',
				message: `Line ${line}: the column names are here, but there are other lines above them`,
				advice: 'Delete the lines above the column names.',
				count: 0,
				lines: [line],
			},
		]);
	});
	test('a row that holds a word such as Handy is no header', async () => {
		for (const row of [`Ann;${ANN};Handy`, 'Bo;;Handy', 'Bo;bo@example.com;Handy']) {
			const { result } = await check(lines('Vorname;Kontakt;Art', row));
			expect(result.refusals).toMatchObject([{ code: 'noPhoneColumn' }]);
		}
	});
});
