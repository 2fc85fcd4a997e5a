/** Enough to be fast, but few enough that no service takes it for an attack. */
const CALLS_AT_ONCE = 5;

/** Maps in order, with at most CALLS_AT_ONCE calls at the same time. */
export async function mapConcurrently<T, R>(values: readonly T[], map: (value: T) => Promise<R>): Promise<R[]> {
	const results = new Array<R>(values.length);
	let next = 0;
	const worker = async () => {
		while (next < values.length) {
			const index = next++;
			results[index] = await map(values[index] as T);
		}
	};
	await Promise.all(Array.from({ length: Math.min(CALLS_AT_ONCE, values.length) }, worker));
	return results;
}
