import { Readable } from 'node:stream';
import { AnswerBody, type ByteStream } from '../../../nodes/service/http';
import type { Clock } from '../../../nodes/service/clock';

/** Goes on when it is told to. */
class SteppedClock implements Clock {
	private ms = 0;
	private readonly sleepers: Array<{ at: number; wake: (isRunning: boolean) => void }> = [];

	readonly now = () => this.ms;
	readonly random = () => 0.5;
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

/** An answer that is being read; the line may be silent for 10 seconds. */
function reading(totalMs = Infinity) {
	const clock = new SteppedClock();
	const line = new Readable({ read: () => undefined });
	const answer = { kind: 'answer' as const, status: 200, headers: {}, body: '' };
	const stream = line as unknown as ByteStream;
	const body = new AnswerBody(answer, stream, clock, 10_000, totalMs);
	const chunks = body.chunks();
	return { clock, line, body, chunks };
}

const fault = { outcome: { kind: 'noAnswer', code: 'ETIMEDOUT' } };

it('A line is given up when it was silent for too long, and is closed', async () => {
	const { clock, line, chunks } = reading();
	let thrown: unknown;
	void chunks.next().catch((error: unknown) => (thrown = error));
	await clock.step(9000);
	expect(thrown).toBeUndefined();
	await clock.step(2000);
	expect(thrown).toMatchObject(fault);
	expect(line.destroyed).toBe(true);
});

it('A line is not given up while pieces come, nor while the reader takes his time', async () => {
	const { clock, line, chunks } = reading();
	for (let piece = 0; piece < 5; piece++) {
		const next = chunks.next();
		await clock.step(8000);
		line.push(`${piece}`);
		expect(String((await next).value)).toBe(`${piece}`);
		await clock.step(60_000);
	}
	expect(clock.sleeping).toBe(1);
	line.push(null);
	expect(await chunks.next()).toEqual({ done: true, value: undefined });
	await clock.step(1000);
	expect(clock.sleeping).toBe(0);
});

it('A line that trickles is given up when all of it takes too long', async () => {
	const { clock, line, body } = reading(30_000);
	let thrown: unknown;
	void body.read(1000).catch((error: unknown) => (thrown = error));
	for (let second = 0; second < 32; second++) {
		line.push('x');
		await clock.step(1000);
	}
	expect(thrown).toMatchObject({ outcome: { code: 'ETIMEDOUT' } });
});

it('A connection that breaks is reported as it broke, and is not watched any more', async () => {
	const { clock, line, chunks } = reading();
	line.destroy(Object.assign(new Error('reset'), { code: 'ECONNRESET' }));
	await expect(chunks.next()).rejects.toMatchObject({ outcome: { code: 'ECONNRESET', detail: 'reset' } });
	await clock.step(1000);
	expect(clock.sleeping).toBe(0);
});

it('A line whose rest is not needed is closed, and is watched no more', async () => {
	const { clock, line, body, chunks } = reading();
	line.push('x');
	await chunks.next();
	body.close();
	expect(line.destroyed).toBe(true);
	await clock.step(1000);
	expect(clock.sleeping).toBe(0);
});

it('A letter of which two pieces have a part each is read whole', async () => {
	const { line, body } = reading();
	const bytes = Buffer.from('Frühling €20 🎉');
	const read = body.read(bytes.length);
	for (const byte of bytes) {
		line.push(Uint8Array.of(byte));
		// Otherwise, the line would hand over several pieces as one.
		await new Promise((resolve) => setImmediate(resolve));
	}
	line.push(null);
	expect(await read).toEqual({ text: 'Frühling €20 🎉', isCutOff: false });
});

it('A line that holds more than is wanted is closed, and is watched no more', async () => {
	const { clock, line, body } = reading();
	line.push('more than that');
	expect(await body.read(4)).toEqual({ text: 'more', isCutOff: true });
	expect(line.destroyed).toBe(true);
	await clock.step(1000);
	expect(clock.sleeping).toBe(0);
});
