import { beginRetry } from '../harness/execution';
import { byId, worlds, type World } from './support/world';

const { inOneWorld, underEveryPersonality } = worlds();

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
