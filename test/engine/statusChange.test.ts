import type { Fault } from '../../simulator';
import { beginRetry } from '../harness/execution';
import { byId, failedItem, quickWaits, worlds, type World } from './support/world';

const { underEveryPersonality, inOneWorld, inManyWorlds, inWorld } = worlds();
quickWaits();

const changes = [
	{ operation: 'promotion.stop', status: 'Stopped', done: 'stopped' },
	{ operation: 'promotion.cancel', status: 'Cancelled', done: 'cancelled' },
] as const;

/** A promotion in its preparation, in which alone the service lets its status be changed. */
const prepare = ({ simulator }: World) => simulator.addPromotion({ phase: 'preparation' }).promotionId;
const accepted = ({ simulator }: World) => simulator.patches().map(({ promotionId, body }) => ({ promotionId, body }));

describe.each(changes)('$operation', ({ operation, status, done }) => {
	underEveryPersonality('changes the status and gives the service’s own answer', async (world) => {
		const promotionId = prepare(world);
		const { json, items } = await world.run(operation, { promotionId: byId(promotionId) });
		expect(json).toEqual([
			{
				accountId: world.simulator.accountId,
				promotionId,
				requestedStatus: status,
				status,
				confirmed: true,
				response: expect.objectContaining({ promotionId, status, promotionBase: 'TEMPLATE' }),
			},
		]);
		expect(items[0]?.pairedItem).toEqual({ item: 0 });
		expect(accepted(world)).toEqual([{ promotionId, body: { type: 'status', status } }]);
		expect(world.simulator.promotion(promotionId).phase).toBe(done);
	});

	underEveryPersonality('says why a running promotion was left alone, and asks once', async (world) => {
		const { promotionId } = world.simulator.addPromotion({ phase: 'running' });
		const { error } = await world.run(operation, { promotionId: byId(promotionId) });
		expect(error?.name).toBe('NodeApiError');
		expect(`${error?.message} ${error?.description}`).toMatch(/preparation|API Key/);
		expect(accepted(world)).toEqual([]);
		expect(world.requests('patch')).toBe(1);
	});

	underEveryPersonality('patches one id once, however many items name it', async (world) => {
		const promotionId = prepare(world);
		const result = await world.run(
			operation,
			{ promotionId: byId(promotionId) },
			{ items: [{ json: {} }, { json: {} }, { json: {} }] },
		);
		expect(result.json.map(({ confirmed }) => confirmed)).toEqual([true, true, true]);
		expect(result.items.map(({ pairedItem }) => pairedItem)).toEqual([0, 1, 2].map((item) => ({ item })));
		expect(world.requests('patch')).toBe(1);
	});

	inOneWorld('asks the other account, where a retry goes there', async (world) => {
		const promotionId = prepare(world);
		const parameters = {
			resource: 'promotion',
			operation: operation.split('.')[1],
			promotionId: byId('={{ $json.id }}'),
		};
		const ids = [{ json: { id: promotionId } }, { json: { id: 'only-there' } }];
		const failed = await world.run(operation, parameters, { items: ids });
		expect([failed.error !== undefined, accepted(world).length]).toEqual([true, 1]);
		await inWorld({ accountId: 'other' }, async (other) => {
			for (const { json } of ids) other.simulator.addPromotion({ promotionId: json.id, phase: 'preparation' });
			const nodes = failed.setup.nodes.map((node) =>
				node.credentials ? { ...node, credentials: other.credentials } : node,
			);
			const retried = await world.engine.retry(failed, { ...failed.setup, nodes });
			expect(retried.json.map(({ accountId }) => accountId)).toEqual(['other', 'other']);
			expect(accepted(other)).toHaveLength(2);
		});
	});

	underEveryPersonality('patches one id once over the rounds of a loop', async (world) => {
		const promotionId = prepare(world);
		const result = await world.run(operation, { promotionId: byId(promotionId) }, { loop: 3 });
		expect(result.runs()).toHaveLength(3);
		expect(world.requests('patch')).toBe(1);
	});

	underEveryPersonality('patches one id once over Retry On Fail, where a later item keeps failing', async (world) => {
		const promotionId = prepare(world);
		const result = await world.run(
			operation,
			{ promotionId: byId('={{ $json.id }}') },
			{ items: [{ json: { id: promotionId } }, { json: { id: 'sample' } }], retryOnFail: true, maxTries: 3 },
		);
		expect(result.error?.message).toContain('sample');
		expect(accepted(world)).toHaveLength(1);
		expect(world.requests('patch')).toBe(1);
	});

	underEveryPersonality('patches one id once over Retry of the execution', async (world) => {
		const promotionId = prepare(world);
		const failed = await world.run(
			operation,
			{ promotionId: byId('={{ $json.id }}') },
			{ items: [{ json: { id: promotionId } }, { json: { id: 'sample' } }] },
		);
		const retried = await world.engine.retry(failed);
		world.holdToPromises(retried);
		expect(retried.error?.message).toContain('sample');
		expect(world.requests('patch')).toBe(1);
	});

	underEveryPersonality('may ask again, in one execution, however often it was plainly refused', async (world) => {
		const promotionId = prepare(world);
		const fault = { kind: 'status' as const, status: 409, body: '{"reason":"busy"}' };
		world.simulator.misbehave({ endpoint: 'patch', fault, times: 3 });
		const result = await world.run(operation, { promotionId: byId(promotionId) }, { retryOnFail: true, maxTries: 4 });
		expect(result.json[0]).toMatchObject({ confirmed: true });
		expect(world.requests('patch')).toBe(4);
		expect(accepted(world)).toHaveLength(1);
	});

	describe('when the answer is lost', () => {
		const afterwards = [
			['the connection was reset', { kind: 'reset', moment: 'afterAccepting' }],
			['the service reported trouble', { kind: 'status', status: 502, moment: 'afterAccepting' }],
			['the service timed out', { kind: 'status', status: 408, moment: 'afterAccepting' }],
			['a web page came back', { kind: 'html', moment: 'afterAccepting' }],
			['the answer was cut off', { kind: 'truncate', how: 'shortOfContentLength' }],
		] as const;
		for (const [what, fault] of afterwards) {
			underEveryPersonality(`finds in the list that it was accepted: ${what}`, async (world) => {
				const promotionId = prepare(world);
				world.simulator.misbehave({ endpoint: 'patch', fault });
				const { json, error } = await world.run(operation, { promotionId: byId(promotionId) });
				expect(error).toBeUndefined();
				expect(json[0]).toMatchObject({ promotionId, requestedStatus: status, confirmed: true });
				expect(accepted(world)).toHaveLength(1);
				expect(world.requests('patch')).toBe(1);
			});
		}

		underEveryPersonality('asks again in a further try where the list shows that nothing was done', async (world) => {
			const promotionId = prepare(world);
			world.simulator.misbehave({ endpoint: 'patch', fault: { kind: 'reset', moment: 'beforeAccepting' } });
			const result = await world.run(operation, { promotionId: byId(promotionId) }, { retryOnFail: true, maxTries: 2 });
			expect(result.error).toBeUndefined();
			expect(result.json[0]).toMatchObject({ confirmed: true });
			expect(world.requests('patch')).toBe(2);
			expect(accepted(world)).toHaveLength(1);
		});

		inOneWorld('asks three times at most in an execution, and says why and what the list shows', async (world) => {
			const { promotionId, status: listed } = world.simulator.addPromotion({ phase: 'preparation' });
			world.simulator.misbehave({
				endpoint: 'patch',
				times: 'always',
				fault: { kind: 'reset', moment: 'beforeAccepting' },
			});
			const given = { promotionId: byId(promotionId) };
			const failed = await world.run(operation, given, { retryOnFail: true, maxTries: 4 });
			const message = `It is not known whether promotion ${promotionId} was ${done}: The connection to the service was lost`;
			expect(failed.error?.message).toBe(message);
			expect(failed.error?.description).toContain(`was sent 3 times. The list shows it unchanged, as "${listed}".`);
			expect(failed.error?.description).toContain('not sent again in this execution');
			expect(world.requests('patch')).toBe(3);
			const retried = await world.engine.retry(failed);
			expect(retried.error?.message).toBe(message);
			expect(world.requests('patch')).toBe(3);
			expect(accepted(world)).toEqual([]);
		});

		inOneWorld('names the first cause in the last message, also where the flow goes on', async (world) => {
			const promotionId = prepare(world);
			world.simulator.misbehave({
				endpoint: 'patch',
				fault: { kind: 'status', status: 503, body: '{"message":"maintenance"}', moment: 'beforeAccepting' },
			});
			world.simulator.misbehave({
				endpoint: 'patch',
				times: 'always',
				fault: { kind: 'reset', moment: 'beforeAccepting' },
			});
			const circumstances = { retryOnFail: true, maxTries: 2, onError: 'continueRegularOutput' } as const;
			const result = await world.run(operation, { promotionId: byId(promotionId) }, circumstances);
			expect(failedItem(result.items[0]).message).toBe(
				`It is not known whether promotion ${promotionId} was ${done}: The service reported an internal error: “maintenance”`,
			);
		});

		inOneWorld('never asks again where the list does not show the promotion, or cannot be read', async (world) => {
			for (const fault of [{ kind: 'emptyList' }, { kind: 'status', status: 500 }] as const) {
				const promotionId = prepare(world);
				const before = world.requests('patch');
				world.simulator.misbehave({ endpoint: 'patch', fault: { kind: 'reset', moment: 'beforeAccepting' } });
				world.simulator.misbehave({ endpoint: 'list', times: 'always', fault });
				const { error } = await world.run(
					operation,
					{ promotionId: byId(promotionId) },
					{ retryOnFail: true, maxTries: 2 },
				);
				expect(error?.message).toContain(`It is not known whether promotion ${promotionId} was ${done}`);
				expect(error?.description).toContain(' it was sent once. The list ');
				expect(world.requests('patch') - before).toBe(1);
				world.simulator.behave();
			}
		});

		const withoutEffect: Fault[] = [
			{ kind: 'html', moment: 'beforeAccepting' },
			{ kind: 'status', status: 408, moment: 'beforeAccepting' },
			{ kind: 'status', status: 500, moment: 'beforeAccepting' },
		];
		inManyWorlds('takes no such answer for a yes', withoutEffect, async (world, fault) => {
			const promotionId = prepare(world);
			world.simulator.misbehave({ endpoint: 'patch', fault });
			const { json, error } = await world.run(operation, { promotionId: byId(promotionId) });
			expect(json).toEqual([]);
			expect(error?.message).toContain(`It is not known whether promotion ${promotionId} was ${done}: `);
			expect(world.requests('patch')).toBe(1);
		});

		underEveryPersonality('sees in a later try that it was accepted after all', async (world) => {
			const promotionId = prepare(world);
			world.simulator.misbehave({ endpoint: 'patch', fault: { kind: 'reset', moment: 'afterAccepting' } });
			// The first try reads the list once before and three times after.
			world.simulator.misbehave({
				endpoint: 'list',
				skip: operation === 'promotion.cancel' ? 1 : 0,
				times: 3,
				fault: { kind: 'status', status: 500 },
			});
			const result = await world.run(operation, { promotionId: byId(promotionId) }, { retryOnFail: true, maxTries: 2 });
			expect(result.error).toBeUndefined();
			expect(result.json[0]).toMatchObject({ promotionId, confirmed: true });
			expect(world.requests('patch')).toBe(1);
		});
	});

	underEveryPersonality('does not follow a redirect, and shows the key to nobody', async (world) => {
		const promotionId = prepare(world);
		world.simulator.misbehave({ endpoint: 'patch', times: 'always', fault: { kind: 'redirect', status: 307 } });
		const { error } = await world.run(operation, { promotionId: byId(promotionId) });
		expect(error?.message).toContain('redirect');
		expect(world.simulator.foreignRequests()).toEqual([]);
		expect(world.requests('patch')).toBe(1);
	});

	underEveryPersonality('goes on after a refusal when it is told to, each item for itself', async (world) => {
		const [running = '', preparing = ''] = world.simulator.addPromotions([
			{ phase: 'running' },
			{ phase: 'preparation' },
		]);
		const given = { promotionId: byId('={{ $json.id }}') };
		const items = [running, preparing].map((id) => ({ json: { id } }));
		const result = await world.run(operation, given, { items, onError: 'continueRegularOutput' });
		const { message, item } = failedItem(result.items[0]);
		expect(message).toBeTruthy();
		expect(item.pairedItem).toEqual({ item: 0 });
		expect(result.items[1]).toMatchObject({
			json: { promotionId: preparing, confirmed: true },
			pairedItem: { item: 1 },
		});
	});
});

