import { setTimeout as pause } from 'node:timers/promises';
import type { LaunchRecord, PatchRecord, Simulator } from '../../../simulator';
import { itemsOf } from '../../../tools/n8n/executionData';
import type {
	FinishedExecution,
	ManualStart,
	RestClient,
	SavedWorkflow,
	WorkflowJson,
	WorkflowNode,
} from '../../../tools/n8n/restClient';
import { published } from './session';

const LONGEST_MS = 60_000;
/** A check that n8n makes at the publishing takes about a second; a further one needs a further publishing. */
const NEXT_CHECK_MS = 2_500;

/** One run of one recipe in the real n8n, and what it left behind at the service. */
export class RecipeRun {
	private readonly ledgerBefore: number;

	constructor(
		readonly rest: RestClient,
		readonly service: Simulator,
		readonly workflow: SavedWorkflow,
	) {
		this.ledgerBefore = service.ledger().length;
	}

	/** As the button Execute workflow does. */
	async execute(start?: ManualStart): Promise<FinishedExecution> {
		return this.succeeded(await this.rest.runManually(this.workflow, { ...start, timeoutMs: LONGEST_MS }));
	}

	/** The same button, where the recipe itself stops the workflow with a message. */
	async executeToStop(start?: ManualStart): Promise<{ execution: FinishedExecution; message: string }> {
		const execution = await this.rest.runManually(this.workflow, { ...start, timeoutMs: LONGEST_MS });
		if (execution.status !== 'error') throw this.complaint(`it ended as ${execution.status}, without a message`);
		return { execution, message: execution.data.resultData.error?.message ?? '' };
	}

	/** Does something at the service once so many launches were made, while the workflow waits. */
	async executeWhile(launches: number, happens: (...ids: string[]) => void, start?: ManualStart) {
		const id = await this.rest.startManually(this.workflow, start);
		const made = await this.until('launch', async () =>
			Promise.resolve(this.launches().length >= launches ? this.launches() : undefined),
		);
		happens(...made.map(({ promotionId }) => promotionId));
		return await this.rest.waitForExecution(id);
	}

	/** The same recipe as another workflow, with something changed. */
	async changed(change: Partial<WorkflowJson>): Promise<RecipeRun> {
		const { name, nodes, connections, settings, pinData } = this.workflow;
		const workflow = { nodes, connections, ...(settings && { settings }), ...(pinData && { pinData }), ...change };
		return new RecipeRun(
			this.rest,
			this.service,
			await this.rest.createWorkflow({ ...workflow, name: `${name}, changed` }),
		);
	}

	/** With something else entered in some of its nodes. */
	async entered(parametersOf: (node: WorkflowNode) => object | undefined): Promise<RecipeRun> {
		const nodes = this.workflow.nodes.map((node) => ({
			...node,
			parameters: { ...node.parameters, ...parametersOf(node) },
		}));
		return await this.changed({ nodes });
	}

	/** With other rows in place of a CRM or a sheet. */
	async withRows(node: string, rows: object[]): Promise<RecipeRun> {
		return await this.changed({ pinData: { ...this.workflow.pinData, [node]: rows.map((json) => ({ json })) } });
	}

	/** What the published workflow does once this happened. n8n checks at each publishing, so nobody has to wait for the next minute. */
	async onceHappened(happens: () => void): Promise<FinishedExecution> {
		const before = this.service.requests().length;
		const { rest, workflow } = this;
		await published(rest, workflow, async () => await this.firstCheck(before));
		happens();
		return await this.until('execution', async () =>
			published(rest, workflow, async () => {
				await pause(NEXT_CHECK_MS);
				const [newest] = await rest.listExecutions(workflow.id);
				if (!newest) return undefined;
				return this.succeeded(await rest.waitForExecution(newest.id, LONGEST_MS));
			}),
		);
	}

	/** Until the trigger has read the list and the figures, and has had time to remember them. */
	private async firstCheck(before: number): Promise<void> {
		const { service } = this;
		await this.until('first check', async () => {
			const seen = service.requests().length;
			await pause(1_000);
			return seen > before && service.requests().length === seen ? true : undefined;
		});
	}

	async until<T>(what: string, look: () => Promise<T | undefined>): Promise<T> {
		const deadline = performance.now() + LONGEST_MS;
		while (performance.now() < deadline) {
			const found = await look();
			if (found !== undefined) return found;
			await pause(200);
		}
		throw this.complaint(`there was no ${what} within ${LONGEST_MS / 1000} s`);
	}

	/** The sample rows of the recipe. */
	rows(node: string): Array<Record<string, unknown>> {
		const pinned = (this.workflow.pinData?.[node] ?? []) as Array<{ json: Record<string, unknown> }>;
		return pinned.map(({ json }) => json);
	}

	items({ data }: FinishedExecution, node: string): Array<Record<string, unknown>> {
		return itemsOf(data, node).map(({ json }) => json);
	}

	/** What a node that is there to tell someone says. */
	texts(execution: FinishedExecution, node: string): string[] {
		return this.items(execution, node).map(({ text }) => String(text));
	}

	launches(): LaunchRecord[] {
		return this.service.launches(this.ledgerBefore);
	}

	/** How many people each of the launches went to. */
	sizes(): Array<number | undefined> {
		return this.launches().map(({ file }) => file?.contents?.rows);
	}

	patches(): PatchRecord[] {
		return this.service.patches(this.ledgerBefore);
	}

	private succeeded(execution: FinishedExecution): FinishedExecution {
		if (execution.status === 'success') return execution;
		const { error, lastNodeExecuted } = execution.data.resultData;
		const where = error?.node?.name ?? lastNodeExecuted ?? 'an unknown step';
		throw this.complaint(`it stopped at "${where}": ${error?.message ?? execution.status}`);
	}

	private complaint(text: string): Error {
		return new Error(`The recipe "${this.workflow.name}": ${text}`);
	}
}
