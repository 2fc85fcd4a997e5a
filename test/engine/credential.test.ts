import type { INodeExecutionData } from 'n8n-workflow';
import { startSimulator, type Fault } from '../../simulator';
import { TestCredentials } from '../harness/credentials';
import { operations } from '../unit/policy/form';
import { examples } from './policy/examples';
import { isOlderHost, quickWaits, Setup, setups } from './support/setup';

const { inSetup, underEveryPersonality, withService, casesAtOnce } = setups();
quickWaits();

async function press({ engine, simulator }: Setup, changes: Record<string, string> = {}) {
	const { baseUrl, accountId, apiKey } = simulator;
	const tested = await engine.editor.testCredential('rcsPromotionApi', { baseUrl, accountId, apiKey, ...changes });
	expect(tested.message).not.toContain(apiKey);
	for (const { headers } of simulator.foreignRequests()) expect(headers['x-api-key']).toBeUndefined();
	return tested;
}

const inOurWords = (message: string): string => (isOlderHost ? (expect.any(String) as string) : message);

const CHECK_ADDRESS = "Check 'Base URL': the address of the service without /api/v2.";
const saying = (words: string) => expect.stringContaining(words) as string;

describe('the Test button of the credential', () => {
	underEveryPersonality('lists the promotions, with the key, and is content', async (setup) => {
		expect(await press(setup)).toEqual({ status: 'OK', message: 'Connection successful!' });
		const [request, ...others] = setup.simulator.requests();
		expect(request).toMatchObject({ method: 'GET', endpoint: 'list', key: 'right' });
		expect(others).toEqual([]);
	});

	underEveryPersonality('says that the key or the account is refused', async (setup) => {
		const wrongKey = await press(setup, { apiKey: 'another-key' });
		expect([wrongKey.status, wrongKey.message]).toEqual([
			'Error',
			isOlderHost ? expect.any(String) : saying('API Key'),
		]);
		expect((await press(setup, { accountId: 'another/account?' })).status).toBe('Error');
		expect(setup.simulator.requests().map(({ url }) => url.split('?')[0])).toContain(
			'/api/v2/promotion/another%2Faccount%3F',
		);
	});

	const statuses: Array<[status: number, message: string]> = [
		[401, 'The service does not accept this API Key for this Account ID.'],
		[403, 'The service does not let this API Key read the promotions of this Account ID.'],
		[404, `The service found nothing at this address. ${CHECK_ADDRESS} Also check 'Account ID'.`],
		[422, "The service refused the request. Check 'Account ID' and 'Base URL'."],
		[429, 'The service is limiting requests. Try again later.'],
		[500, 'The service is not available right now. Try again later.'],
		[503, 'The service is not available right now. Try again later.'],
	];
	casesAtOnce('says what a status means, even of an answer with a list', statuses, async (setup, [status, message]) => {
		const body = JSON.stringify({ promotions: [], message: `no such key: ${setup.simulator.apiKey}` });
		setup.simulator.addFault({ endpoint: 'list', times: 'always', fault: { kind: 'status', status, body } });
		expect(await press(setup)).toEqual({ status: 'Error', message: inOurWords(message) });
	});

	const redirects: Fault[] = [302, 308].map((status) => ({ kind: 'redirect', status }));
	casesAtOnce('follows no redirect', redirects, async (setup, fault) => {
		setup.simulator.addFault({ endpoint: 'list', fault });
		const { status, message } = await press(setup);
		expect([status, message]).toEqual(['Error', isOlderHost ? expect.any(String) : saying('redirect')]);
		expect(setup.simulator.foreignRequests()).toEqual([]);
	});

	const bodies = ['', '<html></html>', 'null', '{}', '{"promotions":null}', '{"promotions":{}}'];
	casesAtOnce('is not content with anything but a list', bodies, async (setup, body) => {
		const fault: Fault = { kind: 'status', status: 200, body, contentType: 'application/json' };
		setup.simulator.addFault({ endpoint: 'list', fault });
		const message = `The address answers, but not with a list of promotions. ${CHECK_ADDRESS}`;
		expect(await press(setup)).toEqual({ status: 'Error', message });
	});

	withService('shows the code where nothing answers, as n8n does', async (setup) => {
		const { baseUrl } = setup.simulator;
		await setup.simulator.stop();
		expect(await press(setup, { baseUrl })).toEqual({ status: 'Error', message: inOurWords('ECONNREFUSED') });
	});

	withService('names an API Key that would not arrive as it is', async (setup) => {
		const { status, message } = await press(setup, { apiKey: `${setup.simulator.apiKey}\u00a0x` });
		expect([status, message]).toEqual(['Error', expect.stringContaining("'API Key' contains a character")]);
		expect(setup.simulator.requests()).toEqual([]);
	});

	withService('asks for the same account as the node', async (setup) => {
		const { engine, simulator } = setup;
		const { apiKey } = simulator;
		const [baseUrl, accountId] = [` ${simulator.baseUrl}// `, `\ufeff \ufff9${simulator.accountId} \u200b`];
		await press(setup, { baseUrl, accountId });
		const credentials = engine.credentials('rcsPromotionApi', { baseUrl, accountId, apiKey });
		await engine.run({ credentials, parameters: { resource: 'promotion', operation: 'getAll' } });
		const [ofTest, ...ofNode] = simulator.requests().map(({ url }) => url);
		expect(ofNode).toEqual([ofTest]);
	});
});

