/** The least that can be done with bytes, by Node's own means. */
import { createHash } from 'node:crypto';
import { get } from 'node:http';
import type { IDataObject } from 'n8n-workflow';
import type { Side } from './benchCase';

export type See = (chunk: Uint8Array) => void;

/** Looks once at each byte, and shows by their sum that it did. */
export class ByteSum {
	sum = 0;

	readonly see: See = (chunk) => {
		let { sum } = this;
		for (let at = 0; at < chunk.length; at++) sum = (sum + (chunk[at] as number)) | 0;
		this.sum = sum;
	};
}

/** What a file holds, noted while it is written. */
export class Noted {
	bytes = 0;
	private readonly sum = new ByteSum();
	private readonly hash = createHash('sha256');

	readonly see: See = (chunk) => {
		this.bytes += chunk.length;
		this.sum.see(chunk);
		this.hash.update(chunk);
	};

	facts(): { bytes: number; byteSum: number; sha256: string } {
		return { bytes: this.bytes, byteSum: this.sum.sum, sha256: this.hash.digest('hex') };
	}
}

type Finding = () => IDataObject | Promise<IDataObject>;

/** The two floors of a case: its bytes taken or sent, without and with a look at them. */
export function floorsOf<Input>(take: (input: Input, see?: See) => Promise<Finding>) {
	const f0: Side<Input> = (_bench, input) => async () => {
		const find = await take(input);
		return async () => ({ found: await find() });
	};
	const f1: Side<Input> = (_bench, input) => async () => {
		const look = new ByteSum();
		const find = await take(input, look.see);
		return async () => ({ found: { ...(await find()), byteSum: look.sum } });
	};
	return { f0, f1 };
}

/** Takes an answer to its end. Gives the number of its bytes. */
export async function drained(url: string, apiKey: string, see?: See): Promise<number> {
	return await new Promise((resolve, reject) => {
		get(url, { headers: { 'x-api-key': apiKey } }, (response) => {
			let bytes = 0;
			response.on('data', (chunk: Buffer) => {
				bytes += chunk.length;
				see?.(chunk);
			});
			response.on('end', () => resolve(bytes)).on('error', reject);
		}).on('error', reject);
	});
}
