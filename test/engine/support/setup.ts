/** One simulated service and an account on it, as the nodes of a test see them. */
import type { INodeCredentials, INodeExecutionData, INodeParameters } from 'n8n-workflow';
import { launchesOfProcess } from '../../../nodes/RcsPromotion/launch/memory';
import { pace } from '../../harness/clock';
import { countOnce, personalities, startSimulator } from '../../../simulator';
import type { Counters, Simulator, StartOptions } from '../../../simulator';
import { Engine, type EngineOptions } from '../../harness/engine';
import type { ExecutionMode, RunRequest } from '../../harness/execution';
import type { RunResult } from '../../harness/runResult';
import type { NodeSetup } from '../../harness/workflow';

type Circumstances = Omit<NodeSetup, 'parameters' | 'credentials' | 'type'> & {
	items?: INodeExecutionData[];
	mode?: ExecutionMode;
	/** Whether the workflow is published; by default it is. */
	published?: boolean;
	loop?: number;
	/** How many workflows call the next one until the last of them runs the node. */
	calls?: number;
	/** What is left in an execution that a person, an assistant or an agent started in the place of its trigger. */
	left?: RunRequest['left'];
};

/** Odd enough that it is found wherever it leaks, and has the characters that encodings change. */
const API_KEY = 'k3y/with+odd "signs"=&%';

export const byId = (value: unknown) => ({ __rl: true, mode: 'id', value }) as unknown as INodeParameters;

export const items = (count: number): INodeExecutionData[] =>
	Array.from({ length: count }, (_, index) => ({ json: { index } }));

let setupsSoFar = 0;

export class Setup {
	readonly credentials: INodeCredentials;
	/** What n8n remembers over executions stays within a setup. */
	readonly workflowId = `setup-${(setupsSoFar += 1)}`;

	constructor(
		readonly engine: Engine,
		readonly simulator: Simulator,
	) {
		const { baseUrl, accountId, apiKey } = simulator;
		this.credentials = engine.credentials('rcsPromotionApi', { baseUrl, accountId, apiKey });
	}

	/** Runs one operation, given as `resource.operation`, and holds its output to what is promised of every output. */
	readonly run = async (
		name: string,
		parameters: INodeParameters = {},
		circumstances: Circumstances = {},
	): Promise<RunResult> => {
		const [resource = '', operation = ''] = name.split('.');
		const result = await this.engine.run({
			workflowId: this.workflowId,
			credentials: this.credentials,
			parameters: { resource, operation, ...parameters },
			...circumstances,
		});
		this.holdToPromises(result);
		return result;
	};

	/** How the service shows that so many messages reached each stage. */
	shown<Some extends Counters>(reached: Some): Some {
		return this.countersAre === 'separate' ? countOnce(reached) : reached;
	}

	get countersAre() {
		return this.simulator.settings().countersAre;
	}

	requests(endpoint: 'launch' | 'list' | 'report' | 'stats' | 'patch'): number {
		return this.simulator.requests({ endpoint }).length;
	}

	/** Never Leaked, and what every item has. */
	holdToPromises(result: RunResult): void {
		const { apiKey } = this.simulator;
		const secrets = [apiKey, encodeURIComponent(apiKey), JSON.stringify(apiKey).slice(1, -1)];
		const stored = result.stored();
		for (const secret of secrets) expect(stored).not.toContain(secret);
		for (const secret of secrets) expect(JSON.stringify(JSON.stringify(result.error ?? {}))).not.toContain(secret);
		for (const { headers } of this.simulator.foreignRequests()) expect(headers['x-api-key']).toBeUndefined();
		const items = [...result.items, ...result.errorItems];
		expect(items.filter(({ pairedItem }) => pairedItem === undefined)).toEqual([]);
		for (const item of items) if ('error' in item.json) expect(fieldsOf(item)).toEqual(['error', 'advice']);
	}
}

