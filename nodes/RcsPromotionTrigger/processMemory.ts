import { randomBytes } from 'crypto';
import type { IPollFunctions } from 'n8n-workflow';
import type { TriggerState } from './state';
import { FailureGate, type Occasion } from './failureGate';

/** What one trigger node leaves behind in this process between its polls. */
export class NodeMemory {
	readonly service = new FailureGate();
	readonly capacity = new FailureGate();
	private latest?: { state: TriggerState; basis: string | undefined };
	private readonly reads = new Map<string, number>();
	private readCount = 0;

	constructor(private readonly mark: string) {}

	/**
	 * The newest of what n8n stored and what this process knows. Where each poll gets a copy out of the database, a poll
	 * without events leaves no trace there: it would forget what moved when, and the trigger would never see anything settle.
	 */
	newest(stored: TriggerState | undefined): TriggerState | undefined {
		if (!this.latest) return stored;
		const { state, basis } = this.latest;
		const ownOrItsBasis = stored?.mark === this.mark || stampOf(stored) === basis;
		return ownOrItsBasis ? state : stored;
	}

	/** `basis` is what n8n had stored when the state was made. */
	remember(state: TriggerState, basis: TriggerState | undefined): void {
		const unchanged = this.latest && (basis?.mark === this.mark || stampOf(basis) === this.latest.basis);
		this.latest = { state, basis: unchanged ? this.latest?.basis : stampOf(basis) };
	}

	lastRead(promotionId: string): number {
		return this.reads.get(promotionId) ?? 0;
	}

	/** Only what was asked for of late is worth its place. */
	willRead(promotionIds: readonly string[]): void {
		for (const promotionId of promotionIds) {
			this.reads.delete(promotionId);
			this.reads.set(promotionId, ++this.readCount);
		}
		for (const promotionId of this.reads.keys()) {
			if (this.reads.size <= MOST_READS_REMEMBERED) break;
			this.reads.delete(promotionId);
		}
	}
}

const MOST_READS_REMEMBERED = 10_000;
const MOST_NODES_REMEMBERED = 200;

const stampOf = (state: TriggerState | undefined) => state && `${state.mark} ${state.turn}`;

/** What lives as long as the n8n process. */
export class ProcessMemory {
	/** Tells this process from the one before it. */
	readonly mark = randomBytes(6).toString('base64url');
	lastTurn = 0;
	private readonly nodes = new Map<string, NodeMemory>();
	private readonly contexts = new WeakSet<IPollFunctions>();

	/** Polls are numbered in the order in which they begin. */
	nextTurn(): number {
		return ++this.lastTurn;
	}

	of(context: IPollFunctions): NodeMemory {
		const key = `${context.getWorkflow().id ?? ''} ${context.getNode().id}`;
		const node = this.nodes.get(key) ?? new NodeMemory(this.mark);
		this.nodes.delete(key);
		this.nodes.set(key, node);
		const [oldest] = this.nodes.keys();
		if (this.nodes.size > MOST_NODES_REMEMBERED && oldest !== undefined) this.nodes.delete(oldest);
		return node;
	}

	/** n8n polls once with a new context when it registers a trigger, and with the same one from then on; its scheduler makes one for each poll. */
	occasionOf(context: IPollFunctions): Occasion {
		if (this.contexts.has(context)) return 'schedule';
		this.contexts.add(context);
		const mode = context.getActivationMode();
		if (mode === 'activate' || mode === 'create') return 'activation by a person';
		if (mode === 'init' || mode === 'leadershipChange') return 'registration by n8n';
		// Hosts before 2.38 do not say how much time there is; the scheduler gives less than usual.
		const { getPollBudgetMs } = context as Partial<Pick<IPollFunctions, 'getPollBudgetMs'>>;
		if (mode !== 'update' || !getPollBudgetMs) return 'registration?';
		return getPollBudgetMs.call(context) === FULL_BUDGET_MS ? 'registration by n8n' : 'schedule';
	}
}

export const FULL_BUDGET_MS = 300_000;
export const processMemory = new ProcessMemory();
