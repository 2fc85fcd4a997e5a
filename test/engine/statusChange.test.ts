import type { Fault, FaultMoment } from '../../simulator';
import { afterStart } from '../harness/workflow';
import { byId, failedItem, items, quickWaits, worlds, type World } from './support/world';

const { underEveryPersonality, inOneWorld, inManyWorlds, inWorld } = worlds();
quickWaits();

const changes = [
	{ operation: 'promotion.stop', status: 'Stopped', done: 'stopped', verb: 'stop' },
	{ operation: 'promotion.cancel', status: 'Cancelled', done: 'cancelled', verb: 'cancel' },
] as const;
/** The list is read before the request, and then three times until it confirms the change. */
const LOOKS = 3;

/** A promotion in its preparation, in which alone the service lets its status be changed, and another one: an empty list says nothing. */
const prepare = ({ simulator }: World) => {
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
const accepted = ({ simulator }: World) => simulator.patches().map(({ promotionId, body }) => ({ promotionId, body }));

const WITHOUT_IT = '{"promotions":[{"promotionId":"another"}]}';

describe.each(changes)('$operation', ({ operation, status, done, verb }) => {
	underEveryPersonality('changes the status and gives the service’s own answer', async (world) => {
		const promotionId = prepare(world);
		const { json, items, hints } = await world.run(operation, { promotionId: byId(promotionId) });
		expect(hints).toMatchObject([{ message: `"Spring Sale" (${promotionId}) is ${done}.`, type: 'info' }]);
		expect(json).toEqual([
			{
				promotionName: 'Spring Sale',
				promotionId,
				requestedStatus: status,
				status,
				confirmed: true,
				response: expect.objectContaining({ promotionId, status, promotionBase: 'TEMPLATE' }),
				accountId: world.simulator.accountId,
			},
		]);
		expect(Object.keys(json[0] ?? {})[0]).toBe('promotionName');
		expect(items[0]?.pairedItem).toEqual({ item: 0 });
		expect(accepted(world)).toEqual([{ promotionId, body: { type: 'status', status } }]);
		expect(world.simulator.promotion(promotionId).phase).toBe(done);
	});

	underEveryPersonality('says why a running promotion was left alone, and asks once', async (world) => {
		const { promotionId } = world.simulator.addPromotion({ phase: 'running', name: 'Spring Sale' });
		const { error } = await world.run(operation, { promotionId: byId(promotionId) });
		expect(error?.name).toBe('NodeApiError');
		expect(error?.message).toMatch(`"Spring Sale" (${promotionId}) was not ${done}: The service `);
		expect(error?.description).toMatch(`it goes on sending; ask your provider to ${verb} it. `);
		expect(error?.description).toMatch(/being prepared|API Key/);
		expect(accepted(world)).toEqual([]);
		expect(world.requests('patch')).toBe(1);
	});

	inOneWorld('says what becomes of a refused promotion also where the list does not show it', async (world) => {
		world.simulator.misbehave({ endpoint: 'patch', fault: answered('', 409, 'onArrival') });
		const { error } = await world.run(operation, { promotionId: byId('another') });
		expect(error?.message).toBe(`Promotion another was not ${done}: The service refused to ${verb} it`);
		expect(error?.description).toContain(
			`it goes on sending; ask your provider to ${verb} it. A promotion can be ${done}`,
		);
	});

	inOneWorld('takes the name from the answer where the list could not be read', async (world) => {
		const promotionId = prepare(world);
		world.simulator.misbehave({ endpoint: 'list', fault: { kind: 'status', status: 500 } });
		const { json } = await world.run(operation, { promotionId: byId(promotionId) });
		expect(json[0]).toMatchObject({ promotionName: 'Spring Sale', confirmed: true });
	});

	it('hides a short key that is part of the name, and does not show a name at any length', async () => {
		await inWorld({ apiKey: 'short-7' }, async (world) => {
			const { promotionId } = world.simulator.addPromotion({
				phase: 'running',
				name: `Sale short-7 ${'x'.repeat(300)}`,
			});
			const { error } = await world.run(operation, { promotionId: byId(promotionId) });
			expect(error?.message).toMatch(/^"Sale \[hidden\] x{150,200}…" \(/);
		});
	});

	inOneWorld('asks once in a run for a thousand items of one promotion, although it is refused', async (world) => {
		const { promotionId } = world.simulator.addPromotion({ phase: 'running' });
		const given = { promotionId: byId(promotionId) };
		const result = await world.run(operation, given, { items: items(1000), onError: 'continueRegularOutput' });
		expect(new Set(result.json.map(({ error }) => error)).size).toBe(1);
		expect(result.items.map(({ pairedItem }) => pairedItem)).toEqual(items(1000).map((_, item) => ({ item })));
		expect([world.requests('patch'), world.requests('list')]).toEqual([1, 1]);
	});

	inOneWorld('waits once for each of the promotions that a thousand items name', async (world) => {
		const ids = [prepare(world), prepare(world)];
		world.simulator.misbehave({ endpoint: 'patch', times: 2, fault: answered('') });
		const rows = items(1000).map((_, index) => ({ json: { id: ids[index % 2] } }));
		const result = await world.run(operation, { promotionId: byId('={{ $json.id }}') }, { items: rows });
		expect(result.json.map(({ confirmed }) => confirmed)).toEqual(Array(1000).fill(false));
		expect([world.requests('patch'), world.requests('list')]).toEqual([2, 1 + 2 * LOOKS]);
	});

	inOneWorld('looks again in a later try where the first did not see it', async (world) => {
		const promotionId = prepare(world);
		world.simulator.misbehave({ endpoint: 'patch', fault: answered('{"status":"pending"}') });
		const failed = await world.run(
			operation,
			{ promotionId: byId('={{ $json.id }}') },
			{ items: [{ json: { id: promotionId } }, { json: { id: 'sample' } }] },
		);
		world.simulator.update(promotionId, { phase: done });
		const nodes = failed.setup.nodes.map((node) =>
			node.credentials ? { ...node, parameters: { ...node.parameters, promotionId: byId(promotionId) } } : node,
		);
		const retried = await world.engine.retry(failed, { ...failed.setup, nodes });
		expect(retried.json[0]).toMatchObject({ confirmed: true, response: { status: 'pending' } });
		expect(world.requests('patch')).toBe(1);
	});

	inOneWorld('shows the status of the answer where the list cannot be read', async (world) => {
		const promotionId = prepare(world);
		world.simulator.misbehave({ endpoint: 'patch', fault: answered('{"status":"pending"}') });
		world.simulator.misbehave({ endpoint: 'list', skip: 1, times: LOOKS, fault: { kind: 'status', status: 500 } });
		const { json, hints } = await world.run(operation, { promotionId: byId(promotionId) });
		expect(json[0]).toMatchObject({ confirmed: false, status: 'pending' });
		const message = `"Spring Sale" (${promotionId}) is not shown as ${done} yet. Check its status later with Get.`;
		expect(hints).toMatchObject([{ message, type: 'warning' }]);
	});

	inOneWorld('takes an answer about another promotion for no confirmation', async (world) => {
		const promotionId = prepare(world);
		for (const [body, response] of [
			[`{"promotionId":"another","name":"Other","status":"${status}"}`, { promotionId: 'another' }],
			[`{"data":{"promotion_id":"another"},"status":"${status}"}`, { status }],
		] as const) {
			world.simulator.misbehave({ endpoint: 'patch', fault: answered(body) });
			const { json } = await world.run(operation, { promotionId: byId(promotionId) });
			expect(json[0]).toMatchObject({ promotionName: 'Spring Sale', confirmed: false, response });
			expect(json[0]?.status).not.toBe(status);
		}
	});

	inManyWorlds('survives an answer nested however deeply', [5_000, 100_000], async (world, levels) => {
		const promotionId = prepare(world);
		const body = `{"promotionId":"${promotionId}","status":"${status}","x":${'['.repeat(levels)}${']'.repeat(levels)}}`;
		world.simulator.misbehave({ endpoint: 'patch', fault: answered(body, 200, 'afterAccepting') });
		const { json, error } = await world.run(operation, { promotionId: byId(promotionId) });
		expect(error).toBeUndefined();
		expect(json[0]).toMatchObject({ confirmed: true, status, response: null });
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

	inOneWorld('patches one id once over two nodes of an execution', async (world) => {
		const parameters = {
			resource: 'promotion',
			operation: operation.split('.')[1],
			promotionId: byId(prepare(world)),
		};
		const both = ['First', 'Second'].map((name) => ({ name, parameters, credentials: world.credentials }));
		const [first, second] = both.map(({ name }) => ({ node: name, type: 'main' as const, index: 0 }));
		const { nodes } = afterStart(both[0]!);
		const result = await world.engine.run({
			nodes: [...nodes, both[1]!],
			connections: { Start: { main: [[first!]] }, First: { main: [[second!]] } },
		});
		expect(result.json).toMatchObject([{ confirmed: true }]);
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
			const message = `It is not known whether "Spring Sale" (${promotionId}) was ${done}: The service reported an internal error: “maintenance”`;
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
			expect(error?.message).toContain(`It is not known whether "Spring Sale" (${promotionId}) was ${done}: `);
			expect(world.requests('patch')).toBe(1);
		});

		underEveryPersonality('sees in a later try that it was accepted after all', async (world) => {
			const promotionId = prepare(world);
			world.simulator.misbehave({ endpoint: 'patch', fault: { kind: 'reset', moment: 'afterAccepting' } });
			world.simulator.misbehave({
				endpoint: 'list',
				skip: 1,
				times: LOOKS,
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

inOneWorld('a stop does not wait long for a list that never comes', async (world) => {
	const promotionId = prepare(world);
	world.simulator.misbehave({ endpoint: 'list', fault: { kind: 'silence' } });
	const running = world.run('promotion.stop', { promotionId: byId(promotionId) });
	await world.simulator.waitForRequest({ endpoint: 'list' });
	const asked = performance.now();
	await world.simulator.waitForRequest({ endpoint: 'patch' });
	expect(performance.now() - asked).toBeLessThan(15_000);
	expect((await running).json[0]).toMatchObject({ confirmed: true });
});

inOneWorld('a promotion that somebody resumed meanwhile is not called stopped', async (world) => {
	const promotionId = prepare(world);
	world.simulator.misbehave({ endpoint: 'patch', fault: answered('') });
	const { json } = await world.run('promotion.stop', { promotionId: byId(promotionId) });
	expect(json[0]).toMatchObject({ confirmed: false, requestedStatus: 'Stopped' });
	expect(json[0]?.status).not.toBe('Stopped');
});

inOneWorld('a promotion that is no longer listed is not called stopped', async (world) => {
	const promotionId = prepare(world);
	world.simulator.misbehave({ endpoint: 'patch', fault: answered('') });
	world.simulator.misbehave({ endpoint: 'list', times: 'always', skip: 1, fault: answered(WITHOUT_IT) });
	const { json } = await world.run('promotion.stop', { promotionId: byId(promotionId) });
	expect(json[0]).toMatchObject({ confirmed: false, status: null });
});

inOneWorld('a refusal under 200 is told in the service’s words', async (world) => {
	const promotionId = prepare(world);
	const body = '{"success":false,"error":{"message":"only during preparation"}}';
	world.simulator.misbehave({ endpoint: 'patch', fault: answered(body) });
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
	world.simulator.misbehave({ endpoint: 'list', skip: 1, fault: answered(WITHOUT_IT) });
	const { error, json } = await world.run('promotion.cancel', { promotionId: byId(promotionId) });
	expect(json).toEqual([]);
	expect(error?.message).toContain(`It is not known whether "Spring Sale" (${promotionId}) was cancelled`);
	expect(world.simulator.patches()).toEqual([]);
});

inOneWorld('a cancel is not taken for confirmed because two scattered answers lack the promotion', async (world) => {
	const promotionId = prepare(world);
	world.simulator.misbehave({ endpoint: 'patch', fault: { kind: 'reset', moment: 'beforeAccepting' } });
	const fault = answered(WITHOUT_IT);
	// Of the three looks after the request, the first and the third.
	world.simulator.misbehave({ endpoint: 'list', skip: 1, fault });
	world.simulator.misbehave({ endpoint: 'list', skip: 2, fault });
	const { error } = await world.run('promotion.cancel', { promotionId: byId(promotionId) });
	expect(error?.message).toContain('It is not known whether');
	expect(error?.description).toContain('The list does not show the promotion.');
	expect(world.requests('list')).toBe(1 + LOOKS);
});

inOneWorld(
	'a cancel is not taken for confirmed because a promotion that was never listed is not listed',
	async (world) => {
		const promotionId = prepare(world);
		world.simulator.misbehave({ endpoint: 'patch', fault: { kind: 'reset', moment: 'beforeAccepting' } });
		world.simulator.misbehave({ endpoint: 'list', times: 'always', fault: answered(WITHOUT_IT) });
		const { error } = await world.run('promotion.cancel', { promotionId: byId(promotionId) });
		expect(error?.message).toContain(`It is not known whether promotion ${promotionId} was cancelled`);
	},
);

inOneWorld('a cancel whose answer is lost is confirmed by a list that no longer shows the promotion', async (world) => {
	const promotionId = prepare(world);
	world.simulator.misbehave({ endpoint: 'patch', fault: { kind: 'reset', moment: 'afterAccepting' } });
	const running = world.run('promotion.cancel', { promotionId: byId(promotionId) });
	await world.simulator.waitForRequest({ endpoint: 'patch', after: 0, stage: 'accepted' });
	world.simulator.remove(promotionId);
	expect((await running).json[0]).toMatchObject({ promotionName: 'Spring Sale', status: null, confirmed: true });
});
