import type { FaultRule } from './faults';
import type { ForeignRequest } from './foreignHost';
import type { LaunchRecord, LedgerRecord, PatchRecord, RequestFilter, RequestRecord } from './ledger';
import type { RequestPredicate } from './requestLog';
import { applySettings, type Simulation } from './simulation';
import type {
	NewPromotion,
	PromotionChange,
	PromotionView,
	ReportFacts,
	Settings,
	SimulatorDescription,
} from './types';

const longestWaitMs = 30_000;

/** Everything a test, a demo or a bench can ask of a running simulator. All of it works over HTTP too. */
export function createControls(simulation: Simulation, describe: () => SimulatorDescription) {
	const { promotions, clock, faults, ledger, log, settings } = simulation;
	const view = (promotionId: string): PromotionView => promotions.view(promotions.required(promotionId));
	return {
		describe,

		settings: (): Settings => ({ ...settings }),
		configure(changes: Partial<Settings>): Settings {
			applySettings(settings, changes);
			return { ...settings };
		},

		addPromotion: (given: NewPromotion = {}): PromotionView => promotions.view(promotions.add(given, 'control')),
		/** For thousands at once; answers their ids. */
		addPromotions: (given: NewPromotion[]): string[] => given.map((one) => promotions.add(one, 'control').promotionId),
		update: (promotionId: string, change: PromotionChange): PromotionView =>
			promotions.view(promotions.update(promotionId, change)),
		/** A stopped one goes on, as a person would do it on the service's own screen. */
		resume: (promotionId: string): PromotionView => promotions.view(promotions.resume(promotionId)),
		remove(promotionId: string): void {
			promotions.remove(promotionId);
		},
		promotion: view,
		promotions: (): PromotionView[] => promotions.all(),
		/** What a whole report of this promotion contains at this moment. */
		reportFacts: (promotionId: string): ReportFacts => promotions.report(promotions.required(promotionId)).facts(),

		now: (): number => clock.now(),
		/** Stops the clock at this moment (milliseconds since 1970). */
		setClock(timeMs: number): void {
			clock.set(timeMs);
		},
		advance(milliseconds: number): number {
			clock.advance(milliseconds);
			return clock.now();
		},
		releaseClock(): void {
			clock.release();
		},

		/** Adds a misbehaviour and answers its number. */
		misbehave: (rule: FaultRule): number => faults.add(rule),
		/** Takes one misbehaviour back, or all. */
		behave(id?: number): void {
			faults.clear(id);
		},
		misbehaviours: () => faults.active(),
		/** Lets every request go on that a `hold` keeps. Answers how many there were. */
		releaseHeld(): number {
			const waiting = [...simulation.held];
			simulation.held.clear();
			for (const goOn of waiting) goOn();
			return waiting.length;
		},

		ledger: (after = 0): LedgerRecord[] => ledger.read(after),
		launches: (after = 0): LaunchRecord[] => ledger.launches(after),
		patches: (after = 0): PatchRecord[] => ledger.patches(after),
		requests: (filter: RequestFilter = {}): RequestRecord[] => log.read(filter),
		waitForRequest: (
			wanted: RequestFilter | RequestPredicate = {},
			timeoutMs: number = longestWaitMs,
		): Promise<RequestRecord> => log.wait(wanted, timeoutMs),

		/** What the host behind a redirect was shown, every header included. */
		foreignRequests: (): ForeignRequest[] => simulation.foreignHost.requests(),
	};
}

export type Controls = ReturnType<typeof createControls>;
export type ControlName = keyof Controls;
