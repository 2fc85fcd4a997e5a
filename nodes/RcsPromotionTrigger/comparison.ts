import type { IDataObject } from 'n8n-workflow';
import { judgeAbsences, nextAbsence, type Fate, type Missing } from './absence';
import { isFollowed, keepsReading } from './events';
import { workOutFigures } from './figures';
import { makeEvents, makeItem, readStatuses, type EmittedEvent } from './item';
import { KnownIds } from './knownIds';
import { isInScope, PORTION, type ListEntry, type Listing } from './listing';
import { findNewestCreated, isOldNews } from './oldNews';
import { findCountings, toCountersAre, type Counting } from '../service/counting';
import { isOver } from '../service/promotions';
import { findChange, interpret, makeFirstRecord, troubleOf } from './record';
import type { Answer, PromotionChange, Reading, Trouble } from './record';
import type { Basis } from './settings';
import { isOpen } from './thresholds';
import { STATE_VERSION, toUsableState, type PromotionRecord, type TriggerState } from './state';

const MOST_RECORDS = 5000;

export type Answers = ReadonlyMap<string, Answer>;

/** Whether a promotion's statistics could be read when they were last requested, which may be in an earlier poll. */
export interface StatisticsFound {
	name: string;
	isNew: boolean;
	/** Of those that it lacks, some counters could be read. */
	isPartly?: boolean;
	trouble?: Trouble;
}

export interface Found {
	state: TriggerState;
	newEvents: EmittedEvent[];
	newItems: IDataObject[];
	statistics: StatisticsFound[];
	/** Names of promotions that are missing, and of which it is not believed yet that they are gone. */
	doubtful: string[];
	/** Names of those that had not ended, and of which only newer ones are listed now. */
	slidOut: string[];
	/** Names of those with final figures, for which it is not known whether a limit was crossed. */
	openLimits: string[];
	hasTooManyRecords: boolean;
	/** The state belongs to another account, so this poll started over. */
	hasOtherAccount: boolean;
}

/** Compares what is remembered with the answers of one poll. It depends on nothing else, so the same poll always finds the same events. Call `finish` once, at the end. */
export class Comparison {
	readonly records: Map<string, PromotionRecord>;
	readonly basis: Basis;
	/** Undefined if there is none that can be used. */
	private readonly previousState?: TriggerState;
	private readonly knownIds: KnownIds;
	private readonly newEvents: EmittedEvent[] = [];
	private readonly newItems: IDataObject[] = [];
	private readonly statistics: StatisticsFound[] = [];
	/** Limits of promotions with final figures, of which it is not known whether they were crossed. */
	private readonly openLimits: string[] = [];
	private shownCountings?: readonly Counting[];
	private highestEventNumber: number;

	constructor(
		private readonly stored: TriggerState | undefined,
		readonly listing: Listing,
		basis: Basis,
	) {
		this.previousState = toUsableState(stored, basis.accountId, basis.now);
		this.shownCountings = this.previousState?.shownCountings;
		this.basis = { ...basis, countings: { ...basis.countings, shown: this.shownCountings } };
		this.records = new Map(Object.entries(this.previousState?.records ?? {}));
		this.knownIds = new KnownIds(this.previousState);
		// Numbers that begin with the time were not given by an earlier node or state.
		this.highestEventNumber = this.previousState?.highestEventNumber ?? basis.now;
	}

	get isFull(): boolean {
		return this.records.size >= MOST_RECORDS;
	}

	/** All that are listed, oldest first, and those that are remembered and not listed. */
	*allPromotions(): Generator<[promotionId: string, listed?: ListEntry]> {
		yield* this.listing;
		for (const promotionId of this.records.keys()) if (!this.listing.has(promotionId)) yield [promotionId];
	}

	/** Called twice in a poll: without an answer, to see what is due, and then with it. So it changes nothing. 'ignored': it needs no record. */
	compare(promotionId: string, listed?: ListEntry, answer?: Answer): PromotionChange | Missing | 'ignored' {
		const { basis } = this;
		const record = this.records.get(promotionId);
		if (!this.isPromotionInScope(promotionId, listed, record)) return 'ignored';
		if (record && !listed) {
			const absence = nextAbsence(record.absence, this.previousState?.listSize ?? 0, basis.now);
			const missing = { ...record, absence };
			return isOver(record.status) ? findChange(missing, answer, basis) : { promotionId, record: missing };
		}
		if (record) return findChange(record, answer, basis, listed);
		if (!listed) return 'ignored';
		const isKnown = this.knownIds.isKnown(promotionId);
		const isOld = !isKnown && isOldNews(listed, { state: this.previousState, ...basis });
		// At the first poll of all, the form decides.
		const isNew = this.previousState ? !isKnown && !isOld : !this.stored && basis.settings.emitExisting;
		// It was over before this trigger saw it.
		if (!isNew && (listed.isOver || this.knownIds.over.has(promotionId))) return 'ignored';
		const first = makeFirstRecord(listed, { isNew, isOldNews: isOld && !isNew }, this.highestEventNumber, basis.now);
		const change = findChange(first, answer, basis, listed);
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
		const { fates, doubtful } = judgeAbsences(missing, this.listing, this.basis.now);
		for (const { promotionId, record, fate } of fates) this.addMissing(promotionId, record, fate);
		const hasTooManyRecords = this.dropOldest();
		const namesOf = (some: readonly Missing[]) => some.map(({ promotionId, record: { name } }) => name || promotionId);
		return {
			state: this.makeState(),
			newEvents: this.newEvents,
			newItems: this.newItems,
			statistics: this.statistics,
			doubtful: namesOf(doubtful),
			slidOut: namesOf(fates.filter(({ fate }) => fate === 'slidOut')),
			openLimits: this.openLimits,
			hasTooManyRecords,
			hasOtherAccount: this.stored?.version === STATE_VERSION && this.stored.accountId !== this.basis.accountId,
		};
	}

