import type { Knowledge } from './knowledge';
import type { Answer } from './world';

/** How long promotions that were listed before, and are not in this answer, are waited for. */
export function beginMissing(
	missing: readonly Knowledge[],
	answer: Answer,
	{ newest: newestBefore, listed: listedBefore }: { newest: number; listed: number },
	saw: { massAbsence: boolean; madeRoom: boolean },
): void {
	// What an answer without anything lacks is not missed: it is rather the answer that is odd.
	if (answer.size === 0) return;
	const vanished = missing.filter((one) => one.missing === 0);
	// Of what is not followed, it shows only in the length of the list.
	const count = Math.max(vanished.length, listedBefore - answer.size);
	const isMass = count >= 5 && count > 0.2 * (answer.size + count);
	const ages = [...answer.values()].flatMap(({ createdAt }) => createdAt ?? []);
	const newcomers = ages.filter((createdAt) => createdAt > newestBefore).length;
	if (isMass && vanished.length > 0) saw.massAbsence = true;
	for (const one of vanished) {
		one.enough = isMass ? 5 : 2;
		// The oldest leave while at least as many newer ones come.
		const isOldest = one.createdAt !== null && ages.every((createdAt) => createdAt > (one.createdAt as number));
		one.madeRoom = isOldest && newcomers >= count;
		if (one.madeRoom) saw.madeRoom = true;
	}
}
