import type { IDataObject } from 'n8n-workflow';
import { absencesOf, missedAgain, type Absences } from '../service/absence';
import { promotionState } from '../service/promotions';
import { Outgoing, type PollOfProcess } from './batches';
import {
	isAwaitingRest,
	isFinal,
	isFollowed,
	isKeptWhole,
	onArrival,
	onEntry,
	onListed,
	onRemoved,
	whileUnlisted,
	type Conditions,
	type Reading,
	type Step,
} from './changes';
import { itemOf, type PromotionEvent } from './events';
import type { TriggerSettings } from './form';
import { isInScope, type Listed, type Listing } from './listing';
import type { Outage } from './outages';
import { Memory, usableState, type PromotionRecord, type TriggerState } from './state';
import { thresholdKey } from './thresholds';

/** What one poll learned of the service. */
interface Answers {
	accountId: string;
	/** Address and account ID. */
	account: string;
	listing: Listing;
	readings: ReadonlyMap<string, Reading>;
	/** The time without answers that this poll ended. */
	outage?: Outage;
}

interface Difference {
	state: TriggerState;
	/** Everything to emit, what is repeated first. */
	items: IDataObject[];
	/** There is more to follow than the state has room for. */
	overflows: boolean;
}

/**
 * One poll from what was known to what is known; undefined when a newer answer was compared meanwhile. It is pure, so that polls that
 * run twice or overlap come to the same events. What it does not emit, it leaves as it was, to be found again by the next poll.
 */
export function diff(
	stored: TriggerState | undefined,
	answers: Answers,
	settings: TriggerSettings,
	process: PollOfProcess,
): Difference | undefined {
	const before = usableState(stored, answers.account);
	if (before?.mark === process.mark && before.poll > process.poll) return undefined;
	const { now } = process;
	const memory = new Memory(stored, answers.account, { emitExisting: settings.emitExisting, now });
	const outgoing = new Outgoing(before?.batches ?? [], process, memory.roomForEvents);
	const comparison = new Comparison(memory, outgoing, answers, { settings, now });
	comparison.forgetOldLimits();
	for (const listed of answers.listing.all) comparison.compareListed(listed);
	comparison.compareMissing();
	const { mark, poll } = process;
	return { ...memory.write(answers.listing, { mark, poll, batches: outgoing.batches }), items: outgoing.items };
}

class Comparison {
	constructor(
		private readonly memory: Memory,
		private readonly outgoing: Outgoing,
		private readonly answers: Answers,
		private readonly conditions: Conditions,
	) {}

	/** A limit that was changed is a new one, also when it is changed back later. */
	forgetOldLimits(): void {
		const keys = this.conditions.settings.thresholds.map(thresholdKey);
		for (const [promotionId, record] of this.memory.records) {
			const crossed = record.crossed?.filter((key) => keys.includes(key));
			if (crossed) this.memory.records.set(promotionId, { ...record, crossed });
		}
	}

	compareListed(listed: Listed): void {
		const { memory, conditions } = this;
		const { promotionId } = listed;
		const reading = this.answers.readings.get(promotionId);
		const record = memory.records.get(promotionId);
		if (!listed.inScope) memory.drop(promotionId);
		else if (record) this.take(promotionId, onListed(record, listed, reading, conditions), listed);
		else if (memory.isNew(listed)) {
			const isTold = this.take(promotionId, onArrival(listed, reading, conditions, memory.countsFrom), listed);
			if (!isTold) {
				memory.postpone(listed);
				return;
			}
		} else if (!isFinal(listed.state)) {
			this.take(promotionId, onEntry(listed, reading, conditions, memory.countsFrom), listed);
		}
		memory.know(listed);
	}

	/** Nothing counts as missing from an answer without any promotion: more likely the answer is wrong. */
	compareMissing(): void {
		const { memory, conditions } = this;
		const { byId } = this.answers.listing;
		const missing = [...memory.records].filter(([id, record]) => !byId.has(id) && this.isMissed(id, record));
		const absences = this.absences(missing.filter(([, { absence }]) => !absence).length);
		for (const [promotionId, record] of missing) {
			if (isAwaitingRest(record, conditions)) {
				// Missed once is enough: it is no news at the next answer that lacks it.
				const absence = byId.size === 0 ? record.absence : 1;
				this.take(promotionId, whileUnlisted({ ...record, absence }, conditions));
			} else if (byId.size > 0) this.miss(promotionId, record, absences);
		}
	}

	/** What has left the scope is not missed. A name that is not kept whole may still match. */
	private isMissed(promotionId: string, { name, createdAt }: PromotionRecord): boolean {
		const { settings, now } = this.conditions;
		const judged = isKeptWhole(name) ? settings : { ...settings, nameContains: '' };
		if (isInScope(judged, { promotionId, name, createdAt: createdAt ?? null }, now)) return true;
		this.memory.drop(promotionId);
		return false;
	}

	/** Of what was over, only the number is known: how much shorter the list has become. */
	private absences(newlyMissing: number): Absences {
		const { all } = this.answers.listing;
		const { listed, newest } = this.memory;
		const vanished = Math.max(newlyMissing, listed - all.length);
		const created = all.flatMap(({ createdAt }) => createdAt ?? []);
		const oldest = created[0] ?? Infinity;
		return absencesOf(
			{ created, oldest },
			{ newlyMissing: vanished, present: all.length + vanished, newestBefore: newest },
		);
	}

	private miss(promotionId: string, record: PromotionRecord, absences: Absences): void {
		const { memory, conditions } = this;
		const { createdAt, absence = 0, madeRoom = false } = record;
		const { missed, over } = missedAgain({ createdAt: createdAt ?? null, absence, madeRoom }, absences);
		if (!over) this.keep(promotionId, { ...record, absence: missed.absence, madeRoom: missed.madeRoom });
		else if (missed.madeRoom || promotionState(record.status) === 'completed') memory.drop(promotionId);
		else if (this.take(promotionId, onRemoved(record, conditions))) memory.forget(promotionId);
	}

	/** Emits the events of a step and remembers what it led to, or does neither. */
	private take(promotionId: string, { record, events }: Step, listed?: Listed): boolean {
		if (events.length > 0 && !this.outgoing.add(this.itemsOf(promotionId, record, events, listed))) return false;
		this.keep(promotionId, record);
		return true;
	}

	private keep(promotionId: string, record: PromotionRecord): void {
		this.memory.records.set(promotionId, record);
		if (!isFollowed(record, this.conditions)) this.memory.drop(promotionId);
	}

	/** The first event that a time without answers held up tells of it. */
	private itemsOf(
		promotionId: string,
		{ name: keptName }: PromotionRecord,
		events: PromotionEvent[],
		listed: Listed | undefined,
	): IDataObject[] {
		const { accountId, outage } = this.answers;
		const { now, settings } = this.conditions;
		const subject = { accountId, promotionId, name: listed?.name ?? keptName, promotion: listed?.promotion ?? null };
		const tellsOutage = outage && !this.outgoing.hasNews;
		return events.map((event, place) => {
			const extra = tellsOutage && place === 0 ? { ...event.extra, outage: { ...outage } } : event.extra;
			return itemOf(subject, { ...event, extra }, { observedAt: now, summary: settings.summary });
		});
	}
}
