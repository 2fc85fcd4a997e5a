/** What may come from items, credentials and the service with bad intent, seen where it would do harm: in the request, byte for byte. */
import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';
import type { Engine } from '../../harness/engine';
import { operations } from '../../unit/policy/form';
import { withRawServer, type Answering, type RawRequest, type RawServer } from '../support/rawServer';
import { byId, quickWaits, setups, type Setup } from '../support/setup';

const { withService } = setups();
quickWaits();

const counters = { attempted: 3, failed: 1, sent: 2, delivered: 2, read: 1, interacted: 1, optout: 0 };
const REPORT = 'Name,Phone,Status\nAna,+4915112345678,Read\n';

/** Knows one promotion, whatever it is called. */
const serviceWith =
	(promotionId: string, status = 'Stopped'): Answering =>
	({ method, url = '' }, response) => {
		const [path = ''] = url.split('?');
		const promotion = { promotionId, name: 'A', status: 'Completed', createdDate: 1 };
		if (path.endsWith('/report')) return void response.writeHead(200, { 'content-type': 'text/csv' }).end(REPORT);
		const answer = path.endsWith('/stats')
			? { ...counters, statsReport: [] }
			: method === 'GET'
				? { promotions: [promotion] }
				: { ...promotion, ...(method === 'POST' ? { promotionId: 'launched' } : { status }) };
		response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
	};

const launch: INodeParameters = {
	...{ sendMode: 'always', phoneField: 'phone', nameField: 'name', cardsMode: 'none' },
	...{ promotionName: 'Spring Sale', templateName: 'spring', templateId: 't-1', templateLanguage: 'en' },
	options: { refuseRepeats: false },
};

const anAna: INodeExecutionData[] = [{ json: { name: 'Ana', phone: '+4915112345678' } }];

/** The path below the account of each request that an operation makes. */
const withAnId: Array<[operation: string, paths: string[]]> = [
	['promotion.get', ['GET']],
	['promotion.stop', ['GET', 'PATCH ID']],
	['promotion.cancel', ['GET', 'PATCH ID']],
	['promotion.waitForCompletion', ['GET']],
	['statistics.get', ['GET ID/stats']],
	['statistics.getAll', ['GET', 'GET ID/stats']],
	['report.getAll', ['GET statistics/ID/report']],
	['report.summarize', ['GET statistics/ID/report']],
	['report.download', ['GET statistics/ID/report']],
];

const ids = [
	...['a/../../b', '../..', '..%2f..', '%2e%2e', 'a%2Fb', 'a%00b', '%', '...', '.\\..'],
	...['a?x=1&channel=sms', '#', 'a;b=c', 'a\\b', 'a b', 'a+b', 'a\tb', '"', "'", '<b>', '{{1', '${name}'],
	...['a\r\nx-injected: yes', 'a\r\n\r\nGET /other HTTP/1.1', 'a\0b', 'a\u2028b', 'ä🙂', 'e\u0301'],
	...['//evil.example/x', 'http://evil.example/?', 'user:pw@evil.example', '__proto__', 'template/launch'],
	'../'.repeat(3_333) + '🙂',
];

/** One server for all, which knows one promotion at a time. */
async function withEach(
	texts: string[],
	engine: Engine,
	test: (text: string, server: RawServer) => Promise<void>,
	status?: string,
): Promise<void> {
	let current = '';
	const service: Answering = (request, response) => serviceWith(current, status)(request, response);
	await withRawServer(engine, service, async (server) => {
		for (current of texts) {
			server.requests.length = 0;
			await test(current, server);
		}
	});
}

const KNOWN_HEADERS = [
	...['host', 'accept', 'accept-encoding', 'content-type', 'content-length', 'connection', 'user-agent'],
];

