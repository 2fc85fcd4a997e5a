/** What decides whether a missing promotion is gone, for all that one answer lacks. */
export interface Absences {
	/** Good answers in a row that must lack a promotion whose absence begins with this one. */
	patience: number;
	/** Whether the list shows only the newest, and this one had to make room. */
	madeRoom(createdAt: number | undefined): boolean;
}

const USUAL_PATIENCE = 2;
/** When many vanish at once, more likely the answer is wrong. */
const MASS_PATIENCE = 5;
const MASS_COUNT = 5;
const MASS_SHARE = 0.2;

/**
 * @param created when those in the answer were created, the oldest first
 * @param newlyMissing how many of the `present` ids, which were all in the answer before, are missing from this one
 * @param newestBefore when the newest promotion of all earlier answers was created
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