inOneWorld('a refusal says which status the promotion has, where the list tells', async (world) => {
	const { promotionId, status } = world.simulator.addPromotion({ phase: 'completed' });
	const refused = async () =>
		(await world.run('promotion.stop', { promotionId: byId(promotionId) })).error?.description;
	const only = 'A promotion can be stopped only during its preparation.';
	expect(await refused()).toContain(`${only} The list shows it as "${String(status)}".`);
	expect([world.requests('patch'), world.requests('list')]).toEqual([1, 1]);
	world.simulator.misbehave({ endpoint: 'list', times: 'always', fault: { kind: 'status', status: 503 } });
	expect(await refused()).toContain(`${only} Check its status with Get.`);
});

inOneWorld('a promotion that somebody resumed meanwhile is not called stopped', async (world) => {
	const promotionId = prepare(world);
	world.simulator.misbehave({
		endpoint: 'patch',
		fault: { kind: 'status', status: 200, body: '', moment: 'beforeAccepting' },
	});
	const { json } = await world.run('promotion.stop', { promotionId: byId(promotionId) });
	expect(json[0]).toMatchObject({ confirmed: false, requestedStatus: 'Stopped' });
	expect(json[0]?.status).not.toBe('Stopped');
});

inOneWorld('a promotion that is no longer listed is not called stopped', async (world) => {
	const promotionId = prepare(world);
	world.simulator.misbehave({
		endpoint: 'patch',
		fault: { kind: 'status', status: 200, body: '', moment: 'beforeAccepting' },
	});
	// Seen once more, and never again.
	world.simulator.misbehave({ endpoint: 'list', times: 'always', skip: 1, fault: { kind: 'emptyList' } });
	const { json } = await world.run('promotion.stop', { promotionId: byId(promotionId) });
	expect(json[0]).toMatchObject({ confirmed: false, status: null });
});

