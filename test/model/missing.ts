import type { Knowledge } from './knowledge';
import type { Answer } from './world';

/** How long promotions that were listed before, and are not in this answer, are waited for. */
export function beginMissing(
	missing: readonly Knowledge[],
	answer: Answer,
	newestBefore: number,
	saw: { massAbsence: boolean; madeRoom: boolean },
): void {
	// What an answer without anything lacks is not missed: it is rather the answer that is odd.
	if (answer.size === 0) return;
	const vanished = missing.filter((one) => one.missing === 0);
	const isMass = vanished.length >= 5 && vanished.length > 0.2 * (answer.size + vanished.length);
	const ages = [...answer.values()].flatMap(({ createdAt }) => createdAt ?? []);
	const newcomers = ages.filter((createdAt) => createdAt > newestBefore).length;
	if (isMass) saw.massAbsence = true;
	for (const one of vanished) {
		one.enough = isMass ? 5 : 2;
		// The oldest leave while at least as many newer ones come.
		const isOldest = one.createdAt !== null && ages.every((createdAt) => createdAt > (one.createdAt as number));
		one.madeRoom = isOldest && newcomers > 0 && newcomers >= vanished.length;
		if (one.madeRoom) saw.madeRoom = true;
	}
}
