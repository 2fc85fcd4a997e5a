import { personalities } from '../../../simulator';
import { pollModes } from '../../harness/polling';
import { TRIGGER } from '../../model/host';
import { triggerWorlds } from './support';

const inWorld = triggerWorlds();

describe.each(pollModes)('with state kept in %s mode', (mode) => {
	it('tells each completion once, with figures, and nothing that was there before', async () => {
		await inWorld({ events: ['completed'] }, { mode }, async (world) => {
			world.add('old', { phase: 'completed' });
			world.add('p1');
			world.add('p2');
			await world.boot();
			await world.poll(0);
			expect(world.database.executions).toEqual([]);
			const counters = { attempted: 10, failed: 1, sent: 9, delivered: 6, read: 3, interacted: 0, optout: 0 };
			world.simulator.update('p1', { phase: 'completed', counters });
			const [item] = await world.poll();
			expect(item).toMatchObject({
				event: 'completed',
				promotionId: 'p1',
				name: 'Name of p1',
				accountId: world.simulator.accountId,
				status: 'Completed',
				statistics: counters,
				rates: { deliveryRate: 66.67 },
			});
			expect(await world.poll()).toEqual([]);
			expect(world.requests('stats')).toBe(1);
			world.simulator.update('p2', { phase: 'completed' });
			expect(await world.events()).toEqual(['p2 completed']);
		});
	});

	it('sees a campaign come to rest, although polls without events may leave no trace in the database', async () => {
		const options = { finalAfterMinutes: 30, stalledAfterMinutes: 60 };
		await inWorld({ events: ['finalFiguresReady', 'stalled'], options }, { mode }, async (world) => {
			world.add('p1', { counters: { sent: 1 } });
			world.add('p2', { counters: { sent: 1 } });
			await world.boot();
			await world.poll(0);
			world.simulator.update('p2', { counters: { sent: 2 } });
			world.simulator.update('p1', { phase: 'completed', counters: { sent: 3 } });
			for (let minutes = 0; minutes < 30; minutes += 10) expect(await world.events(10)).toEqual([]);
			expect(await world.events(10)).toEqual(['p1 finalFiguresReady']);
			expect(await world.events(29)).toEqual([]);
			expect(await world.events(1)).toEqual(['p2 stalled']);
		});
	});

	it('makes one request for the list at a time, however many polls are due', async () => {
		await inWorld({ events: ['statusChanged'] }, { mode, polls: 3 }, async (world) => {
			world.add('p1', { status: 'Step 1' });
			await world.boot();
			await world.poll(0);
			world.simulator.update('p1', { status: 'Step 2' });
			// Long enough for all of them to be under way.
			world.simulator.misbehave({ fault: { kind: 'latency', milliseconds: 1000 }, endpoint: 'list', times: 1 });
			const before = world.requests('list');
			expect(await world.events()).toEqual(['p1 statusChanged']);
			expect(world.requests('list') - before).toBe(1);
			expect(await world.events()).toEqual([]);
		});
	});

	it('emits again what a process may have lost that died right after, with the same ids', async () => {
		await inWorld({ events: ['completed'] }, { mode }, async (world) => {
			world.add('p1');
			world.add('p2');
			await world.boot();
			await world.poll(0);
			world.simulator.update('p1', { phase: 'completed' });
			const [first] = await world.poll();
			await world.boot();
			await world.poll();
			const delivered = world.itemsSince(0);
			expect(delivered.map(({ promotionId, redelivered }) => [promotionId, redelivered])).toEqual([
				['p1', undefined],
				['p1', true],
			]);
			expect(delivered[1]?.eventId).toBe(first?.eventId);

			world.simulator.update('p2', { phase: 'completed' });
			expect(await world.events()).toEqual(['p2 completed']);
		});
	});

	it.each(['before', 'between'] as const)(
		'loses nothing when killed %s writing what it emits, twice in a row',
		async (moment) => {
			await inWorld({ events: ['completed'] }, { mode }, async (world) => {
				world.add('p1');
				await world.boot();
				await world.poll(0);
				world.simulator.update('p1', { phase: 'completed' });
				await world.poll(1, moment);
				// The next process emits as soon as it is activated, and dies of it.
				await world.boot({ fate: moment });
				expect(world.itemsSince(0)).toEqual([]);
				await world.boot();
				await world.poll();
				const delivered = world.itemsSince(0);
				expect(new Set(delivered.map(({ promotionId }) => promotionId))).toEqual(new Set(['p1']));
				expect(new Set(delivered.map(({ eventId }) => eventId)).size).toBe(1);
			});
		},
	);

	it('sees for each of several triggers what disappears, although polls without events may leave no trace', async () => {
		await inWorld({ events: ['disappeared'] }, { mode, triggers: 3 }, async (world) => {
			world.add('p1');
			world.add('p2');
			await world.boot();
			await world.poll(0);
			world.simulator.remove('p2');
			for (let poll = 0; poll < 4; poll++) await world.poll();
			expect(new Set(world.database.executions.map(({ node }) => node))).toEqual(
				new Set([TRIGGER, `${TRIGGER} 2`, `${TRIGGER} 3`]),
			);
		});
	});

	it('takes a baseline when it finds no state, and emits nothing', async () => {
		await inWorld({ events: ['created', 'completed'] }, { mode }, async (world) => {
			for (let number = 0; number < 5; number++) world.add(`p${number}`, { phase: 'completed' });
			for (let process = 0; process < 2; process++) {
				world.database.state = {};
				await world.boot();
				await world.poll();
			}
			expect(world.itemsSince(0)).toEqual([]);
			world.add('new');
			expect(await world.events()).toEqual(['new created']);
		});
	});

	it('writes plain JSON in one assignment, which is what comes back', async () => {
		await inWorld({ events: ['created'] }, { mode }, async (world) => {
			await world.boot();
			await world.poll(0);
			for (const id of ['a', 'b']) {
				world.add(id);
				expect(await world.events()).toEqual([`${id} created`]);
				const state = world.process.state();
				expect(Object.keys(state)).toEqual(['rcsPromotions']);
				expect(JSON.stringify(state)).toContain(`"${id}"`);
			}
		});
	});
});

