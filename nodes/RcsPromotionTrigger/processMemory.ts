import { randomBytes } from 'crypto';
import type { IPollFunctions } from 'n8n-workflow';
import { Reads } from './reads';
import { stampOf, type TriggerState } from './state';
import { FailureGate, type Occasion } from './failureGate';

/** A poll, and why n8n makes it. */
interface Begun {
	pollNumber: number;
	occasion: Occasion;
}

/** What one trigger node leaves behind in this process between its polls. */
class NodeMemory {
	/** With list and statistics. */
	readonly service = new FailureGate();
	/** With promotions that cannot be followed. */
	readonly advice = new FailureGate();
	readonly reads = new Reads();
	/** The number of the last poll begun for it. */
	lastPollNumber = 0;
	private latest?: { state: TriggerState; basis: string | undefined };
	/** What was emitted last, and the number of the last poll begun by then. */
	private emission?: { pollNumber: number; lastPollNumber: number; at: number };

	constructor(
		private readonly processId: string,
		private readonly startedAt: number,
	) {}

	/** Since when this process has been waiting for an answer of the service; undefined when the poll before had one. */
	get waitingSince(): number | undefined {
		return this.latest ? this.service.failingSince : this.startedAt;
	}

	/**
	 * The newest of what n8n stored and what this process knows. Where each poll gets a copy out of the database, a poll
	 * without events leaves no trace there: it would forget what moved when, and the trigger would never see anything settle.
	 */
	newest(stored: TriggerState | undefined, poll: Begun): TriggerState | undefined {
		if (!this.latest || this.wasDiscarded(stored, poll)) return stored;
		const { state, basis } = this.latest;
		const ownOrItsBasis = stored?.processId === this.processId || stampOf(stored) === basis;
		return ownOrItsBasis ? state : stored;
	}

	/** `basis` is what n8n had stored when the state was made. */
	remember(
		state: TriggerState,
		basis: TriggerState | undefined,
		emits: boolean,
		{ lastPollNumber, now, occasion }: { lastPollNumber: number; now: number; occasion: Occasion },
	): void {
		const { pollNumber } = state;
		const ownOrItsBasis = basis?.processId === this.processId || stampOf(basis) === this.latest?.basis;
		const goesOn = ownOrItsBasis && !this.wasDiscarded(basis, { pollNumber, occasion });
		this.latest = { state, basis: this.latest && goesOn ? this.latest.basis : stampOf(basis) };
		if (emits) this.emission = { pollNumber, lastPollNumber, at: now };
		else if (!goesOn) this.emission = undefined;
	}

	/** Whether n8n may have made the copy for a poll, begun then, before it stored what was emitted: the next poll can tell. */
	mayBeOldCopy(stored: TriggerState | undefined, poll: Begun, begunAt: number): boolean {
		if (poll.occasion !== 'schedule' || !this.wasDiscarded(stored, poll)) return false;
		return Math.abs(begunAt - (this.emission?.at ?? 0)) < STORED_WITHIN_MS;
	}

	/**
	 * n8n throws away what a poll gives when the workflow is deactivated or saved meanwhile: then it was not emitted. A scheduled poll
	 * begun before that has a copy that is older anyway; a poll of an activation goes by what is stored.
	 */
	private wasDiscarded(stored: TriggerState | undefined, { pollNumber, occasion }: Begun): boolean {
		const { emission } = this;
		if (!emission || (occasion === 'schedule' && pollNumber <= emission.lastPollNumber)) return false;
		return stored?.processId !== this.processId || stored.pollNumber < emission.pollNumber;
	}
}

const STORED_WITHIN_MS = 5_000;
const MOST_NODES_REMEMBERED = 200;

/** What lives as long as the n8n process. */
export class ProcessMemory {
	/** Tells this process from the one before it. */
	readonly id = randomBytes(6).toString('base64url');
	private readonly startedAt = Date.now();
	private lastPollNumber = 0;
	private readonly nodes = new Map<string, NodeMemory>();
	private readonly contexts = new WeakSet<IPollFunctions>();

	/** Polls are numbered in the order in which they begin. */
	begin(node: NodeMemory): number {
		node.lastPollNumber = ++this.lastPollNumber;
		return node.lastPollNumber;
	}

	of(context: IPollFunctions): NodeMemory {
		const key = `${context.getWorkflow().id ?? ''} ${context.getNode().id}`;
		const node = this.nodes.get(key) ?? new NodeMemory(this.id, this.startedAt);
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
