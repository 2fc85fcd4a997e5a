import { timestampMs } from './timestamps';
import type { Promotion } from './types';

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

/** Follows one promotion through answers of the list. */
export class Following {
	/** The last answer that listed it. */
	private before: readonly Promotion[] = [];
	private missing?: { missed: Missed; absences: Absences };

	constructor(private readonly promotionId: string) {}

	/** Whether it counts as gone after one more answer. One without any promotion says nothing. */
	isGone(promotions: readonly Promotion[]): boolean {
		if (this.find(promotions)) {
			this.before = promotions;
			this.missing = undefined;
		}
		const known = this.find(this.before);
		if (!known || known === this.find(promotions) || promotions.length === 0) return false;
		const { missed: before, absences } = this.missing ?? {
			missed: { createdAt: timestampMs(known.createdDate), absence: 0, madeRoom: false },
			absences: this.absencesIn(promotions),
		};
		const { missed, over } = missedAgain(before, absences);
		this.missing = { missed, absences };
		return over && !missed.madeRoom;
	}

	private find(promotions: readonly Promotion[]): Promotion | undefined {
		return promotions.find(({ promotionId }) => promotionId === this.promotionId);
	}

	private absencesIn(promotions: readonly Promotion[]): Absences {
		const listed = new Set(promotions.map(({ promotionId }) => promotionId));
		const newlyMissing = this.before.filter(({ promotionId }) => !listed.has(promotionId)).length;
		const created = timesOf(promotions);
		const oldest = created.reduce((a, b) => Math.min(a, b), Infinity);
		const newestBefore = timesOf(this.before).reduce((a, b) => Math.max(a, b), 0);
		const present = promotions.length + newlyMissing;
		return absencesOf({ created, oldest }, { newlyMissing, present, newestBefore });
	}
}

const timesOf = (promotions: readonly Promotion[]): number[] =>
	promotions.flatMap(({ createdDate }) => timestampMs(createdDate) ?? []);
