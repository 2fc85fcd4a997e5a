import { seconds } from '../tools/run';

/** Tells which of a few long steps is under way, and how long each took. */
export class Steps {
	private number = 0;

	constructor(private readonly total: number) {}

	async next<T>(title: string, work: () => Promise<T>): Promise<T> {
		this.number += 1;
		const head = `[${this.number}/${this.total}] ${title}`;
		const startedAt = performance.now();
		console.log(`${head} …`);
		const result = await work();
		console.log(`${head}: ${seconds(performance.now() - startedAt)}`);
		return result;
	}
}
