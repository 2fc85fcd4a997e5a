import { pollModes } from '../../harness/polling';
import { ServiceClient } from '../../../nodes/service/client';
import { quickWaits } from '../support/setup';
import { triggerSetups } from './support';

const inSetup = triggerSetups();
quickWaits();

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
