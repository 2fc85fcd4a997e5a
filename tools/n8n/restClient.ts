import { setTimeout as pause } from 'node:timers/promises';
import { readStored, type ExecutionData } from './executionData';

export interface Owner {
	email: string;
	password: string;
}

export interface WorkflowNode {
	id: string;
	name: string;
	type: string;
	typeVersion: number;
	position: [number, number];
	parameters: Record<string, unknown>;
	credentials?: Record<string, { id: string; name: string }>;
	[setting: string]: unknown;
}

export interface WorkflowJson {
	name: string;
	nodes: WorkflowNode[];
	connections: Record<string, unknown>;
	settings?: Record<string, unknown>;
	pinData?: Record<string, unknown>;
}

export interface SavedWorkflow extends WorkflowJson {
	id: string;
	versionId: string;
	active: boolean;
}

export interface SavedCredential {
	id: string;
	name: string;
	type: string;
}

interface Execution {
	id: string;
	status: string;
	mode: string;
}

export interface FinishedExecution extends Execution {
	data: ExecutionData;
}

export interface ManualStart {
	/** The Manual Trigger if left out. */
	trigger?: string;
	/** What the trigger gives, for one that waits for a person, such as a chat. */
	given?: Record<string, unknown>;
}

export interface NodeTypeSummary {
	name: string;
	displayName: string;
	version: number | number[];
	properties: unknown[];
	codex?: { categories?: string[] };
	iconUrl?: unknown;
}

const RUNNING = new Set(['new', 'running', 'unknown']);
const REQUEST_TIMEOUT_MS = 30_000;

/** The calls n8n's own editor makes, signed in by cookie. */
export class RestClient {
	private cookie = '';

	constructor(readonly baseUrl: string) {}

	async isReady(): Promise<boolean> {
		try {
			// The health check alone answers before the API does.
			const settings = await fetch(`${this.baseUrl}/rest/settings`, { signal: AbortSignal.timeout(5_000) });
			return settings.ok && (settings.headers.get('content-type') ?? '').includes('json');
		} catch {
			return false;
		}
	}

	async setUpOwner(owner: Owner): Promise<void> {
		await this.send('POST', '/rest/owner/setup', { firstName: 'Demo', lastName: 'Owner', ...owner });
	}

	async signIn({ email, password }: Owner): Promise<void> {
		await this.send('POST', '/rest/login', { emailOrLdapLoginId: email, password });
	}

	/** The cookie of the session, for a browser that is to be signed in as well. */
	get sessionCookie(): { name: string; value: string } {
		const [name = '', ...rest] = this.cookie.split('=');
		return { name, value: rest.join('=') };
	}

	async createCredential(name: string, type: string, data: Record<string, unknown>): Promise<SavedCredential> {
		return await this.send('POST', '/rest/credentials', { name, type, data });
	}

	/** What the Test button shows. */
	async testCredential(
		credential: SavedCredential,
		data: Record<string, unknown>,
	): Promise<{ status: string; message: string }> {
		return await this.send('POST', '/rest/credentials/test', { credentials: { ...credential, data } });
	}

	async createWorkflow(workflow: WorkflowJson): Promise<SavedWorkflow> {
		// Without pinData, as the editor always sends it, n8n stumbles when one step is executed after another;
		// without active, n8n 1 does not save it.
		return await this.send('POST', '/rest/workflows', { active: false, settings: {}, pinData: {}, ...workflow });
	}

	async activateWorkflow({ id, versionId }: SavedWorkflow): Promise<SavedWorkflow> {
		return await this.send('POST', `/rest/workflows/${id}/activate`, { versionId });
	}

	async deactivateWorkflow(id: string): Promise<void> {
		await this.send('POST', `/rest/workflows/${id}/deactivate`, {});
	}

	/** Starts a manual run as the Execute button does, and gives the id of the execution. */
	async startManually(
		workflow: SavedWorkflow,
		{ trigger = manualTriggerOf(workflow.nodes), given }: ManualStart = {},
	): Promise<string> {
		const data = given && {
			startTime: Date.now(),
			executionIndex: 0,
			executionTime: 0,
			executionStatus: 'success',
			source: [null],
			data: { main: [[{ json: given }]] },
		};
		const { executionId } = await this.send<{ executionId?: string }>('POST', `/rest/workflows/${workflow.id}/run`, {
			// n8n 1 runs what it is given here, n8n 2 what it has saved.
			workflowData: workflow,
			triggerToStartFrom: { name: trigger, ...(data ? { data } : {}) },
		});
		if (executionId === undefined) throw new Error(`n8n did not start the workflow from "${trigger}".`);
		return executionId;
	}

	async runManually(
		workflow: SavedWorkflow,
		options: ManualStart & { timeoutMs?: number } = {},
	): Promise<FinishedExecution> {
		return await this.waitForExecution(await this.startManually(workflow, options), options.timeoutMs);
	}

	/** Until it ends; one that `pauses` may also wait for a person. */
	async waitForExecution(id: string, timeoutMs = 60_000, { pauses = false } = {}): Promise<FinishedExecution> {
		const deadline = performance.now() + timeoutMs;
		for (let wait = 50; ; wait = Math.min(wait * 2, 1_000)) {
			const execution = await this.send<Execution & { data: string }>('GET', `/rest/executions/${id}`);
			const goesOn = RUNNING.has(execution.status) || (execution.status === 'waiting' && !pauses);
			// n8n 1 stores that an execution has ended a moment before what it put out.
			const data = goesOn ? undefined : readStored(execution.data);
			if (data !== undefined) return { ...execution, data };
			if (performance.now() > deadline) {
				throw new Error(`The workflow was still ${execution.status} after ${timeoutMs / 1000} s (execution ${id}).`);
			}
			await pause(wait);
		}
	}

	async listExecutions(workflowId: string): Promise<Execution[]> {
		const filter = encodeURIComponent(JSON.stringify({ workflowId }));
		return (await this.send<{ results: Execution[] }>('GET', `/rest/executions?filter=${filter}`)).results;
	}

	async nodeTypes(): Promise<NodeTypeSummary[]> {
		return await this.send('GET', '/types/nodes.json');
	}

	/** Any other call of n8n's API. */
	async send<T = unknown>(method: string, path: string, body?: unknown): Promise<T> {
		const response = await fetch(this.baseUrl + path, {
			method,
			headers: {
				// n8n closes a kept connection after some seconds, perhaps at the very moment of the next request.
				connection: 'close',
				...(body === undefined ? {} : { 'content-type': 'application/json' }),
				...(this.cookie ? { cookie: this.cookie } : {}),
			},
			...(body === undefined ? {} : { body: JSON.stringify(body) }),
			signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
		});
		const text = await response.text();
		if (!response.ok) throw new Error(`n8n answered ${method} ${path} with ${response.status}: ${text.slice(0, 500)}`);
		const cookies = response.headers.getSetCookie();
		if (cookies.length > 0) this.cookie = cookies.map((cookie) => cookie.split(';')[0]).join('; ');
		if (text === '') return undefined as T;
		const answer = JSON.parse(text) as T | { data: T };
		return typeof answer === 'object' && answer !== null && 'data' in answer ? answer.data : answer;
	}
}

function manualTriggerOf(nodes: readonly WorkflowNode[]): string {
	const trigger = nodes.find((node) => node.type === 'n8n-nodes-base.manualTrigger');
	if (trigger === undefined) throw new Error('The workflow has no Manual Trigger to start from.');
	return trigger.name;
}
