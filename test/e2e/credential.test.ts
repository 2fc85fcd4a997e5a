import { closeSession, CREDENTIAL_TYPE, openSession, type Session } from './support/session';

/** n8n 1 ignores our words for an answer that is not a success. */
const inN8n1 = process.env.N8N_MANIFEST?.endsWith('1.123') === true;
const says = (ours: RegExp, inOwnWords: string) =>
	inN8n1 ? inOwnWords : (expect.stringMatching(ours) as unknown as string);

/** What a person sees after pressing Test in the credential. */
describe('the credential test', () => {
	let session: Session;
	beforeAll(async () => {
		session = await openSession();
	});
	afterAll(async () => await closeSession(session));

	async function test(changes: Record<string, string>) {
		const { rest, service } = session;
		const data = { baseUrl: service.baseUrl, accountId: service.accountId, apiKey: service.apiKey, ...changes };
		const saved = await rest.createCredential('Under test', CREDENTIAL_TYPE, data);
		const requestsBefore = service.requests().length;
		const { status, message } = await rest.testCredential(saved, data);
		return { status, message, requests: service.requests().slice(requestsBefore) };
	}

	it('answers OK with the right key, and asks once', async () => {
		const { status, requests } = await test({});
		expect(status).toBe('OK');
		expect(requests).toEqual([expect.objectContaining({ endpoint: 'list', key: 'right' })]);
	});

	it('says in words that the key is wrong, without showing it', async () => {
		const { status, message, requests } = await test({ apiKey: 'a-wrong-key-4711' });
		expect(status).toBe('Error');
		expect(message).toEqual(says(/API Key/, 'Authorization failed - please check your credentials'));
		expect(message).not.toContain('a-wrong-key-4711');
		// n8n asks once more after a 401, in case a token was renewed meanwhile.
		for (const request of requests) expect(request).toMatchObject({ endpoint: 'list', key: 'wrong' });
		expect(requests.length).toBeGreaterThan(0);
	});

	it('does not follow a redirect, and names Base URL', async () => {
		session.service.addFault({ fault: { kind: 'redirect' } });
		const { status, message } = await test({});
		expect(status).toBe('Error');
		expect(message).toEqual(says(/redirect.*Base URL/i, 'Request failed with status code 307'));
		expect(session.service.foreignRequests()).toEqual([]);
	});

	it('refuses an answer without a list in a sentence', async () => {
		const body = '{"promotions":null}';
		session.service.addFault({ fault: { kind: 'status', status: 200, body, contentType: 'application/json' } });
		const { status, message } = await test({});
		expect([status, message]).toEqual([
			'Error',
			"The address answers, but not with a list of promotions. Check 'Base URL': the address of the service without /api/v2.",
		]);
	});

	it('does not answer OK when nobody listens at the address', async () => {
		const { status, message } = await test({ baseUrl: 'http://127.0.0.1:9' });
		expect(status).toBe('Error');
		expect(message).toEqual(says(/^ECONNREFUSED$/, 'The service refused the connection - perhaps it is offline'));
	});
});
