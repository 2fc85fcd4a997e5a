import { randomBytes } from 'crypto';
import type { IPollFunctions } from 'n8n-workflow';
import { Outages, type Occasion, type Outage } from './outages';
import type { TriggerState } from './state';

/** What a poll gets of hosts that do not say how long they wait for it. */
const FULL_BUDGET_MS = 300_000;

/** A poll, and why n8n makes it. */
export interface Begun {
	poll: number;
	occasion: Occasion;
	at: number;
	/** How long n8n waits for it. */
	hostMs: number;
}

interface Emission {
	/** The last poll begun by then. */
	lastPoll: number;
	poll: number;
	at: number;
	/** What it told of a time without answers. */
	outage?: Outage;
}

/** Tells a state from every other one of the same node. */
const stampOf = (state: TriggerState | undefined): string | undefined => state && `${state.mark} ${state.poll}`;

/** What one trigger node leaves behind in this process between its polls. */
export class NodeMemory {
	/** With list and statistics. */
	readonly service = new Outages();
	/** With promotions that cannot be followed. */
	readonly advice = new Outages();
	/** The number of the last poll begun for it. */
	lastPoll = 0;
	/** What the last poll made, and what n8n had stored then. */
	private latest?: { state: TriggerState; basis: string | undefined };
	private emission?: Emission;

	constructor(
		private readonly mark: string,
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
	newest(stored: TriggerState | undefined, begun: Begun): TriggerState | undefined {
		if (!this.latest || this.wasDiscarded(stored, begun)) return stored;
		return this.goesOnFrom(stored) ? this.latest.state : stored;
	}

	/** The time without answers that ended in a poll whose events n8n threw away. */
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

	/** Whether n8n may have made the copy for a poll before it stored what was emitted: the next poll can tell. */
	mayBeOldCopy(stored: TriggerState | undefined, begun: Begun): boolean {
		if (begun.occasion !== 'schedule' || !this.wasDiscarded(stored, begun)) return false;
		return Math.abs(begun.at - (this.emission?.at ?? 0)) < STORED_WITHIN_MS;
	}

	private goesOnFrom(stored: TriggerState | undefined): boolean {
		return stored?.mark === this.mark || stampOf(stored) === this.latest?.basis;
	}

	/**
	 * n8n throws away what a poll gives when the workflow is deactivated or saved meanwhile: then it was not emitted. A scheduled poll
	 * begun before that has a copy that is older anyway; a poll of an activation goes by what is stored.
	 */
	private wasDiscarded(stored: TriggerState | undefined, { poll, occasion }: Begun): boolean {
		const { emission } = this;
		if (!emission || (occasion === 'schedule' && poll <= emission.lastPoll)) return false;
		return stored?.mark !== this.mark || stored.poll < emission.poll;
	}
}

/** How long n8n may take to store what a poll emitted. */
const STORED_WITHIN_MS = 5_000;

/** What lives as long as the n8n process: a little for each trigger that was ever polled in it. */
export class ProcessMemory {
	/** Tells this process from the one before it. */
	readonly mark = randomBytes(6).toString('base64url');
	private readonly startedAt = Date.now();
	private readonly nodes = new Map<string, NodeMemory>();
	private readonly contexts = new WeakSet<IPollFunctions>();

	/** Polls of a node are numbered in the order in which they begin. */
	begin(context: IPollFunctions): { node: NodeMemory; begun: Begun } {
		const key = `${context.getWorkflow().id ?? ''} ${context.getNode().id}`;
		const node = this.nodes.get(key) ?? new NodeMemory(this.mark, this.startedAt);
		this.nodes.set(key, node);
		node.lastPoll += 1;
		// Hosts before 2.38 do not say how much time there is.
		const { getPollBudgetMs } = context as Partial<Pick<IPollFunctions, 'getPollBudgetMs'>>;
		const budgetMs = getPollBudgetMs?.call(context);
		const occasion = this.occasionOf(context, budgetMs);
		return { node, begun: { poll: node.lastPoll, occasion, at: Date.now(), hostMs: budgetMs ?? FULL_BUDGET_MS } };
	}

	/** n8n polls once with a new context when it registers a trigger, and with the same one from then on; its scheduler makes one for each poll. */
	private occasionOf(context: IPollFunctions, budgetMs: number | undefined): Occasion {
		if (this.contexts.has(context)) return 'schedule';
		this.contexts.add(context);
		const mode = context.getActivationMode();
		if (mode === 'activate' || mode === 'create') return 'activation by a person';
		if (mode === 'init' || mode === 'leadershipChange') return 'registration by n8n';
		if (mode !== 'update' || budgetMs === undefined) return 'registration?';
		// The scheduler gives less than usual.
		return budgetMs === FULL_BUDGET_MS ? 'registration by n8n' : 'schedule';
	}
}

export const processMemory = new ProcessMemory();
