/** Do Not Contact, with lists of every kind that people and tools write: whoever is on it gets nothing, and all others get the message. */
import { isObject } from '../../../nodes/service/values';
import { checkRows, codes, phonesOf } from './support';

const DE = '+4915123456701';
const DE2 = '+4917612345602';
const CH = '+41791234567';
const GB = '+447400900123';
const US = '+14155550132';
const DK = '+4520123456';
/** Of seven digits, as some in Estonia still are. */
const EE = '+3725023456';
/** Of five digits: on the Falkland Islands. */
const FK = '+50051234';
const SG = '+6581234567';
const JP = '+819012348765';
const IL = '+972502345678';
const IN = '+919876543210';
const BR = '+5511912345678';
const MX = '+525512345678';
const AR = '+5491123456789';
const AR_CORDOBA = '+5493515123456';
/** Where a number begins with a zero, which a spreadsheet drops. */
const CI = '+2250712345678';
/** No contact. */
const OURS = '+4915799887766';
const OFFICE = '+4930901820';

const NARROW = '\u202f';
const INVISIBLE = '\u200b';

type Shape = [what: string, optOuts: unknown, ...listed: string[]];

const records: Shape[] = [
	['the sender of a message beside its recipient', [{ From: DE, ToPhone: OURS, Body: 'STOP', NumSegments: '1' }], DE],
	['lists deep in the body of a webhook', [{ body: { entry: [{ messages: [{ from: '919876543210' }] }] } }], IN],
	[
		'a list of events that a webhook received',
		[{ body: [{ type: 'received', message: { owner: OURS, from: US } }] }],
		US,
	],
	['a number among times and long IDs', [{ id: '817790313235066447', originator: 41791234567, at: 1764267861 }], CH],
	['a landline, and a mobile phone in another field', [{ Phone: OFFICE, Direct: '0151 23456701' }], DE],
	['the second phone of a list', [{ id: 12, phone: [{ value: OFFICE }, { value: '0151/23456701' }] }], DE],
	['the mobile phones of two people in one record', [{ phone: '0151 23456701', other: '+49 176 12345602' }], DE, DE2],
	['an unreadable number beside that of the mobile phone', [{ phone: '+49 30…', mobile: '0151 23456701' }], DE],
	['numbers that lost their zero', [{ row_number: 2, Tel: 15123456701 }, { Tel: 17612345602 }], DE, DE2],
	[
		'the country code in a field of its own',
		[{ phone: { country: 'SG', countryCode: '65', number: '8123 4567' } }],
		SG,
	],
	['numbers as keys, and as keys of keys', [{ [DE]: true, sms: { '14155550132': { since: '2026-11-27' } } }], DE, US],
	['keys that carry the number behind a word', [{ 'optout:447400900123': '1', 'optout:+4520123456': '1' }], GB, DK],
	['a header that is the first number of the list', [{ row_number: 2, [DE]: DE2 }], DE, DE2],
	['all phones as one list in one item', [{ phone: [DE, null, '', '0041791234567', 4520123456] }], DE, CH, DK],
	['texts and numbers without a field', ['+6581234567', 14155550132, '+15550000000'], SG, US],
	['lists in lists', [[['0151 23456701']], [], [['+45 20 12 34 56']]], DE, DK],
	['an address of WhatsApp', [{ chatId: '4915123456701@c.us' }, { chatId: '6581234567@s.whatsapp.net' }], DE, SG],
	['an empty item before the number', [{}, { mobile: '+49-151-234-567-01' }], DE],
	[
		'an API that says that nothing failed',
		[
			{ error: false, errors: [], phone: DE },
			{ error: null, phone: US },
		],
		DE,
		US,
	],
	['an ID and a MIME type, as files have them', [{ id: 'mms-1', mimeType: 'text/plain', from: DE }], DE],
	['an item with a file', [{ json: { from: DE }, binary: { a: { data: 'aGVsbG8=', mimeType: 'text/plain' } } }], DE],
];

