import type { Fault } from '../../simulator';
import { byId, items, quickWaits, setups, type Setup } from './support/setup';

const { underEveryPersonality, withService, casesAtOnce, inSetup } = setups();
quickWaits();

const changes = [
	{ operation: 'promotion.stop', status: 'Stopped', done: 'stopped', verb: 'stop' },
	{ operation: 'promotion.cancel', status: 'Cancelled', done: 'cancelled', verb: 'cancel' },
] as const;
const STOP = 'promotion.stop';

/** A promotion in its preparation, in which alone the service lets its status be changed, and another one: an empty list says nothing. */
const prepare = ({ simulator }: Setup) => {
	simulator.addPromotion({ promotionId: 'another' });
	return simulator.addPromotion({ phase: 'preparation', name: 'Spring Sale' }).promotionId;
};
/** An answer in the service's place. */
const answered = (body: string, status = 200): Fault => ({ kind: 'status', status, body, moment: 'onArrival' });
const listOf = (...ids: string[]) =>
	answered(JSON.stringify({ promotions: ids.map((promotionId) => ({ promotionId })) }));
const accepted = ({ simulator }: Setup) => simulator.patches().map(({ promotionId, body }) => ({ promotionId, body }));
const reset: Fault = { kind: 'reset', moment: 'onArrival' };
const limit: Fault = { kind: 'rateLimit', retryAfter: { seconds: 1 } };
const busy = answered('{"reason":"busy"}', 409);

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

	underEveryPersonality('finds in the list that it was accepted, when the answer is lost', async (setup) => {
		const promotionId = prepare(setup);
		setup.simulator.addFault({ endpoint: 'patch', fault: { kind: 'reset', moment: 'afterAccepting' } });
		const { json, error } = await setup.run(operation, { promotionId: byId(promotionId) });
		expect(error).toBeUndefined();
		// The service then refuses, and no longer lists what it cancelled: likely, but not certain.
		const isGone = status === 'Cancelled' && !setup.simulator.settings().cancelledStaysListed;
		expect(json[0]).toMatchObject({ promotionId, requestedStatus: status, confirmed: isGone ? null : true });
		expect(accepted(setup)).toHaveLength(1);
	});

	const isDone = async (setup: Setup, faults: Fault[], circumstances: Parameters<Setup['run']>[2] = {}) => {
		const promotionId = prepare(setup);
		for (const fault of faults) setup.simulator.addFault({ endpoint: 'patch', fault });
		const { json } = await setup.run(operation, { promotionId: byId(promotionId) }, circumstances);
		expect(json[0]).toMatchObject({ promotionName: 'Spring Sale', confirmed: true });
		expect(setup.simulator.promotion(promotionId).phase).toBe(done);
		expect([setup.requests('patch'), accepted(setup).length]).toEqual([faults.length + 1, 1]);
	};
	/** One for each thing that judgement makes of an answer. */
	const notArriving = [reset, answered(''), limit];
	const pairs = notArriving.flatMap((first) => notArriving.map((second) => [first, second]));
	casesAtOnce('asks again, and is done by the first that arrives', pairs, isDone);

	casesAtOnce('asks again in the next try, also after a refusal', [reset, limit], async (setup, other) => {
		await isDone(setup, [other, busy, busy], { retryOnFail: true, maxTries: 4 });
	});

	/** What the service answers while it goes on: echoes, words, and what is about something else. */
	const idle: Array<[body: string, says: string]> = [
		[`{"type":"status","status":"${status}"}`, 'accepted the request'],
		[`{"status":"${status}","message":"queued: not yet"}`, 'accepted the request, saying “queued: not yet”'],
		[`{"promotionId":"another","name":"Other","status":"${status}"}`, 'is about another promotion'],
		[`{"data":{"promotion_id":"another"},"status":"${status}"}`, 'is about another promotion'],
		[`{"request":{"status":"${status}"},"promotionId":"ID"}`, 'shows it without a status'],
		[
			`{"request":{"promotionId":"ID","status":"${status}"},"promotion":{"promotionId":"ID","status":"Preparing"}}`,
			'accepted the request',
		],
		['{"promotionId":"ID","status":"CancelQueued"}', 'shows it as “CancelQueued”'],
		[`["${status}"]`, 'accepted the request'],
	];
	casesAtOnce('is not confirmed by an answer that is not about this promotion', idle, async (setup, [body, says]) => {
		const promotionId = prepare(setup);
		const fault = answered(body.replaceAll('ID', promotionId), 202);
		setup.simulator.addFault({ endpoint: 'patch', times: 'always', fault });
		const { json, hints } = await setup.run(operation, { promotionId: byId(promotionId) });
		expect(json[0]).toMatchObject({ promotionName: 'Spring Sale', confirmed: false, status: 'Preparing' });
		expect(json[0]?.message).toMatch(
			`"Spring Sale" (${promotionId}) is not shown as ${done}, after 3 requests: the service`,
		);
		expect(json[0]?.message).toMatch(`${says}, and the list shows it as “Preparing”.`);
		expect(hints).toMatchObject([{ type: 'warning' }]);
	});
});

