/**
 * The trigger as n8n loads it: only through `poll()` of the node's class, its parameters, its static data, its credential and the HTTP
 * helper. Each process of n8n loads it anew, so that it remembers what a process remembers and nothing more.
 */
import { execFileSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import vm from 'node:vm';
import type { IDataObject, INodeExecutionData, IPollFunctions } from 'n8n-workflow';
import { Process, type Database, type Mode, type Poll, type Registration } from './host';
import type { Time } from './time';

const ROOT = join(__dirname, '../..');
const SOURCE = join(ROOT, 'nodes/RcsPromotionTrigger/RcsPromotionTrigger.node.ts');

interface TriggerNode {
	poll(this: IPollFunctions): Promise<INodeExecutionData[][] | null>;
}

type Loaded = { RcsPromotionTrigger: new () => TriggerNode };
type Load = (
	exports: object,
	module: { exports: object },
	require: (name: string) => unknown,
	...time: unknown[]
) => void;

const requireHere = createRequire(__filename);
let bundled: Load | undefined;
/** What it uses of n8n's library, which has hundreds of things more. */
let used: Record<string, unknown> = {};

/** One script with all that the trigger consists of. The libraries of n8n stay outside. */
function bundle(): Load {
	const options = ['--bundle', '--platform=node', '--format=cjs', '--external:n8n-workflow', '--external:luxon'];
	const esbuild = join(ROOT, 'node_modules/.bin/esbuild');
	const text = execFileSync(esbuild, [SOURCE, ...options], { encoding: 'utf8', maxBuffer: 2 ** 26 });
	const library = requireHere('n8n-workflow') as Record<string, unknown>;
	const uses = [...text.matchAll(/import_n8n_workflow\d*\.(\w+)/g)].map(([, name]) => name as string);
	used = Object.fromEntries(uses.map((name) => [name, library[name]]));
	const names = 'exports, module, require, Date, performance, Math';
	return vm.runInThisContext(`(function (${names}) {${text}\n})`, { filename: 'trigger.js' }) as Load;
}

function loadTrigger(time: Time | undefined): TriggerNode {
	bundled ??= bundle();
	const workflow = time && 'sleep' in used ? { ...used, sleep: time.sleep } : used;
	const requireIn = (name: string): unknown => (name === 'n8n-workflow' ? workflow : requireHere(name));
	const module = { exports: {} };
	bundled(module.exports, module, requireIn, time?.Date ?? Date, time?.performance ?? performance, time?.Math ?? Math);
	return new (module.exports as Loaded).RcsPromotionTrigger();
}

/** What the service gives to one request, and after how many ms. */
export interface Given {
	afterMs: number;
	status: number;
	body: string;
	headers?: IDataObject;
	/** The connection ends so instead of an answer. */
	code?: string;
	/** The trigger did not wait for it any longer than so many ms. */
	giveUp?: (afterMs: number) => void;
}

/** What n8n knows of one poll besides its result. */
export interface Asking {
	/** Which poll it is, in the order in which they began. */
	poll: number;
	log: string[];
}

export type Ask = (url: string, asking: Asking) => Given;

export class TriggerProcess extends Process {
	private readonly trigger: TriggerNode;
	/** Of the poll that makes the requests. Only one does at a time. */
	asking: Asking = { poll: -1, log: [] };
	credential: IDataObject = { baseUrl: 'https://rcs.example.com', accountId: 'acme', apiKey: 'key-of-the-test' };

	constructor(
		readonly ask: Ask,
		database: Database,
		mode: Mode,
		public parameters: IDataObject,
		/** Left out, it is that of the machine. */
		private readonly time?: Time,
	) {
		super(database, mode, time && (() => time.now));
		this.trigger = loadTrigger(time);
	}

	protected register(registration: Registration): Poll {
		const context = pollContext(registration, {
			parameters: () => this.parameters,
			credential: () => this.credential,
			warn: (text) => this.asking.log.push(text),
			request: async (options) => await this.request(options),
		});
		return async () => {
			const items = await this.trigger.poll.call(context);
			return (items ?? []).flat().map(({ json }) => json);
		};
	}

	private async request({ url, timeout = 300_000, encoding }: { url: string; timeout?: number; encoding?: string }) {
		const given = this.ask(url, this.asking);
		const isSilent = given.afterMs > timeout;
		if (given.afterMs > 0) await this.time?.sleep(Math.min(given.afterMs, timeout));
		if (isSilent) given.giveUp?.(timeout);
		if (isSilent) throw connectionError('ECONNABORTED', `timeout of ${timeout}ms exceeded`);
		if (given.code !== undefined) throw connectionError(given.code, given.code);
		const { status: statusCode, body, headers = {} } = given;
		return { statusCode, headers, body: encoding === 'stream' ? streamOf(body) : body };
	}
}

/** What a test gives to the trigger. */
interface Around {
	parameters: () => Record<string, unknown>;
	credential: () => IDataObject;
	warn: (text: string) => void;
	request: (options: { url: string; timeout?: number; encoding?: string }) => Promise<object>;
	/** Older versions of n8n do not say how long they wait. */
	namesBudget?: boolean;
}

/** What the trigger uses of n8n's context. */
export function pollContext(
	{ node: name, state, activation, budgetMs }: Registration,
	{ parameters, credential, warn, request, namesBudget = true }: Around,
): IPollFunctions {
	const context = {
		getMode: () => 'trigger',
		getActivationMode: () => activation,
		getPollBudgetMs: namesBudget ? () => budgetMs : undefined,
		getTimezone: () => 'UTC',
		getNode: () => ({ id: name, name, type: 'trigger', typeVersion: 1, position: [0, 0], parameters: {} }),
		getWorkflow: () => ({ id: 'workflow-1', name: 'Alerts', active: true }),
		getNodeParameter: (parameter: string, otherwise: unknown) => parameters()[parameter] ?? otherwise,
		getCredentials: async () => credential(),
		logger: { warn },
		getWorkflowStaticData: () => state,
		helpers: {
			httpRequestWithAuthentication: async (_: string, options: Parameters<Around['request']>[0]) =>
				await request(options),
		},
	};
	return context as unknown as IPollFunctions;
}

const connectionError = (code: string, message: string) => Object.assign(new Error(message), { code });

export const streamOf = (body: string) => ({
	async *[Symbol.asyncIterator]() {
		const bytes = Buffer.from(body);
		for (let from = 0; from === 0 || from < bytes.length; from += 65_536) yield bytes.subarray(from, from + 65_536);
	},
	destroy: () => undefined,
});
