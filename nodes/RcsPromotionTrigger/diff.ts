import type { IDataObject } from 'n8n-workflow';
import { promotionState } from '../service/promotions';
import { absencesOf, type Absences } from './absence';
import { Outgoing, type PollOfProcess } from './batches';
import {
	isSettling,
	isFinal,
	isFollowed,
	onFirstSight,
	onListed,
	onRemoved,
	whileUnlisted,
	type Reading,
	type Step,
} from './changes';
import type { Conditions } from './events';
import { isInScope, type Listed, type Listing } from './listing';
import { Memory, usableState, type PromotionRecord, type TriggerState } from './state';

/** What one poll learned from the service. */
interface Answers {
	/** Address and account ID. */
	account: string;
	listing: Listing;
	readings: ReadonlyMap<string, Reading>;
}

interface Difference {
	state: TriggerState;
	/** Everything to emit, repeated events first. */
	items: IDataObject[];
	/** Whether there is more to follow than the state has room for. */
	overflows: boolean;
}

/**
 * Compares the stored state with the answers of one poll; undefined if a newer answer was compared in the meantime. It is pure, so polls
 * that run twice or overlap produce the same events. A change it does not emit stays as it was, and the next poll finds it again.
 */
export function diff(
	stored: TriggerState | undefined,
	answers: Answers,
	conditions: Conditions,
	process: PollOfProcess,
): Difference | undefined {
	const { account, listing } = answers;
	const before = usableState(stored, account);
	if (before?.mark === process.mark && before.poll > process.poll) return undefined;
	const memory = new Memory(before, account, conditions);
	const outgoing = new Outgoing(before?.batches ?? [], process, conditions.now, memory.roomForEvents);
	const comparison = new Comparison(memory, outgoing, answers, conditions);
	for (const listed of listing.values()) comparison.compareListed(listed);
	comparison.compareMissing();
	const { mark, poll } = process;
	return { ...memory.write(listing, { mark, poll, batches: outgoing.batches }), items: outgoing.items };
}

class Comparison {
	constructor(
		private readonly memory: Memory,
		private readonly outgoing: Outgoing,
		private readonly answers: Answers,
		private readonly all: Conditions,
	) {}

	/** Only the first event after an outage mentions the outage. */
	private get conditions(): Conditions {
		return this.outgoing.hasNews ? { ...this.all, outage: undefined } : this.all;
	}

	compareListed(listed: Listed): void {
		const { memory, conditions } = this;
		const { promotionId } = listed;
		const reading = this.answers.readings.get(promotionId);
		const record = memory.records.get(promotionId);
		const isNew = memory.isNew(listed);
		if (!listed.inScope) memory.drop(promotionId);
		else if (record) this.take(promotionId, onListed(record, listed, reading, conditions));
		else if (isNew || !isFinal(listed.state)) {
			const step = onFirstSight(listed, reading, conditions, { isNew, countsFrom: memory.highestCount });
			if (!this.take(promotionId, step)) {
				memory.postpone(listed);
				return;
			}
		}
		memory.know(listed);
	}

	/** Nothing counts as missing from an empty list, because the answer is more likely wrong. */
	compareMissing(): void {
		const { memory, conditions } = this;
		const { listing } = this.answers;
		const missing = [...memory.records].filter(([id, record]) => !listing.has(id) && this.isMissed(id, record));
		const absences = this.absences(missing.filter(([, { absence }]) => !absence).length);
		for (const [promotionId, record] of missing) {
			if (isSettling(record, conditions)) {
				// One miss is enough to note: at the next answer without it, it is not newly missing.
				const absence = listing.size === 0 ? record.absence : 1;
				this.take(promotionId, whileUnlisted(promotionId, { ...record, absence }, this.conditions));
			} else if (listing.size > 0) this.miss(promotionId, record, absences);
		}
	}

	/** Whether a missing promotion is still in scope. If not, it is dropped. */
	private isMissed(promotionId: string, { name, createdAt }: PromotionRecord): boolean {
		const { settings, now } = this.conditions;
		// Of a longer name, only the beginning is known.
		const nameContains = name.endsWith('…') ? '' : settings.nameContains;
		if (isInScope({ ...settings, nameContains }, { promotionId, name, createdAt: createdAt ?? null }, now)) return true;
		this.memory.drop(promotionId);
		return false;
	}

	/** Ended promotions are not remembered one by one, so for them only the length of the list shows how many vanished. */
	private absences(newlyMissing: number): Absences {
		const { size } = this.answers.listing;
		const { listed = 0, newest = Infinity } = this.memory.before ?? {};
		const vanished = Math.max(newlyMissing, listed - size);
		const created = [...this.answers.listing.values()].flatMap(({ createdAt }) => createdAt ?? []);
		return absencesOf(created, { newlyMissing: vanished, present: size + vanished, newestBefore: newest });
	}

	private miss(promotionId: string, record: PromotionRecord, absences: Absences): void {
		const { memory, conditions } = this;
		const absence = (record.absence ?? absences.patience) - 1;
		const madeRoom = record.absence === undefined ? absences.madeRoom(record.createdAt) : record.madeRoom === true;
		if (absence > 0) this.keep(promotionId, { ...record, absence, madeRoom: madeRoom || undefined });
		else if (madeRoom || promotionState(record.status) === 'completed') memory.drop(promotionId);
		else if (this.take(promotionId, onRemoved(promotionId, record, conditions))) memory.forget(promotionId);
	}

	/** Emits the events of a step and stores its record, or does neither. */
	private take(promotionId: string, { record, items }: Step): boolean {
		if (items.length > 0 && !this.outgoing.add(items)) return false;
		this.keep(promotionId, record);
		return true;
	}

	private keep(promotionId: string, record: PromotionRecord): void {
		this.memory.records.set(promotionId, record);
		if (!isFollowed(record, this.conditions)) this.memory.drop(promotionId);
	}
}
