import { randomBytes } from 'crypto';
import type { IPollFunctions } from 'n8n-workflow';
import { Outages, type Occasion, type Outage } from './outages';
import type { TriggerState } from './state';

/** The time for a poll on n8n versions that do not say how long they wait. Others give as much to a registration. */
const FULL_BUDGET_MS = 300_000;

/** A poll, and why n8n started it. */
export interface Begun {
	poll: number;
	occasion: Occasion;
	at: number;
	/** How long n8n waits for the poll. */
	hostMs: number;
}

interface Emission {
	/** The last poll that had started by then. */
	lastPoll: number;
	poll: number;
	at: number;
	/** The outage that its first event mentioned. */
	outage?: Outage;
}

/** Identifies one state of a node. */
const stampOf = (state: TriggerState | undefined): string | undefined => state && `${state.mark} ${state.poll}`;

/** What this process remembers about one trigger node between polls. */
export class NodeMemory {
	/** Outages of the list and the statistics. */
	readonly service = new Outages();
	/** Times with promotions that cannot be followed. */
	readonly advice = new Outages();
	/** The number of the last poll that was started for it. */
	lastPoll = 0;
	/** The state the last poll produced, and the stored state it was based on. */
	private latest?: { state: TriggerState; basis: string | undefined };
	private emission?: Emission;

	constructor(
		private readonly mark: string,
		private readonly startedAt: number,
	) {}

	/** Since when this process has been without an answer from the service; undefined if the previous poll got one. */
	get waitingSince(): number | undefined {
		return this.latest ? this.service.failingSince : this.startedAt;
	}

	/**
	 * The newer of the state n8n stored and the state this process remembers. If each poll gets a copy from the database, a poll
	 * without events saves nothing there, and without this memory the trigger would never notice that figures stopped changing.
	 */
	newest(stored: TriggerState | undefined, begun: Begun): TriggerState | undefined {
		if (!this.latest || this.wasDiscarded(stored, begun)) return stored;
		return this.goesOnFrom(stored) ? this.latest.state : stored;
	}

	/** The outage mentioned by events that n8n discarded, so that it is mentioned again. */
	untoldOutage(stored: TriggerState | undefined, begun: Begun): Outage | undefined {
		return this.wasDiscarded(stored, begun) ? this.emission?.outage : undefined;
	}

	remember(
		state: TriggerState,
		stored: TriggerState | undefined,
		begun: Begun,
		emission?: Omit<Emission, 'poll'>,
	): void {
		const goesOn = this.goesOnFrom(stored) && !this.wasDiscarded(stored, begun);
		this.latest = { state, basis: this.latest && goesOn ? this.latest.basis : stampOf(stored) };
		if (emission) this.emission = { poll: begun.poll, ...emission };
		else if (!goesOn) this.emission = undefined;
	}

	/** Whether n8n may have made this poll's copy before it stored what the last one emitted. The next poll will show it. */
	mayBeOldCopy(stored: TriggerState | undefined, begun: Begun): boolean {
		if (begun.occasion !== 'schedule' || !this.wasDiscarded(stored, begun)) return false;
		return Math.abs(begun.at - (this.emission?.at ?? 0)) < STORED_WITHIN_MS;
	}

	private goesOnFrom(stored: TriggerState | undefined): boolean {
		return stored?.mark === this.mark || stampOf(stored) === this.latest?.basis;
	}

	/**
	 * n8n discards a poll's items if the workflow is deactivated or saved in the meantime; then nothing was emitted. A scheduled poll that
	 * started before the emission has an older copy anyway. A poll for an activation relies on what is stored.
	 */
	private wasDiscarded(stored: TriggerState | undefined, { poll, occasion }: Begun): boolean {
		const { emission } = this;
		if (!emission || (occasion === 'schedule' && poll <= emission.lastPoll)) return false;
		return stored?.mark !== this.mark || stored.poll < emission.poll;
	}
}

/** How long n8n may take to store what a poll emitted. */
const STORED_WITHIN_MS = 5_000;

/** Lives as long as the n8n process, and keeps a little for each trigger that was polled in it. */
export class ProcessMemory {
	/** Distinguishes this process from earlier ones. */
	readonly mark = randomBytes(6).toString('base64url');
	private readonly startedAt = Date.now();
	private readonly nodes = new Map<string, NodeMemory>();
	private readonly contexts = new WeakSet<IPollFunctions>();

	/** Numbers the polls of a node in the order in which they start. */
	begin(context: IPollFunctions): { node: NodeMemory; begun: Begun } {
		const key = `${context.getWorkflow().id ?? ''} ${context.getNode().id}`;
		const node = this.nodes.get(key) ?? new NodeMemory(this.mark, this.startedAt);
		this.nodes.set(key, node);
		node.lastPoll += 1;
		// n8n before 2.38 does not say how much time there is.
		const { getPollBudgetMs } = context as Partial<Pick<IPollFunctions, 'getPollBudgetMs'>>;
		const budgetMs = getPollBudgetMs?.call(context);
		const occasion = this.occasionOf(context, budgetMs);
		return { node, begun: { poll: node.lastPoll, occasion, at: Date.now(), hostMs: budgetMs ?? FULL_BUDGET_MS } };
	}

	/** When n8n registers a trigger, it polls once with a new context and then keeps using that context. Its scheduler makes a new one for each poll. */
	private occasionOf(context: IPollFunctions, budgetMs: number | undefined): Occasion {
		if (this.contexts.has(context)) return 'schedule';
		this.contexts.add(context);
		const mode = context.getActivationMode();
		if (mode === 'activate' || mode === 'create') return 'activation by a person';
		if (mode === 'init' || mode === 'leadershipChange') return 'registration by n8n';
		if (mode !== 'update' || budgetMs === undefined) return 'registration?';
		// The scheduler gives less time than usual.
		return budgetMs === FULL_BUDGET_MS ? 'registration by n8n' : 'schedule';
	}
}

export const processMemory = new ProcessMemory();
