import type { Clock } from './clock';
import { completionTime, halt, momentOf, resume, livedBefore, type Moment } from './life';
import type { Personality } from './personalities';
import { Report, reportDefaults } from './report';
import type { ReportSubject } from './reportRows';
import { createStored, storedTemplate, type StoredPromotion } from './storedPromotion';
import { fullShape, summaryShape, type ShapeContext } from './shapes';
import { countersAt, countOnce, retryEntries } from './statistics';
import type {
	Counters,
	JsonObject,
	NewPromotion,
	PromotionChange,
	PromotionView,
	RetryCounters,
	Settings,
} from './types';

export interface PromotionsContext {
	clock: Clock;
	personality: Personality;
	settings: Settings;
	accountId: string;
	speed: number;
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : '');

/** All promotions of the account, with every rule of their life. Knows nothing of HTTP. */
export class Promotions {
	private readonly byId = new Map<string, StoredPromotion>();
	private lastOrder = 0;

	constructor(private readonly context: PromotionsContext) {}

	add(given: NewPromotion, origin: 'launch' | 'control', contacts: ReportSubject['contacts'] = []): StoredPromotion {
		const { clock, personality, settings } = this.context;
		const now = clock.now();
		const promotionId = given.promotionId ?? personality.newPromotionId();
		if (this.byId.has(promotionId)) throw new Error(`There is a promotion ${promotionId} already.`);
		const order = ++this.lastOrder;
		const { durations } = settings;
		const promotion = createStored(given, { promotionId, order, now, origin, durations, contacts });
		this.byId.set(promotionId, promotion);
		return promotion;
	}

	/** By hand, from outside the service. A phase or a status given here stays until it is changed again. */
	update(promotionId: string, change: PromotionChange): StoredPromotion {
		const promotion = this.required(promotionId);
		const { life } = promotion;
		const now = this.context.clock.now();
		if (change.automatic !== undefined && change.automatic !== life.automatic) {
			const { phase } = this.moment(promotion);
			const livedMs = livedBefore(phase, life.durations);
			promotion.life = { ...life, automatic: change.automatic, phase, livedMs, since: now };
		}
		if (change.phase !== undefined) {
			promotion.life = { ...promotion.life, automatic: false, phase: change.phase, since: now };
			promotion.fixedStatus = undefined;
		}
		if (change.status !== undefined) promotion.fixedStatus = change.status;
		if (change.durations) promotion.life = { ...promotion.life, durations: { ...life.durations, ...change.durations } };
		if (change.counters) promotion.fixedCounters = { ...this.reached(promotion), ...change.counters };
		if (change.statsReport) promotion.fixedStatsReport = change.statsReport;
		if (change.name !== undefined) promotion.name = change.name;
		if (change.recipients !== undefined) promotion.recipients = change.recipients;
		if (change.createdAt !== undefined) promotion.createdAt = change.createdAt;
		if (change.listedAt !== undefined) promotion.listedAt = change.listedAt;
		if (change.report) promotion.reportOptions = { ...promotion.reportOptions, ...change.report };
		if (change.targetListName !== undefined) promotion.targetListName = change.targetListName;
		if (change.template) promotion.template = storedTemplate(change.template);
		if (change.overrides) promotion.overrides = change.overrides;
		promotion.rendered = undefined;
		return promotion;
	}

	/** As if it had been deleted in the service; what the ledger says of it stays. */
	remove(promotionId: string): void {
		this.required(promotionId);
		this.byId.delete(promotionId);
	}

	/** As the service's own screen would do it; the document names no call for it. */
	resume(promotionId: string): StoredPromotion {
		const promotion = this.required(promotionId);
		if (this.moment(promotion).phase !== 'stopped') throw new Error(`Promotion ${promotionId} is not stopped.`);
		promotion.life = resume(promotion.life, this.context.clock.now());
		promotion.fixedStatus = undefined;
		return promotion;
	}

	/** The status change of the document; the caller has checked that it is allowed. */
	halt(promotion: StoredPromotion, phase: 'stopped' | 'cancelled'): void {
		promotion.life = halt(promotion.life, phase, this.context.clock.now(), this.context.speed);
		promotion.fixedStatus = undefined;
	}

	/** What the service still answers for; a cancelled one may be gone, whatever we remember of it. */
	find(promotionId: string): StoredPromotion | undefined {
		const promotion = this.byId.get(promotionId);
		return promotion && !this.gone(promotion) ? promotion : undefined;
	}

	required(promotionId: string): StoredPromotion {
		const promotion = this.byId.get(promotionId);
		if (!promotion) throw new Error(`There is no promotion ${promotionId}.`);
		return promotion;
	}

	mayBeHalted(promotion: StoredPromotion): boolean {
		const { phase } = this.moment(promotion);
		return phase === 'preparation' || (phase === 'stopped' && this.context.settings.stoppedCountsAsPreparation);
	}

