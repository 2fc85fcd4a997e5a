/** How many values of a column are remembered to be shared. */
const REMEMBERED = 64;
/** From this surplus of new values on, a column counts as one whose values never repeat. */
const MOST_MISSES = 500;

/**
 * Makes strings of the bytes of values, as fast as can be. Most columns repeat a few values, and sharing one string is both faster and
 * smaller than making it again. Where most values of most rows are made, they are cut out of the text of the whole chunk: that is several
 * times as fast, but keeps that text in memory, so whoever only looks for a few rows does without.
 */
export class SharedTexts {
	private data: Buffer = Buffer.alloc(0);
	/** The chunk, one character for each byte, where cutting values out of it pays. */
	private chunkText: string | undefined;
	private rowsOfChunk = 0;
	private madeOfChunk = 0;

	private readonly remembered: string[] = [];
	/** The bytes of each of them, one character for each. */
	private readonly bytes: string[] = [];
	/** By column, how often a value was new; each time it was not counts against it. */
	private readonly misses: number[] = [];

	startChunk(data: Buffer, size: number): void {
		const manyAreMade = this.rowsOfChunk > 0 && this.madeOfChunk >= 2 * this.rowsOfChunk;
		this.data = data;
		this.chunkText = manyAreMade ? data.toString('latin1', 0, size) : undefined;
		this.rowsOfChunk = 0;
		this.madeOfChunk = 0;
	}

	startRow(): void {
		this.rowsOfChunk++;
	}

	/** The value of the column at this position, whose bytes stand from start to end. */
	of(position: number, start: number, end: number): string {
		const { data } = this;
		const misses = this.misses[position] ?? 0;
		if (misses > MOST_MISSES) return this.make(start, end);
		// Few values of one column agree in length, first and last letter.
		const key = (end - start) * 5 + (data[start] as number) * 3 + (data[end - 1] as number);
		const place = position * REMEMBERED + (key % REMEMBERED);
		const bytes = this.bytes[place];
		if (bytes !== undefined && isAt(bytes, data, start, end)) {
			this.misses[position] = misses - 1;
			return this.remembered[place] as string;
		}
		this.misses[position] = misses + 1;
		this.bytes[place] = data.toString('latin1', start, end);
		return (this.remembered[place] = this.make(start, end));
	}

	private make(start: number, end: number): string {
		this.madeOfChunk++;
		const { chunkText, data } = this;
		return chunkText !== undefined && isAscii(data, start, end)
			? chunkText.slice(start, end)
			: data.toString('utf8', start, end);
	}
}

/** From the end, where values that are all different, such as phone numbers, differ first. */
function isAt(bytes: string, data: Buffer, start: number, end: number): boolean {
	if (bytes.length !== end - start) return false;
	for (let offset = bytes.length - 1; offset >= 0; offset--) {
		if (data[start + offset] !== bytes.charCodeAt(offset)) return false;
	}
	return true;
}

function isAscii(data: Buffer, start: number, end: number): boolean {
	for (let offset = start; offset < end; offset++) if ((data[offset] as number) > 0x7f) return false;
	return true;
}
