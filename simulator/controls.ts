import type { FaultRule } from './faults';
import type { LaunchRecord, LedgerRecord, PatchRecord, RequestFilter, RequestPredicate, RequestRecord } from './ledger';
import type { Simulation } from './simulation';
import { applySettings, type Settings } from './settings';
import type { NewPromotion, PromotionChange, PromotionView, ReportFacts } from './types';

const longestWaitMs = 30_000;

/** Everything a test, a demo or a bench can ask of a running simulator. All of it works over HTTP too. */
export function createControls(simulation: Simulation) {
	const { promotions, clock, faults, ledger, log, settings } = simulation;
	const of = (promotionId: string) => promotions.required(promotionId);
	return {
		settings: (): Settings => ({ ...settings }),
		configure(changes: Partial<Settings>): void {
			applySettings(settings, changes);
		},

		addPromotion: (given: NewPromotion = {}): PromotionView => promotions.view(promotions.add(given)),
		/** For thousands at once; answers their IDs. */
		addPromotions: (given: NewPromotion[]): string[] => given.map((one) => promotions.add(one).promotionId),
		update: (promotionId: string, change: PromotionChange): PromotionView =>
			promotions.view(promotions.update(promotionId, change)),
		remove(promotionId: string): void {
			promotions.remove(promotionId);
		},
		promotion: (promotionId: string): PromotionView => promotions.view(of(promotionId)),
		promotions: (): PromotionView[] => promotions.all(),
		/** What a whole report of this promotion contains at this moment. */
		reportFacts: (promotionId: string): ReportFacts => promotions.report(of(promotionId)).facts(),

		now: (): number => clock.now(),
		/** Stops the clock at this moment (milliseconds since 1970). */
		setClock(timeMs: number): void {
			clock.setTo = timeMs;
		},

		/** Adds a fault and answers its number. */
		addFault: (rule: FaultRule): number => faults.add(rule),
		/** Takes one fault back, or all. */
		removeFault(id?: number): void {
			faults.clear(id);
		},
		/** Lets every request go on that a `hold` keeps. Answers how many there were. */
		releaseHeld(): number {
			const waiting = [...simulation.held];
			simulation.held.clear();
			for (const goOn of waiting) goOn();
			return waiting.length;
		},

		ledger: (after = 0): LedgerRecord[] => ledger.read(after),
		launches: (after = 0): LaunchRecord[] => ledger.read(after).filter((record) => record.kind === 'launch'),
		patches: (after = 0): PatchRecord[] => ledger.read(after).filter((record) => record.kind === 'patch'),
		requests: (filter: RequestFilter = {}): RequestRecord[] => log.read(filter),
		waitForRequest: (
			wanted: RequestFilter | RequestPredicate = {},
			timeoutMs: number = longestWaitMs,
		): Promise<RequestRecord> => log.wait(wanted, timeoutMs),

		/** What the host behind a redirect was shown, every header included. */
		foreignRequests: () => simulation.foreignHost.requests(),
	};
}

export type Controls = ReturnType<typeof createControls>;