	/** With the time and the statuses of when it was emitted first, and the counters of now. */
	makeItemAgain(emitted: EmittedEvent, firstEmittedAt: number, answers: Answers): IDataObject {
		const { promotionId } = emitted;
		const [record, listed] = [this.records.get(promotionId), this.listing.get(promotionId)];
		// By now, it may have no record, and not be listed. Its statistics may have been read all the same.
		const { name, status: statusNow } = record ?? listed ?? { name: '', status: '' };
		const [previousStatus, status] = readStatuses(emitted) ?? [statusNow, statusNow];
		const reading = interpret(answers.get(promotionId), record ?? { status: statusNow });
		const counters = record?.counters ?? (reading?.kind === 'counters' ? reading.counters : undefined);
		const promotion = listed?.promotion;
		const figures = counters && workOutFigures(counters, status, this.basis);
		const shown = { name, status, previousStatus, observedAt: firstEmittedAt, figures, reading, promotion };
		return { ...makeItem(emitted, shown, this.basis), redelivered: true };
	}

	private isPromotionInScope(promotionId: string, listed?: ListEntry, record?: PromotionRecord): boolean {
		const { settings, now } = this.basis;
		const name = listed?.name || record?.name || '';
		return isInScope(settings, { promotionId, name, created: listed?.created ?? record?.created }, now);
	}

	private addMissing(promotionId: string, record: Missing['record'], fate: Fate): void {
		const { now } = this.basis;
		const absence = { ...record.absence, goneAt: record.absence.goneAt ?? now };
		if (fate === 'forgotten') this.drop(promotionId);
		else if (fate === 'waits') {
			this.records.set(promotionId, record);
			this.addStatistics(promotionId, record);
		} else if (fate === 'slidOut') this.records.set(promotionId, { ...record, absence });
		else {
			const change = findChange({ ...record, absence, hasDisappeared: true }, undefined, this.basis);
			// If it came back and disappears again, that causes no second event.
			this.addEvents(promotionId, { ...change, hasDisappeared: !record.hasDisappeared });
		}
	}

	/** Adds its events, and remembers it as long as it is followed. */
	private addEvents(promotionId: string, change: PromotionChange, listed?: ListEntry): void {
		const { record, events } = makeEvents(change, promotionId, listed?.promotion);
		for (const { item, emitted } of events) {
			this.newEvents.push(emitted);
			this.newItems.push(item);
		}
		if (change.becameFinal) this.learnFrom(change, promotionId);
		const goesOn = isFollowed(record, this.basis);
		if (change.reading || goesOn) this.addStatistics(promotionId, record, change.reading);
		// Set first, so that `drop` sees the numbers of its events.
		this.records.set(promotionId, record);
		if (!goesOn) this.drop(promotionId);
	}

	/** Final figures may show how the account counts. If a limit needs to know that and they do not, it is never judged. */
	private learnFrom({ record, basis }: PromotionChange, promotionId: string): void {
		const { counters, name, status } = record;
		if (!counters) return;
		const countings = findCountings(counters, isOver(status));
		if (toCountersAre(countings)) this.shownCountings = countings;
		const thresholds = basis.settings.events.has('thresholdCrossed') ? basis.settings.thresholds : [];
		const figures = workOutFigures(counters, status, basis);
		if (thresholds.some((threshold) => isOpen(threshold, figures))) this.openLimits.push(name || promotionId);
	}

	/** Without a reading, the request before counts, if there will be more. */
	private addStatistics(promotionId: string, record: PromotionRecord, reading?: Reading): void {
		if (!reading && (record.requestedAt === undefined || !keepsReading(record, this.basis))) return;
		const trouble = troubleOf(reading) ?? (record.lastRequestFailed && { reason: '' });
		const isPartly = reading?.kind === 'counters';
		this.statistics.push({ name: record.name || promotionId, isNew: reading !== undefined, isPartly, trouble });
	}

	/** The numbers of its events stay taken. */
	private drop(promotionId: string): void {
		const record = this.records.get(promotionId);
		if (!record) return;
		this.highestEventNumber = Math.max(this.highestEventNumber, ...Object.values(record.eventNumbers ?? {}));
		this.records.delete(promotionId);
	}

	/** Returns whether there were too many. */
	private dropOldest(): boolean {
		if (this.records.size <= MOST_RECORDS) return false;
		const createdAt = ({ created = Number.MAX_SAFE_INTEGER }: PromotionRecord) => created;
		const newestFirst = [...this.records].sort(([, a], [, b]) => createdAt(b) - createdAt(a));
		for (const [promotionId] of newestFirst.slice(MOST_RECORDS)) this.drop(promotionId);
		return true;
	}

	private makeState(): TriggerState {
		const { previousState, listing, basis, records, highestEventNumber } = this;
		// While names decide, an ID without one is not known yet: with its name, it may be news.
		const isReadable = ({ name }: ListEntry) => name !== '' || basis.settings.nameContains === '';
		return {
			version: STATE_VERSION,
			accountId: basis.accountId,
			baselineAt: previousState?.baselineAt ?? basis.now,
			newestCreatedAt: findNewestCreated(previousState?.newestCreatedAt, listing, basis.now),
			listSize: listing.size,
			...this.knownIds.mergeWith(listing, isReadable),
			records: Object.fromEntries(records),
			shownCountings: this.shownCountings,
			highestEventNumber,
		};
	}
}
