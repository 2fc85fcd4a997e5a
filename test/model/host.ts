/**
 * The one model of n8n around a polling trigger: what it does between a poll and its database, in each of its three ways of keeping a
 * trigger's state.
 *
 * memory     crons in this process, state in the workflow's row, kept in memory between polls: the only way before 2.33 and the default
 *            through at least 2.41.
 * scheduler  from 2.33 on request: each poll gets the workflow freshly read from the database.
 * cursors    from 2.36 on request, on top of the scheduler: state in a row for each node, in one transaction with the execution, or alone.
 */
import type { IDataObject } from 'n8n-workflow';

/** In the order in which newer hosts go from one to the next. */
export const modes = ['memory', 'scheduler', 'cursors'] as const;
export type Mode = (typeof modes)[number];
export type Death = 'before' | 'between' | 'after';

/** What may become of a poll's result. `discarded`: its workflow was deactivated meanwhile; `unwritten`: the database could not be written. */
export type Ending = Death | 'discarded' | 'unwritten';

export type Activation = 'activate' | 'update' | 'init' | 'leadershipChange';

/** How long n8n waits for a poll. Tests of what takes up that time can shorten the scheduler's. */
export const pollTime = { registrationMs: 300_000, schedulerMs: 36_000 };

export const TRIGGER = 'Trigger';

export interface Execution {
	/** Which poll of all it was, by the order in which they ended. */
	turn: number;
	node: string;
	/** Which process emitted it, and when it took the trigger up. */
	process: number;
	takenUpAt: number;
	items: IDataObject[];
}

/** What survives. */
export class Database {
	/** Of the workflow: by node. */
	state: Record<string, IDataObject> = {};
	turns = 0;
	processes = 0;
	readonly executions: Execution[] = [];
	readonly failures: Error[] = [];

	items(): IDataObject[] {
		return this.executions.flatMap(({ items }) => items);
	}
}

export interface PollOutcome {
	/** The host's time when all of it was there. */
	at: number;
	turn: number;
	items: IDataObject[];
	/** Whether the poll's state reached the database. */
	wrote: boolean;
	thrown?: Error;
	isLate: boolean;
}

/** What n8n makes a context of. */
export interface Registration {
	node: string;
	/** The node's own, which a poll may change. */
	state: IDataObject;
	activation: string;
	budgetMs: number;
}

/** A poll in that context, which is the same each time. */
export type Poll = () => Promise<IDataObject[]>;

interface TriggerNode {
	poll?: Poll;
	takenUpAt?: number;
	/** The scheduler does not poll before. */
	waitsUntil: number;
}

const copy = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T;

/** One process of n8n. What it polls is up to those who extend it. */
export abstract class Process {
	/** In memory mode: the workflow's state, changed by every poll and written by some. */
	private live: Database['state'];
	private readonly number: number;
	private readonly nodes = new Map<string, TriggerNode>();

	constructor(
		readonly database: Database,
		private readonly mode: Mode,
		private readonly now = () => Date.now(),
	) {
		this.live = copy(database.state);
		this.number = ++database.processes;
	}

	protected abstract register(registration: Registration): Poll;

	/** Memory mode: something else of the workflow has the state written. */
	writeLiveState(): void {
		this.database.state = copy(this.live);
	}

	/** The workflow is about to be activated anew, with what the database holds. */
	reload(): void {
		this.live = copy(this.database.state);
	}

	/** Whether the host polls when it is time for it: where it backs off by itself, not while a failure asked it to wait. */
	isDue(node = TRIGGER): boolean {
		const waitMs = this.nodeNamed(node).waitsUntil - this.now();
		// Much longer, the clock was set back.
		return this.mode !== 'cursors' || waitMs <= 0 || waitMs > 3_600_000;
	}

	/** As the next poll of this process would see it. */
	state(node = TRIGGER): IDataObject {
		const { [node]: state = {} } = this.mode === 'memory' ? this.live : this.database.state;
		return copy(state);
	}

	/** Begins a poll. In `finish`, n8n takes what it gave, or loses it. */
	begin(activation?: string, name = TRIGGER) {
		const node = this.nodeNamed(name);
		if (activation !== undefined || node.takenUpAt === undefined) node.takenUpAt = this.now();
		const { takenUpAt } = node;
		const row = this.mode === 'memory' ? this.live : copy(this.database.state);
		const state = (row[name] ??= {});
		const before = JSON.stringify(state);
		const begunAt = this.now();
		const polled = this.pollOf(node, { node: name, state }, activation)().then(
			(items) => ({ items, thrown: undefined }),
			(thrown: unknown) => ({ items: [], thrown: thrown as Error }),
		);
		const finish = async (ending?: Ending): Promise<PollOutcome> => {
			const { items, thrown } = await polled;
			const { database, mode } = this;
			const at = this.now();
			const isActivation = activation !== undefined;
			const changed = JSON.stringify(state) !== before;
			// n8n has given it up, and goes on without it.
			const isLate = at - begunAt >= this.budgetMs(activation);
			const isCut = isLate || ending === 'before' || ending === 'discarded' || ending === 'unwritten';
			const writes = changed && this.writesAfter(items.length > 0, thrown !== undefined, isActivation);
			const wrote = writes && !isCut && !(ending === 'between' && mode === 'cursors');
			if (wrote) database.state = mode === 'cursors' ? { ...database.state, [name]: copy(state) } : copy(row);
			const turn = ++database.turns;
			const isStored = !isCut && ending !== 'between';
			if (items.length > 0 && isStored) {
				database.executions.push({ turn, node: name, process: this.number, takenUpAt, items: copy(items) });
			}
			if (thrown && isStored && !isActivation) database.failures.push(thrown);
			const { failure } = (thrown ?? {}) as { failure?: { retryAfterMs?: number } };
			node.waitsUntil = failure?.retryAfterMs ? at + failure.retryAfterMs : 0;
			return { at, turn, items, wrote, thrown, isLate };
		};
		return { finish };
	}

	/** When this process took the trigger up, or n8n registered it last. */
	takenUpAt(node = TRIGGER): number {
		return this.nodeNamed(node).takenUpAt ?? this.now();
	}

	private nodeNamed(name: string): TriggerNode {
		const node = this.nodes.get(name) ?? { waitsUntil: 0 };
		this.nodes.set(name, node);
		return node;
	}

	/** In memory, a registration's context is that of all polls that follow. The scheduler makes a new one for each, and gives it less time. */
	private pollOf(node: TriggerNode, given: Pick<Registration, 'node' | 'state'>, activation?: string): Poll {
		const isScheduled = this.isScheduled(activation);
		const budgetMs = this.budgetMs(activation);
		const usual = isScheduled ? 'update' : 'init';
		if (activation !== undefined || isScheduled || !node.poll) {
			node.poll = this.register({ ...given, activation: activation ?? usual, budgetMs });
		}
		return node.poll;
	}

	private isScheduled(activation?: string): boolean {
		return activation === undefined && this.mode !== 'memory';
	}

	private budgetMs(activation?: string): number {
		return this.isScheduled(activation) ? pollTime.schedulerMs : pollTime.registrationMs;
	}

	private writesAfter(emits: boolean, threw: boolean, isActivation: boolean): boolean {
		if (emits) return true;
		if (this.mode === 'cursors') return !isActivation && !threw;
		return isActivation && !threw;
	}
}