describe('one sentence says what was asked, what was answered, and what the list shows', () => {
	type Case = [
		/** Undefined if it fails. */
		confirmed: boolean | null | undefined,
		/** "IT" stands for the promotion. */
		end: string,
		answers: string,
		list: string,
		/** The last answer is given for ever; of the lists after the first, undefined stands for one as it is. */
		given: { patch: Fault[]; lists?: Array<Fault | undefined>; phase?: 'running' | 'completed' },
	];
	const ask = async (operation: string, setup: Setup, [confirmed, end, answers, list, given]: Case) => {
		const promotionId = prepare(setup);
		const { patch, lists = [], phase = 'preparation' } = given;
		setup.simulator.update(promotionId, { phase });
		const answering = (endpoint: 'patch' | 'list', faults: Array<Fault | undefined>, first: number) =>
			faults.forEach((fault, index) => {
				const skip = first + faults.slice(0, index).filter((one) => one === undefined).length;
				const times = index === faults.length - 1 ? 'always' : 1;
				if (fault) setup.simulator.addFault({ endpoint, fault, times, skip });
			});
		answering('patch', patch, 0);
		answering('list', lists, 1);
		const { json, error, hints } = await setup.run(operation, { promotionId: byId(promotionId) });
		const sentence = String(json[0]?.message ?? error?.message).replaceAll(`"Spring Sale" (${promotionId})`, 'IT');
		// On a busy computer, the second request may come late enough to prove it.
		expect(sentence.replace('after 2', 'after 3').replace(/\.$/, '')).toBe(`${end}: ${answers}, and ${list}`);
		expect(json[0]?.confirmed).toBe(confirmed);
		if (!confirmed) expect(hints.map(({ type }) => type)).toEqual(error ? [] : ['warning']);
		return error?.description;
	};

	const [UNKNOWN, NOT_SHOWN, LIKELY] = [
		'It is not known whether IT is stopped, after 3 requests',
		'IT is not shown as stopped, after 3 requests',
		'IT is most likely cancelled, after 3 requests',
	];
	const ACCEPTED = 'the service accepted the request';
	const DOWN = 'the service reported an internal error: “maintenance”';
	const [PREPARING, RUNNING, OVER] = ['Preparing', 'Running', 'Completed'].map((is) => `the list shows it as “${is}”`);
	const [UNREAD, GONE] = ['the list of promotions could not be read', 'the list no longer shows it'];
	const [accepts, down, unread] = [answered(''), answered('{"message":"maintenance"}', 503), answered('', 500)];
	const refuses = (status: number) => answered('{"message":"too late"}', status);
	const denied = answered('{"success":false,"error":{"message":"too late"}}');
	const gone = listOf('another');

	const named = (cases: Case[]) => cases.map((given) => ({ given, is: given.slice(1, 4).join(', ') }));

	const stops = [
		[null, UNKNOWN, ACCEPTED, UNREAD, { patch: [accepts], lists: [unread] }],
		[null, UNKNOWN, ACCEPTED, GONE, { patch: [accepts], lists: [gone] }],
		[undefined, UNKNOWN, DOWN, PREPARING, { patch: [down] }],
		[undefined, UNKNOWN, DOWN, UNREAD, { patch: [down], lists: [unread] }],
		[undefined, UNKNOWN, 'the service refused to stop it: “too late”', PREPARING, { patch: [denied] }],
		[
			...[false, NOT_SHOWN, `${ACCEPTED}, then the service refused to stop it: “too late”`, RUNNING],
			{ patch: [accepts, refuses(409)], phase: 'running' },
		],
		[
			...[false, NOT_SHOWN, `${ACCEPTED}, then the service reported an internal error: “too late”`, RUNNING],
			{ patch: [accepts, refuses(500)], phase: 'running' },
		],
		[
			...[undefined, 'IT could not be stopped', 'the service refused to stop it: “too late”', OVER],
			{ patch: [refuses(409)], phase: 'completed' },
		],
		[false, NOT_SHOWN, ACCEPTED, OVER, { patch: [accepts], phase: 'completed' }],
	] as Case[];
	withService.each(named(stops))('$is', async (setup, { given }) => {
		const advice = await ask(STOP, setup, given);
		if (given[1] === UNKNOWN && advice) expect(advice).toContain('Check the status with Get');
		if (given[3] === OVER && advice) expect(advice).toBe('It is already completed.');
	});

	/** Of what the lists after the first show, the promotion itself is never among it. */
	const cancels = [
		[true, 'IT is cancelled, after 3 requests', ACCEPTED, GONE, { patch: [accepts], lists: [gone] }],
		[null, LIKELY, ACCEPTED, GONE, { patch: [accepts], lists: [{ kind: 'emptyList' }] }],
		[null, LIKELY, ACCEPTED, GONE, { patch: [accepts], lists: [answered('{"promotions":null}')] }],
		[null, LIKELY, ACCEPTED, GONE, { patch: [accepts], lists: [listOf('foreign')] }],
		// A window of the newest, which something new has filled.
		[null, LIKELY, ACCEPTED, GONE, { patch: [accepts], lists: [listOf('new', 'another')] }],
		// Lists that came before the service accepted it, and scattered ones.
		[null, UNKNOWN, ACCEPTED, GONE, { patch: [limit, limit, accepts], lists: [gone] }],
		[null, UNKNOWN, ACCEPTED, GONE, { patch: [accepts], lists: [gone, undefined, gone] }],
		[
			...[
				null,
				LIKELY,
				'the connection to the service was lost, then the service refused to cancel it: “too late”',
				GONE,
			],
			{ patch: [reset, refuses(409)], lists: [gone] },
		],
	] as Case[];
	withService.each(named(cancels))('$is after a cancel', async (setup, { given }) => {
		const [confirmed, end, ...others] = given;
		await ask('promotion.cancel', setup, [confirmed, end.replace('stopped', 'cancelled'), ...others]);
	});
});

