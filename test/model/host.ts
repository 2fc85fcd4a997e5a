/** The parts of n8n between a poll and its database, in each of the three ways of keeping state, small and fast. */
import type { IDataObject, IPollFunctions } from 'n8n-workflow';
import { poll } from '../../nodes/RcsPromotionTrigger/poll';
import { Store } from '../../nodes/RcsPromotionTrigger/store';
import type { Answer, Read, Response, World } from './world';

export const modes = ['memory', 'scheduler', 'cursors'] as const;
export type Mode = (typeof modes)[number];
export type Death = 'before' | 'between' | 'after';

/** What may become of a poll's result. `discarded`: its workflow was deactivated meanwhile; `unwritten`: the database could not be written. */
export type Fate = Death | 'discarded' | 'unwritten';

export type Activation = 'activate' | 'update' | 'init' | 'leadershipChange';

export interface Execution {
	/** Which poll of all it was, by the order in which they ended. */
	turn: number;
	/** Which process emitted it, and when it took the trigger up. */
	process: number;
	takenUpAt: number;
	items: IDataObject[];
}

/** What survives. */
export class Database {
	state: IDataObject = {};
	turns = 0;
	processes = 0;
	readonly executions: Execution[] = [];

	items(): IDataObject[] {
		return this.executions.flatMap(({ items }) => items);
	}
}

export interface PollOutcome {
	/** Undefined if there was no good list answer. */
	answer?: Answer;
	/** What the statistics calls of this poll gave in the end. */
	reads: Map<string, Read>;
	requests: { list: number; statistics: number };
	/** The host's time when all of it was there. */
	at: number;
	turn: number;
	items: IDataObject[];
	/** Whether the poll's state reached the database. */
	wrote: boolean;
	thrown?: Error & { failure?: unknown };
}

const copy = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T;

export class Process {
	private readonly store = new Store();
	/** In memory mode: the workflow's static data, changed by every poll and written by some. */
	private live: IDataObject;
	private readonly number: number;
	private takenUpAt?: number;
	/** The scheduler does not poll before. */
	private waitsUntil = 0;

	constructor(
		private readonly world: World,
		readonly database: Database,
		private readonly mode: Mode,
		public parameters: IDataObject,
	) {
		this.live = copy(database.state);
		this.number = ++database.processes;
	}

	/** Whether the host polls when it is time for it: where it backs off by itself, not while a failure asked it to wait. */
	get isDue(): boolean {
		const waitMs = this.waitsUntil - Date.now();
		// Much longer, the clock was set back.
		return this.mode !== 'cursors' || waitMs <= 0 || waitMs > 3_600_000;
	}

	/** Memory mode: something else of the workflow has the state written. */
	writeLiveState(): void {
		this.database.state = copy(this.live);
	}

	/** The workflow is activated anew, with what the database holds. */
	reactivate(parameters: IDataObject): void {
		this.parameters = parameters;
		this.live = copy(this.database.state);
	}

	/**
	 * Begins a poll. What the list shows when it is asked for is delivered when `deliver` or `finish` is called. A fresh copy of the state is
	 * taken at the beginning, as n8n's scheduler does.
	 */
	begin(activation?: Activation, nodeId = 'node-1') {
		const { parameters, world } = this;
		if (activation || this.takenUpAt === undefined) this.takenUpAt = Date.now();
		const takenUpAt = this.takenUpAt;
		const state = this.mode === 'memory' ? this.live : copy(this.database.state);
		const before = JSON.stringify(state);
		let answer: Answer | undefined;
		const reads = new Map<string, Read>();
		const requests = { list: 0, statistics: 0 };
		let deliver = () => {};
		const delivered = new Promise<void>((resolve) => (deliver = resolve));
		const context = contextOf(state, parameters, { activation, nodeId }, async (url) => {
			const promotionId = /\/([^/]+)\/stats\?/.exec(url)?.[1];
			if (promotionId === undefined) {
				requests.list += 1;
				const given = world.list();
				answer = given.answer;
				await delivered;
				return given.response;
			}
			requests.statistics += 1;
			const { response, read } = world.statistics(promotionId);
			reads.set(promotionId, read);
			return response;
		});
		const polled = poll(context, this.store).then(
			(items) => ({ items, thrown: undefined }),
			(thrown: unknown) => ({ items: [], thrown: thrown as Error }),
		);
		const finish = async (fate?: Fate): Promise<PollOutcome> => {
			deliver();
			const { items, thrown } = await polled;
			const at = Date.now();
			const changed = JSON.stringify(state) !== before;
			const writes = changed && this.writesAfter(items.length > 0, thrown !== undefined, activation !== undefined);
			const isCut = fate === 'before' || fate === 'discarded' || fate === 'unwritten';
			const wrote = writes && !isCut && !(fate === 'between' && this.mode === 'cursors');
			if (wrote) this.database.state = copy(state);
			const turn = ++this.database.turns;
			if (items.length > 0 && !isCut && fate !== 'between') {
				this.database.executions.push({ turn, process: this.number, takenUpAt, items: copy(items) });
			}
			const { failure } = (thrown ?? {}) as { failure?: { retryAfterMs?: number } };
			this.waitsUntil = failure?.retryAfterMs ? at + failure.retryAfterMs : 0;
			return { answer, reads, requests, at, turn, items, wrote, thrown };
		};
		return { finish, deliver };
	}

	private writesAfter(emits: boolean, threw: boolean, activation: boolean): boolean {
		if (emits) return true;
		if (this.mode === 'cursors') return !activation && !threw;
		return activation && !threw;
	}
}

function contextOf(
	state: IDataObject,
	parameters: IDataObject,
	{ activation, nodeId }: { activation: Activation | undefined; nodeId: string },
	request: (url: string) => Promise<Response>,
): IPollFunctions {
	const context = {
		getMode: () => 'trigger',
		getActivationMode: () => activation ?? 'update',
		// The scheduler gives less than a registration gets.
		getPollBudgetMs: () => (activation ? 300_000 : 36_000),
		getTimezone: () => 'UTC',
		getNode: () => ({
			id: nodeId,
			name: 'Trigger',
			type: 'trigger',
			typeVersion: 1,
			position: [0, 0],
			parameters: {},
		}),
		getWorkflow: () => ({ id: 'workflow-1' }),
		getNodeParameter: (name: string, otherwise: unknown) => parameters[name] ?? otherwise,
		getCredentials: async () => ({
			baseUrl: 'https://rcs.example.com',
			accountId: 'acme',
			apiKey: 'key-of-the-test',
		}),
		getWorkflowStaticData: () => state,
		helpers: {
			httpRequestWithAuthentication: async (_: string, { url }: { url: string }) => streamed(await request(url)),
		},
	};
	return context as unknown as IPollFunctions;
}

const streamed = ({ status, body, headers = {} }: Response) => ({
	statusCode: status,
	headers,
	body: {
		async *[Symbol.asyncIterator]() {
			yield Buffer.from(body);
		},
		destroy: () => undefined,
	},
});
