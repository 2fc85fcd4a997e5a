/** For example, the messages that were read of those that were delivered. */
export interface Proportion {
	count: number;
	total: number;
}

/**
 * The difference second − first, and the interval in which it lies, all from -1 to 1. Newcombe's hybrid score interval (1998, method 10)
 * holds for rates near 0 and 1, and for small numbers, too.
 */
export function estimateDifference(first: Proportion, second: Proportion, confidence: number) {
	const z = normalQuantile((1 + confidence) / 2);
	const [one, other] = [computeWilsonInterval(first, z), computeWilsonInterval(second, z)];
	const difference = other.rate - one.rate;
	return {
		difference,
		low: Math.max(-1, difference - Math.hypot(other.rate - other.low, one.high - one.rate)),
		high: Math.min(1, difference + Math.hypot(other.high - other.rate, one.rate - one.low)),
	};
}

function computeWilsonInterval({ count, total }: Proportion, z: number) {
	const rate = count / total;
	const center = rate + (z * z) / (2 * total);
	const spread = z * Math.sqrt((rate * (1 - rate)) / total + (z * z) / (4 * total * total));
	const scale = 1 + (z * z) / total;
	return { rate, low: Math.max(0, (center - spread) / scale), high: Math.min(1, (center + spread) / scale) };
}

/** The inverse of normalCumulative, for probabilities of a half or more, by Newton's method. */
function normalQuantile(probability: number): number {
	let z = 0;
	for (let step = 1; step > 1e-12; z += step) step = (probability - normalCumulative(z)) / normalDensity(z);
	return z;
}

const normalDensity = (x: number) => Math.exp((-x * x) / 2) / Math.sqrt(2 * Math.PI);

/** The probability that a normal variable stays below x, by the series x + x³/3 + x⁵/(3·5) + … */
function normalCumulative(x: number): number {
	let [term, sum] = [x, x];
	for (let divisor = 3; Math.abs(term) > 1e-17; divisor += 2) {
		term *= (x * x) / divisor;
		sum += term;
	}
	return 0.5 + sum * normalDensity(x);
}
