const { imul } = Math;
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
/** 42 bits: among 12,000 promotions a new one is taken for a known one once in 360 million times. */
const LENGTH = 7;

/** A short name for an id. Not SHA-256, which for ten thousand ids at every poll would take longer than all the rest. */
export function shortHash(text: string): string {
	let a = 0x9e3779b9;
	let b = 0x85ebca6b;
	for (let index = 0; index < text.length; index++) {
		const code = text.charCodeAt(index);
		a = imul(a ^ code, 0xcc9e2d51);
		a ^= a >>> 15;
		b = imul(b ^ code, 0x1b873593);
		b ^= b >>> 13;
	}
	a = mixed(a ^ imul(b, 0x27d4eb2f) ^ text.length);
	b = mixed(b ^ imul(a, 0x165667b1));
	let result = '';
	for (let index = 0; index < LENGTH; index++) {
		const half = index < 4 ? a : b;
		result += ALPHABET.charAt((half >>> (6 * (index % 4))) & 63);
	}
	return result;
}

/** Every bit of the result depends on every bit of the value. */
function mixed(value: number): number {
	value = imul(value ^ (value >>> 16), 0x7feb352d);
	value = imul(value ^ (value >>> 15), 0x846ca68b);
	return value ^ (value >>> 16);
}