/** Taken apart by nothing of ours: method and segments, with account and ID in capitals. */
function requestLine({ method, url, headers }: RawRequest, account: string, id: string): string {
	const names = headers.filter((_, index) => index % 2 === 0).map((name) => name.toLowerCase());
	expect(names.filter((name) => !KNOWN_HEADERS.includes(name))).toEqual(['x-api-key']);
	expect(headers[names.indexOf('x-api-key') * 2 + 1]).toBe('key-of-a-test');
	expect(url).toMatch(/^[!-~]+$/);
	const [path = '', query, ...more] = url.split('?');
	expect([query, more]).toEqual(['channel=rcs', []]);
	const [root, api, version, promotion, first = '', ...others] = path.split('/');
	expect([root, api, version, promotion]).toEqual(['', 'api', 'v2', 'promotion']);
	expect(decodeURIComponent(first)).toBe(account);
	const segments = others.map((segment) =>
		segment !== 'stats' && decodeURIComponent(segment) === id ? 'ID' : segment,
	);
	return [method, segments.join('/')].filter((part) => part !== '').join(' ');
}

describe.each(withAnId)('%s', (operation, paths) => {
	withService('keeps account and promotion one segment each, whatever they hold', async ({ engine }) => {
		// All of them once for each form that an address has.
		const isFirstOfItsForm = ['promotion.stop', 'statistics.get', 'report.getAll'].includes(operation);
		await withEach(
			isFirstOfItsForm ? ids : ids.slice(0, 3),
			engine,
			async (id, { run, requests }) => {
				const { error, json } = await run(operation, { promotionId: byId(id) }, { account: { accountId: id } });
				expect([id, error?.message, json.length]).toEqual([id, undefined, 1]);
				expect([id, requests.map((request) => requestLine(request, id, id)).sort()]).toEqual([id, paths]);
			},
			operation === 'promotion.cancel' ? 'Cancelled' : 'Stopped',
		);
	});

	const refused = ['.', '..', ' .. ', ' ', '\n', 'a\ud83d', '\ude00'];
	withService('refuses what no address can hold, and makes no request', async ({ engine }) => {
		await withRawServer(engine, serviceWith('p-1'), async ({ run, requests }) => {
			for (const id of refused) {
				const asAccount = await run(operation, { promotionId: byId('p-1') }, { account: { accountId: id } });
				expect([id, asAccount.error?.message]).toEqual([id, expect.stringMatching(/'Account ID'/)]);
				if (operation === 'statistics.getAll') continue;
				const { error } = await run(operation, { promotionId: byId(id) });
				expect([id, error?.message]).toEqual([id, expect.stringMatching(/'Promotion ID' is/)]);
			}
			expect(requests).toEqual([]);
		});
	});
});

describe('promotion.launch', () => {
	const names = ids.filter((name) => name.trim() === name && !name.includes('${'));

	withService('keeps the name of the list one value of the query', async ({ engine }) => {
		await withEach(names, engine, async (name, { run, requests }) => {
			const parameters = { ...launch, options: { contactListName: name, refuseRepeats: false } };
			const { error } = await run('promotion.launch', parameters, { items: anAna, account: { accountId: name } });
			const posts = requests.filter(({ method }) => method === 'POST');
			expect([name, error?.message, posts.length]).toEqual([name, undefined, 1]);
			const [path = '', query = '', ...more] = posts[0]?.url.split('?') ?? [];
			const account = path.split('/')[4] ?? '';
			expect([path, more]).toEqual([`/api/v2/promotion/${account}/template/launch`, []]);
			expect(decodeURIComponent(account)).toBe(name);
			expect(query).toMatch(/^name=[^&=+;]*$/);
			expect(decodeURIComponent(query.slice('name='.length))).toBe(name);
		});
	});

	const fileNames = [
		'a"\r\nx-injected: yes\r\n\r\nb.csv',
		'"; name="body',
		'--\r\n',
		'a\0b.csv',
		'\\"',
		'x'.repeat(10_000),
	];
	withService.each(fileNames)('lets the name of a file end no line of the form: %j', async ({ engine }, fileName) => {
		await withRawServer(engine, serviceWith('p-1'), async ({ run, requests }) => {
			const item = await engine.fileItem('name,phone\nAna,+4915112345678\n', 'contacts.csv');
			const file = { ...item.binary?.data, fileName, mimeType: 'text/csv\r\nx-injected: yes' } as never;
			const items = [{ json: {}, binary: { data: file } }];
			const { error } = await run('promotion.launch', { ...launch, recipients: 'csvFile' }, { items });
			expect(error).toBeUndefined();
			const { body = '', headers = [] } = requests.find(({ method }) => method === 'POST') ?? {};
			const boundary = /boundary=(\S+)/.exec(headers.join(' '))?.[1] ?? '';
			const parts = body.split(`--${boundary}`).slice(1, -1);
			const lines = parts.map((part) => part.split('\r\n\r\n')[0]?.trim().split(/\r|\n/).filter(Boolean) ?? []);
			expect(lines).toEqual([
				[expect.stringMatching(/^Content-Disposition: form-data; name="file"/), 'Content-Type: text/csv'],
				[expect.stringMatching(/^Content-Disposition: form-data; name="body"/), 'Content-Type: application/json'],
			]);
		});
	});
});

