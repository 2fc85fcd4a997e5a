import type { IDataObject } from 'n8n-workflow';
import { absencesOf, leftScope, missedAgain } from './absence';
import { EmissionBudget, newBatch, repeated, unconfirmed, type Process, type Undo } from './batches';
import { writeState } from './capacity';
import { isAwaitingRest, isWatched, onRemoved, whileUnlisted, type Moment, type Step } from './changes';
import { itemOf } from './events';
import type { Known } from './record';
import { bindingOf, thresholdKey, type TriggerSettings } from './settings';
import type { Listed, Readings, Snapshot } from './snapshot';
import { floorOf, Memory, STATE_VERSION, usableState, type TriggerState } from './state';
import { Steps } from './steps';
import type { Outage } from './trouble';

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
): Advance {
	const binding = bindingOf(observation.account, settings);
	const before = usableState(stored, binding);
	if (before?.mark === process.mark && before.turn > process.turn) return { outdated: true };

	const poll = new Poll(before, observation, settings, process, floorOf(stored, binding));
	poll.goThroughListed();
	poll.goThroughMissing();
	return { outdated: false, ...poll.finish(binding) };
}

class Poll {
	private readonly memory: Memory;
	private readonly moment: Moment;
	private readonly steps: Steps;
	private readonly budget = new EmissionBudget();
	private readonly items: IDataObject[] = [];
	private readonly undo: Undo[] = [];
	private readonly batches;
	private readonly rolledBack: Set<string>;

	constructor(
		private readonly before: TriggerState | undefined,
		private readonly observation: Observation,
		settings: TriggerSettings,
		private readonly process: Process,
		private readonly floor: number,
	) {
		this.moment = { settings, now: process.now };
		this.memory = before ? Memory.open(before, settings) : Memory.empty(settings);
		this.batches = unconfirmed(before?.batches ?? [], process);
		const undo = this.batches.repeat.flatMap((batch) => batch.undo ?? []);
		for (const entry of undo) this.memory.undo(entry);
		this.rolledBack = new Set(undo.map(([promotionId]) => promotionId));
		const silent = before === undefined && !settings.emitExisting;
		this.steps = new Steps(this.memory, this.moment, silent, before?.horizon ?? 0, floor);
	}

	goThroughListed(): void {
		for (const listed of this.observation.snapshot.inScope.values()) {
			if (!this.steps.isAsBefore(listed)) this.take(listed, this.steps.of(listed, this.reading(listed)));
		}
	}

	/** What an answer without any promotion lacks is not missed: it is rather the answer that is odd. */
	goThroughMissing(): void {
		const { snapshot } = this.observation;
		if (snapshot.listedIds.size === 0) return;
		const full = [...this.memory.full.values()].filter(({ promotionId }) => !snapshot.inScope.has(promotionId));
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
		const { outage } = this.observation;
		if (outage && this.items[0]) this.items[0].outage = { ...outage };
		const { keep, repeat } = this.batches;
		const again = repeat.flatMap((batch) => batch.items ?? []).map((item) => ({ ...item, redelivered: true }));
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
				...(this.floor > 0 ? { floor: this.floor } : {}),
				thresholds: this.moment.settings.thresholds.map(thresholdKey),
				batches: [...keep, ...repeated(repeat, this.process), ...newBatch(this.items, this.undo, this.process)],
			},
			snapshot,
		);
		return { state, items: [...again, ...this.items], newItems: this.items.length, overflows };
	}

	private reading({ promotionId }: Listed) {
		return this.observation.readings.get(promotionId);
	}

	private miss(known: Known, absences: ReturnType<typeof absencesOf>): void {
		if (isAwaitingRest(known, this.moment)) {
			const step = whileUnlisted(known, this.moment);
			if (step.events.length > 0) this.take(undefined, step);
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
		const { promotionId, name } = known;
		if (events.length > 0) {
			const { accountId } = this.observation;
			const subject = { accountId, promotionId, name, promotion: listed?.promotion ?? null };
			const flag = this.rolledBack.has(promotionId) ? { redelivered: true } : {};
			const items = events.map((event) => ({ ...itemOf(subject, event), ...flag }));
			const undo = this.memory.undoOf(promotionId);
			if (!this.budget.admits(items, undo)) return;
			this.items.push(...items);
			this.undo.push(undo);
		}
		if (removed) this.memory.depart(known, true);
		else this.keep(known);
	}

	private keep(known: Known): void {
		this.memory.keep(known, isWatched(known, this.moment));
	}
}
