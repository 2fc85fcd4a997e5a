/** Node.js 22 and later. */
type Returnable = ArrayBufferLike & { transfer?: (length: number) => unknown };

/**
 * Gives the memory of a chunk back at once. Left to the garbage collector, chunks pile up faster than it comes round, the more
 * the larger n8n itself is: beyond 100 MB for a report of a million rows. Only memory that is the chunk's alone, since the rest
 * may still be read by others.
 */
export function giveBack(chunk: Uint8Array): void {
	const memory = chunk.buffer as Returnable;
	if (chunk.byteLength > 0 && chunk.byteLength === memory.byteLength) memory.transfer?.(0);
}
