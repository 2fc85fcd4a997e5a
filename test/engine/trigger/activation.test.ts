import type { INodeParameters } from 'n8n-workflow';
import type { FaultRule } from '../../../simulator';
import { quickWaits } from '../support/world';
import { sampleEvents, triggerWorlds, type TriggerWorld } from './support';

const inWorld = triggerWorlds();
quickWaits();

const always = (status: number, endpoint: FaultRule['endpoint'] = 'list'): FaultRule => ({
	fault: { kind: 'status', status },
	endpoint,
	times: 'always',
});

/** A workflow that was never activated, so that every host polls at once. */
async function firstPoll(world: TriggerWorld, activation: string) {
	await world.boot({ activation });
}

describe('activated by a person', () => {
	it.each([401, 503])('fails as long as the list cannot be read, each time: %i', async (status) => {
		await inWorld({ events: ['completed'] }, {}, async (world) => {
			world.add('p1');
			world.simulator.misbehave(always(status));
			for (let trial = 0; trial < 2; trial++) await expect(firstPoll(world, 'activate')).rejects.toThrow();
			await expect(firstPoll(world, 'create')).rejects.toThrow();
			world.simulator.behave();
			await firstPoll(world, 'activate');
			// The one that succeeds stores what exists, so that nothing is missed if n8n dies before the first event.
			world.simulator.update('p1', { phase: 'completed' });
			await world.boot({ activation: 'init' });
			expect(world.itemsSince(0)).toMatchObject([{ event: 'completed', promotionId: 'p1' }]);
		});
	});

	it('does not fail if statistics cannot be read: the next check reports that', async () => {
		await inWorld({ events: ['countersChanged'] }, {}, async (world) => {
			world.add('p1');
			world.simulator.misbehave(always(403, 'stats'));
			await firstPoll(world, 'activate');
			expect(world.messages).toEqual([]);
			await world.poll();
			expect(world.messages).toHaveLength(1);
		});
	});
});

it('a form that makes no sense fails the activation by a person; after a start of n8n, a scheduled check once an hour', async () => {
	await inWorld({ events: '={{ $("Nobody").item.json.events }}' }, {}, async (world) => {
		await expect(firstPoll(world, 'activate')).rejects.toThrow();
		await firstPoll(world, 'init');
		expect(world.messages).toEqual([]);
		for (let poll = 0; poll < 7; poll++) await world.poll(10);
		expect(world.messages).toHaveLength(2);
	});
});

describe('samples', () => {
	it.each(['stop', 'cancel'])('of no promotion are refused by an operation that would %s them', async (operation) => {
		await inWorld({}, {}, async (world) => {
			world.add('running');
			const samples = await sampleEvents(world, { events: ['completed'] });
			expect(samples).toMatchObject([{ promotionId: 'sample', isSample: true, statistics: { sent: 940 } }]);
			const result = await world.engine.run({
				items: samples.map((json) => ({ json })),
				mode: 'manual',
				parameters: {
					resource: 'promotion',
					operation,
					promotionId: { __rl: true, mode: 'id', value: '={{ $json.promotionId }}' } as unknown as INodeParameters,
				},
			});
			const { message } = result.error as unknown as Error;
			expect(message).toBe('This is a sample from the trigger, not a real promotion');
			expect(world.simulator.requests({ endpoint: 'patch' })).toEqual([]);
		});
	});
});