const texts: Shape[] = [
	['an e-mail', [{ from: 'ann@example.com', text: 'Hi,\n\nPlease remove +49 151 23456701.\n\nAnn' }], DE],
	['a signature', [{ text: 'Tel.: +49 30 901820 | Mobil:0151-23456701 | Fax: +49 30 901821' }], DE],
	['a date and an order before the number', [{ note: '27.11.2026, order 100023: 0151 23456701 wants no SMS' }], DE],
	['digits behind the number', [{ note: 'Call +44 7400 900123, 3 times, in 2026 only' }], GB],
	['a slash between two numbers', [{ note: '0151/23456701 / 0176/12345602' }], DE, DE2],
	['a space between two numbers', [{ note: '015123456701 017612345602' }], DE, DE2],
	['one number for each line', '+49 151 23456701\n(415) 555-0132\n\n0041 79 123 45 67\n', DE, US, CH],
	['commas, semicolons and names', 'Ann 0151 23456701, Bo: +1 415 555 0132; Cy (+65 8123 4567)', DE, US, SG],
	['bars', '+4915123456701|+447400900123', DE, GB],
	['spaces between numbers with spaces of their own', '+45 20 12 34 56 +65 8123 4567 +49 151 234 567 01', DK, SG, DE],
	['CSV', [{ data: 'Name;Telefon;Seit\r\nAnn;0151 23456701;27.11.2026\r\nBo;;\r\nCy;+41 79 123 45 67;\r\n' }], DE, CH],
	['CSV in quotation marks', [{ data: '"id","phone","at"\n"1","+41 79 123 45 67","2026-11-27"\n' }], CH],
	['tabs', 'Ann\t0151 23456701\t2026-11-27\nBo\t8123 4567\t2026-11-27\n', DE, SG],
	['JSON', [{ body: '{"events":[{"type":"STOP","from":"+14155550132"},{"from":"+919876543210"}]}' }], US, IN],
	['JSON in JSON', [{ body: JSON.stringify({ Message: JSON.stringify({ number: US }) }) }], US],
	['JSON as the text of the option', '[{"phone":"0151 23456701"},{"phone":"+41791234567"}]', DE, CH],
	['JSON with a backslash before each slash', [{ body: '{"phone":"0151\\/23456701"}' }], DE],
	['JSON with characters by their code', [{ body: '{"phone":"+49\\u202f151\\u202f23456701"}' }], DE],
	['the form of a webhook that nobody decoded', [{ data: 'From=%2B14155550132&Body=STOP&To=%2B4915799887766' }], US],
	['XML', [{ data: '<mo><id>99</id><sender>4915123456701</sender></mo>' }], DE],
	['HTML', [{ html: '<td>+49&nbsp;151&nbsp;23456701</td><td>0176&nbsp;12345602</td>' }], DE, DE2],
	['HTML with other entities', [{ html: '&#43;49&#160;176&thinsp;123&#x2011;456&#xA0;02' }], DE2],
	['HTML as the text of the option', '<p>No: +49&nbsp;151&nbsp;&nbsp;23456701; (415)&nbsp;555&#8209;0132</p>', DE, US],
	['a link', [{ text: 'STOP from <tel:+14155550132|(415) 555-0132>, https://wa.me/4915123456701?text=STOP' }], US, DE],
	['an address with a date behind the number', [{ url: 'https://example.com/u?phone=447400900123&c=20261127' }], GB],
	['Markdown', [{ text: '**+49 151 23456701** and `+41-79-1234567` and \\+1 415\\-555\\-0132' }], DE, CH, US],
	['words right before the number', ['tel:+49-151-23456701', 'whatsapp:+6581234567', 'p:+14155550132'], DE, SG, US],
	['the area code in parentheses', ['(0151) 23456701', '(0176)12345602'], DE, DE2],
	['the zero that is left out abroad', ['+49 (0)151 23456701', '+49(0) 176 12345602', '0041 079 1234567'], DE, DE2, CH],
	['dots, underscores and dashes of every width', ['415.555.0132', '0151_234567–01', '0176—123456−02'], US, DE, DE2],
	[
		'narrow and invisible spaces',
		[`\u202a+49${NARROW}151${NARROW}23456701\u202c`, `0176${INVISIBLE}12345602`],
		DE,
		DE2,
	],
	['an apostrophe before the number', ["'015123456701", '’+447400900123'], DE, GB],
	['apostrophes of every key', ["+41 79'123'45'67", '0151´234567´01', '0176`123456`02', '8123’4567'], CH, DE, DE2, SG],
	['full-width digits', ['０９０－１２３４－８７６５'], JP],
	['Arabic and Devanagari digits', ['+٩٧٢ ٥٠ ٢٣٤ ٥٦٧٨', '+९१ ९८७६५ ४३२१०'], IL, IN],
	['the letter O for a zero', ['0151 234567O1', '+44 74OO 9OO123', 'O176 12345602'], DE, GB, DE2],
	['an extension', ['+49 151 23456701 ext. 12', '(415) 555-0132 x5', '0176 12345602 -12'], DE, US, DE2],
	['a remark', ['0151 23456701 (2)', '+65 8123 4567 (Ann, since 2026)'], DE, SG],
	['a formula, and decimals', ['="+4915123456701"', '919876543210.0'], DE, IN],
	['up to five characters between the digits', ['0151  -  23456701', '(415) - 555 - 0132'], DE, US],
	['a prefix that was written twice', ['+49 0049 151 23456701', '9-1-415-555-0132'], DE, US],
	['short numbers in a sentence', [{ text: 'Stop: 20 12 34 56 and 502 3456, thanks' }], DK, EE],
];

