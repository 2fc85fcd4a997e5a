import type { INodeParameters } from 'n8n-workflow';
import type { FaultRule } from '../../../simulator';
import { pollModes } from '../../harness/polling';
import { allEvents } from '../../unit/trigger/timeline';
import { quickWaits } from '../support/world';
import { sampleEvents, triggerWorlds, type TriggerWorld } from './support';

const inWorld = triggerWorlds();
quickWaits();

const always = (fault: FaultRule['fault'], endpoint: FaultRule['endpoint'] = 'list'): FaultRule => ({
	fault,
	endpoint,
	times: 'always',
});
const status = (code: number): FaultRule => always({ kind: 'status', status: code });

/** Gone by itself, sooner or later. */
const passing: Array<[string, FaultRule]> = [
	['500', status(500)],
	['503', status(503)],
	['a page under 503', always({ kind: 'html', status: 503 })],
	['429', always({ kind: 'rateLimit', retryAfter: 'none' })],
	['a reset', always({ kind: 'reset' })],
	['broken JSON', always({ kind: 'invalidJson' })],
	['no list', always({ kind: 'noPromotionsArray' })],
];
/** The person who activates the workflow can correct it right away. */
const mendable: Array<[string, FaultRule]> = [
	['400', status(400)],
	['401', status(401)],
	['403', status(403)],
	['404', status(404)],
	['a page', always({ kind: 'html' })],
	['a redirect', always({ kind: 'redirect' })],
];

describe.each(pollModes)('with state kept in %s mode', (mode) => {
	describe.each([
		['init', [...passing.slice(1, 3), ...mendable]],
		['leadershipChange', [...passing.slice(3, 4), ...mendable.slice(1, 2)]],
	] as const)('n8n itself activates (%s)', (activation, rules) => {
		it.each([...rules])('never throws, and tells at the first scheduled poll: %s', async (_, rule) => {
			await inWorld({ events: ['completed'] }, { mode }, async (world) => {
				world.add('p1');
				world.add('p2');
				await world.boot();
				await world.poll(0);
				// Hosts store the first state with the first emit.
				world.simulator.update('p2', { phase: 'completed' });
				await world.poll();
				for (let outage = 0; outage < 2; outage++) {
					world.simulator.misbehave(rule);
					const told = world.messages.length;
					await world.boot({ activation });
					expect(world.messages).toHaveLength(told);
					world.simulator.update('p1', { phase: 'completed' });
					await world.poll();
					if (mode !== 'memory') await world.poll();
					expect(world.messages).toHaveLength(told + 1);
				}
				world.simulator.behave();
				const events = [...(await world.events()), ...(await world.events())];
				expect(events.filter((event) => event === 'p1 completed')).toHaveLength(1);
			});
		});
	});
});

it.each(['init', 'leadershipChange'] as const)(
	'n8n itself activates (%s) within an outage that this process knows already: nothing is thrown',
	async (activation) => {
		await inWorld({ events: ['completed'] }, {}, async (world) => {
			world.add('p1');
			await world.boot();
			world.simulator.misbehave(status(503));
			await world.poll();
			await world.activate({ activation });
			world.simulator.behave();
			world.simulator.update('p1', { phase: 'completed' });
			expect(await world.events()).toEqual(['p1 completed']);
		});
	},
);

/** A workflow that was never activated, so that every host polls at once. */
async function firstPoll(world: TriggerWorld, activation: string) {
	await world.boot({ activation });
}

