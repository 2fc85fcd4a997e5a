import { atBaseline, onArrival, onListed, type Moment, type Reading, type Step } from './changes';
import { knownOf } from './shortEntries';
import type { Listed } from './snapshot';
import type { Memory } from './state';

/** What a listed promotion comes to, by what is remembered of it. */
export class Steps {
	constructor(
		private readonly memory: Memory,
		private readonly moment: Moment,
		/** There is nothing to compare with yet, so nothing is told. */
		private readonly silent: boolean,
		/** Unknown promotions created until then are no news. */
		private readonly horizon: number,
	) {}

	of(listed: Listed, reading: Reading): Step {
		const { moment } = this;
		const found = this.memory.find(listed.promotionId);
		if (found === undefined) {
			const ordinals = { base: this.memory.floor, counts: {} };
			const knownByAge = listed.createdAt !== null && listed.createdAt <= this.horizon;
			if (this.silent || knownByAge) return { known: atBaseline(listed, reading, moment, ordinals), events: [] };
			return onArrival(listed, reading, moment, ordinals);
		}
		if ('full' in found) return onListed(found.full, listed, reading, moment);
		const entry = 'short' in found ? found.short : found.gone;
		const known = knownOf(entry, listed, moment.now);
		return entry.removed
			? onArrival(listed, reading, moment, known.ordinals)
			: onListed(known, listed, reading, moment);
	}

	/** Most promotions of most answers: done long ago, and as they were. */
	isAsBefore({ promotionId, state }: Listed): boolean {
		const entry = this.memory.short.get(this.memory.hash(promotionId));
		if (state !== 'completed' && state !== 'cancelled') return false;
		return entry?.state === state && entry.absence === 0;
	}
}
