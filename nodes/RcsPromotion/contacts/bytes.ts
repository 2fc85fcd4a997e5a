import { createHash } from 'crypto';

export interface Peeked {
	head: Uint8Array;
	/** Everything from the start. Whoever does not read it must close it. */
	all: AsyncIterable<Uint8Array>;
	close: () => Promise<void>;
}

/** The first bytes of a text, and all of it. */
export async function peek(bytes: AsyncIterable<Uint8Array>, length: number): Promise<Peeked> {
	const iterator = bytes[Symbol.asyncIterator]();
	const close = async () => {
		await iterator.return?.();
	};
	const seen: Uint8Array[] = [];
	let seenBytes = 0;
	while (seenBytes < length) {
		const next = await iterator.next();
		if (next.done === true) break;
		seen.push(next.value);
		seenBytes += next.value.length;
	}
	const head = seen.length === 1 ? (seen[0] as Uint8Array) : Buffer.concat(seen);
	return { head, all: resumed(seen, iterator, close), close };
}

/** Closes what it reads from also when its reader stops early. */
async function* resumed(
	seen: Uint8Array[],
	iterator: AsyncIterator<Uint8Array>,
	close: () => Promise<void>,
): AsyncGenerator<Uint8Array> {
	try {
		yield* seen;
		seen.length = 0;
		for (let next = await iterator.next(); next.done !== true; next = await iterator.next()) yield next.value;
	} finally {
		await close();
	}
}

export async function sumOfLengths(chunks: AsyncIterable<Uint8Array>): Promise<number> {
	let length = 0;
	for await (const chunk of chunks) length += chunk.length;
	return length;
}

export async function digestOf(chunks: AsyncIterable<Uint8Array>): Promise<string> {
	const hash = createHash('sha256');
	for await (const chunk of chunks) hash.update(chunk);
	return hash.digest('hex');
}

export function digestOfTexts(texts: readonly string[]): string {
	const hash = createHash('sha256');
	for (const text of texts) hash.update(text, 'utf8');
	return hash.digest('hex');
}
