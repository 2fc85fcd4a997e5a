import type { Fault, FaultMoment } from '../../simulator';
import { byId, failedItem, items, quickWaits, setups, type Setup } from './support/setup';

const { underEveryPersonality, withService, casesAtOnce, inSetup } = setups();
quickWaits();

const changes = [
	{ operation: 'promotion.stop', status: 'Stopped', done: 'stopped', verb: 'stop' },
	{ operation: 'promotion.cancel', status: 'Cancelled', done: 'cancelled', verb: 'cancel' },
] as const;
/** An unconfirmed change is requested this often, and the list is read before the first request and after each. */
const REQUESTS = 3;

/** A promotion in its preparation, in which alone the service lets its status be changed, and another one: an empty list says nothing. */
const prepare = ({ simulator }: Setup) => {
	simulator.addPromotion({});
	return simulator.addPromotion({ phase: 'preparation', name: 'Spring Sale' }).promotionId;
};
/** An answer to the request in the service's place. */
const answered = (body: string, status = 200, moment: FaultMoment = 'beforeAccepting'): Fault => ({
	kind: 'status',
	status,
	body,
	moment,
});
const accepted = ({ simulator }: Setup) => simulator.patches().map(({ promotionId, body }) => ({ promotionId, body }));

const WITHOUT_IT = '{"promotions":[{"promotionId":"another"}]}';

