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

/** notKnown: n8n cannot show how the run was started, although it usually can. Such a run must not end as a test that sent nothing. */
export type RunKind = 'live' | 'test' | 'notKnown';

/** A live run was started without a person, an assistant or an agent, so it may reach everyone. */
export async function findRunKind(context: IExecuteFunctions): Promise<RunKind> {
	const mode = context.getMode();
	const { getExecutionContext } = context as Partial<IExecuteFunctions>;
	const origin: Origin = getExecutionContext?.call(context) ?? {};
	const lookUp = await lookUpExecution(context, context.getExecutionId());
	// A retry is of a run that a trigger, a person, an assistant or an agent started.
	if (lookUp.kind === 'missing' && [...TRIGGER_MODES, 'retry'].includes(mode)) return 'notKnown';
	if (TRIGGER_MODES.includes(mode)) {
		// No trigger fired: n8n's assistant or its MCP server runs it.
		if (lookUp.kind === 'shown' && !hasTriggerData(lookUp.execution)) return 'test';
		// Without executions, only this tells tests apart. With executions it cannot: n8n's workers report every workflow as not published.
		if (lookUp.kind === 'neverShown' && !context.getWorkflow().active) return 'test';
	}
	// A retried execution has the mode `retry`, and keeps how it began in its origin.
	return await findKindOfOrigin(context, mode === 'retry' ? origin : { ...origin, source: mode }, lookUp);
}

/** A sub-workflow, or an error workflow, is live if the execution that called it is. */
async function findKindOfOrigin(
	context: IExecuteFunctions,
	{ source, parentExecutionId }: Origin,
	lookUp: ExecutionLookUp,
): Promise<RunKind> {
	const execution = lookUp.kind === 'shown' ? lookUp.execution : undefined;
	if (source === undefined || !LIVE_MODES.includes(source)) return 'test';
	if (execution && wasStartedByHand(execution)) return 'test';
	if (parentExecutionId === undefined) return 'live';
	const caller = await lookUpExecution(context, parentExecutionId);
	const origin = findOriginOfCaller(execution, caller.kind === 'shown' ? caller.execution : undefined);
	if (origin !== undefined) return await findKindOfOrigin(context, origin, caller);
	// A caller that n8n usually shows may have been live. Any other counts as a test.
	return caller.kind === 'missing' ? 'notKnown' : 'test';
}
