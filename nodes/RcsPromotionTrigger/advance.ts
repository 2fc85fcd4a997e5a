import type { IDataObject } from 'n8n-workflow';
import { absencesOf, leftScope, missedAgain } from './absence';
import { BATCH_LIMITS, Emission, repeated, unconfirmed, type Batch, type BatchLimits, type Process } from './batches';
import { writeState } from './capacity';
import { isAwaitingRest, isWatched, onRemoved, whileUnlisted, type Moment, type Step } from './changes';
import { itemOf, type PromotionEvent } from './events';
import type { Known } from './record';
import { bindingOf, thresholdKey, type TriggerSettings } from './settings';
import type { Listed, Readings, Snapshot } from './snapshot';
import { floorOf, Memory, STATE_VERSION, usableState, type TriggerState } from './state';
import { Steps } from './steps';
import { itemsOf, toldOf, type EventsOfOne } from './told';
import type { Outage } from './failureGate';

export interface Observation {
	accountId: string;
	/** What tells one account from every other, the service's address included. */
	account: readonly string[];
	snapshot: Snapshot;
	readings: Readings;
	/** The last time without answers, as long as no event has told of it. */
	outage?: Outage;
}

export type Advance =
	/** A newer answer was processed meanwhile: this one changes nothing. */
	| { outdated: true }
	| {
			outdated: false;
			state: TriggerState;
			/** Everything to emit, what is repeated first. */
			items: IDataObject[];
			/** How many of them are emitted for the first time. */
			newItems: number;
			/** There is more to remember than fits. */
			overflows: boolean;
	  };

/**
 * One poll from what was known to what is known: pure, so that polls that run twice or overlap come to the same events.
 * What it does not emit, it leaves as it was, to be derived again.
 */
export function advance(
	stored: unknown,
	observation: Observation,
	settings: TriggerSettings,
	process: Process,
	limits: BatchLimits = BATCH_LIMITS,
): Advance {
	const binding = bindingOf(observation.account, settings);
	const before = usableState(stored, binding);
	if (before?.mark === process.mark && before.turn > process.turn) return { outdated: true };

	const poll = new Poll(before, observation, settings, process, floorOf(stored, binding), limits);
	poll.goThroughListed();
	poll.goThroughMissing();
	return { outdated: false, ...poll.finish(binding) };
}

class Poll {
	private readonly memory: Memory;
	private readonly moment: Moment;
	private readonly steps: Steps;
	private readonly batches;
	private readonly emission: Emission;

	constructor(
		private readonly before: TriggerState | undefined,
		private readonly observation: Observation,
		settings: TriggerSettings,
		private readonly process: Process,
		floor: number,
		limits: BatchLimits,
	) {
		this.moment = { settings, now: process.now };
		this.memory = before ? Memory.open(before, settings) : Memory.empty(settings, floor);
		this.batches = unconfirmed(before?.batches ?? [], process);
		this.emission = new Emission(this.batches, limits);
		const silent = before === undefined && !settings.emitExisting;
		this.steps = new Steps(this.memory, this.moment, silent, before?.horizon ?? 0);
	}

	goThroughListed(): void {
		for (const listed of this.observation.snapshot.inScope.values()) {
			if (!this.steps.isAsBefore(listed)) this.take(listed, this.steps.of(listed, this.reading(listed)));
		}
	}