describe.each(changes)('$operation', ({ operation, status, done, verb }) => {
	underEveryPersonality('changes the status and gives the service’s own answer', async (setup) => {
		const promotionId = prepare(setup);
		const { json, items, hints } = await setup.run(operation, { promotionId: byId(promotionId) });
		const message = `"Spring Sale" (${promotionId}) is ${done}: the service's answer shows it as “${status}”.`;
		expect(hints).toMatchObject([{ message, type: 'info' }]);
		expect(json).toEqual([
			{
				promotionName: 'Spring Sale',
				promotionId,
				requestedStatus: status,
				status,
				confirmed: true,
				message,
				response: expect.objectContaining({ promotionId, status, promotionBase: 'TEMPLATE' }),
				accountId: setup.simulator.accountId,
			},
		]);
		expect(Object.keys(json[0] ?? {})[0]).toBe('promotionName');
		expect(items[0]?.pairedItem).toEqual({ item: 0 });
		expect(accepted(setup)).toEqual([{ promotionId, body: { type: 'status', status } }]);
		expect(setup.simulator.promotion(promotionId).phase).toBe(done);
	});

	underEveryPersonality('says why a running promotion was left alone, and asks once', async (setup) => {
		const { promotionId } = setup.simulator.addPromotion({ phase: 'running', name: 'Spring Sale' });
		const { error } = await setup.run(operation, { promotionId: byId(promotionId) });
		expect(error?.name).toBe('NodeApiError');
		expect(error?.message).toMatch(`"Spring Sale" (${promotionId}) could not be ${done}: the service `);
		const { status: listed } = setup.simulator.promotion(promotionId);
		expect(error?.message).toMatch(`, and the list shows it as “${listed}”`);
		expect(error?.description).toMatch(`it goes on sending; ask your provider to ${verb} it. `);
		expect(error?.description).toMatch(/being prepared|API Key/);
		expect(accepted(setup)).toEqual([]);
		expect(setup.requests('patch')).toBe(1);
	});

	withService('takes the name from the answer where the list could not be read', async (setup) => {
		const promotionId = prepare(setup);
		setup.simulator.addFault({ endpoint: 'list', fault: { kind: 'status', status: 500 } });
		const { json } = await setup.run(operation, { promotionId: byId(promotionId) });
		expect(json[0]).toMatchObject({ promotionName: 'Spring Sale', confirmed: true });
	});

	it('hides a short key that is part of the name, and does not show a name at any length', async () => {
		await inSetup({ apiKey: 'short-7' }, async (setup) => {
			const { promotionId } = setup.simulator.addPromotion({
				phase: 'running',
				name: `Sale short-7 ${'x'.repeat(300)}`,
			});
			const { error } = await setup.run(operation, { promotionId: byId(promotionId) });
			expect(error?.message).toMatch(/^"Sale \[hidden\] x{150,200}…" \(/);
		});
	});

	withService('asks once in a run for a thousand items of one promotion, although it is refused', async (setup) => {
		const { promotionId } = setup.simulator.addPromotion({ phase: 'running' });
		const given = { promotionId: byId(promotionId) };
		const result = await setup.run(operation, given, { items: items(1000), onError: 'continueRegularOutput' });
		expect(new Set(result.json.map(({ error }) => error)).size).toBe(1);
		expect(result.items.map(({ pairedItem }) => pairedItem)).toEqual(items(1000).map((_, item) => ({ item })));
		expect([setup.requests('patch'), setup.requests('list')]).toEqual([1, 2]);
	});

	withService('waits once for each of the promotions that a thousand items name', async (setup) => {
		const ids = [prepare(setup), prepare(setup)];
		setup.simulator.addFault({ endpoint: 'patch', times: 'always', fault: answered('') });
		const rows = items(1000).map((_, index) => ({ json: { id: ids[index % 2] } }));
		const result = await setup.run(operation, { promotionId: byId('={{ $json.id }}') }, { items: rows });
		expect(result.json.map(({ confirmed }) => confirmed)).toEqual(Array(1000).fill(false));
		expect([setup.requests('patch'), setup.requests('list')]).toEqual([2 * REQUESTS, 1 + 2 * REQUESTS]);
	});

	withService('shows the status of the answer where the list cannot be read', async (setup) => {
		const promotionId = prepare(setup);
		const body = `{"data":{"promotionId":"${promotionId}","status":"pending"}}`;
		setup.simulator.addFault({ endpoint: 'patch', times: 'always', fault: answered(body) });
		setup.simulator.addFault({ endpoint: 'list', skip: 1, times: 'always', fault: { kind: 'status', status: 500 } });
		const { json, hints } = await setup.run(operation, { promotionId: byId(promotionId) });
		const message = `"Spring Sale" (${promotionId}) is not shown as ${done}, after 3 requests: the service's answer shows it as “pending”, and the list of promotions could not be read.`;
		expect(json[0]).toMatchObject({ confirmed: false, status: 'pending', message });
		expect(hints).toMatchObject([{ message: `${message} Check it in the service.`, type: 'warning' }]);
	});

	/** What the service answers while it goes on: echoes, words, and what is about something else. */
	const idle = [
		{ body: `{"type":"status","status":"${status}"}`, says: 'accepted the request' },
		{
			body: `{"status":"${status}","message":"queued: done when a slot is free"}`,
			says: 'saying “queued: done when a slot is free”',
		},
		{ body: `{"promotionId":"another","name":"Other","status":"${status}"}`, says: 'is about another promotion' },
		{ body: `{"data":{"promotion_id":"another"},"status":"${status}"}`, says: 'is about another promotion' },
		{ body: `{"request":{"status":"${status}"},"promotionId":"ID"}`, says: 'shows it without a status' },
		{
			body: `{"request":{"promotionId":"ID","status":"${status}"},"promotion":{"promotionId":"ID","status":"Preparing"}}`,
			says: 'accepted the request',
		},
		{ body: '{"promotionId":"ID","status":"CancelQueued"}', says: 'shows it as “CancelQueued”' },
		{
			body: '{"ok":true,"detail":"nothing was done: insufficient rights"}',
			says: 'saying “nothing was done: insufficient rights”',
		},
		{ body: `["${status}"]`, says: 'accepted the request' },
		{ body: '', says: 'accepted the request' },
	];
	casesAtOnce('is not confirmed by an answer that is not about this promotion', idle, async (setup, { body, says }) => {
		const promotionId = prepare(setup);
		const { status: listed } = setup.simulator.promotion(promotionId);
		const fault = answered(body.replaceAll('ID', promotionId), 202);
		setup.simulator.addFault({ endpoint: 'patch', times: 'always', fault });
		const { json, hints } = await setup.run(operation, { promotionId: byId(promotionId) });
		expect(json[0]).toMatchObject({ promotionName: 'Spring Sale', confirmed: false, status: listed });
		expect(json[0]?.message).toMatch(
			`"Spring Sale" (${promotionId}) is not shown as ${done}, after 3 requests: the service`,
		);
		expect(json[0]?.message).toMatch(`${says}, and the list shows it as “${listed}”.`);
		expect(hints).toMatchObject([{ type: 'warning' }]);
	});

	casesAtOnce('survives an answer nested however deeply', [5_000, 100_000], async (setup, levels) => {
		const promotionId = prepare(setup);
		const body = `{"promotionId":"${promotionId}","status":"${status}","x":${'['.repeat(levels)}${']'.repeat(levels)}}`;
		setup.simulator.addFault({ endpoint: 'patch', fault: answered(body, 200, 'afterAccepting') });
		const { json, error } = await setup.run(operation, { promotionId: byId(promotionId) });
		expect(error).toBeUndefined();
		expect(json[0]).toMatchObject({ confirmed: true, status, response: { promotionId, status } });
	});

	withService('asks the other account, where a retry goes there', async (setup) => {
		const promotionId = prepare(setup);
		const parameters = {
			resource: 'promotion',
			operation: operation.split('.')[1],
			promotionId: byId('={{ $json.id }}'),
		};
		const ids = [{ json: { id: promotionId } }, { json: { id: 'only-there' } }];
		const failed = await setup.run(operation, parameters, { items: ids });
		expect([failed.error !== undefined, accepted(setup).length]).toEqual([true, 1]);
		await inSetup({ accountId: 'other' }, async (other) => {
			for (const { json } of ids) other.simulator.addPromotion({ promotionId: json.id, phase: 'preparation' });
			const nodes = failed.setup.nodes.map((node) =>
				node.credentials ? { ...node, credentials: other.credentials } : node,
			);
			const retried = await setup.engine.retry(failed, { ...failed.setup, nodes });
			expect(retried.json.map(({ accountId }) => accountId)).toEqual(['other', 'other']);
			expect(accepted(other)).toHaveLength(2);
		});
	});

	withService('may ask again, in one execution, however often it was plainly refused', async (setup) => {
		const promotionId = prepare(setup);
		const fault = { kind: 'status' as const, status: 409, body: '{"reason":"busy"}' };
		setup.simulator.addFault({ endpoint: 'patch', fault, times: 3 });
		const result = await setup.run(operation, { promotionId: byId(promotionId) }, { retryOnFail: true, maxTries: 4 });
		expect(result.json[0]).toMatchObject({ confirmed: true });
		expect(setup.requests('patch')).toBe(4);
		expect(accepted(setup)).toHaveLength(1);
	});

	describe('when the answer is lost', () => {
		const afterwards = [
			['the connection was reset', { kind: 'reset', moment: 'afterAccepting' }],
			['the answer was cut off', { kind: 'truncate', how: 'shortOfContentLength' }],
		] as const;
		for (const [what, fault] of afterwards) {
			underEveryPersonality(`finds in the list that it was accepted: ${what}`, async (setup) => {
				const promotionId = prepare(setup);
				setup.simulator.addFault({ endpoint: 'patch', fault });
				const { json, error } = await setup.run(operation, { promotionId: byId(promotionId) });
				expect(error).toBeUndefined();
				// The service then refuses, and no longer lists what it cancelled: likely, but not certain.
				const isGone = status === 'Cancelled' && !setup.simulator.settings().cancelledStaysListed;
				expect(json[0]).toMatchObject({ promotionId, requestedStatus: status, confirmed: isGone ? null : true });
				expect(accepted(setup)).toHaveLength(1);
			});
		}

		withService('says why, how often it was sent, and what the list shows', async (setup) => {
			const promotionId = prepare(setup);
			const { status: listed } = setup.simulator.promotion(promotionId);
			const body = '{"message":"maintenance"}';
			setup.simulator.addFault({ endpoint: 'patch', times: 'always', fault: answered(body, 503) });
			const given = { promotionId: byId(promotionId) };
			const failed = await setup.run(operation, given);
			const message = `It is not known whether "Spring Sale" (${promotionId}) is ${done}, after 3 requests: the service reported an internal error: “maintenance”, and `;
			expect(failed.error?.message).toBe(`${message}the list shows it as “${listed}”`);
			expect(failed.error?.description).toMatch(/^Check the status with Get/);
			expect(setup.requests('patch')).toBe(REQUESTS);
			setup.simulator.addFault({ endpoint: 'list', skip: 1, times: 'always', fault: { kind: 'status', status: 500 } });
			const unread = await setup.run(operation, given);
			expect(unread.error?.message).toBe(`${message}the list of promotions could not be read`);
		});

		underEveryPersonality('sees in a later try that it was accepted after all', async (setup) => {
			const promotionId = prepare(setup);
			setup.simulator.addFault({ endpoint: 'patch', fault: { kind: 'reset', moment: 'afterAccepting' } });
			setup.simulator.addFault({ endpoint: 'patch', times: 'always', fault: { kind: 'reset', moment: 'onArrival' } });
			setup.simulator.addFault({
				endpoint: 'list',
				skip: 1,
				times: REQUESTS,
				fault: { kind: 'status', status: 500 },
			});
			const result = await setup.run(operation, { promotionId: byId(promotionId) }, { retryOnFail: true, maxTries: 2 });
			const isGone = status === 'Cancelled' && !setup.simulator.settings().cancelledStaysListed;
			if (isGone) expect(result.error?.message).toContain('It is not known whether');
			else expect(result.json[0]).toMatchObject({ promotionId, confirmed: true });
			expect(accepted(setup)).toHaveLength(1);
		});
	});

	describe('when requests do not arrive', () => {
		const reset: Fault = { kind: 'reset', moment: 'onArrival' };
		const limit: Fault = { kind: 'rateLimit', retryAfter: { seconds: 1 } };
		const busy = answered('{"reason":"busy"}', 409);
		/** One for each thing that judgement makes of an answer. */
		const notArriving = [reset, answered(''), limit];
		const pairs = notArriving.flatMap((first) => notArriving.map((second) => [first, second]));
		const ofTries = [reset, limit].flatMap((other) => [
			[busy, other],
			[other, busy, busy],
		]);
		const isDone = async (setup: Setup, faults: Fault[], circumstances: Parameters<Setup['run']>[2] = {}) => {
			const promotionId = prepare(setup);
			for (const fault of faults) setup.simulator.addFault({ endpoint: 'patch', fault });
			const { json } = await setup.run(operation, { promotionId: byId(promotionId) }, circumstances);
			expect(json[0]).toMatchObject({ promotionName: 'Spring Sale', confirmed: true });
			expect(setup.simulator.promotion(promotionId).phase).toBe(done);
			expect([setup.requests('patch'), accepted(setup).length]).toEqual([faults.length + 1, 1]);
		};
		casesAtOnce('asks again, and is done by the first that arrives', pairs, isDone);
		casesAtOnce('asks again in the next try, also after a refusal', ofTries, async (setup, faults) => {
			await isDone(setup, faults, { retryOnFail: true, maxTries: 4 });
		});
	});

	describe('Only If Named', () => {
		withService('lets the name through, whatever its case and spaces', async (setup) => {
			const given = { promotionId: byId(prepare(setup)), expectedName: ' SPRING  sale ' };
			expect((await setup.run(operation, given)).json[0]).toMatchObject({ confirmed: true });
		});

		withService('changes nothing that has another name, and says which', async (setup) => {
			const promotionId = prepare(setup);
			const { error } = await setup.run(operation, { promotionId: byId(promotionId), expectedName: 'Autumn Sale' });
			expect(error?.message).toBe(
				`Promotion ${promotionId} was not ${done}: it is named "Spring Sale", and 'Only If Named' is "Autumn Sale"`,
			);
			expect(error?.description).toContain('Nothing was changed.');
			expect(setup.requests('patch')).toBe(0);
		});

		withService.each([
			{ fault: answered(WITHOUT_IT), says: 'the list does not show it, and' },
			{ fault: answered('', 401), says: 'The service does not accept this API Key for this Account ID' },
		])('changes nothing whose name is not known: $says', async (setup, { fault, says }) => {
			const promotionId = prepare(setup);
			setup.simulator.addFault({ endpoint: 'list', times: 'always', fault });
			const { error } = await setup.run(operation, { promotionId: byId(promotionId), expectedName: 'Spring Sale' });
			expect(error?.message).toContain(`Promotion ${promotionId} was not ${done}: ${says}`);
			expect(setup.requests('patch')).toBe(0);
		});

		withService('is no reason to leave promotions alone when the list hiccups once', async (setup) => {
			const ids = [prepare(setup), prepare(setup), prepare(setup)];
			setup.simulator.addFault({ endpoint: 'list', fault: answered('', 503) });
			const given = { promotionId: byId('={{ $json.id }}'), expectedName: 'Spring Sale' };
			const { json, error } = await setup.run(operation, given, { items: ids.map((id) => ({ json: { id } })) });
			expect(error).toBeUndefined();
			expect(json.map(({ confirmed }) => confirmed)).toEqual([true, true, true]);
			// Of the second time, each has its share.
			expect(setup.requests('list')).toBe(2);
		});

		withService.each(['={{ $json.missing }}', '={{ "" }}'])('is not left out by %s', async (setup, expectedName) => {
			const { error } = await setup.run(operation, { promotionId: byId(prepare(setup)), expectedName });
			expect(error?.message).toBe("'Only If Named' is empty");
			expect(setup.requests('patch')).toBe(0);
		});
	});

	withService('changes nothing for a sample of the trigger, which shows a real promotion', async (setup) => {
		const promotionId = prepare(setup);
		const items = [{ json: { isSample: true, promotionId } }];
		const { error } = await setup.run(operation, { promotionId: byId('={{ $json.promotionId }}') }, { items });
		expect(error?.message).toBe('This is a sample from the trigger, not a real promotion');
		expect(setup.requests('patch')).toBe(0);
	});

	withService('does not follow a redirect, and shows no other server the key', async (setup) => {
		const promotionId = prepare(setup);
		setup.simulator.addFault({ endpoint: 'patch', times: 'always', fault: { kind: 'redirect', status: 307 } });
		const { error } = await setup.run(operation, { promotionId: byId(promotionId) });
		expect(error?.message).toContain('redirect');
		expect(setup.simulator.foreignRequests()).toEqual([]);
	});

	withService('goes on after a refusal with On Error: Continue, each item for itself', async (setup) => {
		const [running = '', preparing = ''] = setup.simulator.addPromotions([
			{ phase: 'running' },
			{ phase: 'preparation' },
		]);
		const given = { promotionId: byId('={{ $json.id }}') };
		const items = [running, preparing].map((id) => ({ json: { id } }));
		const result = await setup.run(operation, given, { items, onError: 'continueRegularOutput' });
		const { message, item } = failedItem(result.items[0]);
		expect(message).toBeTruthy();
		expect(item.pairedItem).toEqual({ item: 0 });
		expect(result.items[1]).toMatchObject({
			json: { promotionId: preparing, confirmed: true },
			pairedItem: { item: 1 },
		});
	});
});

withService('a stop does not wait long for a list that never comes', async (setup) => {
	const promotionId = prepare(setup);
	setup.simulator.addFault({ endpoint: 'list', fault: { kind: 'silence' } });
	const running = setup.run('promotion.stop', { promotionId: byId(promotionId) });
	// It takes five seconds. Other reads wait for a minute.
	await setup.simulator.waitForRequest({ endpoint: 'patch' }, 50_000);
	expect((await running).json[0]).toMatchObject({ confirmed: true });
});

withService('of a promotion that is no longer listed, it is not known whether it is stopped', async (setup) => {
	const promotionId = prepare(setup);
	setup.simulator.addFault({ endpoint: 'patch', times: 'always', fault: answered('') });
	setup.simulator.addFault({ endpoint: 'list', times: 'always', skip: 1, fault: answered(WITHOUT_IT) });
	const { json } = await setup.run('promotion.stop', { promotionId: byId(promotionId) });
	expect(json[0]).toMatchObject({ confirmed: null, status: null });
	expect(json[0]?.message).toMatch(/^It is not known whether .*, and the list no longer shows it\.$/);
});

withService('a refusal with status 200 is quoted in the service’s words', async (setup) => {
	const promotionId = prepare(setup);
	const body = '{"success":false,"error":{"message":"only during preparation"}}';
	setup.simulator.addFault({ endpoint: 'patch', times: 'always', fault: answered(body) });
	const { error, json } = await setup.run('promotion.cancel', { promotionId: byId(promotionId) });
	expect(json).toEqual([]);
	expect(error?.message).toContain('“only during preparation”');
});

withService.each([409, 500])('a refusal after an accepted answer is quoted: %d', async (setup, status) => {
	const promotionId = prepare(setup);
	setup.simulator.addFault({ endpoint: 'patch', fault: answered('{}', 200, 'onArrival') });
	const refused = answered('{"message":"it is running"}', status, 'onArrival');
	setup.simulator.addFault({ endpoint: 'patch', times: 'always', fault: refused });
	setup.simulator.update(promotionId, { phase: 'running' });
	const { json, hints } = await setup.run('promotion.stop', { promotionId: byId(promotionId) });
	expect(json[0]).toMatchObject({ confirmed: false });
	expect(hints[0]?.message).toMatch(
		/: the service accepted the request, then the service .*“it is running”, and the list shows it as “Running”\. Check/,
	);
});

withService('one that is over is called so', async (setup) => {
	const { promotionId } = setup.simulator.addPromotion({ phase: 'completed', name: 'Spring Sale' });
	const { error } = await setup.run('promotion.stop', { promotionId: byId(promotionId) });
	expect(error?.description).toBe('It is already completed.');
	setup.simulator.addFault({ endpoint: 'patch', times: 'always', fault: answered('{}', 200, 'onArrival') });
	const { json, hints } = await setup.run('promotion.stop', { promotionId: byId(promotionId) });
	expect(json[0]).toMatchObject({ confirmed: false, status: 'Completed' });
	expect(hints[0]?.message).toMatch(/, and the list shows it as “Completed”\. Check it in the service\.$/);
});

withService(
	'the only promotion of an account is cancelled if two empty lists some seconds apart say so',
	async (setup) => {
		const { promotionId } = setup.simulator.addPromotion({ phase: 'preparation' });
		setup.simulator.addFault({ endpoint: 'patch', times: 'always', fault: answered('') });
		setup.simulator.addFault({ endpoint: 'list', skip: 1, times: 'always', fault: { kind: 'emptyList' } });
		const { json } = await setup.run('promotion.cancel', { promotionId: byId(promotionId) });
		expect(json[0]).toMatchObject({ confirmed: true, status: null });
	},
);

withService('a wrong key says each fact once', async (setup) => {
	const promotionId = prepare(setup);
	setup.simulator.addFault({ endpoint: 'patch', fault: { kind: 'status', status: 401 } });
	const { error } = await setup.run('promotion.stop', { promotionId: byId(promotionId) });
	const said = `${error?.message} ${error?.description}`;
	for (const fact of [/could not be stopped/g, /API Key for this Account ID/g])
		expect(said.match(fact)).toHaveLength(1);
});

withService.each(['stop', 'cancel'] as const)(
	'a %s whose process dies is asked for again',
	async (setup, operation) => {
		const promotionId = prepare(setup);
		setup.simulator.addFault({ endpoint: 'patch', fault: { kind: 'silence', moment: 'onArrival' } });
		const { engine, credentials, workflowId } = setup;
		const parameters = { resource: 'promotion', operation, promotionId: byId(promotionId) };
		const running = engine.begin({ workflowId, credentials, parameters });
		await setup.simulator.waitForRequest({ endpoint: 'patch', after: 0 });
		const left = running.asLeft();
		running.cancel();
		await running.finished;
		const retried = await setup.engine.retry(left);
		expect(retried.json).toEqual([expect.objectContaining({ promotionId, confirmed: true })]);
		expect(setup.simulator.patches()).toHaveLength(1);
	},
);

describe('a promotion that the list lacks after a cancel', () => {
	const cancel = async (setup: Setup, promotionId: string) =>
		await setup.run('promotion.cancel', { promotionId: byId(promotionId) });
	const lacking = (setup: Setup, skip: number, times: number | 'always') =>
		setup.simulator.addFault({ endpoint: 'list', skip, times, fault: answered(WITHOUT_IT) });
	/** Which of the three lists after the requests lack the promotion, as copies do that are behind. */
	const copies = Array.from({ length: 8 }, (_, bits) => [0, 1, 2].filter((at) => (bits >> at) % 2 === 1));
	const lost: Fault[] = [{ kind: 'reset', moment: 'onArrival' }, answered('', 409)];
	const timelines = copies.flatMap((lacks) =>
		lost.flatMap((first) => lost.map((then) => ({ lacks, faults: [first, then] }))),
	);
	casesAtOnce('is never confirmed if no request arrived', timelines, async (setup, { lacks, faults }) => {
		const promotionId = prepare(setup);
		for (const fault of faults) setup.simulator.addFault({ endpoint: 'patch', fault });
		setup.simulator.addFault({ endpoint: 'patch', times: 'always', fault: faults[0] as Fault });
		for (const [index, at] of lacks.entries()) lacking(setup, 1 + at - index, 1);
		const { json, error } = await cancel(setup, promotionId);
		expect(setup.simulator.promotion(promotionId).phase).toBe('preparation');
		expect(json[0]?.confirmed ?? null).toBeNull();
		expect(json.length + Number(error !== undefined)).toBe(1);
	});

	/** What the lists after the first show, beside what was there before; the promotion itself is never among it. */
	const lists: Array<{ what: string; confirmed: boolean | null; shown: (setup: Setup) => Fault }> = [
		{ what: 'shows what else was there', confirmed: true, shown: (setup) => listOf(idsBut(setup, 'Spring Sale')) },
		{ what: 'shows some of what else was there', confirmed: true, shown: () => listOf(['another']) },
		{ what: 'is empty', confirmed: null, shown: () => ({ kind: 'emptyList' }) },
		{ what: 'is one of another account', confirmed: null, shown: () => listOf(['foreign']) },
		{ what: 'is a window that something new has filled', confirmed: null, shown: () => listOf(['new', 'another']) },
		{ what: 'is null', confirmed: null, shown: () => answered('{"promotions":null}') },
	];
	const listOf = (ids: string[]): Fault =>
		answered(JSON.stringify({ promotions: ids.map((promotionId) => ({ promotionId })) }));
	const idsBut = ({ simulator }: Setup, name: string) =>
		simulator.promotions().flatMap((one) => (one.name === name ? [] : [one.promotionId]));
	withService('is not confirmed by lists that came before the service accepted it', async (setup) => {
		setup.simulator.addPromotion({ promotionId: 'another' });
		const promotionId = prepare(setup);
		setup.simulator.addFault({ endpoint: 'patch', times: 2, fault: answered('', 429) });
		setup.simulator.addFault({ endpoint: 'patch', times: 'always', fault: answered('') });
		setup.simulator.addFault({ endpoint: 'list', skip: 1, times: 'always', fault: listOf(['another']) });
		const { json } = await cancel(setup, promotionId);
		expect(json[0]).toMatchObject({ confirmed: null });
	});

	withService.each(lists)(
		'is cancelled only if it alone has gone: its list $what',
		async (setup, { confirmed, shown }) => {
			setup.simulator.addPromotion({ promotionId: 'another' });
			const promotionId = prepare(setup);
			setup.simulator.addFault({ endpoint: 'patch', times: 'always', fault: answered('') });
			setup.simulator.addFault({ endpoint: 'list', skip: 1, times: 'always', fault: shown(setup) });
			const { json } = await cancel(setup, promotionId);
			expect(json[0]).toMatchObject({ promotionName: 'Spring Sale', status: null, confirmed });
			const is = confirmed ? 'is cancelled' : 'is most likely cancelled';
			// On a busy computer, the second request may come late enough to prove it.
			expect(String(json[0]?.message).replace('after 2', 'after 3')).toBe(
				`"Spring Sale" (${promotionId}) ${is}, after 3 requests: the service accepted the request, and the list no longer shows it.`,
			);
		},
	);

	withService.each([
		{ what: 'only lists close to each other', lacks: [1, 2] },
		{ what: 'scattered lists', lacks: [1, 3] },
	])('is not cancelled because $what lack it', async (setup, { lacks }) => {
		const promotionId = prepare(setup);
		setup.simulator.addFault({ endpoint: 'patch', times: 'always', fault: answered('') });
		lacking(setup, 1, lacks[1] === 2 ? 2 : 1);
		if (lacks[1] === 3) lacking(setup, 2, 1);
		expect((await cancel(setup, promotionId)).json[0]?.confirmed).not.toBe(true);
	});

	withService('is not cancelled if it was not listed before either', async (setup) => {
		const promotionId = prepare(setup);
		setup.simulator.addFault({ endpoint: 'patch', times: 'always', fault: answered('') });
		lacking(setup, 0, 'always');
		expect((await cancel(setup, promotionId)).json[0]).toMatchObject({ confirmed: null, status: null });
	});

	withService('is most likely cancelled if the answer was lost, and then came a refusal', async (setup) => {
		const promotionId = prepare(setup);
		setup.simulator.addFault({ endpoint: 'patch', fault: { kind: 'reset', moment: 'afterAccepting' } });
		const running = cancel(setup, promotionId);
		await setup.simulator.waitForRequest({ endpoint: 'patch', after: 0, stage: 'accepted' });
		setup.simulator.remove(promotionId);
		const { json, hints } = await running;
		expect(json[0]).toMatchObject({ promotionName: 'Spring Sale', status: null, confirmed: null });
		expect(hints).toMatchObject([
			{
				message: expect.stringMatching(
					'is most likely cancelled, after 3 requests: the connection to the service was lost, then the service does not know',
				),
				type: 'warning',
			},
		]);
	});

	withService('and that was not listed before, could not be cancelled', async (setup) => {
		setup.simulator.addPromotion({});
		setup.simulator.addFault({ endpoint: 'patch', fault: answered('', 404) });
		const { error } = await cancel(setup, 'gone');
		expect(error?.message).toMatch(
			/^Promotion gone could not be cancelled: the service does not know promotion gone: .*, and the list does not show it$/,
		);
	});
});
