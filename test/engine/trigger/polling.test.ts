import { personalities } from '../../../simulator';
import { pollModes } from '../../harness/polling';
import { TRIGGER } from '../../model/host';
import { triggerWorlds } from './support';

const inWorld = triggerWorlds();

it.each(pollModes)('the state is plain JSON, written in one assignment, and comes back (%s)', async (mode) => {
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

it('two triggers to which a file or an API gave the same node ID both report everything', async () => {
	await inWorld({ events: ['completed'] }, { triggers: 2, nodeId: 'node-1' }, async (world) => {
		world.add('p1');
		await world.boot();
		world.simulator.update('p1', { phase: 'completed' });
		await world.poll();
		expect(world.database.executions.map(({ node }) => node).sort()).toEqual([TRIGGER, `${TRIGGER} 2`]);
	});
});

it.each(personalities.map(({ name }) => name))(
	'each status event comes once from a service of the kind %s',
	async (personality) => {
		const chosen = ['created', 'statusChanged', 'completed', 'stopped', 'cancelled'];
		await inWorld({ events: chosen }, { personality }, async (world) => {
			world.add('p1', { phase: 'preparation' });
			await world.boot();
			world.add('p2', { phase: 'preparation' });
			expect(await world.events()).toEqual(['p2 created']);
			world.simulator.update('p1', { phase: 'completed' });
			expect(await world.events()).toEqual(['p1 statusChanged', 'p1 completed']);
			world.simulator.update('p2', { phase: 'stopped' });
			expect(await world.events()).toEqual(['p2 statusChanged', 'p2 stopped']);
			world.simulator.update('p2', { phase: 'cancelled' });
			const events = [...(await world.events()), ...(await world.events(60)), ...(await world.events())];
			for (let poll = 0; poll < 3; poll++) events.push(...(await world.events(10)));
			// Some go on listing it as cancelled. Of some, it is gone with its statistics. Others say nothing of it, which is told.
			const cancelled = events.filter((event) => event === 'p2 cancelled').length;
			expect([cancelled, world.messages.length]).toEqual(cancelled === 1 ? [1, 0] : [0, 1]);
		});
	},
);
