import { setImmediate, setTimeout } from 'node:timers/promises';
import type { FaultRule } from '../../../simulator';
import { pollModes } from '../../harness/polling';
import { pollTime } from '../../model/host';
import { ServiceClient } from '../../../nodes/service/client';
import { isOlderHost, quickWaits } from '../support/world';
import { triggerWorlds } from './support';

const inWorld = triggerWorlds();
quickWaits();
const whereTimeIsSaid = isOlderHost ? it.skip : it;
const failing = (status: number): FaultRule => ({
	fault: { kind: 'status', status },
	endpoint: 'list',
	times: 'always',
});

describe.each(pollModes)('trouble, with state kept in %s mode', (mode) => {
	it('is one story, whatever its causes, and holds up events only as long as it lasts', async () => {
		await inWorld({ events: ['completed'] }, { mode }, async (world) => {
			world.add('p1');
			world.add('p2');
			await world.boot();
			await world.poll(0);
			world.simulator.misbehave(failing(503));
			await world.poll();
			expect(world.messages).toEqual([]);
			await world.poll();
			expect(world.messages).toHaveLength(1);
			world.simulator.behave();
			// What a person can mend is told at once, but not for each of its faces.
			for (const status of [401, 404, 400, 403]) {
				const refusing = world.simulator.misbehave(failing(status));
				await world.poll(5);
				world.simulator.behave(refusing);
			}
			expect(world.messages).toHaveLength(2);
			expect(world.messages[1]).toMatch(/does not accept this API Key/);
			const refusing = world.simulator.misbehave(failing(403));
			await world.poll(45);
			expect(world.messages).toHaveLength(3);
			world.simulator.behave(refusing);

			world.simulator.update('p1', { phase: 'completed' });
			const [item] = await world.poll();
			expect(item).toMatchObject({ event: 'completed', promotionId: 'p1' });
		});
	});

	it.each([400, 401, 403, 404])('does not make n8n wait for half an hour after an answer %i', async (status) => {
		await inWorld({ events: ['completed'] }, { mode }, async (world) => {
			await world.boot();
			await world.poll(0);
			world.simulator.misbehave(failing(status));
			await world.poll(3);
			const [failure] = world.database.failures as Array<{ failure?: { cause: string } }>;
			expect(failure?.failure?.cause).toBe('temporarily-unavailable');
		});
	});

	it('of a single moment holds up no event', async () => {
		await inWorld({ events: ['completed'] }, { mode }, async (world) => {
			world.add('p1');
			await world.boot();
			await world.poll(0);
			world.simulator.misbehave({ ...failing(503), times: 1 });
			world.simulator.update('p1', { phase: 'completed' });
			const [item] = await world.poll();
			expect(item).toMatchObject({ event: 'completed', promotionId: 'p1' });
		});
	});

	it.each([
		['noPromotionsArray', { kind: 'noPromotionsArray' }],
		['invalid JSON', { kind: 'invalidJson' }],
		['a page', { kind: 'html' }],
		['a redirect', { kind: 'redirect' }],
	] as const)('keeps what is known when the list is %s', async (_, fault) => {
		await inWorld({ events: ['created', 'completed', 'disappeared'] }, { mode }, async (world) => {
			world.add('p1');
			await world.boot();
			await world.poll(0);
			world.simulator.misbehave({ fault, endpoint: 'list', times: 'always' });
			const failed = world.database.failures.length;
			for (let poll = 0; poll < 2; poll++) expect(await world.events()).toEqual([]);
			expect(world.database.failures.length).toBe(failed + 1);
			world.simulator.behave();
			world.simulator.update('p1', { phase: 'completed' });
			expect(await world.events()).toEqual(['p1 completed']);
		});
	});
});

