import { judgeAbsences, nextAbsence, type Fate, type Missing } from './absence';
import { isFollowed, keepsReading } from './events';
import { makeEvents, readStatuses, type EmittedEvent, type News } from './item';
import { KnownIds } from './knownIds';
import { isInScope, PORTION, type ListEntry, type Listing } from './listing';
import { findNewestCreated, isOldNews } from './oldNews';
import { isOver } from '../service/promotions';
import { findChange, interpret, makeFirstRecord, troubleOf } from './record';
import type { Answer, PromotionChange, Reading, Trouble } from './record';
import { workOutFigures, type PollFacts } from './settings';
import { STATE_VERSION, toUsableState, type PromotionRecord, type TriggerState } from './state';
import { isCrossed } from './thresholds';

const MOST_RECORDS = 5000;

export type Answers = ReadonlyMap<string, Answer>;

/** Whether a promotion's statistics could be read when they were last requested, which may be in an earlier poll. */
export interface StatisticsFound {
	name: string;
	/** Of those that it lacks, some counters could be read. */
	isPartly?: boolean;
	trouble?: Trouble;
}

export interface Found {
	state: TriggerState;
	news: News[];
	statistics: StatisticsFound[];
	/** What else is to be said, and of which promotions. */
	names: {
		/** The state belongs to this other account, so the poll started over. */
		account: string[];
		/** They are missing, and it is not believed yet that they are gone. */
		missing: string[];
		/** They had not ended, and only newer ones are listed now. */
		slidOut: string[];
		/** Their figures are final, and it is not known whether a limit was crossed. */
		openLimits: string[];
		/** There is no room to remember them. */
		tooMany: string[];
	};
}

/** Compares what is remembered with the answers of one poll, and depends on nothing else. Call `finish` once, at the end. */
export class Comparison {
	readonly records: Map<string, PromotionRecord>;
	/** Undefined if there is none that can be used. */
	private readonly previousState?: TriggerState;
	private readonly knownIds: KnownIds;
	private readonly news: News[] = [];
	private readonly statistics: StatisticsFound[] = [];
	private readonly names: Found['names'] = { account: [], missing: [], slidOut: [], openLimits: [], tooMany: [] };
	private highestEventNumber: number;

	constructor(
		private readonly stored: TriggerState | undefined,
		readonly listing: Listing,
		readonly facts: PollFacts,
	) {
		this.previousState = toUsableState(stored, facts.accountId, facts.now);
		this.records = new Map(Object.entries(this.previousState?.records ?? {}));
		this.knownIds = new KnownIds(this.previousState);
		if (stored?.version === STATE_VERSION && stored.accountId !== facts.accountId) {
			this.names.account.push(stored.accountId);
		}
		// Numbers that begin with the time were not given by an earlier node or state.
		this.highestEventNumber = this.previousState?.highestEventNumber ?? facts.now;
	}

	get isFull(): boolean {
		return this.records.size >= MOST_RECORDS;
	}

	/** All that are listed, oldest first, and those that are remembered and not listed. */
	*allPromotions(): Generator<[promotionId: string, listed?: ListEntry]> {
		yield* this.listing;
		for (const promotionId of this.records.keys()) if (!this.listing.has(promotionId)) yield [promotionId];
	}

	/** Changes nothing: it is called without an answer, to see what is due, and then with it. 'ignored': it needs no record. */
	compare(promotionId: string, listed?: ListEntry, answer?: Answer): PromotionChange | Missing | 'ignored' {
		const { facts } = this;
		const record = this.records.get(promotionId);
		if (!this.isPromotionInScope(promotionId, listed, record)) return 'ignored';
		if (record && !listed) {
			const absence = nextAbsence(record.absence, this.previousState?.listSize ?? 0, facts.now);
			const missing = { ...record, absence };
			return isOver(record.status) ? findChange(missing, answer, facts) : { promotionId, record: missing };
		}
		if (record) return findChange(record, answer, facts, listed);
		if (!listed) return 'ignored';
		const isKnown = this.knownIds.isKnown(promotionId);
		const isOld = !isKnown && isOldNews(listed, { state: this.previousState, ...facts });
		// At the first poll of all, the form decides.
		const isNew = this.previousState ? !isKnown && !isOld : !this.stored && facts.settings.emitExisting;
		// It was over before this trigger saw it.
		if (!isNew && (listed.isOver || this.knownIds.over.has(promotionId))) return 'ignored';
		const first = makeFirstRecord(listed, { isNew, isOldNews: isOld && !isNew }, this.highestEventNumber, facts.now);
		const change = findChange(first, answer, facts, listed);
		return isNew ? { ...change, previousStatus: null } : change;
	}

	/** What came of it, events of older promotions first. Gives way between portions. */
	*finish(answers: Answers): Generator<void, Found> {
		const missing: Missing[] = [];
		let count = 0;
		for (const [promotionId, listed] of [...this.allPromotions()]) {
			if (++count % PORTION === 0) yield;
			const change = this.compare(promotionId, listed, answers.get(promotionId));
			if (change === 'ignored') this.drop(promotionId);
			else if ('promotionId' in change) missing.push(change);
			else this.addEvents(promotionId, change, listed);
		}
		const { fates, doubtful } = judgeAbsences(missing, this.listing, this.facts.now);
		this.names.missing.push(...doubtful.map(nameOf));
		for (const one of fates) this.addMissing(one, one.fate);
		this.dropOldest();
		const { news, statistics, names } = this;
		return { state: this.makeState(), news, statistics, names };
	}

