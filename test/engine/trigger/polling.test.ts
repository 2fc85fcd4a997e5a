import type { INodeParameters } from 'n8n-workflow';
import { ServiceClient } from '../../../nodes/service/client';
import { personalities } from '../../../simulator';
import { pollModes } from '../../harness/polling';
import { TRIGGER } from '../../model/host';
import { quickWaits } from '../support/setup';
import { sampleEvents, triggerSetups } from './support';

const inSetup = triggerSetups();
quickWaits();

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

it('a failed check never shows the key that the service repeats', async () => {
	await inSetup({ events: ['completed'] }, {}, async (setup) => {
		await setup.boot();
		setup.simulator.addFault({ fault: { kind: 'echoKey', status: 400 }, endpoint: 'list', times: 'always' });
		await setup.poll();
		await setup.poll(10);
		expect(setup.messages).toHaveLength(1);
	});
});

it('a form that makes no sense fails the activation by a person; after a start of n8n, a scheduled check once an hour', async () => {
	await inSetup({ events: '={{ $("Nobody").item.json.events }}' }, {}, async (setup) => {
		await expect(setup.boot({ activation: 'activate' })).rejects.toThrow();
		await setup.boot({ activation: 'init' });
		expect(setup.messages).toEqual([]);
		for (let poll = 0; poll < 7; poll++) await setup.poll(10);
		expect(setup.messages).toHaveLength(2);
	});
});

it.each(['stop', 'cancel'])('a sample of no promotion is refused by %s', async (operation) => {
	await inSetup({}, {}, async (setup) => {
		setup.add('running');
		const samples = await sampleEvents(setup, { events: ['completed'] });
		expect(samples).toMatchObject([{ promotionId: 'sample', isSample: true, statistics: { sent: 940 } }]);
		const promotionId: unknown = { __rl: true, mode: 'id', value: '={{ $json.promotionId }}' };
		const result = await setup.engine.run({
			items: samples.map((json) => ({ json })),
			mode: 'manual',
			parameters: { resource: 'promotion', operation, promotionId: promotionId as INodeParameters },
		});
		const { message } = result.error as unknown as Error;
		expect(message).toBe('This is a sample from the trigger, not a real promotion');
		expect(setup.simulator.requests({ endpoint: 'patch' })).toEqual([]);
	});
});
