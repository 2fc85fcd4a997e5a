import type { FaultRule } from '../../../simulator';
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

it('statistics of which a counter makes no sense are told, and what can be read still counts', async () => {
	await inWorld({ events: ['thresholdCrossed', 'countersChanged'] }, {}, async (world) => {
		world.add('p1');
		const answer = (failed: number) => {
			const body = JSON.stringify({ attempted: 'n/a', failed, sent: 100 });
			const fault = { kind: 'status', status: 200, contentType: 'application/json', body } as const;
			world.simulator.behave();
			world.simulator.misbehave({ fault, endpoint: 'stats', times: 'always' });
		};
		answer(0);
		await world.boot();
		for (let poll = 0; poll < 12; poll++) expect(await world.events(10)).toEqual([]);
		expect(world.messages).toEqual([
			"The figures of “Name of p1” could not be read: The service's answer could not be read",
		]);
		answer(900);
		expect(await world.poll(60)).toMatchObject([
			{ event: 'countersChanged', statisticsStale: true, statistics: { failed: 900, attempted: null } },
		]);
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

it.each<[string, FaultRule['fault']]>([
	['in an answer', { kind: 'status', status: 401, body: '{"message":"Authorization header is wrong"}' }],
	['in the address of a redirect', { kind: 'redirect', location: 'https://authorization.example.com/header' }],
])(
	'a failed check never has the word by which n8n gives up re-activating, nor a cause by which it pauses: %s',
	async (_, fault) => {
		await inWorld({ events: ['completed'] }, {}, async (world) => {
			await world.boot();
			world.simulator.misbehave({ fault, endpoint: 'list', times: 'always' });
			await world.poll();
			await world.poll(10);
			expect(world.messages).toEqual([expect.stringContaining('uthentication')]);
			const [failure] = world.database.failures as Array<{ failure?: { cause: string } }>;
			expect(JSON.stringify(failure)).not.toMatch(/authorization header/i);
			expect(failure?.failure?.cause).toBe('temporarily-unavailable');
		});
	},
);

it('a failed check never shows the key that the service repeats', async () => {
	await inWorld({ events: ['completed'] }, {}, async (world) => {
		await world.boot();
		world.simulator.misbehave({ fault: { kind: 'echoKey', status: 400 }, endpoint: 'list', times: 'always' });
		await world.poll();
		await world.poll(10);
		expect(world.messages).toHaveLength(1);
	});
});
