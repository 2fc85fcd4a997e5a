import { atBaseline, onArrival, onListed, type Conditions, type Step } from './changes';
import type { Listed, Reading } from './listing';
import { newlyKnown, type Ordinals } from './record';
import type { Memory, TriggerState } from './state';

/**
 * A finished promotion this much older than the baseline must have existed then, so the first answer lacked it. Clocks and time zones
 * differ by less than a day.
 */
const WELL_BEFORE_MS = 24 * 60 * 60_000;

/** What a listed promotion comes to, by what is remembered of it. */
export class Comparison {
	/** Whether there are promotions that the first answer should have listed. */
	lateForBaseline = false;

	/** As it was before this poll, so that two polls from one state give their events the same ids. */
	private readonly ordinals: Ordinals;

	constructor(
		private readonly memory: Memory,
		private readonly conditions: Conditions,
		private readonly before: TriggerState | undefined,
	) {
		this.ordinals = { base: memory.highestOrdinal, counts: {} };
	}

	stepFor(listed: Listed, reading: Reading): Step {
		const { memory, conditions, ordinals } = this;
		const found = memory.find(listed);
		if (found && 'promotionId' in found) return onListed(found, listed, reading, conditions);
		if (found?.kind === 'outside' || (!found && !this.isNews(listed))) {
			return { known: atBaseline(listed, reading, conditions, ordinals), events: [] };
		}
		if (!found || found.kind === 'removed') return onArrival(listed, reading, conditions, ordinals);
		const known = newlyKnown({ ...listed, status: null, state: found.state }, conditions.now, ordinals);
		return onListed(known, listed, reading, conditions);
	}

	/** Most promotions of most answers: done long ago, or not to be watched, and as they were. */
	isAsBefore({ hash, state, inScope }: Listed): boolean {
		const entry = this.memory.others.get(hash);
		if (!inScope) return entry?.kind === 'outside';
		if (state !== 'completed' && state !== 'cancelled') return false;
		return entry?.kind === 'listed' && entry.state === state && entry.absence === 0;
	}

	private isNews({ createdAt, state }: Listed): boolean {
		const { before, conditions } = this;
		if (conditions.settings.emitExisting) return createdAt === null || createdAt > (before?.forgottenUntil ?? 0);
		if (!before) return false;
		if (createdAt === null) return true;
		if (createdAt <= before.forgottenUntil) return false;
		const isFinal = state === 'completed' || state === 'cancelled';
		if (createdAt > before.baselineAt - WELL_BEFORE_MS || (!isFinal && before.baselineConfirmed)) return true;
		this.lateForBaseline = true;
		return false;
	}
}
