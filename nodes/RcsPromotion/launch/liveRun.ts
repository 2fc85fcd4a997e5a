import type { IExecuteFunctions, WorkflowExecuteMode } from 'n8n-workflow';
import {
	findOriginOfCaller,
	hasTriggerData,
	lookUpExecution,
	wasStartedByHand,
	type ExecutionLookUp,
	type Origin,
} from '../../service/host';

/** n8n runs a published workflow in these modes when its trigger fires. Its assistant and its MCP server use them, too. */
const TRIGGER_MODES: WorkflowExecuteMode[] = ['trigger', 'webhook'];
const LIVE_MODES: WorkflowExecuteMode[] = [...TRIGGER_MODES, 'cli', 'error'];

/** live: it may reach everyone. byHand: a person tries the workflow out and sees how it ends. Any other run must not end as if it had sent. */
export type RunKind = 'live' | 'byHand' | { neitherBecause: string };

const UNREADABLE = 'n8n could not show how it was started';

/** How this run was started, followed to the execution that began it as far as n8n tells. */
export async function findRunKind(context: IExecuteFunctions): Promise<RunKind> {
	const mode = context.getMode();
	const { getExecutionContext } = context as Partial<IExecuteFunctions>;
	const origin: Origin = getExecutionContext?.call(context) ?? {};
	const lookUp = await lookUpExecution(context, context.getExecutionId());
	if (lookUp.kind === 'missing' && [...TRIGGER_MODES, 'retry'].includes(mode)) return { neitherBecause: UNREADABLE };
	// A retried execution keeps how it began in its origin.
	return await findKindOf(context, mode === 'retry' ? origin : { ...origin, source: mode }, lookUp);
}

async function findKindOf(
	context: IExecuteFunctions,
	{ source, parentExecutionId }: Origin,
	lookUp: ExecutionLookUp,
): Promise<RunKind> {
	if (source === 'manual') return 'byHand';
	if (source === 'integrated') return await findKindOfCaller(context, parentExecutionId, lookUp);
	if (source === undefined || !LIVE_MODES.includes(source))
		return { neitherBecause: `n8n ran it in the mode "${source ?? 'not known'}"` };
	if (!TRIGGER_MODES.includes(source)) return 'live';
	// A caller that has ended may not be kept; how it began is known all the same.
	if (lookUp.kind === 'missing' || wasTriggered(context, lookUp)) return 'live';
	return {
		neitherBecause: 'its own trigger did not start it (an assistant or an agent did, or it is not published)',
	};
}

/** Whether a trigger fired. Where n8n shows no execution, a published workflow counts as triggered. */
const wasTriggered = (context: IExecuteFunctions, lookUp: Exclude<ExecutionLookUp, { kind: 'missing' }>) =>
	lookUp.kind === 'shown'
		? hasTriggerData(lookUp.execution) && !wasStartedByHand(lookUp.execution)
		: context.getWorkflow().active;

/** A sub-workflow is what the execution is that called it. Where n8n names no caller, it counts as live. */
async function findKindOfCaller(
	context: IExecuteFunctions,
	parentExecutionId: string | undefined,
	lookUp: ExecutionLookUp,
): Promise<RunKind> {
	if (parentExecutionId === undefined) return 'live';
	const caller = await lookUpExecution(context, parentExecutionId);
	if (caller.kind === 'neverShown') return 'live';
	const execution = lookUp.kind === 'shown' ? lookUp.execution : undefined;
	const origin = findOriginOfCaller(execution, caller.kind === 'shown' ? caller.execution : undefined);
	return origin === undefined ? { neitherBecause: UNREADABLE } : await findKindOf(context, origin, caller);
}
