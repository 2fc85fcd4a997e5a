import { personalities } from '../../../simulator';
import { pollModes } from '../../harness/polling';
import { TRIGGER } from '../../model/host';
import { triggerSetups } from './support';

const inSetup = triggerSetups();

it.each(pollModes)('the state is plain JSON, written in one assignment, and comes back (%s)', async (mode) => {
	await inSetup({ events: ['created'] }, { mode }, async (setup) => {
		await setup.boot();
		await setup.poll(0);
		for (const id of ['a', 'b']) {
			setup.add(id);
			expect(await setup.events()).toEqual([`${id} created`]);
			const state = setup.process.state();
			expect(Object.keys(state)).toEqual(['rcsPromotions']);
			expect(JSON.stringify(state)).toContain(`"${id}"`);
		}
	});
});

it('two triggers to which a file or an API gave the same node ID both report everything', async () => {
	await inSetup({ events: ['completed'] }, { triggers: 2, nodeId: 'node-1' }, async (setup) => {
		setup.add('p1');
		await setup.boot();
		setup.simulator.update('p1', { phase: 'completed' });
		await setup.poll();
		expect(setup.database.executions.map(({ node }) => node).sort()).toEqual([TRIGGER, `${TRIGGER} 2`]);
	});
});

it.each(personalities.map(({ name }) => name))(
	'each status event comes once from a service of the kind %s',
	async (personality) => {
		const chosen = ['created', 'statusChanged', 'completed', 'stopped', 'cancelled'];
		await inSetup({ events: chosen }, { personality }, async (setup) => {
			setup.add('p1', { phase: 'preparation' });
			await setup.boot();
			setup.add('p2', { phase: 'preparation' });
			expect(await setup.events()).toEqual(['p2 created']);
			setup.simulator.update('p1', { phase: 'completed' });
			expect(await setup.events()).toEqual(['p1 statusChanged', 'p1 completed']);
			setup.simulator.update('p2', { phase: 'stopped' });
			expect(await setup.events()).toEqual(['p2 statusChanged', 'p2 stopped']);
			setup.simulator.update('p2', { phase: 'cancelled' });
			const events = [...(await setup.events()), ...(await setup.events(60)), ...(await setup.events())];
			for (let poll = 0; poll < 3; poll++) events.push(...(await setup.events(10)));
			// Some go on listing it as cancelled. Of some, it is gone with its statistics. Others say nothing of it, which is told.
			const cancelled = events.filter((event) => event === 'p2 cancelled').length;
			expect([cancelled, setup.messages.length]).toEqual(cancelled === 1 ? [1, 0] : [0, 1]);
		});
	},
);
