/** How promotions missing from one list answer are judged: when does a missing promotion count as gone? */
export interface Absences {
	/** How many good answers in a row, from this one on, must lack a promotion before it counts as gone. */
	patience: number;
	/** Whether the list shows only the newest promotions, and this one was pushed out. */
	madeRoom(createdAt: number | null): boolean;
}

interface ListAnswer {
	created: Iterable<number | null>;
	/** When the oldest of them was created. */
	oldest: number;
}

export interface Missed {
	createdAt: number | null;
	absence: number;
	madeRoom: boolean;
}

const USUAL_PATIENCE = 2;
/** If many promotions vanish at once, the answer is more likely wrong. */
const MASS_PATIENCE = 5;
const MASS_COUNT = 5;
const MASS_SHARE = 0.2;

export const isMass = (missing: number, present: number) => missing >= MASS_COUNT && missing > MASS_SHARE * present;

/**
 * @param newlyMissing how many of the `present` IDs, all of which were in the previous answer, are missing from this one
 * @param newestBefore when the newest promotion in all earlier answers was created
 */
export function absencesOf(
	{ created, oldest }: ListAnswer,
	{ newlyMissing, present, newestBefore }: { newlyMissing: number; present: number; newestBefore: number },
): Absences {
	let newcomers = 0;
	for (const createdAt of created) if (createdAt !== null && createdAt > newestBefore) newcomers++;
	return {
		patience: isMass(newlyMissing, present) ? MASS_PATIENCE : USUAL_PATIENCE,
		madeRoom: (createdAt) => createdAt !== null && createdAt <= oldest && newcomers >= newlyMissing,
	};
}

/** A missing promotion after one more good answer without it; `over` once it counts as gone. */
export function missedAgain<T extends Missed>(missed: T, absences: Absences): { missed: T; over: boolean } {
	const begins = missed.absence === 0;
	const absence = (begins ? absences.patience : missed.absence) - 1;
	const madeRoom = begins ? absences.madeRoom(missed.createdAt) : missed.madeRoom;
	return { missed: { ...missed, absence, madeRoom }, over: absence === 0 };
}