withService('a run reads the credential once, however many requests it makes', async ({ simulator, run }) => {
	simulator.addPromotions([{}, {}, {}]);
	const read = jest.spyOn(TestCredentials.prototype, 'getDecrypted');
	try {
		expect((await run('statistics.getAll')).items).toHaveLength(3);
		expect(simulator.requests()).toHaveLength(4);
		expect(read).toHaveBeenCalledTimes(1);
		// With several items, it is also seen whether the credential depends on the item.
		read.mockClear();
		const inputs = Array.from({ length: 30 }, () => ({ json: {} }));
		expect((await run('promotion.getAll', {}, { items: inputs })).items).toHaveLength(90);
		expect(read).toHaveBeenCalledTimes(3);
	} finally {
		read.mockRestore();
	}
});

describe('a credential that depends on the item', () => {
	/** Two services, each with its own account and key, and a credential that takes those of the item. */
	const inTwoAccounts = (test: (acme: Setup, beta: Setup) => Promise<void>, accountId = 'beta') =>
		inSetup({ accountId: 'acme' }, async (acme) => {
			const simulator = await startSimulator({ accountId, apiKey: 'key-of-beta' });
			try {
				await test(acme, new Setup(acme.engine, simulator));
			} finally {
				await simulator.stop();
			}
		});
	const credentialsOf = (acme: Setup, beta: Setup, ofItem = '$json.account') => {
		const either = (name: 'baseUrl' | 'accountId' | 'apiKey') =>
			`={{ ${ofItem} === 'beta' ? ${JSON.stringify(beta.simulator[name])} : ${ofItem} === 'acme' ? ${JSON.stringify(acme.simulator[name])} : '' }}`;
		const data = { baseUrl: either('baseUrl'), accountId: either('accountId'), apiKey: either('apiKey') };
		return acme.engine.credentials('rcsPromotionApi', data);
	};
	const marked = (items: INodeExecutionData[] | undefined, account: string): INodeExecutionData[] =>
		(items ?? [{ json: {} }]).map((item) => ({ ...item, json: { ...item.json, account } }));

	/** Compare takes all items together. */
	const perItem = operations.map(({ id }) => id).filter((id) => id !== 'statistics.compare');

	it.each(perItem)('is that of each item: %s', async (id) => {
		await inTwoAccounts(async (acme, beta) => {
			const prepare = examples[id]?.prepare;
			const [ofAcme, ofBeta] = [await prepare?.(acme), await prepare?.(beta)];
			const items = [...marked(ofBeta?.items, 'beta'), ...marked(ofAcme?.items, 'acme')];
			const parameters = { options: { maximumLaunches: 2 }, ...ofAcme?.parameters };
			const credentials = credentialsOf(acme, beta);
			const result = await acme.run(id, parameters, { items, credentials } as never);
			expect(result.error).toBeUndefined();
			const accounts = result.json.map(({ accountId }) => accountId);
			if (!examples[id]?.withoutAccount) expect([...new Set(accounts)]).toEqual(['beta', 'acme']);
			for (const { simulator } of [acme, beta]) {
				for (const request of simulator.requests()) expect(request.key).toBe('right');
				if (accounts.length > 0 && accounts[0] !== undefined) expect(simulator.requests()).not.toEqual([]);
			}
		});
	});

	const launch = {
		...{ recipients: 'inputItems', promotionName: 'Spring', templateName: 'spring', templateId: 't-1' },
		...{ templateLanguage: 'en', cardsMode: 'none', sendMode: 'always', phoneField: 'phone' },
	};
	const contact = (account: string | undefined, index: number) => ({
		json: { phone: `+49151000001${10 + index}`, ...(account === undefined ? {} : { account }) },
	});

	it.each([
		['differs', ['acme', 'beta'], '$json.account'],
		['is the same in all items so far', ['acme', 'acme'], '$json.account'],
		['fills in what the first item lacks', [undefined, 'beta'], "($json.account ?? 'acme')"],
		['goes by the place of the item', ['acme', 'acme'], "($itemIndex === 1 ? 'beta' : 'acme')"],
	])('is refused where one launch goes to all items: it %s', async (_, accounts, ofItem) => {
		await inTwoAccounts(async (acme, beta) => {
			const credentials = credentialsOf(acme, beta, ofItem);
			const { error } = await acme.run('promotion.launch', launch, {
				...{ items: accounts.map(contact), credentials },
			});
			expect(error?.message).toContain('The credential is not the same for all input items');
			expect([acme, beta].map((setup) => setup.requests('launch'))).toEqual([0, 0]);
		});
	});

	it('is that of each item, also where only the address differs', async () => {
		await inTwoAccounts(async (acme, beta) => {
			for (const [name, { simulator }] of Object.entries({ Real: acme, Trial: beta })) simulator.addPromotion({ name });
			const circumstances = { items: ['acme', 'beta'].map(contact), credentials: credentialsOf(acme, beta) };
			const { json } = await acme.run('promotion.getAll', {}, circumstances);
			expect(json.map(({ name }) => name)).toEqual(['Real', 'Trial']);
		}, 'acme');
	});

	it('is that of the only item', async () => {
		await inTwoAccounts(async (acme, beta) => {
			const circumstances = { items: [contact('beta', 1)], credentials: credentialsOf(acme, beta) };
			const { json } = await acme.run('promotion.launch', launch, circumstances);
			expect(json).toMatchObject([{ outcome: 'launched', accountId: 'beta' }]);
			expect([acme, beta].map((setup) => setup.requests('launch'))).toEqual([0, 1]);
		});
	});

	it('with an expression that is the same for all items is one for all', async () => {
		await inTwoAccounts(async (acme, beta) => {
			const credentials = credentialsOf(acme, beta, "($now ? 'beta' : '')");
			const circumstances = { items: [1, 2].map((index) => contact('acme', index)), credentials };
			const { json } = await acme.run('promotion.launch', launch, circumstances);
			expect(json).toMatchObject([{ outcome: 'launched', accountId: 'beta', recipients: { handedOver: 2 } }]);
		});
	});
});
