import { EarlyClearing } from '../../../nodes/service/earlyClearing';
import { SilenceWatch } from '../../../nodes/service/silence';
import { ReportBody, type ByteStream } from '../../../nodes/service/reportStream';

const MB = 1024 * 1024;

describe('What was read of a stream', () => {
	const allocated: number[] = [];
	beforeEach(() => allocated.splice(0));
	const allocate = (bytes: number) => allocated.push(bytes);

	it('is cleared away by V8 after each 24 MB, for which the rest of its limit of 64 MB is taken', () => {
		const clearing = new EarlyClearing(allocate);
		for (let chunk = 0; chunk < 47; chunk++) clearing.read(MB / 2);
		expect(allocated).toEqual([]);
		clearing.read(MB / 2);
		expect(allocated).toEqual([40 * MB]);
		for (let chunk = 0; chunk < 240; chunk++) clearing.read(MB);
		expect(allocated).toEqual(Array.from({ length: 11 }, () => 40 * MB));
	});

	it('may be more than a process has addresses for', () => {
		const clearing = new EarlyClearing(() => {
			throw new RangeError('Array buffer allocation failed');
		});
		expect(() => clearing.read(100 * MB)).not.toThrow();
	});

	it('counts in every way to read a report', async () => {
		const chunk = new Uint8Array(MB);
		async function* stream() {
			for (let index = 0; index < 50; index++) yield await Promise.resolve(chunk);
		}
		const patient = new SilenceWatch({ now: Date.now, pause: async () => await Promise.resolve(false) }, 1000);
		const body = new ReportBody(stream() as unknown as ByteStream, {}, patient, new EarlyClearing(allocate));
		for await (const read of body.chunks()) expect(read).toBe(chunk);
		expect(allocated).toHaveLength(2);
		expect(body.bytesRead).toBe(50 * MB);
	});
});
