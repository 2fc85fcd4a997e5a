import { SILENT, SilenceWatch } from '../../../nodes/service/answerBody';

/** Goes on when it is told to. */
class SteppedClock {
	private ms = 0;
	private readonly sleepers: Array<{ at: number; wake: (isRunning: boolean) => void }> = [];

	readonly now = () => this.ms;
	readonly pause = async (ms: number) =>
		await new Promise<boolean>((wake) => this.sleepers.push({ at: this.ms + ms, wake }));

	get sleeping(): number {
		return this.sleepers.length;
	}

	async step(ms: number): Promise<void> {
		for (const end = this.ms + ms; this.ms < end; this.ms += 250) {
			await new Promise((resolve) => setImmediate(resolve));
			for (const { wake } of this.sleepers.splice(0)) wake(true);
		}
		await new Promise((resolve) => setImmediate(resolve));
	}
}

describe('A line that may be silent for 10 seconds', () => {
	const forEver = new Promise<string>(() => {});

	it('is given up when it was', async () => {
		const clock = new SteppedClock();
		const watch = new SilenceWatch(clock, 10_000);
		let fault: unknown;
		void watch.wait(forEver).catch((error: unknown) => (fault = error));
		await clock.step(9000);
		expect(fault).toBeUndefined();
		await clock.step(2000);
		expect(fault).toMatchObject({ code: SILENT });
	});

	it('is not while pieces come, and not while the reader takes his time', async () => {
		const clock = new SteppedClock();
		const watch = new SilenceWatch(clock, 10_000);
		for (let piece = 0; piece < 5; piece++) {
			const waiting = watch.wait(clock.step(8000).then(() => piece));
			expect(await waiting).toBe(piece);
			await clock.step(60_000);
		}
		let isGivenUp = false;
		void watch.wait(forEver).catch(() => (isGivenUp = true));
		await clock.step(9000);
		expect(isGivenUp).toBe(false);
		await clock.step(2000);
		expect(isGivenUp).toBe(true);
	});

	it('is looked at by one watch however many pieces come, and by none after its end', async () => {
		const clock = new SteppedClock();
		const watch = new SilenceWatch(clock, 10_000);
		for (let piece = 0; piece < 5; piece++) await watch.wait(Promise.resolve(piece));
		await clock.step(1000);
		expect(clock.sleeping).toBe(1);
		watch.end();
		await clock.step(1000);
		expect(clock.sleeping).toBe(0);
	});

	it('tells of any other fault', async () => {
		const watch = new SilenceWatch(new SteppedClock(), 10_000);
		await expect(watch.wait(Promise.reject(new Error('reset')))).rejects.toThrow('reset');
		watch.end();
	});
});
