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

describe('statistics that cannot be read', () => {
	it('are reported while a counter makes no sense, as no limit on it would ever be reached', async () => {
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
			const report =
				"The figures of 1 of 1 promotions could not be read (“Name of p1”): The service's answer could not be read";
			// Once a day.
			expect(world.messages).toEqual([report]);
			// What can be read still counts.
			answer(900);
			expect(await world.poll(60)).toMatchObject([
				{ event: 'countersChanged', statisticsStale: true, statistics: { failed: 900, attempted: null } },
			]);
		});
	});

	it('are reported if a listed promotion has none any more (404), in words that are true of it', async () => {
		await inWorld({ events: ['countersChanged'] }, {}, async (world) => {
			world.add('p1', { counters: { sent: 1 } });
			await world.boot();
			for (const status of [404, 400]) {
				world.simulator.behave();
				world.simulator.misbehave({ fault: { kind: 'status', status }, endpoint: 'stats', times: 'always' });
				await world.poll(90);
			}
			expect(world.messages).toHaveLength(2);
			for (const { description } of world.database.failures as Array<Error & { description?: string }>) {
				expect(description).toMatch(
					/The list of promotions showed it, so if this keeps happening, ask your provider about it/,
				);
			}
		});
	});

	it.each([
		['404', { status: 404 }],
		['{}', { status: 200, body: '{}' }],
		['[]', { status: 200, body: '[]' }],
		['null', { status: 200, body: 'null' }],
		['nothing', { status: 200, body: '' }],
	])('are not reported while there are none yet: %s', async (_, answer) => {
		await inWorld({ events: ['countersChanged'] }, {}, async (world) => {
			world.add('p1', { phase: 'preparation' });
			const fault = { kind: 'status', contentType: 'application/json', ...answer } as const;
			world.simulator.misbehave({ fault, endpoint: 'stats', times: 'always' });
			await world.boot();
			for (let poll = 0; poll < 5; poll++) expect(await world.poll()).toEqual([]);
			expect(world.requests('stats')).toBeGreaterThan(5);
			expect(world.messages).toEqual([]);
			world.simulator.behave();
			world.simulator.update('p1', { counters: { sent: 5 } });
			expect(await world.poll()).toMatchObject([{ changes: { sent: { from: 0, to: 5 } } }]);
			world.simulator.misbehave({ fault, endpoint: 'stats', times: 'always' });
			for (let poll = 0; poll < 2; poll++) await world.poll(5);
			expect(world.messages).toHaveLength(1);
		});
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
		expect(world.messages).toHaveLength(1);
	});
});
