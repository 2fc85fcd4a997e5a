import type { INodeParameters } from 'n8n-workflow';
import type { FaultRule } from '../../../simulator';
import { pollModes } from '../../harness/polling';
import { allEvents } from '../../unit/trigger/timeline';
import { quickWaits } from '../support/world';
import { sampleEvents, triggerWorlds, type TriggerWorld } from './support';

const inWorld = triggerWorlds();
quickWaits();

const always = (status: number, endpoint: FaultRule['endpoint'] = 'list'): FaultRule => ({
	fault: { kind: 'status', status },
	endpoint,
	times: 'always',
});

describe.each(pollModes)('with state kept in %s mode', (mode) => {
	it.each([
		['init', 503],
		['init', 401],
		['leadershipChange', 401],
	] as const)(
		'if n8n itself activates the trigger (%s), only a scheduled check fails: %i',
		async (activation, status) => {
			await inWorld({ events: ['completed'] }, { mode }, async (world) => {
				world.add('p1');
				world.add('p2');
				await world.boot();
				await world.poll(0);
				// Hosts store the first state with the first emit.
				world.simulator.update('p2', { phase: 'completed' });
				await world.poll();
				for (let outage = 0; outage < 2; outage++) {
					world.simulator.misbehave(always(status));
					const { length } = world.messages;
					await world.boot({ activation });
					expect(world.messages).toHaveLength(length);
					world.simulator.update('p1', { phase: 'completed' });
					await world.poll();
					if (mode !== 'memory') await world.poll();
					expect(world.messages).toHaveLength(length + 1);
				}
				world.simulator.behave();
				const events = [...(await world.events()), ...(await world.events())];
				expect(events.filter((event) => event === 'p1 completed')).toHaveLength(1);
			});
		},
	);
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

describe('a selected promotion that is not listed', () => {
	const selecting = (...promotionIds: string[]) => ({ events: ['completed'], scope: 'selected', promotionIds });

	it('fails an activation by a person, which names a selected promotion that is not listed', async () => {
		await inWorld(selecting('p1', 'p11'), {}, async (world) => {
			world.add('p1');
			await expect(firstPoll(world, 'activate')).rejects.toThrow('The list of promotions does not show “p11”');
			world.add('p11');
			await firstPoll(world, 'activate');
		});
	});

	const notShown = (promotionId: string) =>
		`The list of promotions does not show “${promotionId}”, chosen in 'Promotion Names or IDs'`;
	/** Saves the form as a person does, and lets some checks pass. */
	async function edit(world: TriggerWorld, activation: string, ...promotionIds: string[]) {
		world.edit(selecting(...promotionIds));
		await world.activate({ activation });
		for (let poll = 0; poll < 5; poll++) await world.poll();
	}

	it('is reported by the first check after an edit, and never stops n8n itself', async () => {
		await inWorld(selecting('p1'), {}, async (world) => {
			world.add('p1');
			await firstPoll(world, 'activate');
			await edit(world, 'update', 'p1', 'p11');
			expect(world.messages).toEqual([notShown('p11')]);
			await world.boot({ activation: 'init' });
			await world.poll();
			expect(world.messages).toHaveLength(1);
		});
	});

	it.each(['update', ''])('is reported each time that a person chooses one: activation mode %s', async (activation) => {
		await inWorld(selecting('p1'), {}, async (world) => {
			world.add('p1');
			await firstPoll(world, 'activate');
			await edit(world, activation, 'p1', 'p11');
			await edit(world, activation, 'p1', 'p12');
			expect(world.messages).toEqual([notShown('p11'), notShown('p12')]);
			await edit(world, activation, 'p1');
			await edit(world, activation, 'p1', 'p12');
			expect(world.messages).toEqual([notShown('p11'), notShown('p12'), notShown('p12')]);
		});
	});

	it('is not reported when a person has put it right before n8n could', async () => {
		await inWorld({ ...selecting('p1'), events: ['countersChanged'] }, {}, async (world) => {
			world.add('p1', { counters: { sent: 1 } });
			await firstPoll(world, 'activate');
			world.edit({ ...selecting('p1', 'p11'), events: ['countersChanged'] });
			await world.activate({ activation: 'update' });
			await edit(world, 'update', 'p1');
			expect(world.messages).toEqual([]);
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

it.each(['update', 'something new', ''])(
	'activation mode "%s" may mean that n8n registers the trigger: nothing is thrown before the next check',
	async (activation) => {
		await inWorld({ events: ['completed'] }, {}, async (world) => {
			world.simulator.misbehave(always(401));
			await firstPoll(world, activation);
			await world.poll();
			expect(world.messages).toHaveLength(1);
		});
	},
);

describe('samples', () => {
	it('show every chosen event with a completed promotion, marked as a sample', async () => {
		await inWorld({}, {}, async (world) => {
			world.add('running');
			world.add('older', { phase: 'completed', createdAt: Date.now() - 1_000_000 });
			world.add('newest', { phase: 'completed', counters: { attempted: 20, failed: 10, sent: 10, delivered: 5 } });
			const samples = await sampleEvents(world, { events: allEvents });
			expect(samples.map(({ event }) => event)).toEqual(allEvents);
			for (const { isSample, promotionId, name, eventId, event } of samples) {
				// Invented figures never stand under a real name.
				const isInvented = event === 'thresholdCrossed';
				expect([isSample, promotionId, name]).toEqual(
					isInvented ? [true, 'sample', 'Sample campaign'] : [true, 'newest', 'Name of newest'],
				);
				expect(eventId).toMatch(/^[0-9a-f]{32}$/);
			}
			const completed = samples.find(({ event }) => event === 'completed');
			expect(completed).toMatchObject({ statistics: { sent: 10 }, rates: { deliveryRate: 50 } });
			expect(new Set(samples.map(({ eventId }) => eventId)).size).toBe(samples.length);
		});
	});

	it('are of an invented promotion if none is complete', async () => {
		await inWorld({}, {}, async (world) => {
			world.add('running');
			const samples = await sampleEvents(world, { events: ['completed', 'stopped'] });
			expect(samples.map(({ promotionId, isSample }) => [promotionId, isSample])).toEqual([
				['sample', true],
				['sample', true],
			]);
			expect(world.requests('stats')).toBe(0);
		});
	});

	it('are of no promotion that the trigger does not watch', async () => {
		await inWorld({}, {}, async (world) => {
			world.add('watched', { phase: 'completed', createdAt: Date.now() - 1_000_000 });
			world.add('newest', { phase: 'completed' });
			const samples = async (promotionIds: string[]) =>
				await sampleEvents(world, { events: ['completed'], scope: 'selected', promotionIds });
			expect(await samples(['watched'])).toEqual([expect.objectContaining({ promotionId: 'watched' })]);
			expect(await samples(['none of these'])).toEqual([expect.objectContaining({ promotionId: 'sample' })]);
		});
	});

	it('are of an invented promotion if the figures of the real one cannot be read', async () => {
		await inWorld({}, {}, async (world) => {
			world.add('real', { phase: 'completed' });
			world.simulator.misbehave({ fault: { kind: 'status', status: 403 }, endpoint: 'stats', times: 'always' });
			const [sample] = await sampleEvents(world, { events: ['completed'] });
			expect(sample).toMatchObject({ promotionId: 'sample', isSample: true, statistics: { sent: 940 } });
		});
	});

	it.each(['stop', 'cancel'])('are refused by an operation that would %s them', async (operation) => {
		await inWorld({}, {}, async (world) => {
			for (const phase of ['running', 'completed'] as const) {
				world.add(phase, { phase });
				const samples = await sampleEvents(world, { events: ['completed'] });
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
			}
			expect(world.simulator.requests({ endpoint: 'patch' })).toEqual([]);
		});
	});

	it('the field of promotions offers the newest 500', async () => {
		await inWorld({}, {}, async (world) => {
			const createdAt = Date.parse('2026-03-01T10:00:00Z');
			for (let number = 0; number < 600; number++) world.add(`p${number}`, { createdAt: createdAt + number * 60_000 });
			const options = await world.engine.editor.call('loadOptions', 'getPromotions', { type: 'rcsPromotionTrigger' });
			expect(options).toHaveLength(500);
			expect(options[0]).toEqual({ name: 'Name of p599 (Running, 2026-03-01 19:59)', value: 'p599' });
		});
	});
});
