import { readFileSync, statSync } from 'node:fs';
import { timeouts } from '../../../nodes/service/timeouts';
import { startSimulator, type Fault, type FaultRule, type Simulator, type StartOptions } from '../../../simulator';
import { API_KEY, CONFIRMED, fillAccount, LAUNCH, meetService, PHONE, TEMPLATE, waitLess, type Met } from './support';

waitLess();

const DURATIONS = { preparationMs: 600, runningMs: 600, tailMs: 100 };

async function withService(options: StartOptions, test: (service: Simulator) => Promise<void>): Promise<void> {
	const service = await startSimulator({ apiKey: API_KEY, settings: { durations: DURATIONS }, ...options });
	try {
		fillAccount(service);
		await test(service);
	} finally {
		await service.stop();
	}
}

describe('nothing is sent or changed', () => {
	it.each<[what: string, args: string[], typed: string]>([
		['without an option, whatever is typed', [], `yes\n${CONFIRMED}`],
		['if only a promotion is named', ['--promotion', 'x/../y'], CONFIRMED],
		['if Stop and Cancel are asked for without a phone', ['--stop', '--cancel'], CONFIRMED],
		['if nothing is typed', LAUNCH, ''],
		['if yes is typed', LAUNCH, 'yes'],
		['if another number of phones is typed', LAUNCH, 'launch to 2'],
		['if the template is missing', ['--launch-to', PHONE], CONFIRMED],
		['if the phone has no country code', ['--launch-to', '0151 12345678', ...LAUNCH.slice(2)], CONFIRMED],
		['if an option does not exist', ['--launch'], CONFIRMED],
	])('%s', async (_what, args, typed) => {
		await withService({}, async (service) => {
			await meetService(service, { args, typed });
			expect(service.ledger()).toEqual([]);
			expect(service.requests().filter(({ method }) => method !== 'GET')).toEqual([]);
		});
	});

	it('if the list cannot be read before the launch', async () => {
		await withService({}, async (service) => {
			// The first is read, and the one with a wrong key is refused anyway.
			service.addFault({ endpoint: 'list', skip: 2, fault: { kind: 'html' }, times: 'always' });
			const { page } = await meetService(service, { args: LAUNCH, typed: CONFIRMED });
			expect(page).toContain('List before the launch: does not work');
			expect(service.ledger()).toEqual([]);
		});
	});
});

describe('the key is in neither page nor file', () => {
	function expectNoKey({ page, file }: Met, key = API_KEY): void {
		const inJson = JSON.stringify(key).slice(1, -1);
		for (const spelling of [key, encodeURIComponent(key), inJson, Buffer.from(key).toString('base64')]) {
			expect(page).not.toContain(spelling);
			expect(file).not.toContain(spelling);
			expect(file).not.toContain(JSON.stringify(spelling).slice(1, -1));
		}
	}

	const echo = (shape: 'json' | 'nested' | 'text' | 'html', status: number): Fault => ({
		kind: 'echoKey',
		status,
		shape,
	});
	const inUrl = encodeURIComponent(API_KEY);
	const faults: Fault[] = [
		{ kind: 'repeatKey' },
		echo('json', 400),
		echo('nested', 200),
		echo('text', 401),
		echo('html', 500),
		{ kind: 'contentType', contentType: `text/csv; key=${inUrl}` },
		{ kind: 'redirect', location: `https://aaa.example/?key=${inUrl}` },
	];

	it.each(['list', 'stats', 'report', 'launch', 'patch'] as const)(
		'of a service that repeats it at %s',
		async (endpoint) => {
			const meetFault = async (fault: Fault) =>
				await withService({}, async (service) => {
					service.addFault({ endpoint, fault, times: 'always' });
					const met = await meetService(service, { args: [...LAUNCH, '--stop'], typed: CONFIRMED });
					expect(met.file).toContain('"exchanges"');
					expectNoKey(met);
					expect(service.foreignRequests()).toEqual([]);
				});
			await Promise.all(faults.map(meetFault));
		},
	);

	it('of a report that has it as a column and a status', async () => {
		const apiKey = 'PlainKeyOfLetters';
		await withService({ apiKey }, async (service) => {
			const columns = ['Name', 'Phone', 'Status', apiKey];
			const report = { columns, extraRows: [{ Status: apiKey }], rows: 1 };
			service.addPromotion({ phase: 'completed', recipients: 9_000, report });
			const met = await meetService(service);
			expect(met.page).toContain('Columns: Name, Phone, Status, [hidden]');
			expectNoKey(met, apiKey);
		});
	});

	it('where a long answer is cut in the middle of it', async () => {
		for (const before of ['', 'half of a key']) {
			await withService({}, async (service) => {
				const body = before + API_KEY.repeat(5_000);
				service.addFault({ endpoint: 'list', fault: { kind: 'status', status: 200, body } });
				const { file } = await meetService(service);
				expect(file).toContain('[hidden][hidden]');
				expect(file).not.toContain('k3y');
			});
		}
	});

	it.each([
		['as an option', [`--${API_KEY}`]],
		['as the phone', ['--launch-to', API_KEY, '--template', TEMPLATE]],
		['as the template', ['--launch-to', PHONE, '--template', API_KEY]],
		['as the file', ['--file', `/nowhere/${encodeURIComponent(API_KEY)}.json`]],
	])('if it is typed %s', async (_what, args) => {
		await withService({}, async (service) => {
			const met = await meetService(service, { args });
			expect(met.code).toBeGreaterThan(0);
			expectNoKey(met);
		});
	});
});

