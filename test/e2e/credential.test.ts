import type { FaultRule } from '../../simulator';
import { closeSession, CREDENTIAL_TYPE, openSession, type Session } from './support/session';

/** n8n 1 ignores our words for an answer that is not a success. */
const inN8n1 = process.env.N8N_MANIFEST?.endsWith('1.123') === true;

/** What a person sees after pressing Test in the credential. */
describe('the credential test', () => {
	let session: Session;
	beforeAll(async () => {
		session = await openSession();
	});
	afterAll(async () => await closeSession(session));

	async function test(changes: Record<string, string> = {}) {
		const { rest, service } = session;
		const data = { baseUrl: service.baseUrl, accountId: service.accountId, apiKey: service.apiKey, ...changes };
		const saved = await rest.createCredential('Under test', CREDENTIAL_TYPE, data);
		const requestsBefore = service.requests().length;
		const { status, message } = await rest.testCredential(saved, data);
		return { status, message, requests: service.requests().slice(requestsBefore) };
	}

	it('answers OK with the right key, and asks once', async () => {
		const { status, requests } = await test();
		expect(status).toBe('OK');
		expect(requests).toEqual([expect.objectContaining({ endpoint: 'list', key: 'right' })]);
	});

	const noList = { kind: 'status', status: 200, body: '{"promotions":null}', contentType: 'application/json' } as const;
	const CHECK = "Check 'Base URL': the address of the service without /api/v2.";

	it.each<[what: string, changes: Record<string, string>, rule: FaultRule | undefined, ours: RegExp, ofN8n1: string]>([
		[
			'a wrong key, without showing it',
			{ apiKey: 'a-wrong-key-4711' },
			undefined,
			/^(?!.*4711).*API Key/,
			'Authorization failed - please check your credentials',
		],
		[
			'a redirect, which is not followed',
			{},
			{ fault: { kind: 'redirect' } },
			/redirect.*Base URL/i,
			'Request failed with status code 307',
		],
		[
			'an answer without a list',
			{},
			{ fault: noList },
			new RegExp(`^The address answers, but not with a list of promotions. ${CHECK}$`),
			`The address answers, but not with a list of promotions. ${CHECK}`,
		],
		[
			'an address where nobody listens',
			{ baseUrl: 'http://127.0.0.1:9' },
			undefined,
			/^ECONNREFUSED$/,
			'The service refused the connection - perhaps it is offline',
		],
	])('says in words what is wrong with %s', async (_what, changes, rule, ours, ofN8n1) => {
		if (rule) session.service.addFault(rule);
		const { status, message } = await test(changes);
		expect([status, message]).toEqual(['Error', inN8n1 ? ofN8n1 : expect.stringMatching(ours)]);
		expect(session.service.foreignRequests()).toEqual([]);
	});
});
