import { clockOf } from '../../../nodes/service/clock';

describe('A pause', () => {
	it('ends within a second or so when the execution is stopped, however long it was meant to be', async () => {
		const stop = new AbortController();
		const clock = clockOf({ getExecutionCancelSignal: () => stop.signal } as never);
		const started = performance.now();
		setTimeout(() => stop.abort(), 100);
		expect(await clock.pause(60_000)).toBe(false);
		expect(performance.now() - started).toBeLessThan(3000);
	});

	it('says that the execution goes on', async () => {
		expect(await clockOf({} as never).pause(10)).toBe(true);
	});
});
