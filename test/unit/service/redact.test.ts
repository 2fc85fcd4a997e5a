import { hideKeyInAnswers, hideKeyInMessages } from '../../../nodes/service/redact';

const base64 = (key: string) => Buffer.from(key).toString('base64');
const lowerCaseCodes = (text: string) => text.replace(/%[0-9A-F]{2}/g, (code) => code.toLowerCase());
const inJson = (text: string) => JSON.stringify(text).slice(1, -1);

const spellings: Array<[string, (key: string) => string]> = [
	['as it is', (key) => key],
	['in JSON', inJson],
	['in JSON with escaped slashes', (key) => inJson(key).replaceAll('/', '\\/')],
	['in an address', encodeURIComponent],
	['in an address, with small letters', (key) => lowerCaseCodes(encodeURIComponent(key))],
	['in a path, where only some is escaped', encodeURI],
	['in a query, where a blank is a plus', (key) => encodeURIComponent(key).replaceAll('%20', '+')],
	['in base64', base64],
	['in base64 without padding', (key) => base64(key).replace(/=+$/, '')],
	['in base64 for addresses', (key) => Buffer.from(key).toString('base64url')],
	['in base64 in an address', (key) => encodeURIComponent(base64(key))],
];
/** Of each length of padding, and with what each spelling writes in another way. */
const keys = [
	'key-of-12345',
	'key-of-123456',
	'key-of-1234567',
	'4915112345',
	'k3y/with+odd "signs"=&%',
	'~~~???>>>~~~',
	'schlüssel mit ä',
	' blanks around\r\n',
];

describe.each(spellings)('A key %s', (_, spelled) => {
	it.each(keys)('is hidden, leaving nothing of it: %j', (key) => {
		for (const hide of [hideKeyInMessages(key), hideKeyInAnswers(key)]) {
			expect(hide(`a ${spelled(key.trim())} b`)).toBe('a [hidden] b');
		}
	});
});

describe('A key of digits', () => {
	const hide = hideKeyInAnswers('4915112345');

	it.each([
		'{"promotions":[{"promotionId":"p","createdDate":1491511234599,"recipients":49151123450}]}',
		'{"phone":"+49151123456","other":"004915112345678"}',
	])('is not found within the figures of %s', (answer) => {
		expect(hide(answer)).toBe(answer);
	});

	it.each([
		['{"message":"key 4915112345 refused","sent":7}', { message: 'key [hidden] refused', sent: 7 }],
		['{"apiKey":4915112345,"sent":7,"of":null}', { apiKey: '[hidden]', sent: 7, of: null }],
		['[{"4915112345":[4915112345,"x=4915112345",true]}]', [{ '[hidden]': ['[hidden]', 'x=[hidden]', true] }]],
	])('is hidden in %s, which stays JSON', (answer, value) => {
		expect(JSON.parse(hide(answer))).toEqual(value);
	});

	it('is hidden in what is no JSON', () => {
		expect(hide('{"key":4915112345')).toBe('{"key":[hidden]');
	});
});

it.each(['short-7', '1234567', '  1234567  '])('A key as short as %j is hidden in messages only', (key) => {
	const text = `key ${key.trim()}.`;
	expect(hideKeyInAnswers(key)(`{"a":"${text}"}`)).toBe(`{"a":"${text}"}`);
	expect(hideKeyInMessages(key)(text)).toBe('key [hidden].');
});

it('Where there is no key, nothing is hidden', () => {
	expect(hideKeyInMessages('')('words')).toBe('words');
});
