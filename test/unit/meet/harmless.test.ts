import { startSimulator, type Fault } from '../../../simulator';
import { API_KEY, CONFIRMED, EVERYTHING, fillAccount, meetService, PHONE, TEMPLATE, type Met } from './support';

/** Reads only, unless it was asked and confirmed; and shows no key, phone or name anywhere. */

const launchTo = EVERYTHING.slice(0, 4);

const unconfirmed: Array<[what: string, args: string[], typed: string]> = [
	['no flag', [], ''],
	['no flag, whatever is typed', [], `yes\n${CONFIRMED}\nlaunch 1`],
	['a promotion', ['--promotion', 'x/../y'], CONFIRMED],
	['stop and cancel without a phone', ['--stop', '--cancel'], 'launch 3'],
	['a template without a phone', ['--template', TEMPLATE], 'launch 1'],
	['a phone and nothing typed', launchTo, ''],
	['a phone and yes', launchTo, 'yes'],
	['a phone and another number of campaigns', launchTo, 'launch 5'],
	['a phone without a template', ['--launch-to', PHONE], 'launch 1'],
	['two phones', ['--launch-to', `${PHONE},+4915199999999`, ...launchTo.slice(2)], 'launch 1'],
	['a phone without country code', ['--launch-to', '0151 12345678', ...launchTo.slice(2)], 'launch 1'],
	['an option that does not exist', ['--launch'], CONFIRMED],
];

it.each(unconfirmed)('%s: nothing is sent or changed', async (_what, args, typed) => {
	const service = await startSimulator({ apiKey: API_KEY });
	fillAccount(service);
	await meetService(service, { args, typed });
	expect(service.ledger()).toEqual([]);
	expect(new Set(service.requests().map(({ method }) => method))).toEqual(
		new Set(service.requests().length > 0 ? ['GET'] : []),
	);
	await service.stop();
});

/** Everything that must not be seen, as it may be spelled. */
function expectNoSecret({ output, text = '' }: Met, key: string): void {
	const spellings = [
		key,
		encodeURIComponent(key),
		JSON.stringify(key).slice(1, -1),
		Buffer.from(key).toString('base64'),
	];
	const others = [PHONE.slice(1), '15112345678', 'Secret name', 'acme-42', 'spring_offer', '+49151'];
	for (const secret of [...spellings, ...others]) {
		expect(output).not.toContain(secret);
		expect(text).not.toContain(secret);
		expect(text).not.toContain(JSON.stringify(secret).slice(1, -1));
	}
}

const echo = (shape: 'json' | 'nested' | 'text' | 'html', status: number): Fault => ({
	kind: 'echoKey',
	status,
	shape,
});
const echoing: Array<[what: string, Fault]> = [
	['in every object', { kind: 'repeatKey' }],
	['as JSON', echo('json', 400)],
	['nested', echo('nested', 200)],
	['as text', echo('text', 401)],
	['as a page', echo('html', 500)],
	['in its content type', { kind: 'contentType', contentType: `text/csv; key=${encodeURIComponent(API_KEY)}` }],
	[
		'in a header',
		{
			kind: 'status',
			status: 429,
			headers: { 'retry-after': encodeURIComponent(API_KEY), 'x-ratelimit-limit': encodeURIComponent(API_KEY) },
		},
	],
	[
		'in a redirect',
		{ kind: 'redirect', location: `https://${'a'.repeat(3)}.example/?key=${encodeURIComponent(API_KEY)}` },
	],
];

it.each(['list', 'stats', 'report', 'launch', 'patch'] as const)(
	'a service that repeats the key at %s: it is shown nowhere',
	async (endpoint) => {
		const meetEcho = async ([what, fault]: (typeof echoing)[number]) => {
			const service = await startSimulator({ apiKey: API_KEY, speed: 240 });
			fillAccount(service);
			service.misbehave({ endpoint, fault, times: 'always' });
			const args = [...EVERYTHING, '--minutes', '0.02'];
			const met = await meetService(service, { args, typed: CONFIRMED, timing: { longestWaitMs: 50 } });
			await service.stop();
			return { what, met, foreign: service.foreignRequests() };
		};
		for (const { what, met, foreign } of await Promise.all(echoing.map(meetEcho))) {
			expect([what, foreign]).toEqual([what, []]);
			expectNoSecret(met, API_KEY);
		}
	},
);

