import { pollModes } from '../../harness/polling';
import { ServiceClient } from '../../../nodes/service/client';
import { quickWaits } from '../support/world';
import { triggerWorlds } from './support';

const inWorld = triggerWorlds();
quickWaits();

it('a single failure of the list and one of the statistics hold up no event: both are requested once more', async () => {
	await inWorld({ events: ['completed'] }, {}, async (world) => {
		world.add('p1', { counters: { sent: 1 } });
		await world.boot();
		const fault = { kind: 'status', status: 503 } as const;
		world.simulator.misbehave({ fault, endpoint: 'list', times: 1 });
		world.simulator.misbehave({ fault, endpoint: 'stats', times: 1 });
		world.simulator.update('p1', { phase: 'completed', counters: { sent: 5 } });
		const [event] = await world.poll();
		expect(event).toMatchObject({ event: 'completed', statistics: { sent: 5 } });
		expect(event).not.toHaveProperty('statisticsStale');
	});
});

it.each(pollModes)('the list may take half of the time that n8n gives to a check (%s)', async (mode) => {
	await inWorld({ events: ['completed'] }, { mode }, async (world) => {
		world.add('p1');
		await world.boot();
		await world.poll(0);
		const asked = jest.spyOn(ServiceClient.prototype, 'promotions');
		await world.poll();
		expect(Math.round((asked.mock.calls[0]?.[0]?.tryMs ?? 0) / 1000)).toBe(mode === 'memory' ? 150 : 18);
		asked.mockRestore();
	});
});

it('a failed check never shows the key that the service repeats', async () => {
	await inWorld({ events: ['completed'] }, {}, async (world) => {
		await world.boot();
		world.simulator.misbehave({ fault: { kind: 'echoKey', status: 400 }, endpoint: 'list', times: 'always' });
		await world.poll();
		await world.poll(10);
		expect(world.messages).toHaveLength(1);
	});
});
