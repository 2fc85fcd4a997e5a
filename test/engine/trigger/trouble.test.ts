import type { FaultRule } from '../../../simulator';
import { pollModes } from '../../harness/polling';
import { ServiceClient } from '../../../nodes/service/client';
import { quickWaits } from '../support/setup';
import { triggerSetups } from './support';

const inSetup = triggerSetups();
quickWaits();

it('a single failure of the list and one of the statistics hold up no event: both are requested once more', async () => {
	await inSetup({ events: ['completed'] }, {}, async (setup) => {
		setup.add('p1', { counters: { sent: 1 } });
		await setup.boot();
		const fault = { kind: 'status', status: 503 } as const;
		setup.simulator.addFault({ fault, endpoint: 'list', times: 1 });
		setup.simulator.addFault({ fault, endpoint: 'stats', times: 1 });
		setup.simulator.update('p1', { phase: 'completed', counters: { sent: 5 } });
		const [event] = await setup.poll();
		expect(event).toMatchObject({ event: 'completed', statistics: { sent: 5 } });
		expect(event).not.toHaveProperty('statisticsStale');
	});
});

it('statistics of which a counter makes no sense are told, and what can be read still counts', async () => {
	await inSetup({ events: ['thresholdCrossed', 'countersChanged'] }, {}, async (setup) => {
		setup.add('p1');
		const answer = (failed: number) => {
			const body = JSON.stringify({ attempted: 'n/a', failed, sent: 100 });
			const fault = { kind: 'status', status: 200, contentType: 'application/json', body } as const;
			setup.simulator.removeFault();
			setup.simulator.addFault({ fault, endpoint: 'stats', times: 'always' });
		};
		answer(0);
		await setup.boot();
		for (let poll = 0; poll < 12; poll++) expect(await setup.events(10)).toEqual([]);
		expect(setup.messages).toEqual([
			"The figures of “Name of p1” could not be read: The service's answer could not be read",
		]);
		answer(900);
		expect(await setup.poll(60)).toMatchObject([
			{ event: 'countersChanged', statisticsStale: true, statistics: { failed: 900, attempted: null } },
		]);
	});
});

it.each(pollModes)('the list may take half of the time that n8n gives to a check (%s)', async (mode) => {
	await inSetup({ events: ['completed'] }, { mode }, async (setup) => {
		setup.add('p1');
		await setup.boot();
		await setup.poll(0);
		const asked = jest.spyOn(ServiceClient.prototype, 'promotions');
		await setup.poll();
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
		await inSetup({ events: ['completed'] }, {}, async (setup) => {
			await setup.boot();
			setup.simulator.addFault({ fault, endpoint: 'list', times: 'always' });
			await setup.poll();
			await setup.poll(10);
			expect(setup.messages).toEqual([expect.stringContaining('uthentication')]);
			const [failure] = setup.database.failures as Array<{ failure?: { cause: string } }>;
			expect(JSON.stringify(failure)).not.toMatch(/authorization header/i);
			expect(failure?.failure?.cause).toBe('temporarily-unavailable');
		});
	},
);

it('a failed check never shows the key that the service repeats', async () => {
	await inSetup({ events: ['completed'] }, {}, async (setup) => {
		await setup.boot();
		setup.simulator.addFault({ fault: { kind: 'echoKey', status: 400 }, endpoint: 'list', times: 'always' });
		await setup.poll();
		await setup.poll(10);
		expect(setup.messages).toHaveLength(1);
	});
});
