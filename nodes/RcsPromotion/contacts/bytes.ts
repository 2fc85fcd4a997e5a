import { createHash } from 'crypto';

/** The first bytes of a text, and all of it from the start. */
export async function peek(
	bytes: AsyncIterable<Uint8Array>,
	length: number,
): Promise<{ head: Uint8Array; all: AsyncGenerator<Uint8Array> }> {
	const iterator = bytes[Symbol.asyncIterator]();
	const seen: Uint8Array[] = [];
	let seenBytes = 0;
	while (seenBytes < length) {
		const next = await iterator.next();
		if (next.done === true) break;
		seen.push(next.value);
		seenBytes += next.value.length;
	}
	return { head: seen.length === 1 ? (seen[0] as Uint8Array) : Buffer.concat(seen), all: resumed(seen, iterator) };
}

/** Closes what it reads from also when its reader stops early. */
async function* resumed(seen: Uint8Array[], iterator: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
	try {
		yield* seen;
		seen.length = 0;
		for (let next = await iterator.next(); next.done !== true; next = await iterator.next()) yield next.value;
	} finally {
		await iterator.return?.();
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
