import { seconds } from '../tools/run';

/** A step that is silent for longer than this looks like one that hangs. */
const SAY_SO_MS = 30_000;

/** Tells which of a few long steps is under way, that it still is, and how long each took. */
export class Steps {
	private number = 0;

	constructor(private readonly total: number) {}

	async next<T>(title: string, work: () => Promise<T>): Promise<T> {
		this.number += 1;
		const head = `[${this.number}/${this.total}] ${title}`;
		const startedAt = performance.now();
		const soFar = () => seconds(performance.now() - startedAt);
		console.log(`${head} …`);
		const saying = setInterval(() => console.log(`      still under way after ${soFar()}`), SAY_SO_MS);
		try {
			const result = await work();
			console.log(`${head}: ${soFar()}`);
			return result;
		} finally {
			clearInterval(saying);
		}
	}
}