inOneWorld('a refusal under 200 is told in the service’s words', async (world) => {
	const promotionId = prepare(world);
	const body = '{"success":false,"error":{"message":"only during preparation"}}';
	world.simulator.misbehave({
		endpoint: 'patch',
		fault: { kind: 'status', status: 200, body, moment: 'beforeAccepting' },
	});
	const { error, json } = await world.run('promotion.cancel', { promotionId: byId(promotionId) });
	expect(json).toEqual([]);
	expect(error?.message).toContain('“only during preparation”');
});

describe.each(['stop', 'cancel'] as const)('a %s whose process dies before the answer comes', (operation) => {
	const begin = ({ engine, credentials, workflowId }: World, promotionId: string) =>
		engine.begin({
			workflowId,
			credentials,
			parameters: { resource: 'promotion', operation, promotionId: byId(promotionId) },
		});
	underEveryPersonality('is not sent again where it arrived', async (world) => {
		const { promotionId } = world.simulator.addPromotion({ phase: 'preparation' });
		world.simulator.misbehave({ endpoint: 'patch', fault: { kind: 'silence', moment: 'afterAccepting' } });
		const running = begin(world, promotionId);
		await world.simulator.waitForRequest({ endpoint: 'patch', after: 0, stage: 'accepted' });
		const left = running.asLeft();
		running.cancel();
		await running.finished;
		const retried = await world.engine.retry(left);
		expect(retried.error).toBeUndefined();
		expect(retried.json).toEqual([expect.objectContaining({ promotionId, confirmed: true })]);
		expect(world.requests('patch')).toBe(1);
	});

	inOneWorld('is sent three times at most, however often that happens', async (world) => {
		const { promotionId } = world.simulator.addPromotion({ phase: 'preparation' });
		const fault = { kind: 'silence', moment: 'beforeAccepting' } as const;
		world.simulator.misbehave({ endpoint: 'patch', fault, times: 'always' });
		let running = begin(world, promotionId);
		let after = 0;
		for (let death = 1; death <= 3; death++) {
			after = (await world.simulator.waitForRequest({ endpoint: 'patch', after })).sequence;
			const left = running.asLeft();
			running.cancel();
			await running.finished;
			running = beginRetry(world.engine, left);
		}
		const last = await running.finished;
		expect(last.error?.message).toContain(`It is not known whether promotion ${promotionId} was`);
		expect(last.error?.description).toContain('was sent 3 times');
		expect(world.requests('patch')).toBe(3);
	});
});

