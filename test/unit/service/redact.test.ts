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

it.each(['short-7', '1234567', '  1234567  '])('A key as short as %j is hidden in messages only', (key) => {
	const text = `key ${key.trim()}.`;
	expect(hideKeyInData(key)(text)).toBe(text);
	expect(hideKeyInAnswers(key)(`{"a":"${text}"}`)).toBe(`{"a":"${text}"}`);
	expect(hideKeyInMessages(key)(text)).toBe('key [hidden].');
});

it.each([
	['%256b%252f', 'percent codes that were encoded again'],
	['&#x6B;&#47;', 'codes of HTML'],
	['\\\\u006b\\\\/', 'JSON inside JSON'],
])('%s, %s, is the key as well', (beginning) => {
	expect(hideKeyInMessages('k/long-enough')(`a ${beginning}long-enough b`)).toBe('a [hidden] b');
});
