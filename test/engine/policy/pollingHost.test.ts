import { join } from 'node:path';
import { Engine } from '../../harness/engine';
import { world } from '../../harness/fixture/nodes/Ticker/Ticker.node';
import { PollDatabase, PollHost, pollModes } from '../../harness/polling';

const setup = {
	nodes: [{ name: 'Ticker', type: 'ticker', parameters: { pollTimes: { item: [{ mode: 'everyMinute' }] } } }],
};
const numbers = (database: PollDatabase) => database.delivered().map(({ json }) => json.next);

describe('polling in the tests', () => {
	let engine: Engine;

	beforeAll(async () => {
		engine = await Engine.start({ packageDirectory: join(__dirname, '../../harness/fixture') });
	});

	afterAll(async () => await engine.stop());

	beforeEach(() => Object.assign(world, { value: 0, failing: false }));

	describe.each(pollModes)('state kept in mode %s', (mode) => {
		it('keeps a null poll only where the host does', async () => {
			const database = new PollDatabase();
			database.staticData = { 'node:Ticker': { seen: 0 } };
			const host = await PollHost.boot(engine, setup, { mode, database });
			world.value = 1;
			await host.tick();
			expect(host.state('Ticker')).toEqual({ seen: { memory: 1, scheduler: 0, cursors: 1 }[mode] });
			host.kill();
			const next = await PollHost.boot(engine, setup, { mode, database, activation: 'init' });
			expect(next.state('Ticker')).toEqual({ seen: { memory: 1, scheduler: 0, cursors: 1 }[mode] });
			expect(database.executions).toEqual([]);
		});

		it.each(['before', 'between'] as const)('dies %s the writes of an emit', async (moment) => {
			const database = new PollDatabase();
			database.staticData = { 'node:Ticker': { seen: 0 } };
			const host = await PollHost.boot(engine, setup, { mode, database });
			world.value = 2;
			host.dieAt(moment);
			await host.tick();
			expect(database.executions).toEqual([]);
			world.value = 4;
			const next = await PollHost.boot(engine, setup, { mode, database, activation: 'init' });
			await next.tick();
			// Between the two writes the state is ahead of what was delivered, unless both are one transaction.
			expect(numbers(database)).toEqual(moment === 'between' && mode !== 'cursors' ? [4] : [2, 4]);
		});

		it('makes a failed execution of a throw and refuses an activation that throws', async () => {
			const host = await PollHost.boot(engine, setup, { mode });
			world.failing = true;
			await host.tick();
			expect(host.database.failures().map(({ message }) => message)).toEqual(['The service is away']);
			await host.deactivate();
			await expect(PollHost.boot(engine, setup, { mode })).rejects.toThrow('The service is away');
		});
	});
});
