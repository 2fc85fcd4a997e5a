/** Maps in order with at most `limit` calls under way. */
export async function mapConcurrently<T, R>(values: T[], limit: number, map: (value: T) => Promise<R>): Promise<R[]> {
	const results = new Array<R>(values.length);
	let next = 0;
	const worker = async () => {
		while (next < values.length) {
			const index = next++;
			results[index] = await map(values[index] as T);
		}
	};
	await Promise.all(Array.from({ length: Math.min(limit, values.length) }, worker));
	return results;
}