	/** What an answer without any promotion lacks is not missed: it is rather the answer that is odd. */
	goThroughMissing(): void {
		const { snapshot } = this.observation;
		const full = [...this.memory.full.values()].filter(({ promotionId }) => !snapshot.inScope.has(promotionId));
		if (snapshot.listedIds.size === 0) {
			for (const known of full)
				if (isAwaitingRest(known, this.moment)) this.take(undefined, whileUnlisted(known, this.moment));
			return;
		}
		const listedHashes = new Set([...snapshot.inScope.keys()].map((promotionId) => this.memory.hash(promotionId)));
		const short = [...this.memory.short].filter(([hash]) => !listedHashes.has(hash));
		if (full.length + short.length === 0) return;

		const { settings, now } = this.moment;
		const unlisted = full.filter((known) => !leftScope(known, snapshot, settings, now));
		for (const known of full) if (leftScope(known, snapshot, settings, now)) this.memory.depart(known, false);
		const newlyMissing = [...unlisted, ...short.map(([, entry]) => entry)].filter(({ absence }) => absence === 0);
		const absences = absencesOf(snapshot, {
			newlyMissing: newlyMissing.length,
			present: snapshot.inScope.size + newlyMissing.length,
			newestBefore: this.before?.newest ?? Infinity,
		});
		for (const known of unlisted) this.miss(known, absences);
		for (const [hash, entry] of short) {
			const { missed, over } = missedAgain({ ...entry, createdAt: null }, absences);
			if (over) this.memory.departShort(hash, entry);
			else this.memory.short.set(hash, { ...entry, absence: missed.absence });
		}
	}

	finish(binding: string) {
		const { keep, repeat } = this.batches;
		const again = repeat.flatMap((batch) => this.itemsAgain(batch)).map((item) => ({ ...item, redelivered: true }));
		const { items } = this.emission;
		const { mark, turn } = this.process;
		const { snapshot } = this.observation;
		const { state, overflows } = writeState(
			this.memory,
			{
				version: STATE_VERSION,
				binding,
				mark,
				turn,
				newest: snapshot.createdTimes.reduce((most, time) => Math.max(most, time), this.before?.newest ?? 0),
				horizon: this.before?.horizon ?? 0,
				thresholds: this.moment.settings.thresholds.map(thresholdKey),
				batches: [...keep, ...repeated(repeat, this.process), ...this.emission.batch(this.process)],
			},
			snapshot,
		);
		return { state, items: [...again, ...items], newItems: items.length, overflows };
	}

	private itemsAgain({ items, told }: Batch): IDataObject[] {
		const { accountId, snapshot } = this.observation;
		return items ?? (told ?? []).flatMap((one) => itemsOf(one, accountId, snapshot.inScope.get(one[0])));
	}

	private reading({ promotionId }: Listed) {
		return this.observation.readings.get(promotionId);
	}

	private miss(known: Known, absences: ReturnType<typeof absencesOf>): void {
		if (isAwaitingRest(known, this.moment)) {
			// Missed once is enough: it is no news at the next answer that lacks it.
			this.take(undefined, whileUnlisted({ ...known, absence: 1 }, this.moment));
			return;
		}
		const { missed, over } = missedAgain(known, absences);
		if (!over) this.keep(missed);
		else if (missed.left || known.state === 'completed' || known.state === 'cancelled')
			this.memory.depart(missed, false);
		else this.take(undefined, onRemoved(missed, this.moment), true);
	}

	/** Emits the events of a step and remembers what it led to, or does neither. */
	private take(listed: Listed | undefined, { known, events }: Step, removed = false): void {
		const [first, ...others] = events;
		if (first) {
			const { promotionId, name } = known;
			const { accountId } = this.observation;
			const subject = { accountId, promotionId, name, promotion: listed?.promotion ?? null };
			const happened: EventsOfOne = [this.withOutage(first), ...others];
			const items = happened.map((event) => itemOf(subject, event));
			if (!this.emission.add(items, toldOf(subject, happened))) return;
		}
		if (removed) this.memory.depart(known, true);
		else this.keep(known);
	}

	/** The first event after a time without answers tells of it. */
	private withOutage(event: PromotionEvent): PromotionEvent {
		const { outage } = this.observation;
		if (!outage || this.emission.items.length > 0) return event;
		return { ...event, extra: { ...event.extra, outage: { ...outage } } };
	}

	private keep(known: Known): void {
		this.memory.keep(known, isWatched(known, this.moment));
	}
}
