/** Poll Times of a trigger: n8n refuses intervals under a minute, not several times within one. */
export const pollTimesEvery = (milliseconds: number) => ({
	item: Array.from({ length: 60_000 / milliseconds }, (_, index) => ({
		mode: 'custom',
		cronExpression: `${(index * milliseconds) / 1000} * * * * *`,
	})),
});
