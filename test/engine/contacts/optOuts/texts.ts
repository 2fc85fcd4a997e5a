/** Opt-outs in free text, and as the text of another format: what people type, paste, or pass on without reading it. */
import { AT, CH, DE, DE2, DK, EE, ES, FR, GB, IE, IN, IT, JP, NL, NO, SG, US, US2, ZA, IL, TR } from './people';
import type { Shape } from './shape';

const item = (json: unknown) => ({ json });
const NARROW = '\u202f';
const INVISIBLE = '\u200b';

export const textShapes: Shape[] = [
	{
		shape: 'an e-mail to support',
		optOuts: [item({ from: 'ann@example.com', text: 'Hi,\n\nPlease remove +49 151 23456701 from your list.\n\nAnn' })],
		listed: [DE],
	},
	{
		shape: 'an e-mail whose signature holds a fax',
		optOuts: [
			item({ text: 'No more messages please.\n--\nTel.: +49 30 901820 | Mobil: 0151-23456701 | Fax: +49 30 901821' }),
		],
		listed: [DE],
	},
	{
		shape: 'Tel.: right before the number',
		optOuts: [item({ note: 'Tel.:+49 176 12345602, called on 27.11.2026' })],
		listed: [DE2],
	},
	{
		shape: 'a note with a date and an order before the number',
		optOuts: [item({ note: '27.11.2026, order 100023: 0151 23456701 wants no more SMS' })],
		listed: [DE],
	},
	{
		shape: 'a note that goes on with digits behind the number',
		optOuts: [item({ note: 'Call +44 7400 900123, 3 times, in 2026 only' })],
		listed: [GB],
	},
	{
		shape: 'a note with two numbers and a slash between them',
		optOuts: [item({ note: '0151/23456701 / 0176/12345602' })],
		listed: [DE, DE2],
	},
	{
		shape: 'two numbers with nothing but a space between them',
		optOuts: [item({ note: '015123456701 017612345602' })],
		listed: [DE, DE2],
	},
	{
		shape: 'typed into the field: one for each line',
		optOuts: '+49 151 23456701\n(415) 555-0132\n\n0041 79 123 45 67\n',
		listed: [DE, US, CH],
	},
	{
		shape: 'typed into the field: commas, semicolons and names',
		optOuts: 'Ann 0151 23456701, Bo: +1 212 555 0187; Cy (+65 8123 4567)',
		listed: [DE, US2, SG],
	},
	{
		shape: 'typed into the field: separated by bars',
		optOuts: '+4915123456701|+447400900123|+34612345678',
		listed: [DE, GB, ES],
	},
	{
		shape: 'typed into the field: separated by spaces',
		optOuts: '+4915123456701 +447400900123 +34612345678',
		listed: [DE, GB, ES],
	},
	{
		shape: 'typed into the field: on one line, each with spaces of its own',
		optOuts: '+45 20 12 34 56 +47 40 61 23 45 +49 151 234 567 01',
		listed: [DK, NO, DE],
	},
	{
		shape: 'a CSV file as one text',
		optOuts: [
			item({ data: 'Name;Telefon;Abgemeldet\r\nAnn;0151 23456701;27.11.2026\r\nBo;;\r\nCy;+43 664 1234567;\r\n' }),
		],
		listed: [DE, AT],
	},
	{
		shape: 'a CSV file as one text, quoted',
		optOuts: [
			item({ data: '"id","phone","at"\n"1","+33 6 12 34 00 23","2026-11-27"\n"2","+39 347 123 4567","2026-11-27"\n' }),
		],
		listed: [FR, IT],
	},
	{
		shape: 'a table of a spreadsheet that was pasted, with tabs',
		optOuts: 'Name\tPhone\tSince\nAnn\t353 85 012 3456\t2026-11-27\nBo\t27 71 123 4567\t2026-11-27\n',
		listed: [IE, ZA],
	},
	{
		shape: 'JSON as one text',
		optOuts: [
			item({ body: '{"events":[{"type":"STOP","from":"+14155550132"},{"type":"STOP","from":"+919876543210"}]}' }),
		],
		listed: [US, IN],
	},
	{
		shape: 'JSON as a text within JSON',
		optOuts: [
			item({ body: JSON.stringify({ Message: JSON.stringify({ originationNumber: US, messageBody: 'STOP' }) }) }),
		],
		listed: [US],
	},
	{
		shape: 'JSON as one text in the field itself',
		optOuts: '[{"phone":"0151 23456701"},{"phone":"+31687654321"}]',
		listed: [DE, NL],
	},
	{
		shape: 'JSON as one text, as PHP writes it: with a backslash before each slash',
		optOuts: [item({ body: '{"phone":"0151\\/23456701","url":"https:\\/\\/example.com"}' })],
		listed: [DE],
	},
	{
		shape: 'JSON as one text, as Python writes it: narrow spaces by their code',
		optOuts: [item({ body: '{"phone":"+49\\u202f151\\u202f23456701"}' })],
		listed: [DE],
	},
	{
		shape: 'XML of an SMS gateway',
		optOuts: [item({ data: '<mo><id>99</id><sender>4915123456701</sender><text>STOP</text></mo>' })],
		listed: [DE],
	},
	{
		shape: 'HTML of a table',
		optOuts: [
			item({
				html: '<tr><td>Ann</td><td>+49&nbsp;151&nbsp;23456701</td></tr><tr><td>Bo</td><td>0176&nbsp;12345602</td></tr>',
			}),
		],
		listed: [DE, DE2],
	},
	{
		shape: 'HTML of a link',
		optOuts: [item({ html: '<p>Please remove <a href="tel:+14155550132">(415)&nbsp;555&#8209;0132</a></p>' })],
		listed: [US],
	},
	{
		shape: 'HTML: the + as an entity',
		optOuts: [item({ html: '&#43;49&#160;151&#160;23456701' })],
		listed: [DE],
	},
	{
		shape: 'HTML: spaces and a dash as entities, in other spellings',
		optOuts: [item({ html: '0176&thinsp;123&#x2011;456&#xA0;02, 0151&ensp;234&ndash;567&ndash;01' })],
		listed: [DE2, DE],
	},
	{
		shape: 'HTML as the whole text of the field',
		optOuts: '<p>No more: +49&nbsp;151&nbsp;&nbsp;23456701; (415)&nbsp;555&#8209;0132</p>',
		listed: [DE, US],
	},
	{
		shape: 'a list of texts that an HTML node has taken from a page',
		optOuts: ['0176&nbsp;12345602', '+1&nbsp;212&nbsp;555&nbsp;0187'],
		listed: [DE2, US2],
	},
	{
		shape: 'Markdown: the number in bold and as code',
		optOuts: [item({ text: '**+49 151 23456701** and `+1-212-555-0187`' })],
		listed: [DE, US2],
	},
	{
		shape: 'Markdown of a chat that wants a backslash before each dash and plus',
		optOuts: [item({ text: 'Stop: \\+1 415\\-555\\-0132' })],
		listed: [US],
	},
	{
		shape: 'a link that opens a chat',
		optOuts: [item({ url: 'https://wa.me/4915123456701?text=STOP' })],
		listed: [DE],
	},
	{
		shape: 'a link to unsubscribe that carries the number',
		optOuts: [item({ url: 'https://example.com/u?phone=447400900123&c=20261127' })],
		listed: [GB],
	},
	{
		shape: 'tel:, sms: and whatsapp: before the number',
		optOuts: ['tel:+49-151-23456701', 'sms:+14155550132', 'whatsapp:+6581234567', 'phone:0041791234567'],
		listed: [DE, US, SG, CH],
	},
	{
		shape: 'an area code in parentheses',
		optOuts: ['(0151) 23456701', '(0176)12345602'],
		listed: [DE, DE2],
	},
	{
		shape: 'the zero that is left out abroad, in parentheses and without',
		optOuts: ['+49 (0)151 23456701', '+49(0) 176 12345602', '+49 0151 23456701', '0041(0)791234567'],
		listed: [DE, DE2, CH],
	},
	{
		shape: 'dots, as in France and the United States',
		optOuts: ['06.12.34.00.23', '415.555.0132'],
		listed: [FR, US],
	},
	{
		shape: 'dashes of every width',
		optOuts: ['0151–23456701', '0176—123456−02', '415‑555‑0132'],
		listed: [DE, DE2, US],
	},
	{
		shape: 'underscores',
		optOuts: ['0151_23456701'],
		listed: [DE],
	},
	{
		shape: 'invisible and narrow spaces, as copied from a web page or a phone book',
		optOuts: [
			`\u202a+49${NARROW}151${NARROW}23456701\u202c`,
			`0176${INVISIBLE}12345602`,
			'+1\u00a0415\u00a0555\u00a00132',
		],
		listed: [DE, DE2, US],
	},
	{
		shape: 'an apostrophe or a quotation mark before the number',
		optOuts: ["'015123456701", '’+447400900123', '"+34612345678"'],
		listed: [DE, GB, ES],
	},
	{
		shape: 'apostrophes between the digits, as in Switzerland, by every key that writes one',
		optOuts: ["+41 79'123'45'67", '0664’123’4567', '0151´234567´01', '0176`123456`02'],
		listed: [CH, AT, DE, DE2],
	},
	{
		shape: 'full-width digits',
		optOuts: ['＋８１９０１２３４８７６５', '０９０－１２３４－８７６５'],
		listed: [JP],
	},
	{
		shape: 'Arabic and Devanagari digits',
		optOuts: ['+٩٧٢ ٥٠ ٢٣٤ ٥٦٧٨', '+९१ ९८७६५ ४३२१०'],
		listed: [IL, IN],
	},
	{
		shape: 'the letter O for a zero',
		optOuts: ['0151 234567O1', '+44 74OO 9OO123'],
		listed: [DE, GB],
	},
	{
		shape: 'the letter O for the zero in front',
		optOuts: ['O151 23456701'],
		listed: [DE],
	},
	{
		shape: 'an extension behind the number',
		optOuts: ['+49 151 23456701 ext. 12', '(415) 555-0132 x5', '+44 7400 900123;ext=77', '0176 12345602 -12'],
		listed: [DE, US, GB, DE2],
	},
	{
		shape: 'a remark behind the number',
		optOuts: ['0151 23456701 (2)', '+90 501 234 56 78 (Ayşe, since 2026)'],
		listed: [DE, TR],
	},
	{
		shape: 'up to five characters between the digits',
		optOuts: ['0151  -  23456701', '(415) - 555 - 0132'],
		listed: [DE, US],
	},
	{
		shape: 'what is dialed before the number, or was written twice',
		optOuts: ['+49 0049 151 23456701', '9-1-212-555-0187'],
		listed: [DE, US2],
	},
	{
		shape: 'numbers of eight digits in a text',
		optOuts: [item({ text: 'Stop: 20 12 34 56 and 53 123 456, thanks' })],
		listed: [DK, EE],
	},
];
