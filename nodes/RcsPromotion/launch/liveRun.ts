import type { IExecuteFunctions, WorkflowExecuteMode } from 'n8n-workflow';
import {
	isStoredByTrigger,
	originOfCaller,
	readStoredExecution,
	wasStartedByHand,
	type Origin,
	type StoredExecution,
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
	const stored = await readStoredExecution(context, context.getExecutionId());
	if (TRIGGER_MODES.includes(mode)) {
		if (stored === null) return null;
		// Only hosts that never show an execution are asked this: n8n's workers report every workflow as not published.
		if (stored ? !isStoredByTrigger(stored) : !context.getWorkflow().active) return false;
	}
	// n8n's Retry goes on in another mode, and keeps the origin.
	return await isLiveOrigin(context, mode === 'retry' ? origin : { ...origin, source: mode }, stored);
}

/** A sub-workflow, or an error workflow, is live if the execution that called it is. */
async function isLiveOrigin(
	context: IExecuteFunctions,
	{ source, parentExecutionId }: Origin,
	stored: StoredExecution | null | undefined,
): Promise<boolean | null> {
	if (source === undefined || !LIVE_MODES.includes(source) || (stored && wasStartedByHand(stored))) return false;
	if (parentExecutionId === undefined) return true;
	const caller = await readStoredExecution(context, parentExecutionId);
	const origin = originOfCaller(stored, caller);
	if (origin === undefined && caller === null) return null;
	return await isLiveOrigin(context, origin ?? {}, caller);
}
