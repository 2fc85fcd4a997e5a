/** How many values of a column are remembered to be shared. */
const REMEMBERED = 64;
/** From this surplus of new values on, a column counts as one whose values never repeat. */
const MOST_MISSES = 500;

type Make = (start: number, end: number) => string;

/** Most columns repeat a few values, and sharing one string is both faster and smaller than making it again. */
export class SharedTexts {
	private readonly remembered: string[] = [];
	/** The bytes of each of them, one character for each. */
	private readonly bytes: string[] = [];
	/** By column, how often a value was new; each time it was not counts against it. */
	private readonly misses: number[] = [];

	/** The value of the column at this position, whose bytes stand in `data` from start to end. */
	of(data: Buffer, position: number, start: number, end: number, make: Make): string {
		const misses = this.misses[position] ?? 0;
		if (misses > MOST_MISSES) return make(start, end);
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
		return (this.remembered[place] = make(start, end));
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
