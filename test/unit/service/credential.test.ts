import { RcsPromotionApi } from '../../../credentials/RcsPromotionApi.credentials';
import { readAccount } from '../../../nodes/service/credential';

const accountWith = (values: { [field in 'accountId' | 'apiKey' | 'baseUrl']?: unknown }) =>
	readAccount({ baseUrl: 'https://rcs.example.com', accountId: 'a', apiKey: 'key', ...values } as never);

describe('Base URL', () => {
	it.each([
		['https://rcs.example.com', 'https://rcs.example.com'],
		['  https://rcs.example.com//  ', 'https://rcs.example.com'],
		['https://rcs.example.com:8443/gate/way/', 'https://rcs.example.com:8443/gate/way'],
		['http://localhost:3000/', 'http://localhost:3000'],
		['http://127.0.0.1:3000', 'http://127.0.0.1:3000'],
		['http://[::1]:3000', 'http://[::1]:3000'],
	])('takes %j as %s', (raw, normal) => {
		expect(accountWith({ baseUrl: raw }).baseUrl).toBe(normal);
	});

	it.each([
		['', /not a web address/],
		['rcs.example.com', /not a web address/],
		['ftp://rcs.example.com', /not a web address/],
		['http://rcs.example.com', /unencrypted: use https/],
		['http://localhost.example.com', /unencrypted: use https/],
		['http://nas.local:8080', /unencrypted: use https/],
		['http://service.localhost', /unencrypted: use https/],
		['http://192.168.0.7', /unencrypted: use https/],
		['http://127.0.0.2', /unencrypted: use https/],
		['https://user:word@rcs.example.com', /remove the user name/],
		['https://rcs.example.com/?a=1', /remove the user name/],
		['https://rcs.example.com/#part', /remove the user name/],
		['https://rcs.example.com/#', /remove the user name/],
	])('refuses %j and says the way out', (raw, sentence) => {
		expect(() => accountWith({ baseUrl: raw })).toThrow(sentence);
	});
});

describe('API Key', () => {
	it.each(['key-of-the-account', ' key-of-the-account\r\n', 'two words', 'k3y/with+odd "signs"=&%', 'schlüssel'])(
		'takes %j',
		(apiKey) => {
			expect(accountWith({ apiKey }).apiKey).toBe(apiKey.trim());
		},
	);

	it.each(['', ' \n', undefined, '\u200b'])('is missing where it is %j', (apiKey) => {
		expect(() => accountWith({ apiKey })).toThrow(/^'API Key' is empty/);
	});

	it.each(['\u200b', '\u00a0', '\u00ad', '\n', '\u0000', '–', '😀'])(
		'is refused with %j in it, without being shown',
		(odd) => {
			const given = () => accountWith({ apiKey: `sk-live${odd}-7Hq2` });
			expect(given).toThrow(/^'API Key' contains a character that cannot be sent/);
			expect(given).not.toThrow(/7Hq2|sk.live/);
		},
	);
});

describe('Account ID', () => {
	it.each([
		[' acme\n', 'acme'],
		['\ufeffacme\u200b', 'acme'],
		[12, '12'],
	])('takes %j as %s', (given, accountId) => {
		expect(accountWith({ accountId: given })).toMatchObject({ accountId });
	});

	it.each(['', '\u200b', '..', 'undefined', 2 ** 53, 1.5, true, null])('refuses %j', (given) => {
		expect(() => accountWith({ accountId: given })).toThrow(/^'Account ID' is empty or not an ID/);
	});
});

describe('The key', () => {
	const credential = { baseUrl: 'https://rcs.example.com/gate/', accountId: 'a', apiKey: 'key-of-the-account' };
	const authenticate = async (request: { url: string; baseURL?: string }, changes: Partial<typeof credential> = {}) => {
		const apply = new RcsPromotionApi().authenticate;
		if (typeof apply !== 'function') throw new TypeError('not a function');
		return await apply({ ...credential, ...changes }, { ...request, headers: { accept: 'application/json' } });
	};

	it.each([
		[{ url: 'https://rcs.example.com/gate/api/v2/promotion/a' }],
		[{ url: '/api/v2/promotion/a', baseURL: 'https://rcs.example.com/gate' }],
		[{ url: 'HTTPS://RCS.example.com:443/api/v2/promotion/a' }],
	])('goes with %j, which stays at the origin', async (request) => {
		const signed = await authenticate(request);
		expect(signed.headers).toEqual({ accept: 'application/json', 'x-api-key': 'key-of-the-account' });
		expect(signed.disableFollowRedirect).toBe(true);
	});

	it.each([
		[{ url: 'https://rcs.example.org/api' }],
		[{ url: 'http://rcs.example.com/api' }],
		[{ url: 'https://rcs.example.com:8443/api' }],
		[{ url: 'https://rcs.example.com@elsewhere.example/api' }],
		[{ url: '//elsewhere.example/api', baseURL: 'https://rcs.example.com' }],
		[{ url: 'https://elsewhere.example/api', baseURL: 'https://rcs.example.com' }],
		[{ url: '' }],
	])('is held back from %j', async (request) => {
		await expect(authenticate(request)).rejects.toThrow(/the API key was not sent/);
	});

	const ours = { url: 'https://rcs.example.com/a' };

	it('is sent without the blanks around it', async () => {
		const signed = await authenticate(ours, { apiKey: '\ufeff key-of-the-account\u200b\n' });
		expect(signed.headers).toMatchObject({ 'x-api-key': 'key-of-the-account' });
	});

	it('is held back when it would not arrive as it is, or the address is not safe', async () => {
		const broken = authenticate(ours, { apiKey: 'key-of\u200b-the-account' });
		await expect(broken).rejects.toThrow(/'API Key' contains a character/);
		const unsafe = authenticate({ url: 'http://rcs.example.com/api' }, { baseUrl: 'http://rcs.example.com' });
		await expect(unsafe).rejects.toThrow(/unencrypted/);
	});
});