describe('statistics that cannot be read', () => {
	it('do not hold up the events of the other promotions, nor their own status events', async () => {
		await inWorld({ events: ['completed', 'countersChanged'] }, {}, async (world) => {
			for (const id of ['p1', 'p2', 'p3']) world.add(id, { counters: { sent: 1 } });
			await world.boot();
			world.simulator.misbehave({
				fault: { kind: 'status', status: 500 },
				endpoint: 'stats',
				promotionId: 'p1',
				times: 'always',
			});
			world.simulator.misbehave({ fault: { kind: 'reset' }, endpoint: 'stats', promotionId: 'p2', times: 'always' });
			world.simulator.update('p1', { phase: 'completed' });
			world.simulator.update('p2', { counters: { sent: 5 } });
			world.simulator.update('p3', { counters: { sent: 5 } });
			const items = await world.poll();
			expect(items.map(({ promotionId, event, statisticsStale }) => [promotionId, event, statisticsStale])).toEqual(
				expect.arrayContaining([
					['p1', 'completed', true],
					['p3', 'countersChanged', undefined],
				]),
			);
			expect(items).toHaveLength(2);
			world.simulator.behave();
			expect(await world.events()).toEqual(['p2 countersChanged']);
		});
	});

	it('are asked for a second time before an event goes out with older figures', async () => {
		await inWorld({ events: ['completed'] }, {}, async (world) => {
			world.add('p1', { counters: { sent: 1 } });
			await world.boot();
			world.simulator.misbehave({ fault: { kind: 'status', status: 503 }, endpoint: 'stats' });
			world.simulator.update('p1', { phase: 'completed', counters: { sent: 5 } });
			const [event] = await world.poll();
			expect(event).toMatchObject({ event: 'completed', statistics: { sent: 5 } });
			expect(event).not.toHaveProperty('statisticsStale');
		});
	});

	it('are told when not one of them could be read and there is nothing else to tell, and not more than once an hour', async () => {
		await inWorld({ events: ['countersChanged'] }, {}, async (world) => {
			world.add('p1');
			await world.boot();
			world.simulator.misbehave({ fault: { kind: 'status', status: 403 }, endpoint: 'stats', times: 'always' });
			for (let poll = 0; poll < 5; poll++) await world.poll();
			expect(world.messages).toEqual([
				expect.stringMatching(
					/\(“Name of p1”\): The service did not let this account read the statistics of promotion p1/,
				),
			]);
		});
	});

	it('is told although most polls ask for none, and again after an hour', async () => {
		await inWorld({ events: ['countersChanged'] }, {}, async (world) => {
			world.add('p1', { phase: 'preparation' });
			await world.boot();
			// What has rested for a while is asked for seldom, and within five minutes after a read that failed.
			await world.poll(60);
			world.simulator.misbehave({ fault: { kind: 'status', status: 500 }, endpoint: 'stats', times: 'always' });
			const told: number[] = [];
			for (let minute = 1; minute <= 90; minute++) {
				await world.poll();
				if (world.messages.length > told.length) told.push(minute);
			}
			// Of 91 polls, one in five asks, twice.
			expect(world.requests('stats')).toBeLessThan(45);
			expect(told).toHaveLength(2);
			expect((told[1] ?? 0) - (told[0] ?? 0)).toBeGreaterThanOrEqual(60);
		});
	});

	it.each([['n/a'], [12.5], [-1], [{ count: 1000 }]])(
		'are told while a counter is %j: no limit on it would ever be reached',
		async (attempted) => {
			await inWorld({ events: ['thresholdCrossed', 'countersChanged'] }, {}, async (world) => {
				world.add('p1');
				const answer = (failed: number) => {
					const body = JSON.stringify({ attempted, failed, sent: 100 });
					const fault = { kind: 'status', status: 200, contentType: 'application/json', body } as const;
					world.simulator.behave();
					world.simulator.misbehave({ fault, endpoint: 'stats', times: 'always' });
				};
				answer(0);
				await world.boot();
				for (let poll = 0; poll < 12; poll++) expect(await world.events(10)).toEqual([]);
				const told =
					"The figures of 1 of 1 promotions could not be read (“Name of p1”): The service's answer could not be read";
				// Once a day.
				expect(world.messages).toEqual([told]);
				// What can be read still counts.
				answer(900);
				expect(await world.poll(60)).toMatchObject([
					{ event: 'countersChanged', statisticsStale: true, statistics: { failed: 900, attempted: null } },
				]);
			});
		},
	);

	it('are told while others can be read, once a day', async () => {
		await inWorld({ events: ['countersChanged'] }, {}, async (world) => {
			for (let index = 1; index <= 60; index++) world.add(`p${index}`);
			await world.boot();
			for (let index = 2; index <= 60; index++) {
				const fault = { kind: 'status', status: 403 } as const;
				world.simulator.misbehave({ fault, endpoint: 'stats', promotionId: `p${index}`, times: 'always' });
			}
			for (let hour = 0; hour < 30; hour++) for (const minutes of [1, 59]) await world.poll(minutes);
			expect(world.messages.at(-1)).toMatch(
				/^The figures of 59 of 60 promotions could not be read \(“Name of p\d+”, .* and 56 more\): The service did not let/,
			);
			expect(world.messages.length).toBeLessThanOrEqual(3);
		});
	});

	it('are told when each check that reads them has an event: by the next check without', async () => {
		await inWorld({ events: ['completed'] }, {}, async (world) => {
			for (let index = 0; index < 8; index++) world.add(`p${index}`);
			await world.boot();
			world.simulator.misbehave({ fault: { kind: 'status', status: 403 }, endpoint: 'stats', times: 'always' });
			for (let index = 0; index < 8; index++) {
				world.simulator.update(`p${index}`, { phase: 'completed' });
				const [item] = await world.poll(30);
				expect(item).toMatchObject({ event: 'completed', statistics: null, statisticsStale: true });
				const refused = /^The service did not let this account read the statistics of promotion p/;
				expect([item?.statisticsError, item?.checkProblem]).toEqual([
					expect.stringMatching(refused),
					index % 2 === 0 ? expect.stringContaining('The service did not let this account read') : undefined,
				]);
				await world.poll();
			}
			expect(world.messages).toHaveLength(4);
		});
	});

	it('are told when there are none any more (404) of one that is listed, in words that are true of it', async () => {
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

	it('are not told when one that was completed was deleted: its last figures are final', async () => {
		await inWorld({ events: ['finalFiguresReady'] }, {}, async (world) => {
			world.add('p1', { counters: { sent: 7 } });
			world.add('p2');
			await world.boot();
			world.simulator.update('p1', { phase: 'completed' });
			await world.poll();
			world.simulator.remove('p1');
			const items = [];
			for (let hour = 0; hour < 75; hour++) items.push(...(await world.poll(60)));
			expect(items).toMatchObject([{ promotionId: 'p1', finalBecause: 'gone', statistics: { sent: 7 } }]);
			expect(world.messages).toEqual([]);
		});
	});

	it.each([
		['404', { status: 404 }],
		['{}', { status: 200, body: '{}' }],
		['[]', { status: 200, body: '[]' }],
		['null', { status: 200, body: 'null' }],
		['nothing', { status: 200, body: '' }],
	])('are not told while there are none yet: %s', async (_, answer) => {
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

	it.each(pollModes)('hold up no status event when the list has taken nearly all the time (%s)', async (mode) => {
		await inWorld({ events: ['created', 'completed'] }, { mode }, async (world) => {
			world.add('p1');
			await world.boot();
			await world.poll(0);
			const before = JSON.stringify(world.process.state());
			world.add('p2');
			world.simulator.update('p1', { phase: 'completed', counters: { sent: 5 } });
			world.simulator.misbehave({ fault: { kind: 'latency', milliseconds: 100 }, endpoint: 'list' });
			const { finish } = world.process.begin();
			await world.simulator.waitForRequest({ endpoint: 'list' });
			// The scheduler gives a poll 36 seconds, the others have five minutes.
			world.time.advance(mode === 'memory' ? 4 : 0.5);
			// While it waits for the service it writes nothing, and holds nothing of n8n's database.
			expect(JSON.stringify(world.process.state())).toBe(before);
			await finish();
			expect(world.requests('stats')).toBe(0);
			expect(world.itemsSince(0)).toEqual([
				expect.objectContaining({ promotionId: 'p1', event: 'completed', statisticsStale: true }),
				expect.objectContaining({ promotionId: 'p2', event: 'created' }),
			]);
		});
	});
});

whereTimeIsSaid('a list that trickles in for too long is told, too', async () => {
	await inWorld({ events: ['completed'] }, { mode: 'scheduler' }, async (world) => {
		await world.boot();
		pollTime.schedulerMs = 12_000;
		world.simulator.misbehave({
			fault: { kind: 'trickle', bytes: 1, everyMs: 200 },
			endpoint: 'list',
			times: 'always',
		});
		for (let poll = 0; poll < 2; poll++) await world.poll();
		expect(world.messages).toEqual([expect.stringContaining('did not answer in time')]);
	}).finally(() => (pollTime.schedulerMs = 36_000));
});

it.each(pollModes)('a list may take half of the time that the host gives (%s)', async (mode) => {
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
])('never hands on a word that makes hosts give up: %s', async (_, fault) => {
	await inWorld({ events: ['completed'] }, {}, async (world) => {
		await world.boot();
		world.simulator.misbehave({ fault, endpoint: 'list', times: 'always' });
		await world.poll();
		expect(world.messages).toEqual([expect.stringContaining('uthentication')]);
		expect(JSON.stringify(world.database.failures[0])).not.toMatch(/authorization header/i);
	});
});

it('never repeats the key that the service echoes', async () => {
	await inWorld({ events: ['completed'] }, {}, async (world) => {
		await world.boot();
		world.simulator.misbehave({ fault: { kind: 'echoKey', status: 400 }, endpoint: 'list', times: 'always' });
		await world.poll();
		expect(world.messages).toHaveLength(1);
	});
});

whereTimeIsSaid('stays within the time that the scheduler gives a poll, when the service is silent', async () => {
	await inWorld({ events: ['completed'] }, { mode: 'scheduler' }, async (world) => {
		await world.boot();
		pollTime.schedulerMs = 4_000;
		world.simulator.misbehave({ fault: { kind: 'silence' }, endpoint: 'list', times: 'always' });
		const polled = world.poll().then(() => 'in time');
		// A timer that is due later fires later on a busy machine, too; the turns are for what an earlier one sets off.
		const late = setTimeout(4_000).then(async () => {
			for (let turn = 0; turn < 100; turn++) await setImmediate();
			return 'too late';
		});
		expect(await Promise.race([polled, late])).toBe('in time');
		await world.poll();
		// Older hosts do not say why there was no answer.
		expect(world.messages).toEqual([expect.stringMatching(/did not answer in time|was lost/)]);
	}).finally(() => (pollTime.schedulerMs = 36_000));
});

it('more promotions than can be followed are told each hour', async () => {
	await inWorld({ events: ['completed'] }, {}, async (world) => {
		for (let index = 0; index < 5001; index++) world.add(`p${index}`);
		await world.boot();
		for (let poll = 0; poll < 7; poll++) await world.poll(10);
		expect(world.messages).toEqual(Array(2).fill('There are more promotions than this trigger can follow'));
	});
});