describe('a cancel', () => {
	const cancel = async (setup: Setup, promotionId: string) =>
		await setup.run('promotion.cancel', { promotionId: byId(promotionId) });

	/** Which of the three lists after the requests lack the promotion, as copies do that are behind. */
	const copies = Array.from({ length: 8 }, (_, bits) => [0, 1, 2].filter((at) => (bits >> at) % 2 === 1));
	const lost = [reset, answered('', 409)];
	const timelines = copies.flatMap((lacks) =>
		lost.flatMap((first) => lost.map((then) => ({ lacks, faults: [first, then] }))),
	);
	casesAtOnce('is never confirmed if no request arrived', timelines, async (setup, { lacks, faults }) => {
		const promotionId = prepare(setup);
		for (const fault of faults) setup.simulator.addFault({ endpoint: 'patch', fault });
		setup.simulator.addFault({ endpoint: 'patch', times: 'always', fault: faults[0] as Fault });
		for (const [index, at] of lacks.entries())
			setup.simulator.addFault({ endpoint: 'list', skip: 1 + at - index, fault: listOf('another') });
		const { json, error } = await cancel(setup, promotionId);
		expect(setup.simulator.promotion(promotionId).phase).toBe('preparation');
		expect(json[0]?.confirmed ?? null).toBeNull();
		expect(json.length + Number(error !== undefined)).toBe(1);
	});

	withService('of the only promotion of an account is confirmed by empty lists', async (setup) => {
		const { promotionId } = setup.simulator.addPromotion({ phase: 'preparation' });
		setup.simulator.addFault({ endpoint: 'patch', times: 'always', fault: answered('') });
		setup.simulator.addFault({ endpoint: 'list', skip: 1, times: 'always', fault: { kind: 'emptyList' } });
		expect((await cancel(setup, promotionId)).json[0]).toMatchObject({ confirmed: true, status: null });
	});

	withService('is not confirmed by lists that lack it close to each other', async (setup) => {
		const promotionId = prepare(setup);
		setup.simulator.addFault({ endpoint: 'patch', times: 'always', fault: answered('') });
		setup.simulator.addFault({ endpoint: 'list', skip: 1, times: 'always', fault: listOf('another') });
		const clock = jest.spyOn(performance, 'now').mockReturnValue(performance.now());
		expect((await cancel(setup, promotionId)).json[0]).toMatchObject({ confirmed: null });
		clock.mockRestore();
	});

	withService('of one that was not listed before is not confirmed by lists without it', async (setup) => {
		const promotionId = prepare(setup);
		setup.simulator.addFault({ endpoint: 'patch', times: 'always', fault: answered('') });
		setup.simulator.addFault({ endpoint: 'list', times: 'always', fault: listOf('another') });
		expect((await cancel(setup, promotionId)).json[0]).toMatchObject({ confirmed: null, status: null });
		setup.simulator.removeFault();
		setup.simulator.addFault({ endpoint: 'patch', fault: answered('', 404) });
		expect((await cancel(setup, 'gone')).error?.message).toMatch(
			/^Promotion gone could not be cancelled: the service does not know promotion gone.*, and the list does not show it$/,
		);
	});
});

