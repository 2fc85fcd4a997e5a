import type { IDataObject } from 'n8n-workflow';
import { absencesOf, missedAgain, type Absences } from '../service/absence';
import type { Turns } from '../service/turns';
import { BATCH_LIMITS, Emission, repeated, unconfirmed, type Batch, type BatchLimits, type Process } from './batches';
import { writeState } from './capacity';
import { isAwaitingRest, isWatched, onRemoved, whileUnlisted, type Conditions, type Step } from './changes';
import { compact, itemsAgain, type EventsOfOne } from './compactEvents';
import { Comparison } from './comparison';
import { eventIdOf, itemOf, type PromotionEvent } from './events';
import type { Outage } from './failureGate';
import { isInScope, type Listed, type Listing, type Readings } from './listing';
import { needsStatistics } from './plan';
import { isKeptWhole, type Known } from './record';
import type { TriggerSettings } from './settings';
import { accountKey, Memory, STATE_VERSION, usableState, type TriggerState } from './state';

export interface Observation {
	accountId: string;
	/** What tells one account from every other, the service's address included. */
	account: readonly string[];
	listing: Listing;
	readings: Readings;
	/** The time without answers that this poll ended. */
	outage?: Outage;
}

type Advance =
	/** A newer answer was processed meanwhile: this one changes nothing. */
	| { outdated: true }
	| {
			outdated: false;
			state: TriggerState;
			/** Everything to emit, what is repeated first. */
			items: IDataObject[];
			/** There is more to remember than fits. */
			overflows: boolean;
	  };

/**
 * One poll from what was known to what is known: pure, so that polls that run twice or overlap come to the same events.
 * What it does not emit, it leaves as it was, to be derived again.
 */
export function* advance(
	stored: unknown,
	observation: Observation,
	settings: TriggerSettings,
	process: Process,
	limits: BatchLimits = BATCH_LIMITS,
): Turns<Advance> {
	const before = usableState(stored, observation.account);
	if (before?.processId === process.id && before.pollNumber > process.pollNumber) return { outdated: true };

	const memory = before ? yield* Memory.open(before) : Memory.empty(stored);
	const advancing = new Advancing(before, memory, observation, { settings, now: process.now }, process, limits);
	yield* advancing.goThroughListed();
	yield* advancing.goThroughMissing();
	return { outdated: false, ...(yield* advancing.finish()) };
}

class Advancing {
	private readonly comparison: Comparison;
	private readonly batches;
	private readonly emission: Emission;

	constructor(
		private readonly before: TriggerState | undefined,
		private readonly memory: Memory,
		private readonly observation: Observation,
		private readonly conditions: Conditions,
		private readonly process: Process,
		limits: BatchLimits,
	) {
		this.batches = unconfirmed(before?.batches ?? [], process);
		this.emission = new Emission(this.batches, limits);
		this.comparison = new Comparison(memory, conditions, before);
	}

	*goThroughListed(): Turns<void> {
		const { listing, readings } = this.observation;
		for (const listed of listing.all()) {
			yield;
			if (this.comparison.isAsBefore(listed)) continue;
			if (!listed.inScope) {
				this.memory.leave(listed);
				continue;
			}
			const reading = readings.get(listed.promotionId);
			const step = this.comparison.stepFor(listed, reading);
			// There was no time to ask for its statistics: it waits for the next poll.
			if (reading === undefined && needsStatistics(step)) continue;
			this.take(step, listed);
		}
	}

	/** Nothing counts as missing from an answer without any promotion: more likely the answer is wrong. */
	*goThroughMissing(): Turns<void> {
		const { listing } = this.observation;
		const { memory, conditions } = this;
		const missing = [...memory.records.values()].filter(
			(known) => !listing.has(known.promotionId) && this.isMissed(known),
		);
		if (listing.size === 0) {
			for (const known of missing) this.take(whileUnlisted(known, conditions));
			return;
		}
		const listedHashes = yield* listing.hashes();
		const entries = [];
		for (const [hash, entry] of memory.others) {
			if (entry.kind === 'listed' && !listedHashes.has(hash)) entries.push({ hash, entry });
			yield;
		}
		const newlyMissing = [...missing, ...entries.map(({ entry }) => entry)].filter(
			({ absence }) => absence === 0,
		).length;
		const absences = absencesOf(listing, {
			newlyMissing,
			present: listing.size + newlyMissing,
			newestBefore: this.before?.newest ?? Infinity,
		});
		for (const known of missing) this.miss(known, absences);
		for (const { hash, entry } of entries) {
			const { missed, over } = missedAgain({ ...entry, createdAt: null }, absences);
			const { state, absence, madeRoom } = missed;
			memory.others.delete(hash);
			memory.others.set(hash, over ? { kind: 'gone', state } : { kind: 'listed', state, absence, madeRoom });
		}
	}

