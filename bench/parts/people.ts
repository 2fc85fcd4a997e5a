/** People whose names and numbers do not repeat, and what happens to them: alike in every run. */

const GIVEN_NAMES =
	'Ana Ben Carla Dilip Elif Farid Grace Hiro Ines José Karin Liam Mei Nora Omar Paula Quinn Rosa Sven Tariq Uma Vera Wim Xenia Yusuf Zoë Anton Britta Cem Dora Emil Fatma'.split(
		' ',
	);
const SYLLABLES = 'ba do ka lem mi na or pe rin sa to va wes zi hal gro dün fer lo ti'.split(' ');
const NAMES = GIVEN_NAMES.length * SYLLABLES.length ** 4;
/** Prime, so that every name comes once before one comes again. */
const NAME_STEP = 4_999_999;
const NUMBER_STEP = 61_803_399;

/** Five million different ones. */
export function nameOf(person: number): string {
	let rest = (person * NAME_STEP) % NAMES;
	let family = '';
	for (let syllable = 0; syllable < 4; syllable++) {
		family += SYLLABLES[rest % SYLLABLES.length] ?? '';
		rest = Math.floor(rest / SYLLABLES.length);
	}
	return `${GIVEN_NAMES[rest] ?? ''} ${family.charAt(0).toUpperCase()}${family.slice(1)}`;
}

/** Eight digits, different for each of a hundred million. */
export const digitsOf = (person: number) => String((person * NUMBER_STEP) % 100_000_000).padStart(8, '0');

/** Numbers from 0 to below 1, always the same ones. */
export function randomNumbers(): () => number {
	let state = 1;
	return () => {
		state = (state + 0x6d2b79f5) | 0;
		let mixed = Math.imul(state ^ (state >>> 15), state | 1);
		mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
	};
}
