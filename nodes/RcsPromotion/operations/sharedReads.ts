/** Reads that several items of one run ask for with the same words: the first asks the service, the others share its answer. */
export class SharedReads {
	private readonly answers = new Map<string, Promise<unknown>>();

	async once<T>(key: string, read: () => Promise<T>): Promise<T> {
		const known = this.answers.get(key) as Promise<T> | undefined;
		if (known) return await known;
		const answer = read();
		this.answers.set(key, answer);
		// A read that came to nothing is asked again for the next item.
		answer.catch(() => this.answers.delete(key));
		return await answer;
	}
}