	*finish() {
		const { before, memory, process, conditions } = this;
		const { account, listing } = this.observation;
		const { settings, now } = conditions;
		const { keep, repeat } = this.batches;
		const again = repeat.flatMap((batch) => this.itemsAgain(batch)).map((item) => ({ ...item, redelivered: true }));
		const isWhole = listing.size > 0 && !this.comparison.lateForBaseline;
		const { state, overflows } = yield* writeState(
			memory,
			{
				version: STATE_VERSION,
				account: accountKey(account),
				processId: process.id,
				pollNumber: process.pollNumber,
				baselineAt: before?.baselineAt ?? now,
				baselineConfirmed: before !== undefined && (before.baselineConfirmed || isWhole),
				newest: Math.max(before?.newest ?? 0, listing.newest),
				forgottenUntil: before?.forgottenUntil ?? 0,
				thresholds: settings.thresholdKeys,
				batches: [...keep, ...repeated(repeat, process), ...this.emission.batch(process)],
			},
			settings,
			listing,
		);
		return { state, items: [...again, ...this.emission.items], overflows };
	}

	private itemsAgain({ items, compact: events = [], at }: Batch): IDataObject[] {
		const { accountId, listing } = this.observation;
		const presentation = { observedAt: at, summary: this.conditions.settings.summary };
		return items ?? events.flatMap((one) => itemsAgain(one, accountId, listing.get(one[0]), presentation));
	}

	/** What has left the scope is not missed. A name that is not kept whole may still match. */
	private isMissed(known: Known): boolean {
		const { settings, now } = this.conditions;
		const judged = isKeptWhole(known.name) ? settings : { ...settings, nameContains: '' };
		if (isInScope(judged, known, now)) return true;
		this.memory.depart(known, false);
		return false;
	}

	private miss(known: Known, absences: Absences): void {
		const { memory, conditions } = this;
		if (isAwaitingRest(known, conditions)) {
			// Missed once is enough: it is no news at the next answer that lacks it.
			this.take(whileUnlisted({ ...known, absence: 1 }, conditions));
			return;
		}
		const { missed, over } = missedAgain(known, absences);
		if (!over) memory.keep(missed, isWatched(missed, conditions));
		else if (missed.madeRoom || known.state === 'completed') memory.depart(missed, false);
		else this.take(onRemoved(missed, conditions), undefined, true);
	}

	/** Emits the events of a step and remembers what it led to, or does neither. */
	private take({ known, events }: Step, listed?: Listed, removed = false): void {
		const [first, ...others] = events;
		if (first) {
			const { promotionId, name } = known;
			const { accountId } = this.observation;
			const { settings, now } = this.conditions;
			const subject = { accountId, promotionId, name, promotion: listed?.promotion ?? null };
			const happened: EventsOfOne = [this.withOutage(first), ...others];
			const presentation = { observedAt: now, summary: settings.summary };
			const items = happened.map((event) =>
				itemOf(subject, event, presentation, eventIdOf(accountId, promotionId, event)),
			);
			if (!this.emission.add(items, compact(subject, happened))) return;
		}
		if (removed) this.memory.depart(known, true);
		else this.memory.keep(known, isWatched(known, this.conditions));
	}

	/** The first event that a time without answers held up tells of it. */
	private withOutage(event: PromotionEvent): PromotionEvent {
		const { outage } = this.observation;
		if (!outage || this.emission.items.length > 0) return event;
		return { ...event, extra: { ...event.extra, outage: { ...outage } } };
	}
}
