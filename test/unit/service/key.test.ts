import { hideKeyInAnswers, hideKeyInMessages } from '../../../nodes/service/credential';

const lowerCaseCodes = (text: string) => text.replace(/%[0-9A-F]{2}/g, (code) => code.toLowerCase());
/** As .NET and Go write JSON. */
const inCodes = (text: string) =>
	text.replace(/[^a-zA-Z0-9]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`);
const inJson = (text: string) => JSON.stringify(text).slice(1, -1);
const escapedSlashes = (text: string) => inJson(text).replaceAll('/', '\\/');

const spellings: Array<[string, (key: string) => string]> = [
	['as it is', (key) => key],
	['in JSON', inJson],
	['in JSON with escaped slashes', escapedSlashes],
	['in JSON with signs as codes', (key) => inCodes(key)],
	['in JSON with signs as codes in small letters', (key) => inCodes(key).toLowerCase()],
	['in JSON within JSON', (key) => inJson(escapedSlashes(key))],
	[
		'in a web page',
		(key) => key.replace(/[^a-z0-9]/gi, (sign) => `&#x${sign.charCodeAt(0).toString(16).toUpperCase()};`),
	],
	['in a web page, with decimal codes', (key) => key.replace(/[^a-z0-9]/gi, (sign) => `&#${sign.charCodeAt(0)};`)],
	['in a web page, by names', (key) => key.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('>', '&gt;')],
	['in an address', encodeURIComponent],
	['in an address within an address', (key) => encodeURIComponent(encodeURIComponent(key))],
	['in an address, with small letters', (key) => lowerCaseCodes(encodeURIComponent(key))],
	['in a path, where only some is escaped', encodeURI],
	['in a query, where a blank is a plus', (key) => encodeURIComponent(key).replaceAll('%20', '+')],
	['in a form, where more is escaped', (key) => new URLSearchParams({ '': key }).toString().slice(1)],
	['in small letters, as the name of a host', (key) => key.toLowerCase()],
];
/** With what each spelling writes in another way. */
const keys = [
	'4915112345',
	'key-of-8',
	'k3y/with+odd "signs"=&%',
	'~~~???>>>~~~[](){}.*^$|\\',
	'schlüssel mit ä',
	'c2VjcmV0+a2V5/eA==',
];

describe.each(spellings)('A key %s', (_, spelled) => {
	it.each(keys)('is hidden, leaving nothing of it: %j', (key) => {
		for (const hide of [hideKeyInMessages(key), hideKeyInAnswers(key)]) {
			expect(hide(`a ${spelled(key)} b`)).toBe('a [hidden] b');
		}
	});
});

it('A key of digits is not found within longer numbers', () => {
	const answer = '{"promotionId":"p","createdDate":1491511234599,"size":94915112345,"phone":"+49151123456"}';
	expect(hideKeyInAnswers('4915112345')(answer)).toBe(answer);
});

it.each(['short-7', '1234567'])('A key as short as %j is hidden in messages only', (key) => {
	const text = `key ${key}.`;
	expect(hideKeyInAnswers(key)(`{"a":"${text}"}`)).toBe(`{"a":"${text}"}`);
	expect(hideKeyInMessages(key)(text)).toBe('key [hidden].');
});
