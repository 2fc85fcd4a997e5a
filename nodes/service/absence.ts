/** What decides whether a missing promotion is gone, for all that one answer lacks. */
export interface Absences {
	/** Good answers in a row that must lack a promotion whose absence begins with this one. */
	patience: number;
	/** Whether the list shows only the newest, and this one had to make room. */
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
/** When many vanish at once, more likely the answer is wrong. */
const MASS_PATIENCE = 5;
const MASS_COUNT = 5;
const MASS_SHARE = 0.2;

export const isMass = (missing: number, present: number) => missing >= MASS_COUNT && missing > MASS_SHARE * present;

/**
 * @param newlyMissing how many of the `present` ids, which were all in the answer before, are missing from this one
 * @param newestBefore when the newest promotion of all earlier answers was created
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

/** The same promotion after one more good answer without it; `over` once it counts as gone. */
export function missedAgain<T extends Missed>(missed: T, absences: Absences): { missed: T; over: boolean } {
	const begins = missed.absence === 0;
	const absence = (begins ? absences.patience : missed.absence) - 1;
	const madeRoom = begins ? absences.madeRoom(missed.createdAt) : missed.madeRoom;
	return { missed: { ...missed, absence, madeRoom }, over: absence === 0 };
}