	/** With the time and the statuses of when it was emitted first, and the counters of now. */
	emitAgain(emitted: EmittedEvent, observedAt: number, answers: Answers): News {
		const { promotionId } = emitted;
		const [record, listed] = [this.records.get(promotionId), this.listing.get(promotionId)];
		// By now, it may have no record, and not be listed. Its statistics may have been read all the same.
		const { name, status: statusNow } = record ?? listed ?? { name: '', status: '' };
		const [previousStatus, status] = readStatuses(emitted) ?? [statusNow, statusNow];
		const reading = interpret(answers.get(promotionId), record ?? { status: statusNow });
		const counters = record?.counters ?? (reading?.kind === 'counters' ? reading.counters : undefined);
		const change = { record: { name, status, counters }, previousStatus, reading, facts: this.facts };
		return { emitted, change, observedAt, promotion: listed?.promotion, isRedelivered: true };
	}

	private isPromotionInScope(promotionId: string, listed?: ListEntry, record?: PromotionRecord): boolean {
		const { settings, now } = this.facts;
		const name = listed?.name || record?.name || '';
		return isInScope(settings, { promotionId, name, created: listed?.created ?? record?.created }, now);
	}

	private addMissing(missing: Missing, fate: Fate): void {
		const { promotionId, record } = missing;
		const absence = { ...record.absence, goneAt: record.absence.goneAt ?? this.facts.now };
		if (fate === 'forgotten') this.drop(promotionId);
		else if (fate === 'waits') {
			this.records.set(promotionId, record);
			this.addStatistics(promotionId, record);
		} else if (fate === 'slidOut') {
			this.records.set(promotionId, { ...record, absence });
			this.names.slidOut.push(nameOf(missing));
		} else {
			const change = findChange({ ...record, absence, hasDisappeared: true }, undefined, this.facts);
			// If it came back and disappears again, that causes no second event.
			this.addEvents(promotionId, { ...change, hasDisappeared: !record.hasDisappeared });
		}
	}

	/** Adds its events, and remembers it as long as it is followed. */
	private addEvents(promotionId: string, change: PromotionChange, listed?: ListEntry): void {
		const { record, events } = makeEvents(change, promotionId);
		const observedAt = this.facts.now;
		for (const emitted of events) this.news.push({ emitted, change, observedAt, promotion: listed?.promotion });
		if (change.becameFinal) this.checkLimits(change, promotionId);
		const goesOn = isFollowed(record, this.facts);
		if (change.reading || goesOn) this.addStatistics(promotionId, record, change.reading);
		// Set first, so that `drop` sees the numbers of its events.
		this.records.set(promotionId, record);
		if (!goesOn) this.drop(promotionId);
	}

	/** If final figures do not tell whether a limit was crossed, it is never judged. */
	private checkLimits({ record, facts }: PromotionChange, promotionId: string): void {
		const { counters, status } = record;
		if (!counters) return;
		const thresholds = facts.settings.events.has('thresholdCrossed') ? facts.settings.thresholds : [];
		const figures = workOutFigures(counters, status, facts);
		const isOpen = thresholds.some((threshold) => isCrossed(threshold, figures, true) === undefined);
		if (isOpen) this.names.openLimits.push(nameOf({ promotionId, record }));
	}

	/** Without a reading, the request before counts, if there will be more. */
	private addStatistics(promotionId: string, record: PromotionRecord, reading?: Reading): void {
		if (!reading && (record.requestedAt === undefined || !keepsReading(record, this.facts))) return;
		const trouble = troubleOf(reading) ?? (record.lastRequestFailed && { reason: '' });
		const isPartly = reading?.kind === 'counters';
		this.statistics.push({ name: nameOf({ promotionId, record }), isPartly, trouble });
	}

	/** The numbers of its events stay taken. */
	private drop(promotionId: string): void {
		const record = this.records.get(promotionId);
		if (!record) return;
		this.highestEventNumber = Math.max(this.highestEventNumber, ...Object.values(record.eventNumbers ?? {}));
		this.records.delete(promotionId);
	}

	private dropOldest(): void {
		if (this.records.size <= MOST_RECORDS) return;
		const createdAt = ({ created = Number.MAX_SAFE_INTEGER }: PromotionRecord) => created;
		const newestFirst = [...this.records].sort(([, a], [, b]) => createdAt(b) - createdAt(a));
		for (const [promotionId, record] of newestFirst.slice(MOST_RECORDS)) {
			this.names.tooMany.push(nameOf({ promotionId, record }));
			this.drop(promotionId);
		}
	}

	private makeState(): TriggerState {
		const { previousState, listing, facts, records, highestEventNumber } = this;
		// While names decide, an ID without one is not known yet: with its name, it may be news.
		const isReadable = ({ name }: ListEntry) => name !== '' || facts.settings.nameContains === '';
		return {
			version: STATE_VERSION,
			accountId: facts.accountId,
			baselineAt: previousState?.baselineAt ?? facts.now,
			newestCreatedAt: findNewestCreated(previousState?.newestCreatedAt, listing, facts.now),
			listSize: listing.size,
			...this.knownIds.mergeWith(listing, isReadable),
			records: Object.fromEntries(records),
			highestEventNumber,
		};
	}
}

const nameOf = ({ promotionId, record: { name } }: { promotionId: string; record: PromotionRecord }) =>
	name || promotionId;
