import fc from 'fast-check';
import { hideKeyInAnswers, hideKeyInData, hideKeyInMessages } from '../../../nodes/service/redact';

describe('A key of digits', () => {
	const key = '4915112345';
	const hide = hideKeyInAnswers(key);

	it.each([
		'{"promotions":[{"promotionId":"p","createdDate":1491511234599,"recipients":49151123450}]}',
		'{"sent":14915112345,"delivered":4915112345.5,"failed":-4915112345}',
		'{"phone":"+49151123456","other":"004915112345678"}',
		'[1.4915112345e3]',
	])('is not found within the figures of %s', (answer) => {
		expect(JSON.parse(hide(answer))).toEqual(JSON.parse(answer));
	});

	it.each([
		['{"message":"key 4915112345 refused","sent":7}', { message: 'key [hidden] refused', sent: 7 }],
		['{"apiKey":4915112345,"sent":7}', { apiKey: '[hidden]', sent: 7 }],
		['\uFEFF {"a":[{"4915112345":["x=4915112345"]}]}', { a: [{ '[hidden]': ['x=[hidden]'] }] }],
		['{"url":"/?a%2049151%312345&b"}', { url: '/?a%20[hidden]&b' }],
		[
			'{"apiKey":4915112345,"isLive":true,"promotionEndTime":null,"cards":[],"flow":{}}',
			{ apiKey: '[hidden]', isLive: true, promotionEndTime: null, cards: [], flow: {} },
		],
		[
			'{"nested":"{\\"key\\":4915112345,\\"a\\\\u00204915112345\\"}"}',
			{ nested: '{"key":[hidden],"a\\u0020[hidden]"}' },
		],
	])('is hidden in %s, which stays JSON', (answer, value) => {
		expect(JSON.parse(hide(answer))).toEqual(value);
	});

	it('is hidden in what is no JSON', () => {
		expect(hide('{"key":4915112345')).toBe('{"key":[hidden]');
		expect(hide('<p>Key 4915112345.</p>')).toBe('<p>Key [hidden].</p>');
		expect(hideKeyInMessages(key)('no 4915112345, but 49151123456')).toBe('no [hidden], but 49151123456');
	});

	it('is hidden in JSON that is nested too deeply to be gone through', () => {
		const deep = 200_000;
		expect(hide(`${'['.repeat(deep)}"${key}"${']'.repeat(deep)}`)).not.toContain(key);
	});
});

it('JSON that holds the key anywhere stays the same JSON without it, whatever the key', () => {
	const unit = fc.constantFrom(...'0123456789ab,:"{}[]\\/ &%ä'.split(''));
	const keys = fc.string({ unit, minLength: 8, maxLength: 14 }).filter((key) => key.trim().length >= 8);
	fc.assert(
		fc.property(keys, fc.jsonValue({ maxDepth: 3 }), (key, value) => {
			const sent = key.trim();
			const answer = JSON.stringify({ value, echo: `the key ${sent}.`, figure: 7 });
			const hidden = hideKeyInAnswers(key)(answer);
			const read = JSON.parse(hidden) as { echo: string; figure: number };
			expect(read.figure).toBe(7);
			expect(read.echo).not.toContain(sent);
			expect(read.echo).toContain('[hidden]');
		}),
		{ numRuns: 500 },
	);
});

it.each(['live-key-2026', '2026-live-key'])('The key %s is hidden although other digits touch it', (key) => {
	expect(hideKeyInMessages(key)(`0${key}0`)).toBe('0[hidden]0');
});

it.each(['short-7', '1234567', '  1234567  '])('A key as short as %j is hidden in messages only', (key) => {
	const text = `key ${key.trim()}.`;
	expect(hideKeyInData(key)(text)).toBe(text);
	expect(hideKeyInAnswers(key)(`{"a":"${text}"}`)).toBe(`{"a":"${text}"}`);
	expect(hideKeyInMessages(key)(text)).toBe('key [hidden].');
});

const base64 = (key: string) => Buffer.from(key).toString('base64');
const unpadded = (text: string) => text.replace(/=+$/, '');
const urlSafe = (text: string) => text.replaceAll('+', '-').replaceAll('/', '_');
const slashEscaped = (text: string) => text.replaceAll('/', '\\/');
/** As Gson and PHP write it, who escape more than JSON asks for. */
const unicodeEscaped = (text: string) =>
	text.replace(/["&'<=>+/]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`);
const lowerCaseCodes = (text: string) => text.replace(/%[0-9A-F]{2}/g, (code) => code.toLowerCase());

const spellings: Array<[string, (key: string) => string]> = [
	['as it is', (key) => key],
	['in JSON', (key) => JSON.stringify(key).slice(1, -1)],
	['in JSON with escaped slashes', (key) => slashEscaped(JSON.stringify(key).slice(1, -1))],
	['in JSON with more escaped than must be', (key) => unicodeEscaped(key)],
	['in an address', encodeURIComponent],
	['in an address, with small letters', (key) => lowerCaseCodes(encodeURIComponent(key))],
	['in a path, where only some is escaped', (key) => encodeURI(key)],
	['in a query', (key) => new URLSearchParams({ key }).toString().slice('key='.length)],
	['in base64', base64],
	['in base64 without padding', (key) => unpadded(base64(key))],
	['in base64 for addresses', (key) => urlSafe(base64(key))],
	['in base64 for addresses without padding', (key) => unpadded(urlSafe(base64(key)))],
	['in base64 in an address', (key) => encodeURIComponent(base64(key))],
	['in base64 in an address, with small letters', (key) => lowerCaseCodes(encodeURIComponent(base64(key)))],
	['in base64 with only its padding escaped', (key) => base64(key).replaceAll('=', '%3D')],
	['in base64 in JSON', (key) => slashEscaped(base64(key))],
	['in base64 in JSON with more escaped than must be', (key) => unicodeEscaped(base64(key))],
];
/** Of each length of padding, and with what each spelling writes in another way. */
const keys = [
	'key-of-12345',
	'key-of-123456',
	'key-of-1234567',
	'k3y/with+odd "signs"=&%',
	'~~~???>>>~~~',
	'schlüssel mit ä',
];

describe.each(spellings)('A key %s', (_, spelled) => {
	it.each(keys)('is hidden, leaving nothing of it: %s', (key) => {
		const spelling = spelled(key);
		for (const hide of [hideKeyInMessages(key), hideKeyInData(key), hideKeyInAnswers(key)]) {
			expect(hide(`a ${spelling} b`)).toBe('a [hidden] b');
		}
	});
});
