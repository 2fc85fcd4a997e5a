import { estimateDifference, type Proportion } from '../../../nodes/RcsPromotion/operations/statistics/proportions';

/** The same from run to run. */
function randomNumbers(seed: number): () => number {
	let state = seed;
	return () => {
		state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
		return state / 2 ** 32;
	};
}

describe('the difference of two rates', () => {
	// Newcombe 1998, Statistics in Medicine 17, 873-890, table II, method 10.
	it.each([
		[56, 70, 48, 80, 0.2, 0.0524, 0.3339],
		[9, 10, 3, 10, 0.6, 0.1705, 0.809],
		[6, 7, 2, 7, 0.5714, 0.0582, 0.8062],
		[5, 56, 0, 29, 0.0893, -0.0381, 0.1926],
		[0, 10, 0, 20, 0, -0.1611, 0.2775],
		[0, 10, 0, 10, 0, -0.2775, 0.2775],
		[10, 10, 0, 20, 1, 0.6791, 1],
		[10, 10, 0, 10, 1, 0.6075, 1],
	])('%d/%d and %d/%d are as published', (a, m, b, n, difference, low, high) => {
		const found = estimateDifference({ count: b, total: n }, { count: a, total: m }, 0.95);
		expect([found.difference, found.low, found.high].map((value) => Number(value.toFixed(4)))).toEqual([
			difference,
			low,
			high,
		]);
	});

	/** A limit of the score interval is where the observed rate is z standard errors away, found by trying. */
	function scoreLimit({ count, total: of }: Proportion, z: number, isUpper: boolean): number {
		const rate = count / of;
		let [inside, outside] = [rate, isUpper ? 1 : 0];
		const isInside = (limit: number) => (rate - limit) ** 2 * of <= z * z * limit * (1 - limit);
		if (isInside(outside)) return outside;
		for (let step = 0; step < 100; step++) {
			const middle = (inside + outside) / 2;
			if (isInside(middle)) inside = middle;
			else outside = middle;
		}
		return inside;
	}

	it('equals a second calculation for 10,000 random pairs', () => {
		const random = randomNumbers(55);
		/** Two-sided, from tables. */
		const levels = [
			[0.95, 1.959963985],
			[1 - 0.05 / 3, 2.3939798],
			[0.99, 2.575829304],
			[0.999, 3.290526731],
		] as const;
		const share = (): Proportion => {
			const of = Math.ceil(10 ** (random() * 6));
			const kind = random();
			return { total: of, count: kind < 0.1 ? 0 : kind > 0.9 ? of : Math.floor(random() * (of + 1)) };
		};
		let worst = 0;
		let outside = 0;
		for (let pair = 0; pair < 10_000; pair++) {
			const [one, other] = [share(), share()];
			const [confidence, z] = levels[pair % levels.length] ?? levels[0];
			const [p, q] = [one.count / one.total, other.count / other.total];
			const low = q - p - Math.sqrt((q - scoreLimit(other, z, false)) ** 2 + (scoreLimit(one, z, true) - p) ** 2);
			const high = q - p + Math.sqrt((scoreLimit(other, z, true) - q) ** 2 + (p - scoreLimit(one, z, false)) ** 2);
			const found = estimateDifference(one, other, confidence);
			worst = Math.max(worst, Math.abs(found.low - low), Math.abs(found.high - high));
			if (found.low > found.difference || found.high < found.difference) outside++;
		}
		expect(worst).toBeLessThan(1e-7);
		expect(outside).toBe(0);
	});
});
