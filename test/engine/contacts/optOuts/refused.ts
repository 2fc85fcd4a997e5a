/** What nobody can know the opt-outs from: nothing is sent, and a sentence says what to do. */

export interface RefusedList {
	list: string;
	/** The value of the option as it stands in the form, if it is not simply what an expression gives. */
	typed?: string;
	optOuts?: unknown;
	/** What the message and the advice must speak of. */
	says: RegExp;
}

const item = (json: unknown) => ({ json, pairedItem: { item: 0 } });
const FILE = { data: { data: 'cGhvbmUKKzQ5MTUxMjM0NTY3MDEK', mimeType: 'text/csv', fileName: 'opt-outs.csv' } };
const PHONE = '+4917099887766';

const FAILED = /step that failed/;
const NO_NUMBER = /number/;

export const refusedLists: RefusedList[] = [
	{ list: 'an item that failed', optOuts: [item({ error: 'Request failed with status code 404' })], says: FAILED },
	{
		list: 'an item that failed among others',
		optOuts: [item({ phone: PHONE }), item({ error: 'Too many requests' })],
		says: FAILED,
	},
	{
		list: 'an item that failed but kept its number',
		optOuts: [item({ phone: PHONE, error: 'Cannot read properties' })],
		says: FAILED,
	},
	{
		list: 'an error that is an object',
		optOuts: [item({ error: { message: 'Not found', httpCode: '404' } })],
		says: FAILED,
	},
	{
		list: 'an error that is true',
		optOuts: [item({ phone: PHONE }), item({ error: true, message: 'Not found' })],
		says: FAILED,
	},
	{ list: 'an error that is a status code', optOuts: [item({ phone: PHONE }), item({ error: 404 })], says: FAILED },
	{ list: 'an error beside the fields', optOuts: [{ json: {}, error: { message: 'Not found' } }], says: FAILED },
	{ list: 'a file that was not read', optOuts: [{ json: {}, binary: FILE }], says: /Extract from File/ },
	{
		list: 'a file with its name',
		optOuts: [{ json: { name: 'opt-outs.csv', mimeType: 'text/csv' }, binary: FILE }],
		says: /Extract from File/,
	},
	{
		list: 'a file that was not read, among others',
		optOuts: [item({ phone: PHONE }), { json: {}, binary: FILE }],
		says: /Extract from File/,
	},
	{ list: 'items that became text', typed: '[object Object],[object Object]', says: /\[object Object\]/ },
	{
		list: 'items that became text, by an expression with a space',
		typed: "={{ [{ phone: '+4917099887766' }] }} ",
		says: /\[object Object\]/,
	},
	{ list: 'items that became text within a list', optOuts: ['[object Object]'], says: /\[object Object\]/ },
	{ list: 'an option that is empty', typed: '', says: /'Do Not Contact' is empty/ },
	{ list: 'an option of spaces', typed: ' \n ', says: /'Do Not Contact' is empty/ },
	{ list: 'an expression that gives null', typed: '={{ null }}', says: /'Do Not Contact' is empty/ },
	{ list: 'an expression that finds no field', typed: '={{ $json.optOuts }}', says: /'Do Not Contact' is empty/ },
	{ list: 'an expression that gives an empty text', typed: "={{ '' }}", says: /'Do Not Contact' is empty/ },
	{ list: 'a number that a spreadsheet has shortened', optOuts: [item({ phone: '4.9E+11' })], says: /4\.9E\+11/i },
	{
		list: 'a shortened number among others',
		optOuts: [item({ phone: PHONE }), item({ phone: '4.91512E+12' })],
		says: /4\.91512E\+12/i,
	},
	{ list: 'a shortened number of a German spreadsheet', optOuts: [item({ phone: '4,91512E+12' })], says: /E\+12/i },
	{ list: 'a shortened number in a text', typed: `${PHONE}\n4.9E+11\n`, says: /4\.9E\+11/i },
	{ list: 'a word', typed: 'nobody', says: NO_NUMBER },
	{ list: 'true', typed: '={{ true }}', says: NO_NUMBER },
	{ list: 'zero', typed: '={{ 0 }}', says: NO_NUMBER },
	{ list: 'entries without a value', typed: '={{ [null, null, ""] }}', says: NO_NUMBER },
	{
		list: 'people with an e-mail address alone',
		optOuts: [item({ email: 'ann@example.com' }), item({ email: 'bo@example.com' })],
		says: NO_NUMBER,
	},
	{
		list: 'people whose phone is empty',
		optOuts: [item({ name: 'Ann', phone: '' }), item({ name: 'Bo', phone: 'n/a' })],
		says: NO_NUMBER,
	},
	{
		list: 'people with a date and no phone',
		optOuts: [item({ email: 'ann@example.com', phone: '', since: '2026-11-27' })],
		says: NO_NUMBER,
	},
	{
		list: 'people with a time and no phone',
		optOuts: [item({ email: 'ann@example.com', since: '2026-11-27T18:24:21.000Z' })],
		says: NO_NUMBER,
	},
	{
		list: 'people with a time as people write it and no phone',
		optOuts: [item({ email: 'ann@example.com', since: '27.11.2026 18:24' })],
		says: NO_NUMBER,
	},
	{ list: 'numbers of at most six digits', optOuts: ['110', '4711', '100023'], says: NO_NUMBER },
];
