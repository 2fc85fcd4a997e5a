/** README shows the message that the trigger makes. Here the same end of a campaign is run. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { triggerSetups } from '../trigger/support';

const README = readFileSync(resolve(__dirname, '../../../README.md'), 'utf8');
const [, message = ''] = /```text\n([^`]+)\n```/.exec(README) ?? [];

const withTrigger = triggerSetups();

it('a completed campaign gives the message that README shows', async () => {
	await withTrigger({ events: ['completed'], options: { summary: true } }, {}, async (setup) => {
		setup.add('6650f1c2a1', { name: 'Spring Sale' });
		await setup.boot();
		await setup.poll(0);
		const counters = { attempted: 96, failed: 3, sent: 93, delivered: 90, read: 54, interacted: 18, optout: 1 };
		setup.simulator.update('6650f1c2a1', { phase: 'completed', counters });
		const [real] = await setup.poll();
		expect(real?.summaryText).toBe(message);
	});
});