it('shows no name and no phone of a recipient', async () => {
	await withService({}, async (service) => {
		service.addPromotion({
			phase: 'completed',
			recipients: 9_000,
			report: { rows: 5, extraRows: [{ Status: PHONE }] },
		});
		const { page } = await meetService(service, { args: LAUNCH });
		expect(page).toContain('"…" 1');
		expect(page).not.toMatch(/Secret name|15112345678|\+49151/);
	});
});

describe('the file', () => {
	it('has the answers as they came, for its owner alone', async () => {
		await withService({}, async (service) => {
			const { page, file, path } = await meetService(service);
			const { exchanges, ...rest } = JSON.parse(file) as {
				page: string[];
				exchanges: Array<{ request: string; status: number; headers: Record<string, string>; body: string }>;
			};
			expect(page).toContain(rest.page.join('\n'));
			expect(exchanges.map(({ status }) => status)).toEqual([200, 200, 200, 401, 404]);
			expect(exchanges[0]?.request).toMatch(/^GET \/api\/v2\/promotion\/[\w-]+\?channel=rcs$/);
			expect(JSON.parse(exchanges[0]?.body ?? '')).toHaveProperty('promotions.0.promotionId');
			expect(exchanges[2]?.body).toMatch(/^Name,Phone,Status,/);
			expect(exchanges[2]?.headers).toHaveProperty('content-type', 'text/csv; charset=utf-8');
			expect(statSync(path).mode & 0o077).toBe(0);
		});
	});

	it('has a list that stays the same while a campaign is watched only once', async () => {
		await withService({}, async (service) => {
			const { file } = await meetService(service, { args: LAUNCH, typed: CONFIRMED });
			const { exchanges } = JSON.parse(file) as { exchanges: Array<{ request: string; body: string }> };
			const bodies = exchanges.map(({ request, body }) => `${request} ${body}`);
			expect(bodies.filter((body, index) => body === bodies[index - 1])).toEqual([]);
			expect(service.requests({ endpoint: 'list' }).length).toBeGreaterThan(8);
		});
	});

	it('is never written over an earlier one', async () => {
		await withService({}, async (service) => {
			const first = await meetService(service);
			const again = await meetService(service, { args: ['--file', first.path] });
			expect(again.page).toContain(first.path.replace('.json', '-2.json'));
			expect(readFileSync(first.path, 'utf8')).toBe(first.file);
		});
	});
});

