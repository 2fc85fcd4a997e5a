/** The context of one poll in each of n8n's three ways of keeping its state. The context is n8n's; its ends into the database are modelled. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { isDeepStrictEqual } from 'node:util';
import * as core from 'n8n-core';
import { UnexpectedError } from 'n8n-workflow';
import type {
	IDataObject,
	INode,
	INodeExecutionData,
	IPollFunctions,
	IWorkflowExecuteAdditionalData,
	Workflow,
	WorkflowActivateMode,
	WorkflowExecuteMode,
} from 'n8n-workflow';
import { copy, type PollDatabase } from './pollDatabase';

/**
 * memory     crons in this process, state in the workflow's static data, kept in memory between polls: the only way
 *            before 2.33 and the default through at least 2.41.
 * scheduler  from 2.33 on request: each poll gets a workflow freshly read from the database.
 * cursors    from 2.36 on request, on top of the scheduler: state in a table of its own, committed with the execution or alone.
 */
export type PollMode = 'memory' | 'scheduler' | 'cursors';
export const pollModes: PollMode[] = [
	'memory',
	...('PollJobManager' in core ? (['scheduler'] as const) : []),
	...('commitStagedCursor' in core ? (['cursors'] as const) : []),
];

/** What the scheduler leaves a poll of its time-out of 45 s. */
const SCHEDULER_BUDGET_MS = 36_000;
/** Tests of what takes up a poll's time can shorten it. */
export const pollTime = { budgetMs: SCHEDULER_BUDGET_MS };

/** The moments in an emit at which a process can die. */
export type EmitMoment = 'before' | 'between';

/** The process that polls: once dead, nothing it does reaches the database. */
export interface PollProcess {
	readonly alive: boolean;
	at(moment: EmitMoment): void;
}

interface StagedCursor {
	seed: IDataObject;
	draft: IDataObject;
}

/** One for all contexts: on Node.js 20 and 22, each further storage that is never disabled slows every await of its process. */
const staged = new AsyncLocalStorage<StagedCursor>();

export class PollFunctionsFactory {
	constructor(
		private readonly database: PollDatabase,
		private readonly mode: PollMode,
		private readonly process: PollProcess,
	) {}

	create(
		workflow: Workflow,
		node: INode,
		additionalData: IWorkflowExecuteAdditionalData,
		mode: WorkflowExecuteMode,
		activation: WorkflowActivateMode,
	): IPollFunctions {
		const cursors = this.mode === 'cursors' ? this.cursors(workflow, node) : undefined;
		const emit = (data: INodeExecutionData[][]) => this.emit(workflow, node, data[0] ?? [], cursors?.take());
		const emitError = (error: Error) => this.recordExecution({ node: node.name, items: [], error });
		return new core.PollContext(
			workflow,
			node,
			additionalData,
			mode,
			activation,
			emit,
			emitError,
			cursors?.commit,
			cursors?.run,
			cursors?.state,
			this.mode === 'memory' ? undefined : () => pollTime.budgetMs,
		);
	}

	saveStaticData({ staticData }: Workflow): void {
		const state = staticData as IDataObject & { __dataChanged?: boolean };
		if (state.__dataChanged !== true || !this.process.alive) return;
		this.database.saveStaticData(state);
		state.__dataChanged = false;
	}

	/** n8n starts saving the static data and, without waiting for it, goes on to create the execution; a cursor comes in one transaction with it. */
	private emit(workflow: Workflow, node: INode, items: INodeExecutionData[], cursor?: IDataObject): void {
		this.process.at('before');
		this.saveStaticData(workflow);
		this.process.at('between');
		if (!this.process.alive) return;
		if (cursor) this.database.saveCursor(node.id, cursor);
		this.recordExecution({ node: node.name, items });
	}

	private recordExecution({ node, items, error }: { node: string; items: INodeExecutionData[]; error?: Error }): void {
		if (this.process.alive) this.database.executions.push({ node, items: copy(items), error });
	}

	private cursors(workflow: Workflow, node: INode) {
		const take = (): IDataObject | undefined => {
			const store = staged.getStore();
			if (!store || isDeepStrictEqual(store.seed, store.draft)) return undefined;
			store.seed = copy(store.draft);
			return store.seed;
		};
		return {
			take,
			commit: async () => {
				const cursor = take();
				if (cursor && this.process.alive) this.database.saveCursor(node.id, cursor);
			},
			run: async <T>(poll: () => Promise<T>): Promise<T> => {
				const stored = this.database.cursors.get(node.id) ?? copy(workflow.getStaticData('node', node));
				if (!this.database.cursors.has(node.id)) this.database.cursors.set(node.id, stored);
				return await staged.run({ seed: copy(stored), draft: copy(stored) }, poll);
			},
			state: (): IDataObject => {
				const store = staged.getStore();
				if (!store) throw new UnexpectedError('Poll node read its static data outside of a poll');
				return store.draft;
			},
		};
	}
}