describe('a cancel whose answer is lost while the list cannot be read', () => {
	underEveryPersonality('is not taken for confirmed', async ({ simulator, run }) => {
		const { promotionId } = simulator.addPromotion({ phase: 'preparation' });
		simulator.misbehave({ endpoint: 'patch', fault: { kind: 'reset', moment: 'beforeAccepting' } });
		// The look before the change succeeds, so that a missing promotion would count as cancelled.
		simulator.misbehave({ endpoint: 'list', skip: 1, times: 'always', fault: { kind: 'status', status: 500 } });
		const { error, json } = await run('promotion.cancel', { promotionId: byId(promotionId) });
		expect(json).toEqual([]);
		expect(error?.message).toContain(`It is not known whether promotion ${promotionId} was cancelled`);
		expect(simulator.patches()).toEqual([]);
	});
});

describe('a cancel whose answer is lost while one list answer is odd', () => {
	underEveryPersonality(
		'is not taken for confirmed because that answer lacks the promotion',
		async ({ simulator, run }) => {
			const { promotionId } = simulator.addPromotion({ phase: 'preparation' });
			simulator.misbehave({ endpoint: 'patch', fault: { kind: 'reset', moment: 'beforeAccepting' } });
			simulator.misbehave({ endpoint: 'list', skip: 1, times: 1, fault: { kind: 'emptyList' } });
			const { error, json } = await run('promotion.cancel', { promotionId: byId(promotionId) });
			expect(json).toEqual([]);
			expect(error?.message).toContain(`It is not known whether promotion ${promotionId} was cancelled`);
			expect(simulator.patches()).toEqual([]);
		},
	);

	inOneWorld(
		'is not taken for confirmed because every list is empty where there were others',
		async ({ simulator, run }) => {
			simulator.addPromotion({});
			const { promotionId } = simulator.addPromotion({ phase: 'preparation' });
			simulator.misbehave({ endpoint: 'patch', fault: { kind: 'reset', moment: 'beforeAccepting' } });
			simulator.misbehave({ endpoint: 'list', skip: 1, times: 'always', fault: { kind: 'emptyList' } });
			const { error } = await run('promotion.cancel', { promotionId: byId(promotionId) });
			expect(error?.message).toContain(`It is not known whether promotion ${promotionId} was cancelled`);
			expect(error?.description).toContain('The list does not show the promotion.');
		},
	);

	inOneWorld.each([
		{ others: 11, lost: 11, isKnown: false },
		{ others: 11, lost: 3, isKnown: true },
	])('counts as confirmed with $lost of $others others missing, too: $isKnown', async (world, given) => {
		const { others, lost, isKnown } = given;
		const { simulator } = world;
		const ids = Array.from({ length: others }, () => simulator.addPromotion({}).promotionId);
		simulator.addPromotion({});
		const { promotionId } = simulator.addPromotion({ phase: 'preparation' });
		simulator.misbehave({ endpoint: 'patch', fault: { kind: 'reset', moment: 'beforeAccepting' } });
		const running = world.run('promotion.cancel', { promotionId: byId(promotionId) });
		await simulator.waitForRequest({ endpoint: 'patch', stage: 'dropped' });
		for (const id of [promotionId, ...ids.slice(0, lost)]) simulator.remove(id);
		const { error, json } = await running;
		if (isKnown) expect(json).toMatchObject([{ confirmed: true }]);
		else expect(error?.message).toContain(`It is not known whether promotion ${promotionId} was cancelled`);
	});
});
