import { runInNewContext } from 'node:vm';
import { RcsPromotionTrigger } from '../../../nodes/RcsPromotionTrigger/RcsPromotionTrigger.node';
import { Clock } from '../../model/clock';
import { Database, modes, Process } from '../../model/host';
import { World } from '../../model/world';

describe.each(modes)('an outage, with state kept in %s mode', (mode) => {
	const parameters = { events: ['completed'] };

	it.each(['discarded by n8n', 'too late for n8n'])(
		'that ended in a poll that was %s is told by the next',
		async (fate) => {
			const clock = new Clock();
			try {
				const database = new Database();
				const world = new World([{ listed: true, status: 'Running', figures: 0, ageMinutes: 5 }], clock.now);
				const process = new Process(world, database, mode, parameters);
				await process.begin({ activation: true }).finish();
				for (const listFails of [false, true, true]) {
					clock.now += 60_000;
					await process.begin({ listFails, listStatus: 503 }).finish();
				}
				Object.assign(world.actual[0] ?? {}, { status: 'Completed' });
				clock.now += 60_000;
				const givenUp = process.begin();
				if (fate === 'too late for n8n') clock.now += 37_000;
				expect((await givenUp.finish('discarded')).emitted).toBe(fate === 'discarded by n8n');
				process.reactivate(parameters);
				clock.now += 60_000;
				await process.begin({ activation: true }).finish();
				const [item] = database.executions.flatMap(({ items }) => items);
				expect(item).toMatchObject({ event: 'completed', outage: { from: '2026-03-02T08:02:00.000Z' } });
			} finally {
				clock.restore();
			}
		},
	);
});

it.each([
	[['completed', 'settled'], 'completed, settled'],
	['completed', 'completed'],
	[undefined, ''],
])('the subtitle shows the events however they are given: %p', (events, expected) => {
	const { subtitle = '' } = new RcsPromotionTrigger().description;
	const code = /^=\{\{(.*)\}\}$/.exec(subtitle)?.[1] ?? '';
	expect(runInNewContext(code, { $parameter: { events } })).toBe(expected);
});
