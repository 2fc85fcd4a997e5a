import { keyAsSent } from './credential';
import { isDistinct } from './redact';

/**
 * Tells which rows of a stream may hold the key, at the price of a quick search in each chunk: searching every value of a million
 * rows would take longer than reading them. No false negatives; verify every hit.
 */
export class KeyWatch {
	/** What stays the same in every spelling of the key that is hidden. */
	private readonly needles: Buffer[];
	/** The end of the last chunk, in which a needle may have begun. */
	private border: Buffer = Buffer.alloc(0);
	private inChunk = false;
	private inRowBegun = false;

	constructor(key: string) {
		const sent = keyAsSent(key);
		const spellings = isDistinct(key) ? [sent, Buffer.from(sent).toString('base64')] : [];
		this.needles = spellings.map((spelling) => Buffer.from(longestPlainRun(spelling)));
	}

	/** To be shown every chunk before its rows are read. */
	see(chunk: Uint8Array): void {
		if (this.needles.length === 0 || chunk.length === 0) return;
		const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
		const reach = Math.max(1, ...this.needles.map(({ length }) => length)) - 1;
		const acrossBorder = Buffer.concat([this.border, bytes.subarray(0, reach)]);
		this.inRowBegun ||= this.inChunk;
		this.inChunk = this.needles.some((needle) => bytes.includes(needle) || acrossBorder.includes(needle));
		const end = bytes.length < reach ? Buffer.concat([this.border, bytes]) : bytes;
		this.border = Buffer.from(end.subarray(Math.max(0, end.length - reach)));
	}

	/** To be asked for each row in turn; rows in between may be left out. */
	suspects(): boolean {
		const suspected = this.inChunk || this.inRowBegun;
		// Only the first row after a chunk may have begun in one before.
		this.inRowBegun = false;
		return suspected;
	}
}

/** What neither JSON nor URLs nor HTML nor other alphabets of base64 write differently. Empty, and found anywhere, if there is none. */
function longestPlainRun(spelling: string): string {
	const runs = spelling.match(/[A-Za-z0-9]+/g) ?? [];
	return runs.reduce((best, run) => (run.length > best.length ? run : best), '');
}
