import { keyAsSent } from './credential';
import { isDistinct } from './redact';

/** A shorter piece may stand in many rows by chance. */
const SHORTEST_PIECE = 6;
/** As much of a stream as shows which letters are rare in it. */
const LOOKED_AT_BYTES = 16 * 1024;
/** A letter that stands at most once in so many bytes. */
const RARE_IN_BYTES = 256;
const NOTHING = new Uint8Array(0);

/**
 * Tells which rows of a stream may hold the key, at the price of one quick search for each chunk: searching every value of a
 * million rows would take longer than reading them. What it says no to does not hold the key; its yes is to be looked into.
 * It finds the key in all spellings that leave plain letters as they are, as those of JSON, URLs and HTML do.
 */
export class KeyWatch {
	/** What to look for: the longest piece that all spellings leave as it is, and the key in base64. */
	private readonly runs: Buffer[];
	private needles: Buffer[] | undefined;
	private border: Uint8Array = NOTHING;
	private inChunk = false;
	private inRowBegun = false;

	constructor(key: string) {
		this.runs = isDistinct(key) ? [longestPlainRun(keyAsSent(key)), longestBase64Run(keyAsSent(key))] : [];
	}

	/** To be shown every chunk before its rows are read. */
	see(chunk: Uint8Array): void {
		if (this.runs.length === 0 || chunk.length === 0) return;
		const needles = (this.needles ??= this.runs.map((run) => quickestPiece(run, chunk)));
		this.inRowBegun ||= this.inChunk;
		const reach = Math.max(...needles.map(({ length }) => length - 1), 0);
		const acrossBorder = concat(this.border, chunk.subarray(0, reach));
		this.inChunk = needles.some((needle) => holds(chunk, needle) || holds(acrossBorder, needle));
		this.border = lastBytes(chunk.length < reach ? concat(this.border, chunk) : chunk, reach);
	}

	/** To be asked for each row in turn; rows in between may be left out. */
	suspects(): boolean {
		const suspected = this.inChunk || this.inRowBegun;
		// Only the first row after a chunk may have begun in one before.
		this.inRowBegun = false;
		return suspected;
	}
}

/** What neither JSON nor URLs nor HTML escape. A key without any of it may be anywhere, as an empty run is. */
function longestPlainRun(key: string): Buffer {
	const runs = key.match(/[\w.-]+/g) ?? [];
	return Buffer.from(runs.reduce((best, run) => (run.length > best.length ? run : best), ''));
}

/** What base64 writes alike in all of its alphabets and paddings. */
function longestBase64Run(key: string): Buffer {
	const runs =
		Buffer.from(key)
			.toString('base64')
			.match(/[A-Za-z0-9]+/g) ?? [];
	return Buffer.from(runs.reduce((best, run) => (run.length > best.length ? run : best), ''));
}

/**
 * The search stops wherever the first letter stands, so one that is rare here makes it several times as fast. Where none is
 * rare it leaps instead, the farther the longer the piece is.
 */
function quickestPiece(run: Buffer, chunk: Uint8Array): Buffer {
	const sample = chunk.subarray(0, LOOKED_AT_BYTES);
	const counts = new Uint32Array(256);
	for (const byte of sample) counts[byte] = (counts[byte] as number) + 1;
	const countAt = (at: number) => counts[run[at] as number] as number;
	let rarest = 0;
	for (let at = 1; at + SHORTEST_PIECE <= run.length; at++) if (countAt(at) < countAt(rarest)) rarest = at;
	return countAt(rarest) * RARE_IN_BYTES <= sample.length ? run.subarray(rarest) : run;
}

function holds(bytes: Uint8Array, needle: Buffer): boolean {
	return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).includes(needle);
}

const concat = (first: Uint8Array, second: Uint8Array): Uint8Array => Buffer.concat([first, second]);
/** A copy, for the memory of the chunk is given back. */
const lastBytes = (bytes: Uint8Array, count: number): Uint8Array =>
	Uint8Array.from(bytes.subarray(Math.max(0, bytes.length - count)));