describe('names that every object has', () => {
	const evil =
		'"__proto__":{"polluted":"yes","promotionId":"evil","phone":"+491777"},"constructor":{"prototype":{"polluted":"yes"}},"toString":"x","hasOwnProperty":1';
	const promotion = `{"promotionId":"p-1","name":"A","status":"Completed","createdDate":1,${evil}}`;
	const figures = JSON.stringify(counters).slice(1, -1);

	const evilService: Answering = ({ method, url = '' }, response) => {
		const [path = ''] = url.split('?');
		if (path.endsWith('/report')) {
			const rows = ['__proto__', 'constructor', 'toString', 'Read'].map(
				(text) => `${text},+49151123,${text},${text},${text}`,
			);
			response.writeHead(200, { 'content-type': 'text/csv' });
			return void response.end(`Name,Phone,Status,__proto__,constructor\n${rows.join('\n')}\n`);
		}
		const answer = path.endsWith('/stats')
			? `{${figures},"statsReport":[{"promotionRetryNumber":1,${figures},${evil}}],${evil}}`
			: method === 'GET'
				? `{"promotions":[${promotion},{${evil}}],${evil}}`
				: promotion.replace('Completed', 'Stopped').replace('p-1', method === 'POST' ? 'launched' : 'p-1');
		response.writeHead(200, { 'content-type': 'application/json' }).end(answer);
	};

	const variants: INodeParameters[] = [{}, { simplify: false, options: { summary: true } }];
	const reads = operations.filter(({ resource, id }) => resource !== 'contactList' && id !== 'promotion.launch');

	withService.each(reads)('do no harm when the service sends them: $id', async ({ engine }, { id }) => {
		await withRawServer(engine, evilService, async ({ run }) => {
			for (const parameters of variants) {
				const promotions =
					id === 'statistics.compare' ? { promotionIds: ['p-1', 'p-2'] } : { promotionId: byId('p-1') };
				const { error, json } = await run(id, { ...promotions, returnAll: true, ...parameters });
				expect(error).toBeUndefined();
				expect(json).not.toEqual([]);
				harmless(json);
			}
		});
	});

	const inItems: INodeExecutionData[] = [
		{ json: JSON.parse(`{"name":"Ana","phone":"+4915112345678",${evil}}`) as never },
		{ json: JSON.parse(`{"name":"Ben","phone":"+4915112345679","properties":{${evil}}}`) as never },
	];
	const inFields: INodeParameters = {
		cardsMode: 'json',
		cardsJson: `[{"card_index":0,${evil},"components":[{"type":"BODY",${evil},"variables":[{"type":"text","value":"\${name}",${evil}}]}]}]`,
		options: { additionalBodyFields: `{${evil},"note":"n"}`, refuseRepeats: false },
	};

	withService('do no harm in items and in JSON fields', async ({ engine }) => {
		await withRawServer(engine, evilService, async (server) => {
			for (const id of ['contactList.check', 'contactList.findInvalid', 'promotion.launch']) {
				const { error, json } = await server.run(id, { ...launch, ...inFields }, { items: inItems });
				expect(error).toBeUndefined();
				harmless(json);
			}
			const [{ body = '' } = {}, ...others] = server.requests.filter(({ method }) => method === 'POST');
			expect(others).toEqual([]);
			expect(body).toContain('\r\n\r\nname,phone\r\nAna,+4915112345678\r\nBen,+4915112345679\r\n\r\n--');
			const sent = JSON.parse(body.split('application/json\r\n\r\n')[1]?.split('\r\n--')[0] ?? '') as object;
			expect(sent).toMatchObject({ name: 'Spring Sale', channelType: 'rcs', note: 'n' });
			expect(Object.getPrototypeOf(sent)).toBe(Object.prototype);
		});
	});

	const usual = Object.getOwnPropertyNames(Object.prototype).sort();

	function harmless(json: Array<Record<string, unknown>>): void {
		expect(Object.getOwnPropertyNames(Object.prototype).sort()).toEqual(usual);
		const visit = (value: unknown): void => {
			if (typeof value !== 'object' || value === null) return;
			if (!Array.isArray(value)) {
				expect(Object.getPrototypeOf(Object.getPrototypeOf(value) as object)).toBeNull();
				expect('polluted' in value && !Object.hasOwn(value, 'polluted')).toBe(false);
			}
			Object.values(value).forEach(visit);
		};
		visit(json);
	}
});