withService('items of one promotion share what came of it, even a refusal, each paired with its own', async (setup) => {
	const ids = [prepare(setup), setup.simulator.addPromotion({ phase: 'running' }).promotionId];
	setup.simulator.addFault({ endpoint: 'patch', promotionId: ids[0], times: 'always', fault: answered('') });
	const rows = items(100).map((_, index) => ({ json: { id: ids[index % 2] } }));
	const given = { promotionId: byId('={{ $json.id }}') };
	const result = await setup.run(STOP, given, { items: rows, onError: 'continueRegularOutput' });
	const shown = result.json.map(({ confirmed, error }) => confirmed ?? typeof error);
	expect(shown).toEqual(rows.map((_, index) => (index % 2 === 0 ? false : 'string')));
	expect(result.items.map(({ pairedItem }) => pairedItem)).toEqual(rows.map((_, item) => ({ item })));
	// Three requests and one, a list before the first, and one after each.
	expect([setup.requests('patch'), setup.requests('list')]).toEqual([4, 5]);
});

withService('takes the name, and the status, from the answer where no list can be read', async (setup) => {
	const promotionId = prepare(setup);
	const body = `{"data":{"promotionId":"${promotionId}","name":"Spring Sale","status":"pending"}}`;
	setup.simulator.addFault({ endpoint: 'patch', times: 'always', fault: answered(body) });
	setup.simulator.addFault({ endpoint: 'list', times: 'always', fault: answered('', 500) });
	const { json, hints } = await setup.run(STOP, { promotionId: byId(promotionId) });
	const message = `"Spring Sale" (${promotionId}) is not shown as stopped, after 3 requests: the service's answer shows it as “pending”, and the list of promotions could not be read.`;
	expect(json[0]).toMatchObject({ promotionName: 'Spring Sale', confirmed: false, status: 'pending', message });
	expect(hints).toMatchObject([{ message: `${message} Check it in the service.`, type: 'warning' }]);
});