it.each([
	['statuses', { status: PHONE }],
	['statuses that are the key', { status: API_KEY }],
	['IDs', { promotionId: `${API_KEY}-${PHONE}` }],
	['an account and a template', { status: 'acme-42', createdBy: 'spring_offer' }],
])('a list with secrets as %s shows none', async (_what, overrides) => {
	const service = await startSimulator({ apiKey: API_KEY });
	fillAccount(service);
	service.addPromotion({ phase: 'completed', overrides, recipients: 3 });
	const met = await meetService(service, { args: launchTo, typed: 'no' });
	await service.stop();
	expectNoSecret(met, API_KEY);
});

it.each([
	['words that are names, without a header', { columns: ['Anna', 'Phone2'], rows: 2 }],
	['a key and a phone as columns', { columns: ['Name', 'Phone', 'Status', 'Error', API_KEY, PHONE], rows: 2 }],
	[
		'a phone and a key as statuses',
		{ extraRows: [{ Status: PHONE }, { Status: API_KEY }, { Status: 'call 0151 12345678' }] },
	],
])('a report with %s shows none', async (_what, report) => {
	const service = await startSimulator({ apiKey: API_KEY });
	service.addPromotion({ phase: 'completed', report: { rows: 5, ...report } });
	const met = await meetService(service);
	await service.stop();
	expectNoSecret(met, API_KEY);
	expect(met.output).not.toContain('Anna');
});

it('a key that looks like a word is shown nowhere', async () => {
	const apiKey = 'PlainKeyOfLetters';
	const service = await startSimulator({ apiKey });
	fillAccount(service);
	service.addPromotion({ phase: 'completed', overrides: { status: apiKey } });
	const columns = ['Name', 'Phone', 'Status', apiKey];
	service.addPromotion({ phase: 'completed', report: { columns, extraRows: [{ Status: apiKey }], rows: 1 } });
	const body = JSON.stringify({ [apiKey]: [apiKey] });
	service.misbehave({ endpoint: 'stats', fault: { kind: 'status', status: 404, body, contentType: `text/${apiKey}` } });
	const met = await meetService(service);
	await service.stop();
	expectNoSecret(met, apiKey);
	expectNoSecret(met, apiKey.toLowerCase());
});

it.each([
	['the key as an option', [`--${API_KEY}`]],
	['the key as a word', [API_KEY]],
	['the key as the phone', ['--launch-to', API_KEY, '--template', TEMPLATE]],
	['the key as the template', ['--launch-to', PHONE, '--template', API_KEY]],
	['the key as minutes', ['--minutes', API_KEY]],
	['the key as the file', ['--file', `/nowhere/${encodeURIComponent(API_KEY)}.json`]],
])('%s is not repeated', async (_what, args) => {
	const service = await startSimulator({ apiKey: API_KEY });
	const met = await meetService(service, { args });
	await service.stop();
	expect(met.code).toBeGreaterThan(0);
	expectNoSecret(met, API_KEY);
});

it.each([
	['', 'Set RCS_BASE_URL in the environment.'],
	['no address', 'RCS_BASE_URL is not a web address.'],
	['http://rcs.example.com', 'RCS_BASE_URL must begin with https:// (http:// only for localhost).'],
	['https://me:secret@rcs.example.com', 'RCS_BASE_URL may contain only host, port and path.'],
])('an address such as "%s" is refused', async (baseUrl, says) => {
	const met = await meetService({ baseUrl, accountId: 'acme-42', apiKey: API_KEY });
	expect(met.output).toBe(says);
	expect(met.code).toBe(2);
});
