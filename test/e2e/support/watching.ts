import type { RestClient, SavedCredential, SavedWorkflow, WorkflowJson } from '../../../tools/n8n/restClient';
import { itemsOf } from '../../../tools/n8n/executionData';
import { pollTimesEvery } from '../../harness/pollTimes';
import { CREDENTIAL_TYPE, NODE_TYPE } from './session';

export const TRIGGER = 'RCS Promotion Trigger';
export const POLL_EVERY_MS = 5000;
const pollTimes = pollTimesEvery(POLL_EVERY_MS);

/** A workflow that begins with the trigger, which polls every few seconds. */
export function watchingWorkflow(
	name: string,
	{ id, name: credentialName }: SavedCredential,
	parameters: Record<string, unknown>,
): WorkflowJson {
	return {
		name,
		nodes: [
			{
				id: 'trigger',
				name: TRIGGER,
				type: `${NODE_TYPE}Trigger`,
				typeVersion: 1,
				position: [0, 0],
				parameters: { pollTimes, ...parameters },
				credentials: { [CREDENTIAL_TYPE]: { id, name: credentialName } },
			},
			{ id: 'next', name: 'Next', type: 'n8n-nodes-base.noOp', typeVersion: 1, position: [220, 0], parameters: {} },
		],
		connections: { [TRIGGER]: { main: [[{ node: 'Next', type: 'main', index: 0 }]] } },
	};
}

/** Saves other parameters of the trigger and publishes them, as a person does in the editor. */
export async function edit(
	rest: RestClient,
	workflow: SavedWorkflow,
	parameters: Record<string, unknown>,
): Promise<SavedWorkflow> {
	const nodes = workflow.nodes.map((node) =>
		node.name === TRIGGER ? { ...node, parameters: { pollTimes, ...parameters } } : node,
	);
	const saved = await rest.send<SavedWorkflow>('PATCH', `/rest/workflows/${workflow.id}`, {
		nodes,
		connections: workflow.connections,
		versionId: workflow.versionId,
	});
	return await rest.activateWorkflow(saved);
}

/** What the trigger has told so far, the earliest first, and how many executions failed. */
export async function toldBy(rest: RestClient, workflowId: string) {
	const executions = await rest.listExecutions(workflowId);
	const told: Array<Record<string, unknown>> = [];
	for (const { id, status } of executions.reverse()) {
		if (status === 'error') continue;
		const { data } = await rest.waitForExecution(id);
		told.push(...itemsOf(data, TRIGGER).map(({ json }) => json));
	}
	return { told, failed: executions.filter(({ status }) => status === 'error').length };
}