/** An engine of n8n before 2.38: it does not say how long it waits for a poll, and has its own words for a credential's test. */
export const isOlderHost = /n8n-core-(1\.|2\.0|2\.20)/.test(process.env.HOST_CORE ?? '');

/** Lets the nodes' own waits take a thirtieth of their time. */
export function quickWaits(): void {
	beforeAll(() => {
		pace.share = 1 / 30;
	});
	afterAll(() => {
		pace.share = 1;
	});
}

/** Starts the engine of a test file and gives its setups. */
export function setups(engineOptions: EngineOptions = {}) {
	let engine: Engine;
	beforeAll(async () => {
		engine = await Engine.start(engineOptions);
	});
	afterAll(async () => await engine.stop());

	const inSetup = async (options: StartOptions, test: (setup: Setup) => Promise<void>) => {
		const simulator = await startSimulator({ apiKey: API_KEY, ...options });
		try {
			await test(new Setup(engine, simulator));
			for (const { unresolvedReferences, file } of simulator.launches()) {
				// A card that names a column which the contacts do not have would reach people with nothing in its place.
				expect(unresolvedReferences).toEqual([]);
				// No row is cut or shifted.
				expect(file?.contents ?? { irregularRows: 0, quoteFaults: 0 }).toMatchObject({
					irregularRows: 0,
					quoteFaults: 0,
				});
			}
		} finally {
			await simulator.stop();
			// The next service may get the same port, and would be taken for this account.
			for (const [id, { account }] of launchesOfProcess)
				if (account.startsWith(simulator.baseUrl)) launchesOfProcess.delete(id);
		}
	};

	/** For what has nothing to do with what the document leaves open. */
	const withService = (name: string, test: (setup: Setup) => Promise<void>, options: StartOptions = {}): void => {
		it(name, async () => await inSetup(options, test));
	};
	withService.each =
		<Case>(cases: readonly Case[]) =>
		(name: string, test: (setup: Setup, given: Case) => Promise<void>): void => {
			it.each(cases as Case[])(name, async (given) => await inSetup({}, async (setup) => await test(setup, given)));
		};

	/** The same expectations under every personality, all at once since most of the time is waiting. */
	const underEveryPersonality = (
		name: string,
		test: (setup: Setup) => Promise<void>,
		options: StartOptions = {},
	): void => {
		const names = personalities.map((personality) => personality.name);
		it(name, async () => {
			await allAtOnce(names, async (personality) => await inSetup({ ...options, personality }, test));
		});
	};

	/** Cases that mostly wait, each in a setup of its own. */
	const casesAtOnce = <Case>(
		name: string,
		cases: readonly Case[],
		test: (setup: Setup, given: Case) => Promise<void>,
	): void => {
		it(name, async () => {
			await allAtOnce(cases, async (given) => await inSetup({}, async (setup) => await test(setup, given)));
		});
	};

	return { inSetup, withService, casesAtOnce, underEveryPersonality };
}

/** Runs all cases and then throws for the first that failed, saying which one it was. */
async function allAtOnce<Case>(cases: readonly Case[], test: (given: Case) => Promise<void>): Promise<void> {
	const outcomes = await Promise.allSettled(cases.map(test));
	for (const [index, outcome] of outcomes.entries()) {
		if (outcome.status !== 'rejected') continue;
		const error = outcome.reason as Error;
		error.message = `With ${JSON.stringify(cases[index])}: ${error.message}`;
		throw error;
	}
}

/** In the error output, n8n puts the fields of the input item before ours. */
const fieldsOf = (item?: INodeExecutionData) => Object.keys(item?.json ?? {}).slice(-2);

/** Expects one failed item, in the form the error output and Continue On Fail know. */
export function failedItem(item: INodeExecutionData | undefined) {
	expect(fieldsOf(item)).toEqual(['error', 'advice']);
	const { error: message, advice } = item?.json as { error: string; advice: string };
	return { message, advice, item: item as INodeExecutionData };
}