describe('an expression that gives an object where a text is meant', () => {
	const values = ['={{ ({ a: 1 }) }}', '={{ [1, 2] }}', '={{ [{ a: 1 }] }}'];
	const ofReport = { promotionId: byId('p-1') };
	/** The place of a field, such as `filters.phone`, and what has to be set for it to be shown. */
	const texts: Array<[operation: string, label: string, path: string, given?: INodeParameters]> = [
		...withAnId
			.filter(([operation]) => operation !== 'statistics.getAll')
			.map(([operation]): (typeof texts)[number] => [operation, 'Promotion ID', 'promotionId.value', ofReport]),
		['report.download', 'Put Output File in Field', 'outputBinaryProperty', ofReport],
		['report.getAll', 'Phone', 'filters.phone', ofReport],
		['promotion.getAll', 'Name Contains', 'filters.nameContains'],
		['statistics.getAll', 'Name Contains', 'filters.nameContains'],
		['promotion.launch', 'Promotion Name', 'promotionName'],
		['promotion.launch', 'Template Name', 'templateName'],
		['promotion.launch', 'Template ID', 'templateId'],
		['promotion.launch', 'Template Language', 'templateLanguage'],
		['promotion.launch', 'Contact List Name', 'options.contactListName'],
		['promotion.launch', 'Country', 'country'],
		['promotion.launch', 'Name of the Uploaded List', 'targetListName', { recipients: 'uploadedList' }],
		['promotion.launch', 'Input Binary Field', 'binaryPropertyName', { recipients: 'csvFile' }],
		['promotion.launch', 'Campaign Name', 'options.descriptiveProperties.campaignName'],
	];

	/** Everything given, with a value at this place. */
	const withValue = (
		[first = '', ...others]: string[],
		value: string,
		given: INodeParameters = {},
	): INodeParameters => ({
		...given,
		[first]: others.length === 0 ? value : withValue(others, value, given[first] as INodeParameters),
	});

	withService.each(texts.map(([operation, label, path, given]) => ({ operation, label, path, given })))(
		'is refused by its name: $operation, $label',
		async (setup: Setup, { operation, label, path, given }) => {
			for (const value of values) {
				const usual = operation === 'promotion.launch' ? launch : {};
				const parameters = withValue(path.split('.'), value, { ...usual, ...given });
				const { error } = await setup.run(operation, parameters, { items: anAna });
				expect([value, error?.message]).toEqual([value, expect.stringContaining(`'${label}'`)]);
				expect(`${error?.message} ${error?.description}`).not.toMatch(/\[object|undefined/);
			}
			expect(setup.simulator.requests().filter(({ method }) => method !== 'GET')).toEqual([]);
		},
	);
});
