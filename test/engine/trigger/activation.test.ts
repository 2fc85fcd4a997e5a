import type { INodeParameters } from 'n8n-workflow';
import type { FaultRule } from '../../../simulator';
import { quickWaits } from '../support/setup';
import { sampleEvents, triggerSetups, type TriggerSetup } from './support';

const inSetup = triggerSetups();
quickWaits();

const always = (status: number, endpoint: FaultRule['endpoint'] = 'list'): FaultRule => ({
	fault: { kind: 'status', status },
	endpoint,
	times: 'always',
});

/** A workflow that was never activated, so that every host polls at once. */
async function firstPoll(setup: TriggerSetup, activation: string) {
	await setup.boot({ activation });
}

describe('activated by a person', () => {
	it.each([401, 503])('fails as long as the list cannot be read, each time: %i', async (status) => {
		await inSetup({ events: ['completed'] }, {}, async (setup) => {
			setup.add('p1');
			setup.simulator.addFault(always(status));
			for (let trial = 0; trial < 2; trial++) await expect(firstPoll(setup, 'activate')).rejects.toThrow();
			await expect(firstPoll(setup, 'create')).rejects.toThrow();
			setup.simulator.removeFault();
			await firstPoll(setup, 'activate');
			// The one that succeeds stores what exists, so that nothing is missed if n8n dies before the first event.
			setup.simulator.update('p1', { phase: 'completed' });
			await setup.boot({ activation: 'init' });
			expect(setup.itemsSince(0)).toMatchObject([{ event: 'completed', promotionId: 'p1' }]);
		});
	});

	it('does not fail if statistics cannot be read: the next check reports that', async () => {
		await inSetup({ events: ['countersChanged'] }, {}, async (setup) => {
			setup.add('p1');
			setup.simulator.addFault(always(403, 'stats'));
			await firstPoll(setup, 'activate');
			expect(setup.messages).toEqual([]);
			await setup.poll();
			expect(setup.messages).toHaveLength(1);
		});
	});
});

it('a form that makes no sense fails the activation by a person; after a start of n8n, a scheduled check once an hour', async () => {
	await inSetup({ events: '={{ $("Nobody").item.json.events }}' }, {}, async (setup) => {
		await expect(firstPoll(setup, 'activate')).rejects.toThrow();
		await firstPoll(setup, 'init');
		expect(setup.messages).toEqual([]);
		for (let poll = 0; poll < 7; poll++) await setup.poll(10);
		expect(setup.messages).toHaveLength(2);
	});
});

describe('samples', () => {
	it.each(['stop', 'cancel'])('of no promotion are refused by an operation that would %s them', async (operation) => {
		await inSetup({}, {}, async (setup) => {
			setup.add('running');
			const samples = await sampleEvents(setup, { events: ['completed'] });
			expect(samples).toMatchObject([{ promotionId: 'sample', isSample: true, statistics: { sent: 940 } }]);
			const result = await setup.engine.run({
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
			expect(setup.simulator.requests({ endpoint: 'patch' })).toEqual([]);
		});
	});
});