describe('a service that cannot be read is told in the words of the nodes, and nothing is launched', () => {
	it.each<[what: string, rule: FaultRule, says: string]>([
		['never answers', { fault: { kind: 'silence' } }, 'The service did not answer in time'],
		['resets connections', { fault: { kind: 'reset' } }, 'The connection to the service was lost'],
		[
			'cuts answers off',
			{ fault: { kind: 'truncate', how: 'shortOfContentLength' } },
			'The connection to the service was lost',
		],
		['goes silent within them', { fault: { kind: 'truncate', how: 'silent' } }, 'The service did not answer in time'],
		['redirects', { fault: { kind: 'redirect' } }, 'which was not followed to keep the API key safe'],
		['limits requests', { fault: { kind: 'rateLimit', retryAfter: { seconds: 9_000 } } }, 'The service is limiting'],
	])('if it %s', async (_what, rule, says) => {
		await withService({}, async (service) => {
			service.addFault({ ...rule, times: 'always' });
			const { code, page, file } = await meetService(service, { args: LAUNCH, typed: CONFIRMED });
			expect(page).toContain('List: does not work');
			expect(page).toContain(says);
			expect([code, file.length > 0, service.ledger()]).toEqual([1, true, []]);
		});
	});

	it('if it is not there', async () => {
		const service = await startSimulator({ apiKey: API_KEY });
		await service.stop();
		const { code, page } = await meetService(service);
		expect(page).toContain('The service is not accepting connections right now');
		expect(code).toBe(1);
	});
});

it('reads another promotion if the newest does not show what the counters mean', async () => {
	await withService({ personality: 'grove' }, async (service) => {
		const nobody = { attempted: 3, failed: 3, sent: 0, delivered: 0, read: 0, interacted: 0, optout: 0 };
		service.addPromotion({ phase: 'completed', counters: nobody });
		const { page } = await meetService(service);
		expect(page.match(/Counters are: .*/g)).toEqual(['Counters are: not known', 'Counters are: separate']);
		expect(page).toContain('Rows: 500, complete');
	});
});

describe('a test campaign', () => {
	const { name, language } = { name: 'Test', language: 'en' };

	it('goes once in each phone format, to the phones given alone, and is watched to its end', async () => {
		await withService({}, async (service) => {
			const phones = [PHONE, '+14155550132'];
			const args = ['--launch-to', phones.join(','), ...LAUNCH.slice(2)];
			const { page, code } = await meetService(service, { args, typed: 'launch to 2' });
			const launches = service.launches();
			expect(launches.map(({ file }) => file?.contents?.firstRows)).toEqual([
				phones.map((phone) => [name, phone, language]),
				phones.map((phone) => [name, phone.replace('+', ''), language]),
			]);
			expect(service.patches()).toEqual([]);
			expect(page).toContain('This launches two campaigns to 2 phones');
			expect(page).toContain('Launch (With +): accepted (HTTP 200');
			expect(page).toContain('Launch (Digits Only): accepted (HTTP 200');
			expect(page.match(/Statuses in order: "Preparing", "Running", "Completed"/g)).toHaveLength(2);
			expect(page.match(/^Statistics: works|^Report: works/gm)).toHaveLength(6);
			expect(page).toMatch(
				/in the reports, by 'Phone Numbers in the Contact File' .*:\n {2}With \+: "\w+" [12].*\n {2}Digits Only: "\w+" [12]/,
			);
			expect(code).toBe(0);
		});
	});

	it.each([
		['With + alone', { Phone: PHONE }, /With \+: "Delivered" 1\n {2}Digits Only: not in the report/],
		['neither', { Phone: '+4915199999999' }, /With \+: not in the report\n {2}Digits Only: not in the report/],
	])(
		'is said to have arrived at the report in the format of which it shows the phone: %s',
		async (_what, row, says) => {
			await withService({}, async (service) => {
				const running = meetService(service, { args: LAUNCH, typed: CONFIRMED });
				for (const [at, Phone] of [row.Phone, '+4915188888888'].entries()) {
					await service.waitForRequest(
						({ endpoint, stage }) => endpoint === 'launch' && stage === 'answered' && service.launches().length > at,
					);
					const report = { rows: 0, extraRows: [{ Phone, Status: 'Delivered' }] };
					service.update(service.launches()[at]?.promotionId ?? '', { report });
				}
				expect((await running).page).toMatch(says);
			});
		},
	);

	it('is sent once in each format, and found in the list, if its answer is lost', async () => {
		await withService({}, async (service) => {
			service.addFault({ endpoint: 'launch', fault: { kind: 'reset', moment: 'afterAccepting' } });
			const { page } = await meetService(service, { args: LAUNCH, typed: CONFIRMED });
			expect(service.launches()).toHaveLength(2);
			expect(page).toContain('Launch (With +): unknown');
			expect(page).toContain('"Completed"');
		});
	});

	it('that is refused is not looked for', async () => {
		await withService({ settings: { unapprovedTemplates: ['tpl-9'] } }, async (service) => {
			const { page } = await meetService(service, { args: LAUNCH, typed: CONFIRMED });
			expect(page).toContain('Launch (With +): refused (HTTP 422');
			expect(page).toContain('Digits Only: refused');
			expect(page).not.toContain('In the list');
		});
	});

	it('is stopped and cancelled only if that is asked, and no other is', async () => {
		await withService({ settings: { durations: { ...DURATIONS, preparationMs: 60_000 } } }, async (service) => {
			const { page } = await meetService(service, { args: [...LAUNCH, '--stop', '--cancel'], typed: CONFIRMED });
			const [launch] = service.launches();
			expect(service.patches().map(({ promotionId, body }) => [promotionId, body.status])).toEqual([
				[launch?.promotionId, 'Stopped'],
				[launch?.promotionId, 'Cancelled'],
			]);
			expect(page.match(/^(?:Stopped|Cancelled): accepted|^ {2}In the list: "\w+"/gm)).toEqual([
				'Stopped: accepted',
				'  In the list: "Stopped"',
				'Cancelled: accepted',
				'  In the list: "Cancelled"',
			]);
		});
	});
});