	/** The promotions the list shows now, in this personality's order, each as JSON text. */
	listed(): string[] {
		const newest = this.context.settings.listNewest;
		const now = this.context.clock.now();
		const { listOrder } = this.context.personality;
		let shown = [...this.byId.values()].filter((promotion) => promotion.listedAt <= now && !this.gone(promotion));
		if (newest > 0 || listOrder !== 'oldestFirst') {
			shown.sort((a, b) => b.createdAt - a.createdAt || b.order - a.order);
			if (newest > 0) shown = shown.slice(0, newest);
			if (listOrder === 'byId') shown.sort((a, b) => (a.promotionId < b.promotionId ? -1 : 1));
		}
		if (listOrder === 'oldestFirst') shown.sort((a, b) => a.createdAt - b.createdAt || a.order - b.order);
		return shown.map((promotion) => this.summaryText(promotion));
	}

	all(): PromotionView[] {
		return [...this.byId.values()].map((promotion) => this.view(promotion));
	}

	view(promotion: StoredPromotion): PromotionView {
		const { clock, speed } = this.context;
		return {
			promotionId: promotion.promotionId,
			name: promotion.name,
			phase: this.moment(promotion).phase,
			status: this.status(promotion),
			listed: promotion.listedAt <= clock.now() && !this.gone(promotion),
			recipients: promotion.recipients,
			createdAt: promotion.createdAt,
			completedAt: completionTime(promotion.life, speed),
			origin: promotion.origin,
			automatic: promotion.life.automatic,
			counters: this.counters(promotion),
			statsReport: this.statsReport(promotion),
		};
	}

	full(promotion: StoredPromotion): JsonObject {
		return fullShape(promotion, this.shapeContext(promotion));
	}

	/** As the statistics show them. */
	counters(promotion: StoredPromotion): Counters {
		return this.shown(this.reached(promotion));
	}

	private shown<Some extends Counters>(reached: Some): Some {
		return this.context.settings.countersAre === 'separate' ? countOnce(reached) : reached;
	}

	private reached(promotion: StoredPromotion): Counters {
		if (promotion.fixedCounters) return promotion.fixedCounters;
		return countersAt(promotion.recipients, this.failedPerThousand(promotion), this.moment(promotion));
	}

	statsReport(promotion: StoredPromotion): RetryCounters[] {
		const { count, firstNumber } = this.context.personality.retryEntries;
		const entries = promotion.fixedStatsReport ?? retryEntries(this.reached(promotion), count, firstNumber);
		return entries.map((entry) => this.shown(entry));
	}

	report(promotion: StoredPromotion): Report {
		const { personality, settings } = this.context;
		const rows = Math.floor(promotion.recipients * this.moment(promotion).runFraction);
		const options = {
			...reportDefaults(rows, personality),
			transport: settings.reportTransport,
			...promotion.reportOptions,
		};
		const template = promotion.template;
		return new Report(
			options,
			{
				promotionId: promotion.promotionId,
				templateName: textOf(template.name),
				language: textOf(template.language),
				startedAt: promotion.createdAt,
				contacts: promotion.contacts,
				counters:
					promotion.fixedCounters || promotion.reportOptions.rows !== undefined ? undefined : this.reached(promotion),
			},
			personality,
		);
	}

	/** Whether nobody has asked for a certain report and nothing was sent yet. */
	reportNotReady(promotion: StoredPromotion): boolean {
		return promotion.reportOptions.rows === undefined && this.moment(promotion).phase === 'preparation';
	}

	/** The same of its counters. */
	countersNotReady(promotion: StoredPromotion): boolean {
		return promotion.fixedCounters === undefined && this.moment(promotion).phase === 'preparation';
	}

	private failedPerThousand(promotion: StoredPromotion): number {
		return promotion.reportOptions.failedPerThousand ?? 10;
	}

	private moment(promotion: StoredPromotion): Moment {
		return momentOf(promotion.life, this.context.clock.now(), this.context.speed);
	}

	private status(promotion: StoredPromotion): string {
		if (promotion.fixedStatus !== undefined) return promotion.fixedStatus;
		const { phase, phaseFraction } = this.moment(promotion);
		const words = this.context.personality.statusWords[phase];
		return words[Math.min(words.length - 1, Math.floor(phaseFraction * words.length))] as string;
	}

	private gone(promotion: StoredPromotion): boolean {
		return promotion.life.phase === 'cancelled' && !this.context.settings.cancelledStaysListed;
	}

	private shapeContext(promotion: StoredPromotion): ShapeContext {
		const { personality, accountId, clock, speed } = this.context;
		const completedAt = completionTime(promotion.life, speed);
		return {
			personality,
			accountId,
			status: this.status(promotion),
			completedAt: completedAt !== null && completedAt <= clock.now() ? completedAt : null,
		};
	}

	private summaryText(promotion: StoredPromotion): string {
		const context = this.shapeContext(promotion);
		const { rendered } = promotion;
		if (rendered?.status === context.status && rendered.completedAt === context.completedAt) return rendered.text;
		const text = JSON.stringify(summaryShape(promotion, context));
		promotion.rendered = { status: context.status, completedAt: context.completedAt, text };
		return text;
	}
}