it('of two triggers that a file or an API gave the same node ID, each tells everything', async () => {
	await inWorld({ events: ['completed'] }, { triggers: 2, nodeId: 'node-1' }, async (world) => {
		world.add('p1');
		await world.boot();
		world.simulator.update('p1', { phase: 'completed' });
		await world.poll();
		expect(world.database.executions.map(({ node }) => node).sort()).toEqual([TRIGGER, `${TRIGGER} 2`]);
	});
});

it.each(personalities.map(({ name }) => name))('works with a service of the kind %s', async (personality) => {
	const events = ['created', 'statusChanged', 'completed', 'stopped', 'cancelled', 'disappeared'];
	await inWorld({ events }, { personality }, async (world) => {
		world.add('p1', { phase: 'preparation' });
		await world.boot();
		world.add('p2', { phase: 'preparation' });
		expect(await world.events()).toEqual(['p2 created']);
		world.simulator.update('p1', { phase: 'completed' });
		expect(await world.events()).toEqual(['p1 statusChanged', 'p1 completed']);
		world.simulator.update('p2', { phase: 'stopped' });
		expect(await world.events()).toEqual(['p2 statusChanged', 'p2 stopped']);
		world.simulator.update('p2', { phase: 'cancelled' });
		const told = [...(await world.events()), ...(await world.events()), ...(await world.events())];
		// Some go on listing it as cancelled, some do not list it any more; either way it is told once.
		expect(told.filter((event) => event === 'p2 cancelled')).toHaveLength(1);
		expect(await world.events()).toEqual([]);
	});
});