/** What no other country has, or no number of nine digits and more. */
const countries: Shape[] = [
	...[20123456, '20 12 34 56', '004520123456'].map((number): Shape => [`Denmark: ${number}`, [{ number }], DK]),
	...['502 3456', '+372 502 3456', 3725023456].map((number): Shape => [`Estonia: ${number}`, [{ number }], EE]),
	...['+500 51234', '0050051234', 50051234].map((number): Shape => [`Falkland Islands: ${number}`, [{ number }], FK]),
	...['(65) 8123-4567', '001 65 8123 4567'].map((number): Shape => [`Singapore: ${number}`, [{ number }], SG]),
	...['1 (415) 555-0132', '011 1 415 555 0132'].map((number): Shape => [`United States: ${number}`, [{ number }], US]),
	...['0 15 11 91234-5678', '(11) 1234-5678', 551112345678].map((number): Shape => [
		`Brazil: ${number}`,
		[{ number }],
		BR,
	]),
	...['+52 1 55 1234 5678', '044 55 1234 5678'].map((number): Shape => [`Mexico: ${number}`, [{ number }], MX]),
	...['011 15-2345-6789', '11 15 2345 6789', '+54 9 11 2345-6789', '+54 11 2345 6789', '11 2345-6789'].map(
		(number): Shape => [`Argentina: ${number}`, [{ number }], AR],
	),
	...['0351 15-512-3456', '351 5123456'].map((number): Shape => [`Argentina: ${number}`, [{ number }], AR_CORDOBA]),
	...['07 12 34 56 78', 712345678, '00225 07 12 34 56 78'].map((number): Shape => [
		`Ivory Coast: ${number}`,
		[{ number }],
		CI,
	]),
];

/** Whom no list names. */
const STRANGERS = ['+436769876543', '+447400123987', '+14155550199', '+5521998877665', '+4542987612', '+37255987654'];

/** A contact whose number differs in this one of its digits, counted from the end, and who is therefore somebody else. */
function withOther(phone: string, fromEnd: number): string {
	const at = phone.length - fromEnd;
	return `${phone.slice(0, at)}${(Number(phone[at]) + 1) % 10}${phone.slice(at + 1)}`;
}

/** Plain objects as n8n hands them on. */
const asItems = (list: unknown) =>
	Array.isArray(list)
		? list.map((entry: unknown) => (isObject(entry) && !('json' in entry) ? { json: entry } : entry))
		: list;

const check = async (phones: string[], optOuts: unknown) =>
	await checkRows(
		phones.map((phone) => ({ phone })),
		{ doNotContact: asItems(optOuts) },
	);

