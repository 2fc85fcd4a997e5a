import { completedAt, livedBefore, momentOf, type Clock, type Moment } from './life';
import { Report } from './report';
import type { Settings } from './settings';
import { fullShape, inOtherChannel, summaryShape, type Launched, type StoredPromotion } from './shapes';
import { countersAt, countOnce, noCounters, retryEntries } from './statistics';
import type { Counters, JsonObject, NewPromotion, Phase, PromotionChange, PromotionView, RetryCounters } from './types';

interface Account {
	clock: Clock;
	settings: Settings;
	accountId: string;
	speed: number;
}

/** All promotions of the account, with every rule of their life. Knows nothing of HTTP. */
export class Promotions {
	private readonly byId = new Map<string, StoredPromotion>();
	private lastOrder = 0;

	constructor(private readonly account: Account) {}

	add(given: NewPromotion & Launched = {}): StoredPromotion {
		const { clock, settings } = this.account;
		const now = clock.now();
		const { promotionId = settings.newPromotionId(), createdAt = now, automatic = false, report = {} } = given;
		const { startsAt = createdAt, phase = automatic ? 'preparation' : 'running' } = given;
		if (this.byId.has(promotionId)) throw new Error(`There is a promotion ${promotionId} already.`);
		const durations = given.durations ?? settings.durations;
		// One that is put into a later phase begins it now; any other has lived since it started.
		const beginsNow = automatic && phase !== 'preparation';
		const order = ++this.lastOrder;
		const promotion: StoredPromotion = {
			promotionId,
			name: given.name ?? `Promotion ${order}`,
			order,
			createdAt,
			startsAt,
			listedAt: given.listedAt ?? createdAt,
			promotionType: given.promotionType ?? 'IMMEDIATE',
			targetListName: given.targetListName ?? `List ${order}`,
			template: given.template ?? { name: 'spring_offer', id: 'tpl-1', language: 'en', components: [] },
			contacts: given.contacts ?? [],
			life: {
				automatic,
				phase,
				since: beginsNow ? now : startsAt,
				livedMs: beginsNow ? livedBefore(phase, durations) : 0,
				durations,
			},
			recipients: given.recipients ?? report.rows ?? 1000,
			status: given.status,
			counters: given.counters && { ...noCounters, ...given.counters },
			statsReport: given.statsReport,
			report,
			overrides: given.overrides ?? {},
		};
		this.byId.set(promotionId, promotion);
		return promotion;
	}

	/** By hand, from outside the service. A phase or a status given here stays until it is changed again. */
	update(promotionId: string, { phase, status, counters, report }: PromotionChange): StoredPromotion {
		const promotion = this.required(promotionId);
		if (phase !== undefined) this.put(promotion, phase);
		if (status !== undefined) promotion.status = status;
		if (counters) promotion.counters = { ...this.reached(promotion), ...counters };
		promotion.report = { ...promotion.report, ...report };
		return promotion;
	}

	/** Into a phase that stays. */
	put(promotion: StoredPromotion, phase: Phase): void {
		promotion.life = { ...promotion.life, automatic: false, phase, since: this.account.clock.now() };
		promotion.status = undefined;
	}

	/** As if it had been deleted in the service; what the ledger says of it stays. */
	remove(promotionId: string): void {
		this.byId.delete(this.required(promotionId).promotionId);
	}

	/** What the service still answers for; a cancelled one may be gone, whatever we remember of it. */
	find(promotionId: string): StoredPromotion | undefined {
		const promotion = this.byId.get(promotionId);
		return promotion && !this.isGone(promotion) ? promotion : undefined;
	}

	required(promotionId: string): StoredPromotion {
		const promotion = this.byId.get(promotionId);
		if (!promotion) throw new Error(`There is no promotion ${promotionId}.`);
		return promotion;
	}

	mayBeHalted(promotion: StoredPromotion): boolean {
		const { phase } = this.moment(promotion);
		return phase === 'preparation' || (phase === 'stopped' && this.account.settings.stoppedCountsAsPreparation);
	}