describe('activated by a person', () => {
	it.each([...mendable, ...passing])('fails as long as the list cannot be read, each time: %s', async (_, rule) => {
		await inWorld({ events: ['completed'] }, {}, async (world) => {
			world.add('p1');
			world.simulator.misbehave(rule);
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

	it.each([
		['403', always({ kind: 'status', status: 403 }, 'stats')],
		['500', always({ kind: 'status', status: 500 }, 'stats')],
	] as Array<[string, FaultRule]>)(
		'does not fail for statistics that cannot be read, and tells them soon: %s',
		async (_, rule) => {
			await inWorld({ events: ['countersChanged'] }, {}, async (world) => {
				world.add('p1');
				world.simulator.misbehave(rule);
				await firstPoll(world, 'activate');
				expect(world.messages).toEqual([]);
				await world.poll();
				expect(world.messages).toHaveLength(1);
			});
		},
	);
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

	const told = (promotionId: string) =>
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
			expect(world.messages).toEqual([told('p11')]);
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
			expect(world.messages).toEqual([told('p11'), told('p12')]);
			await edit(world, activation, 'p1');
			await edit(world, activation, 'p1', 'p12');
			expect(world.messages).toEqual([told('p11'), told('p12'), told('p12')]);
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

const nonsense: Array<[string, INodeParameters]> = [
	['no event', { events: [] }],
	['no promotion', { events: ['completed'], scope: 'selected', promotionIds: [] }],
	['a broken expression', { events: '={{ $("Nobody").item.json.events }}' }],
];

describe('a form that makes no sense', () => {
	it.each(nonsense)('fails the activation by a person: %s', async (_, parameters) => {
		await inWorld(parameters, {}, async (world) => {
			await expect(firstPoll(world, 'activate')).rejects.toThrow();
		});
	});

	it.each(nonsense)(
		'is told by the first scheduled poll after a start, then once an hour: %s',
		async (_, parameters) => {
			await inWorld(parameters, {}, async (world) => {
				await firstPoll(world, 'init');
				expect(world.messages).toEqual([]);
				for (let minute = 0; minute < 70; minute++) await world.poll();
				expect(world.messages).toHaveLength(2);
			});
		},
	);
});

describe.each(['update', 'something new', ''])('activation mode %s', (activation) => {
	it.each([...passing.slice(0, 1), ...mendable])(
		'may be the host itself, so nothing is thrown: %s',
		async (_, rule) => {
			await inWorld({ events: ['completed'] }, {}, async (world) => {
				world.simulator.misbehave(rule);
				await firstPoll(world, activation);
				await world.poll();
				expect(world.messages).toHaveLength(1);
			});
		},
	);
});

describe('samples', () => {
	it('shows every chosen event with a promotion that is complete, marked as a sample', async () => {
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

	it('invents a promotion when none is complete, never one that is under way', async () => {
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

	it('shows none of the promotions that the trigger does not watch', async () => {
		await inWorld({}, {}, async (world) => {
			world.add('watched', { phase: 'completed', createdAt: Date.now() - 1_000_000 });
			world.add('newest', { phase: 'completed' });
			const samples = async (promotionIds: string[]) =>
				await sampleEvents(world, { events: ['completed'], scope: 'selected', promotionIds });
			expect(await samples(['watched'])).toEqual([expect.objectContaining({ promotionId: 'watched' })]);
			expect(await samples(['none of these'])).toEqual([expect.objectContaining({ promotionId: 'sample' })]);
		});
	});

	it('invents a promotion when the figures of the real one cannot be read, which would all be shown as 0', async () => {
		await inWorld({}, {}, async (world) => {
			world.add('real', { phase: 'completed' });
			world.simulator.misbehave({ fault: { kind: 'status', status: 403 }, endpoint: 'stats', times: 'always' });
			const [sample] = await sampleEvents(world, { events: ['completed'] });
			expect(sample).toMatchObject({ promotionId: 'sample', isSample: true, statistics: { sent: 940 } });
		});
	});

	it.each(['stop', 'cancel'])('cannot be used to %s anything', async (operation) => {
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

	it('offers the newest promotions to choose from', async () => {
		await inWorld({}, {}, async (world) => {
			const createdAt = Date.parse('2026-03-01T10:00:00Z');
			for (let number = 0; number < 600; number++) world.add(`p${number}`, { createdAt: createdAt + number * 60_000 });
			const options = await world.engine.editor.call('loadOptions', 'getPromotions', { type: 'rcsPromotionTrigger' });
			expect(options).toHaveLength(500);
			expect(options[0]).toEqual({ name: 'Name of p599 (Running, 2026-03-01 19:59)', value: 'p599' });
		});
	});
});