it('hides a short key that is part of the name, and does not show a name at any length', async () => {
	await inSetup({ apiKey: 'short-7' }, async (setup) => {
		const name = `Sale short-7 ${'x'.repeat(300)}`;
		const { promotionId } = setup.simulator.addPromotion({ phase: 'running', name });
		const { error } = await setup.run(STOP, { promotionId: byId(promotionId) });
		expect(error?.message).toMatch(/^"Sale \[hidden\] x{150,200}…" \(/);
	});
});

withService('survives an answer nested however deeply', async (setup) => {
	const promotionId = prepare(setup);
	const body = `{"promotionId":"${promotionId}","status":"Stopped","x":${'['.repeat(100_000)}${']'.repeat(100_000)}}`;
	setup.simulator.addFault({ endpoint: 'patch', fault: answered(body) });
	const { json } = await setup.run(STOP, { promotionId: byId(promotionId) });
	expect(json[0]).toMatchObject({ confirmed: true, response: { promotionId, status: 'Stopped' } });
});

describe('Only If Named', () => {
	const OTHER = `it is named "Spring Sale", and 'Only If Named' is "Autumn Sale"`;
	withService.each<{ expectedName: string; list?: Fault; says: string }>([
		{ expectedName: 'Autumn Sale', says: `Promotion ID was not stopped: ${OTHER}` },
		{ expectedName: 'Spring Sale', list: listOf('another'), says: 'was not stopped: the list does not show it, and' },
		{
			expectedName: 'Spring Sale',
			list: answered('', 401),
			says: 'Promotion ID was not stopped: The service does not',
		},
		{ expectedName: '={{ $json.missing }}', says: "'Only If Named' is empty" },
		{ expectedName: '={{ "" }}', says: "'Only If Named' is empty" },
	])('changes nothing where $says', async (setup, { expectedName, list, says }) => {
		const promotionId = prepare(setup);
		if (list) setup.simulator.addFault({ endpoint: 'list', times: 'always', fault: list });
		const { error } = await setup.run(STOP, { promotionId: byId(promotionId), expectedName });
		expect(error?.message).toContain(says.replace('ID', promotionId));
		expect(setup.requests('patch')).toBe(0);
	});

	withService('lets the name through, whatever its case, also after a list that hiccups', async (setup) => {
		const ids = [
			prepare(setup),
			setup.simulator.addPromotion({ name: 'Spring Sale', phase: 'preparation' }).promotionId,
		];
		setup.simulator.addFault({ endpoint: 'list', fault: answered('', 503) });
		const given = { promotionId: byId('={{ $json.id }}'), expectedName: ' SPRING  sale ' };
		const { json } = await setup.run(STOP, given, { items: ids.map((id) => ({ json: { id } })) });
		expect(json.map(({ confirmed }) => confirmed)).toEqual([true, true]);
		// Of the second time, each has its share.
		expect(setup.requests('list')).toBe(2);
	});
});

withService('changes nothing for a sample of the trigger, which shows a real promotion', async (setup) => {
	const promotionId = prepare(setup);
	const given = { promotionId: byId('={{ $json.promotionId }}') };
	const { error } = await setup.run(STOP, given, { items: [{ json: { isSample: true, promotionId } }] });
	expect(error?.message).toBe('This is a sample from the trigger, not a real promotion');
	expect(setup.requests('patch')).toBe(0);
	expect((await setup.run(STOP, given, { items: [{ json: { promotionId } }] })).json[0]?.confirmed).toBe(true);
});

withService('a stop does not wait long for a list that never comes', async (setup) => {
	const promotionId = prepare(setup);
	setup.simulator.addFault({ endpoint: 'list', fault: { kind: 'silence' } });
	const running = setup.run(STOP, { promotionId: byId(promotionId) });
	// It takes five seconds. Other reads wait for a minute.
	await setup.simulator.waitForRequest({ endpoint: 'patch' }, 50_000);
	expect((await running).json[0]).toMatchObject({ confirmed: true });
});

withService('a wrong key says each fact once', async (setup) => {
	const promotionId = prepare(setup);
	setup.simulator.addFault({ endpoint: 'patch', fault: { kind: 'status', status: 401 } });
	const { error } = await setup.run(STOP, { promotionId: byId(promotionId) });
	const said = `${error?.message} ${error?.description}`;
	for (const fact of [/could not be stopped/g, /API Key for this Account ID/g])
		expect(said.match(fact)).toHaveLength(1);
});
