import type { Fault } from '../../simulator';
import { byId, failedItem, quickWaits, worlds, type World } from './support/world';

const { underEveryPersonality, inOneWorld, inManyWorlds, inWorld } = worlds();
quickWaits();

const changes = [
	{ operation: 'promotion.stop', status: 'Stopped', done: 'stopped' },
	{ operation: 'promotion.cancel', status: 'Cancelled', done: 'cancelled' },
] as const;

/** A promotion in its preparation, in which alone the service lets its status be changed, and another one: an empty list says nothing. */
const prepare = ({ simulator }: World) => {
	simulator.addPromotion({});
	return simulator.addPromotion({ phase: 'preparation' }).promotionId;
};
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
		expect(`${error?.message} ${error?.description}`).toMatch(/being prepared|API Key/);
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

		inOneWorld('is sent once, whatever the list shows, and says why and what it shows', async (world) => {
			const promotionId = prepare(world);
			const { status: listed } = world.simulator.promotion(promotionId);
			world.simulator.misbehave({
				endpoint: 'patch',
				fault: { kind: 'status', status: 503, body: '{"message":"maintenance"}', moment: 'beforeAccepting' },
			});
			const given = { promotionId: byId(promotionId) };
			const failed = await world.run(operation, given, { retryOnFail: true, maxTries: 3 });
			const message = `It is not known whether promotion ${promotionId} was ${done}: The service reported an internal error: “maintenance”`;
			expect(failed.error?.message).toBe(message);
			expect(failed.error?.description).toContain(`it was sent once. The list shows it unchanged, as "${listed}".`);
			expect(failed.error?.description).toContain('not be sent again in this execution');
			for (const fault of [{ kind: 'emptyList' }, { kind: 'status', status: 500 }] as const) {
				world.simulator.misbehave({ endpoint: 'list', times: 'always', fault });
				const retried = await world.engine.retry(failed);
				expect(retried.error?.message).toBe(message);
				expect(retried.error?.description).toMatch(
					/The list (of promotions could not be read|does not show the promotion)\./,
				);
				world.simulator.behave();
			}
			expect(world.requests('patch')).toBe(1);
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
		const promotionId = prepare(world);
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
});

inOneWorld('a cancel is not taken for confirmed because one answer lacks the promotion', async (world) => {
	const promotionId = prepare(world);
	world.simulator.misbehave({ endpoint: 'patch', fault: { kind: 'reset', moment: 'beforeAccepting' } });
	const body = '{"promotions":[{"promotionId":"another"}]}';
	world.simulator.misbehave({ endpoint: 'list', skip: 1, fault: { kind: 'status', status: 200, body } });
	const { error, json } = await world.run('promotion.cancel', { promotionId: byId(promotionId) });
	expect(json).toEqual([]);
	expect(error?.message).toContain(`It is not known whether promotion ${promotionId} was cancelled`);
	expect(world.simulator.patches()).toEqual([]);
});