test.each([...records, ...texts, ...countries])('who is listed gets nothing: %s', async (_what, optOuts, ...listed) => {
	const others = [...listed.flatMap((phone) => [withOther(phone, 1), withOther(phone, 5)]), ...STRANGERS];
	const result = await check([...listed, ...others], optOuts);
	expect([result.refusals, phonesOf(result)]).toEqual([[], others]);
	expect(result.recipients).toMatchObject({ ready: others.length, doNotContact: listed.length, invalid: 0 });
});

/** Half of them have short numbers, which turn up in other digits most easily. */
const CONTACTS = [DE, DK, EE, '+37253123456', '+3546112345', '+4740612345', SG, CH, GB, US, BR, '+61491570156'];
const OTHER = '+4917099887766';

const harmless: Array<[what: string, optOuts: unknown]> = [
	['no entry', []],
	['the empty item that Always Output Data leaves', [{}]],
	['lists without entries in a list', [[], []]],
	['numbers that differ in one digit', ['0151 23456702', '+45 20 12 34 57', '5312 3457', '502 3457', '8123 4568']],
	['the same digits behind another prefix', ['0160 23456701', '+44 7500 900123', '072 123 4567']],
	['numbers that lack their last digits', ['+49 151 234567', '+44 7400 90012', '+1 415 555 01']],
	['two digits that changed places', ['+49 151 23456710', '+45 21 02 34 56']],
	['a number with more digits behind it', ['491512345670123', '+49151234567012', '201234567', '81234567890']],
	['a short number within more digits', [{ order: '1005023456', invoice: 'R-996112345', sku: 'X12120123456' }]],
	['people without a number', [{ phone: 'n/a' }, { phone: null }, { phone: '' }, { phone: OTHER }]],
	[
		'an error that says nothing',
		[
			{ phone: OTHER, error: '' },
			{ phone: OTHER, error: false },
		],
	],
	[
		'a file whose name holds a number',
		[{ json: { from: OTHER }, binary: { a: { data: 'aA==', mimeType: 'x', fileName: '20123456' } } }],
	],
	...[
		['2026-11-27T18:24:21.000Z', '27.11.2026 18:24', '11/27/2026 6:24:21 PM', '20261127', 1764267861, 1764267861000],
		['#100023', '2026-000123', 'SO-4500012345', 5012345678901, 'B08N5WRWNW', 'L20251127A', '978-3-16-148410-0'],
		['DE89 3704 0044 0532 0130 00', 'HRB 123456', '732 829 320 00074', '529.982.247-25', '4111 1111 1111 1111'],
		['00340434161094042557', '1Z999AA10123456784', '9612 0199 9999 9999 9999'],
		['3f0c2d1e-8123-4a67-9b20-123456789abc', '9e107d9d372bb6826bd81d3542a419d6', '5545974000000415001'],
		['1.234.567,89 €', 12345.67, '19 %', '1,234,567', 52.5200066, '9F4MG97C+6X'],
		['198.51.100.23', '2001:db8::8123:4567', '00:1B:44:11:3A:B7', 'Windows NT 10.0; Chrome/142.0.7444.135'],
		['https://example.com/p/20251127/4711?utm_id=9988776655', 'https://example.com/1764267861_600x400@2x.jpg'],
		['Called on 12.01.2026 at 9:31 and 13.01.2026 at 10:02, order 100023 (3 boxes of 24, 12.5 kg each), 1.249,00 €'],
		['<table width="600" style="color:#1f2937"><tr><td height="40">&#8203;&#128075;&nbsp;2026</td></tr></table>'],
		['Received: by 2002:a05:6402:1c1c with SMTP id ck28csp1234567edb; Fri, 27 Nov 2026 10:24:21 -0800 (PST)'],
	].map((values): [string, unknown] => [values.join(), [{ phone: OTHER, values }]]),
];

test.each(harmless)('nobody is left out by %s', async (_, optOuts) => {
	const result = await check(CONTACTS, optOuts);
	expect([codes(result.refusals), phonesOf(result)]).toEqual([[], CONTACTS]);
	expect(result.doNotContact?.leftOut).toBe(0);
});