	/** The promotions the list shows now, in this personality's order. */
	listed(): JsonObject[] {
		const { listNewest, listOrder, listsOtherChannel } = this.account.settings;
		const now = this.account.clock.now();
		let shown = [...this.byId.values()].filter((one) => one.listedAt <= now && !this.isGone(one));
		shown.sort((a, b) => b.createdAt - a.createdAt || b.order - a.order);
		if (listNewest > 0) shown = shown.slice(0, listNewest);
		if (listOrder === 'byId') shown.sort((a, b) => (a.promotionId < b.promotionId ? -1 : 1));
		if (listOrder === 'oldestFirst') shown.reverse();
		return shown.flatMap((promotion) => {
			const summary = summaryShape(promotion, this.shapeContext(promotion));
			return listsOtherChannel ? [inOtherChannel(summary), summary] : [summary];
		});
	}

	full(promotion: StoredPromotion): JsonObject {
		return fullShape(promotion, this.shapeContext(promotion));
	}

	all(): PromotionView[] {
		return [...this.byId.values()].map((promotion) => this.view(promotion));
	}

	view(promotion: StoredPromotion): PromotionView {
		const { promotionId, name } = promotion;
		const { phase } = this.moment(promotion);
		return { promotionId, name, phase, status: this.status(promotion), counters: this.counters(promotion) };
	}

	/** As the statistics show them. */
	counters(promotion: StoredPromotion): Counters {
		return this.shown(this.reached(promotion));
	}

	statsReport(promotion: StoredPromotion): RetryCounters[] {
		const { count, firstNumber } = this.account.settings.tries;
		const entries = promotion.statsReport ?? retryEntries(this.reached(promotion), count, firstNumber);
		return entries.map((entry) => this.shown(entry));
	}

	report(promotion: StoredPromotion): Report {
		const { recipients, report, counters } = promotion;
		const rows = Math.floor(recipients * this.moment(promotion).runFraction);
		// Its rows agree with the counters, unless either was given by hand.
		const reached = counters || report.rows !== undefined ? undefined : this.reached(promotion);
		return new Report({ rows, ...report }, promotion, reached, this.account.settings);
	}

	/** Whether nothing was sent yet, and nobody has asked for a certain report. */
	reportNotReady(promotion: StoredPromotion): boolean {
		return promotion.report.rows === undefined && this.moment(promotion).phase === 'preparation';
	}

	/** The same of its counters. */
	countersNotReady(promotion: StoredPromotion): boolean {
		return promotion.counters === undefined && this.moment(promotion).phase === 'preparation';
	}

	private shown<Some extends Counters>(reached: Some): Some {
		return this.account.settings.countersAre === 'separate' ? countOnce(reached) : reached;
	}

	private reached(promotion: StoredPromotion): Counters {
		const { counters, recipients, report } = promotion;
		return counters ?? countersAt(recipients, report.failedPerThousand ?? 10, this.moment(promotion));
	}

	private moment({ life }: StoredPromotion): Moment {
		return momentOf(life, this.account.clock.now(), this.account.speed);
	}

	private status(promotion: StoredPromotion): string {
		if (promotion.status !== undefined) return promotion.status;
		const { phase, phaseFraction } = this.moment(promotion);
		const { preparing, running } = this.account.settings;
		const final = { completed: ['Completed'], stopped: ['Stopped'], cancelled: ['Cancelled'] };
		const words = { preparation: preparing, running, ...final }[phase];
		return words[Math.min(words.length - 1, Math.floor(phaseFraction * words.length))] as string;
	}

	private isGone({ life }: StoredPromotion): boolean {
		return life.phase === 'cancelled' && !this.account.settings.cancelledStaysListed;
	}

	private shapeContext(promotion: StoredPromotion) {
		const { clock, speed, accountId, settings } = this.account;
		const endedAt = completedAt(promotion.life, clock.now(), speed);
		return { settings, accountId, status: this.status(promotion), endedAt };
	}
}