describe('Ctrl-C ends it soon, and nothing more is asked', () => {
	// Nothing else may end it in time.
	const longer = (['silenceMs', 'reportSilenceMs', 'launchAnswerMs'] as const).map((name) => ({ name, ms: 90_000 }));
	let replaced: Array<{ restore(): void }> = [];
	beforeAll(() => (replaced = longer.map(({ name, ms }) => jest.replaceProperty(timeouts, name, ms))));
	afterAll(() => replaced.forEach((one) => one.restore()));

	const hold = (endpoint: 'list' | 'report' | 'launch'): FaultRule => ({
		endpoint,
		fault: { kind: 'hold', moment: endpoint === 'launch' ? 'afterAccepting' : undefined },
	});
	/** Requests that the service could read: it also notes connections that were closed. */
	const requestsAt = (service: Simulator) => service.requests().filter(({ endpoint }) => endpoint !== null).length;

	it.each<[during: string, rule: FaultRule | undefined, endpoint: 'list' | 'report' | 'launch', launched: number]>([
		['the list', hold('list'), 'list', 0],
		['a report', hold('report'), 'report', 0],
		// It is launched already, so nothing may say that it was not.
		['a launch', hold('launch'), 'launch', 1],
		['the watch', undefined, 'launch', 1],
	])('during %s', async (_during, rule, endpoint, launched) => {
		await withService({ settings: { durations: { ...DURATIONS, preparationMs: 60_000 } } }, async (service) => {
			if (rule) service.addFault({ ...rule, times: 'always' });
			const stopped = new AbortController();
			const ends = meetService(service, { args: LAUNCH, typed: CONFIRMED, signal: stopped.signal });
			await service.waitForRequest({ endpoint, after: 0, stage: endpoint === 'launch' ? 'accepted' : 'received' });
			if (!rule) await service.waitForRequest({ endpoint: 'list', after: service.requests().length });
			stopped.abort();
			const { code, page, file } = await ends;
			const requests = requestsAt(service);
			service.releaseHeld();
			await new Promise((resolve) => setTimeout(resolve, 200));
			expect(requestsAt(service)).toBe(requests);
			expect([code, service.launches().length, service.patches()]).toEqual([130, launched, []]);
			expect(page).toContain('Stopped by Ctrl-C');
			expect(page.includes('it may go on there')).toBe(launched > 0);
			expect(file).toContain('"exchanges"');
		});
	});
});

it.each([
	['', 'Set RCS_BASE_URL in the environment.'],
	['no address', "'Base URL' in the credential is not a web address"],
	['http://rcs.example.com', 'would send the API key to rcs.example.com unencrypted'],
])('an address such as "%s" is refused', async (baseUrl, says) => {
	const { code, page } = await meetService({ baseUrl });
	expect(page).toContain(says);
	expect(code).toBe(2);
});
