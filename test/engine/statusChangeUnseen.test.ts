import { byId, worlds } from './support/world';

const { underEveryPersonality } = worlds();

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
});
