/** The modelled host with what is n8n's own: its workflow, its context, its credentials and its requests. */
import * as core from 'n8n-core';
import type { WorkflowActivateMode } from 'n8n-workflow';
import { modes, Process, type Database, type Mode, type Poll, type Registration } from '../model/host';
import type { Engine } from './engine';
import { withIsolate } from './expressions';
import type { WorkflowSetup } from './workflow';

/** Those that the n8n of this run knows. */
export const pollModes: readonly Mode[] = modes.filter(
	(mode) => mode === 'memory' || (mode === 'scheduler' ? 'PollJobManager' in core : 'commitStagedCursor' in core),
);

export class EngineProcess extends Process {
	constructor(
		private readonly engine: Engine,
		private readonly setup: WorkflowSetup,
		database: Database,
		mode: Mode,
	) {
		super(database, mode);
	}

	protected register({ node: name, state, activation, budgetMs }: Registration): Poll {
		const { engine, setup } = this;
		const workflow = engine.workflows.build({ ...setup, staticData: { [`node:${name}`]: state } });
		const node = workflow.getNode(name);
		if (!node) throw new Error(`The workflow has no node "${name}"`);
		const context = new core.PollContext(
			workflow,
			node,
			engine.additionalData('trigger'),
			'trigger',
			activation as WorkflowActivateMode,
			undefined,
			undefined,
			undefined,
			undefined,
			undefined,
			() => budgetMs,
		);
		const { poll } = workflow.nodeTypes.getByNameAndVersion(node.type, node.typeVersion);
		return async () => {
			const answer = await withIsolate(workflow, async () => (await poll?.call(context)) ?? null);
			return answer?.[0]?.map(({ json }) => json) ?? [];
		};
	}
}
