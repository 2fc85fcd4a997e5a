/** How promotions missing from one list answer are judged: when does a missing promotion count as gone? */
export interface Absences {
	/** How many good answers in a row, from this one on, must lack a promotion before it counts as gone. */
	patience: number;
	/** Whether the list shows only the newest promotions, and this one was pushed out. */
	madeRoom(createdAt: number | undefined): boolean;
}

const USUAL_PATIENCE = 2;
/** If many promotions vanish at once, the answer is more likely wrong. */
const MASS_PATIENCE = 5;
const MASS_COUNT = 5;
const MASS_SHARE = 0.2;

/**
 * @param created when those in the answer were created, the oldest first
 * @param newlyMissing how many IDs of earlier answers are missing from this one for the first time; `present` counts them and all in this answer
 * @param newestBefore when the newest promotion in all earlier answers was created
 */
export function absencesOf(
	created: readonly number[],
	{ newlyMissing, present, newestBefore }: { newlyMissing: number; present: number; newestBefore: number },
): Absences {
	const [oldest = Infinity] = created;
	const newcomers = created.filter((time) => time > newestBefore).length;
	const isMass = newlyMissing >= MASS_COUNT && newlyMissing > MASS_SHARE * present;
	return {
		patience: isMass ? MASS_PATIENCE : USUAL_PATIENCE,
		madeRoom: (createdAt) => createdAt !== undefined && createdAt <= oldest && newcomers >= newlyMissing,
	};
}
