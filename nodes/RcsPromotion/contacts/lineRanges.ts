/** Lines of a text, noted in rising order; two numbers for each range, however many there are. */
export class LineRanges {
	private bounds = new Float64Array(256);
	private used = 0;

	get isEmpty(): boolean {
		return this.used === 0;
	}

	/** From `first` up to, but without, `end`. */
	add(first: number, end: number): void {
		if (this.used > 0 && this.bounds[this.used - 1] === first) {
			this.bounds[this.used - 1] = end;
			return;
		}
		if (this.used === this.bounds.length) {
			const larger = new Float64Array(this.bounds.length * 2);
			larger.set(this.bounds);
			this.bounds = larger;
		}
		this.bounds[this.used++] = first;
		this.bounds[this.used++] = end;
	}

	/** Answers whether a line is noted, for lines asked for in rising order. */
	reader(): (line: number) => boolean {
		let at = 0;
		return (line) => {
			while (at < this.used && (this.bounds[at + 1] as number) <= line) at += 2;
			return at < this.used && (this.bounds[at] as number) <= line;
		};
	}
}

const LF = 10;
const CR = 13;

/** The text without the lines in the ranges; everything else byte for byte. A line ends with LF, CR LF or CR. */
export async function* withoutLines(chunks: AsyncIterable<Uint8Array>, ranges: LineRanges): AsyncGenerator<Uint8Array> {
	const isDropped = ranges.reader();
	let line = 1;
	let keeps = !isDropped(line);
	let afterCr = false;
	for await (const chunk of chunks) {
		const pieces: Uint8Array[] = [];
		let start = 0;
		const turnTo = (position: number) => {
			const keepsNext = !isDropped(++line);
			if (keeps && !keepsNext) pieces.push(chunk.subarray(start, position));
			if (!keeps && keepsNext) start = position;
			keeps = keepsNext;
		};
		for (let at = 0; at < chunk.length; at++) {
			const byte = chunk[at] as number;
			if (byte > CR && !afterCr) continue;
			if (afterCr && byte !== LF) turnTo(at);
			afterCr = byte === CR;
			if (byte === LF) turnTo(at + 1);
		}
		if (keeps) pieces.push(chunk.subarray(start));
		yield pieces.length === 1 ? (pieces[0] as Uint8Array) : Buffer.concat(pieces);
	}
}
