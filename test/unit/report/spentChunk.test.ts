import { giveBack } from '../../../nodes/RcsPromotion/report/spentChunk';
import { readReport } from '../../../nodes/RcsPromotion/report/reportParser';
import type { ReportBody } from '../../../nodes/service/reportStream';
import { KeyWatch } from '../../../nodes/service/keyWatch';

const canGiveBack = 'transfer' in ArrayBuffer.prototype;
/** With memory of its own, as what a socket reads has. */
function alone(text: string): Uint8Array {
	const bytes = new Uint8Array(new ArrayBuffer(Buffer.byteLength(text)));
	bytes.set(Buffer.from(text));
	return bytes;
}

describe('A chunk that was read', () => {
	it('gives its memory back where that is possible', () => {
		const chunk = alone('some bytes');
		giveBack(chunk);
		expect(chunk.byteLength).toBe(canGiveBack ? 0 : 10);
	});

	it('may be empty, and be given back twice', () => {
		const empty = alone('');
		for (const chunk of [empty, empty, alone('some bytes')]) {
			giveBack(chunk);
			giveBack(chunk);
			expect(chunk.byteLength).toBe(canGiveBack ? 0 : chunk.length);
		}
	});

	it.each([
		['begins', 0, 4],
		['ends', 4, 8],
		['lies within', 2, 6],
	])('leaves memory alone that it %s in', (_, from, to) => {
		const memory = alone('abcdefgh');
		giveBack(memory.subarray(from, to));
		expect(Buffer.from(memory).toString()).toBe('abcdefgh');
	});

	it('is not needed again: header, values and the key over the ends of chunks are read all the same', async () => {
		const text = `Name,Phone,Status\n${'Ana,+4915100000001,Sent\n'.repeat(3)}Ben,key-of-the-account,Sent\n`;
		for (const size of [1, 3, 7, 20, 1000]) {
			const chunks = Array.from({ length: Math.ceil(text.length / size) }, (_, index) =>
				alone(text.slice(index * size, (index + 1) * size)),
			);
			const body = {
				contentType: 'text/csv',
				endIsMarked: true,
				async *chunks() {
					yield* chunks;
					await Promise.resolve();
				},
			} as unknown as ReportBody;
			const watch = new KeyWatch('key-of-the-account');
			const rows: string[] = [];
			let suspected = false;
			await readReport(
				body,
				() => (row) => {
					suspected = watch.suspects();
					rows.push([0, 1, 2].map((position) => row.text(position)).join());
					return false;
				},
				(chunk) => watch.see(chunk),
			);
			expect(rows).toEqual(text.trimEnd().split('\n').slice(1));
			expect(suspected).toBe(true);
			if (canGiveBack) expect(chunks.every(({ byteLength }) => byteLength === 0)).toBe(true);
		}
	});
});
