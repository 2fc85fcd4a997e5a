/** The parts of n8n between a poll and its database, in each of the three ways of keeping state, small and fast. */
import { isDeepStrictEqual } from 'node:util';
import type { IDataObject, IPollFunctions } from 'n8n-workflow';
import { poll } from '../../nodes/RcsPromotionTrigger/poll';
import { ProcessMemory } from '../../nodes/RcsPromotionTrigger/processMemory';
import { listBody, statisticsBody, type Answer, type Figures, type World } from './world';

export const modes = ['memory', 'scheduler', 'cursors'] as const;
export type Mode = (typeof modes)[number];
export type Death = 'before' | 'between' | 'after';

/** What may become of a poll's result; `discarded`: its workflow was deactivated meanwhile. */
export type Fate = Death | 'discarded';

export interface Execution {
	/** Which poll of all it was, by the order in which they ended. */
	turn: number;
	items: IDataObject[];
}

/** What survives. */
export class Database {
	state: IDataObject = {};
	turns = 0;
	readonly executions: Execution[] = [];
}

export interface PollOutcome {
	answer: Answer;
	/** What the statistics calls of this poll gave. */
	readings: Map<string, Figures | null>;
	/** The host's time when all of it was there. */
	at: number;
	turn: number;
	emitted: boolean;
	/** Whether the poll's state reached the database. */
	wrote: boolean;
	threw: boolean;
}

const copy = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T;

export class Process {
	private readonly memory = new ProcessMemory();
	/** In memory mode: the workflow's static data, changed by every poll and written by some. */
	private live: IDataObject;

	constructor(
		private readonly world: World,
		readonly database: Database,
		private readonly mode: Mode,
		public parameters: IDataObject,
	) {
		this.live = copy(database.state);
	}

	/** Memory mode: something else of the workflow had the state written. */
	writeLiveState(): void {
		if (this.mode === 'memory') this.database.state = copy(this.live);
	}

	/** The workflow is activated anew, with what the database holds. */
	reactivate(parameters: IDataObject): void {
		this.parameters = parameters;
		this.live = copy(this.database.state);
	}

	/**
	 * Begins a poll: the list is answered as it is now, and delivered when `deliver` is called. A fresh copy of the state is
	 * taken at the beginning, as n8n's scheduler does.
	 */
	begin({ activation = false, listFails = false, listStatus = 400 } = {}) {
		const { parameters } = this;
		const state = this.mode === 'memory' ? this.live : copy(this.database.state);
		const before = copy(state);
		const answer = this.world.list();
		const readings = new Map<string, Figures | null>();
		let deliver = () => {};
		const delivered = new Promise<void>((resolve) => (deliver = resolve));
		const context = this.context(state, parameters, activation, async (url) => {
			const promotionId = /\/([^/]+)\/stats$/.exec(url)?.[1];
			if (promotionId === undefined) {
				await delivered;
				// It asks for a pause that is too long to wait for within a poll.
				if (listFails) return response(listStatus, '{}', { 'retry-after': '60' });
				return response(200, listBody(answer));
			}
			const figures = this.world.figures(promotionId);
			readings.set(promotionId, figures);
			return figures === null ? response(404, '{}') : response(200, statisticsBody(figures));
		});
		const polled = poll(context, this.memory).then(
			(items) => ({ items, threw: false }),
			() => ({ items: [], threw: true }),
		);
		const finish = async (fate?: Fate): Promise<PollOutcome> => {
			deliver();
			const { items, threw } = await polled;
			const at = Date.now();
			const changed = !isDeepStrictEqual(before, state);
			const writes = changed && this.writesAfter(items.length > 0, threw, activation);
			const isCut = fate === 'before' || fate === 'discarded';
			const wrote = writes && !isCut && !(fate === 'between' && this.mode === 'cursors');
			if (wrote) this.database.state = copy(state);
			const turn = ++this.database.turns;
			const emitted = items.length > 0;
			if (emitted && !isCut && fate !== 'between') this.database.executions.push({ turn, items: copy(items) });
			return { answer, readings, at, turn, emitted, wrote, threw };
		};
		return { finish };
	}

	private writesAfter(emits: boolean, threw: boolean, activation: boolean): boolean {
		if (emits) return true;
		if (this.mode === 'cursors') return !activation && !threw;
		return activation && !threw;
	}

	private context(
		state: IDataObject,
		parameters: IDataObject,
		activation: boolean,
		request: (url: string) => Promise<unknown>,
	): IPollFunctions {
		const context = {
			getMode: () => 'trigger',
			getActivationMode: () => (activation ? 'activate' : 'update'),
			getPollBudgetMs: () => 36_000,
			getNode: () => ({
				id: 'node-1',
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
			helpers: { httpRequestWithAuthentication: async (_: string, { url }: { url: string }) => await request(url) },
		};
		return context as unknown as IPollFunctions;
	}
}

const response = (statusCode: number, body: string, headers: IDataObject = {}) => ({
	statusCode,
	headers,
	body: {
		async *[Symbol.asyncIterator]() {
			yield Buffer.from(body);
		},
	},
});
