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
/** A sub-workflow is `integrated`. Any other mode, even a future one, is a test. */
const LIVE_MODES: WorkflowExecuteMode[] = [...TRIGGER_MODES, 'integrated', 'cli', 'error'];

/**
 * Whether this run was started without a person, an assistant or an agent, so that it may reach everyone. Null if n8n cannot show how it
 * was started, although it usually can: such a run must not end as a test that sent nothing.
 */
export async function wasStartedLive(context: IExecuteFunctions): Promise<boolean | null> {
	const mode = context.getMode();
	const { getExecutionContext } = context as Partial<IExecuteFunctions>;
	const origin: Origin = getExecutionContext?.call(context) ?? {};
	const lookUp = await lookUpExecution(context, context.getExecutionId());
	if (TRIGGER_MODES.includes(mode)) {
		if (lookUp.kind === 'missing') return null;
		if (lookUp.kind === 'shown' && !hasTriggerData(lookUp.execution)) return false;
		// Not asked where executions are shown: n8n's workers show them, and report every workflow as not published.
		if (lookUp.kind === 'neverShown' && !context.getWorkflow().active) return false;
	}
	// A retried execution has the mode `retry`, and keeps how it began in its origin.
	return await isLiveOrigin(context, mode === 'retry' ? origin : { ...origin, source: mode }, lookUp);
}

/** A sub-workflow, or an error workflow, is live if the execution that called it is. */
async function isLiveOrigin(
	context: IExecuteFunctions,
	{ source, parentExecutionId }: Origin,
	lookUp: ExecutionLookUp,
): Promise<boolean | null> {
	const execution = lookUp.kind === 'shown' ? lookUp.execution : undefined;
	if (source === undefined || !LIVE_MODES.includes(source)) return false;
	if (execution && wasStartedByHand(execution)) return false;
	if (parentExecutionId === undefined) return true;
	const caller = await lookUpExecution(context, parentExecutionId);
	const origin = findOriginOfCaller(execution, caller.kind === 'shown' ? caller.execution : undefined);
	if (origin === undefined) return caller.kind === 'missing' ? null : false;
	return await isLiveOrigin(context, origin, caller);
}
