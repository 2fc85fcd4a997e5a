/** Our trigger in the modelled host. A world of plain values answers its requests. */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { IDataObject, IPollFunctions } from 'n8n-workflow';
import { runPoll as pollTrigger } from '../../nodes/RcsPromotionTrigger/poll';
import { Store } from '../../nodes/RcsPromotionTrigger/store';
import { Process, TRIGGER, type Database, type Fate, type Mode, type Poll, type Registration } from './host';
import type { Answer, Read, Response, World } from './world';

/** What the requests of one poll gave in the end. */
interface Answers {
	/** Undefined if there was no good list answer. */
	answer?: Answer;
	reads: Map<string, Read>;
	requests: { list: number; statistics: number };
}

/** Of the poll that makes the request: polls may overlap in one context. */
const polling = new AsyncLocalStorage<{ answers: Answers; delivered: Promise<void> }>();

export type WorldOutcome = Awaited<ReturnType<ReturnType<WorldProcess['begin']>['finish']>>;

export class WorldProcess extends Process {
	private readonly store = new Store();
	/** What the trigger wrote to n8n's log. */
	readonly log: string[] = [];
	credential = { baseUrl: 'https://rcs.example.com', accountId: 'acme', apiKey: 'key-of-the-test' };

	constructor(
		private readonly world: World,
		database: Database,
		mode: Mode,
		public parameters: IDataObject,
	) {
		super(database, mode);
	}

	/** Saved with these parameters, and about to be activated. */
	reactivate(parameters: IDataObject): void {
		this.parameters = parameters;
		this.reload();
	}

	/** What the list shows when it is asked for is delivered when `finish` is called. */
	override begin(activation?: string, node = TRIGGER) {
		const answers: Answers = { reads: new Map(), requests: { list: 0, statistics: 0 } };
		let deliver = () => {};
		const delivered = new Promise<void>((resolve) => (deliver = resolve));
		const { finish } = polling.run({ answers, delivered }, () => super.begin(activation, node));
		return {
			finish: async (fate?: Fate) => {
				deliver();
				const outcome = await finish(fate);
				const { answer, reads, requests } = answers;
				return { ...outcome, answer, reads, requests };
			},
		};
	}

	protected register(registration: Registration): Poll {
		const context = pollContext(
			registration,
			(name) => this.parameters[name],
			async (url) => await this.request(url),
			this,
		);
		return async () => await pollTrigger(context, this.store);
	}

	private async request(url: string): Promise<Response> {
		const { world } = this;
		const poll = polling.getStore();
		if (!poll) throw new Error('A request outside of a poll');
		const { answers, delivered } = poll;
		const promotionId = /\/([^/]+)\/stats\?/.exec(url)?.[1];
		if (promotionId === undefined) {
			answers.requests.list += 1;
			const { response, answer } = world.list();
			answers.answer = answer;
			await delivered;
			return response;
		}
		answers.requests.statistics += 1;
		const { response, read } = world.statistics(promotionId);
		answers.reads.set(promotionId, read);
		return response;
	}
}

/** What our trigger uses of n8n's context. */
export function pollContext(
	{ node: name, state, activation, budgetMs }: Registration,
	parameter: (name: string) => unknown,
	request: (url: string) => Promise<Response>,
	process: Pick<WorldProcess, 'credential' | 'log'>,
): IPollFunctions {
	const context = {
		getMode: () => 'trigger',
		getActivationMode: () => activation,
		getPollBudgetMs: () => budgetMs,
		getTimezone: () => 'UTC',
		getNode: () => ({ id: name, name, type: 'trigger', typeVersion: 1, position: [0, 0], parameters: {} }),
		getWorkflow: () => ({ id: 'workflow-1' }),
		getNodeParameter: (parameterName: string, otherwise: unknown) => parameter(parameterName) ?? otherwise,
		getCredentials: async () => process.credential,
		logger: { warn: (text: string) => process.log.push(text) },
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
