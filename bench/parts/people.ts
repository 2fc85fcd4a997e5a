/** People whose names and numbers do not repeat, and what happens to them: alike in every run. */

/** Prime, so that neighbours have nothing in common. */
const NUMBER_STEP = 61_803_399;

export const nameOf = (person: number) => `Zoë ${person.toString(36)} Lindgrün`;

/** Eight digits, different for each of a hundred million. */
export const digitsOf = (person: number) => String((person * NUMBER_STEP) % 100_000_000).padStart(8, '0');

/** Numbers from 0 to below 1, always the same ones. */
export function randomNumbers(): () => number {
	let state = 1;
	return () => {
		state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
		return state / 2 ** 32;
	};
}
