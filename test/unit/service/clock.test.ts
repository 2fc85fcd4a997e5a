import { clockOf } from '../../../nodes/service/clock';

describe('A pause', () => {
	it('ends soon when the execution is stopped, however long it was meant to be', async () => {
		const stop = new AbortController();
		const clock = clockOf({ getExecutionCancelSignal: () => stop.signal } as never);
		setTimeout(() => stop.abort(), 100);
		expect(await clock.pause(3_600_000)).toBe(false);
	});

	it('says that the execution goes on', async () => {
		expect(await clockOf({} as never).pause(10)).toBe(true);
	});
});

it('The time goes on as it passes, also where the clock of the host is set', () => {
	const clock = clockOf({} as never);
	const before = clock.now();
	const set = jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 3_600_000);
	expect(clock.now() - before).toBeLessThan(60_000);
	set.mockRestore();
});
