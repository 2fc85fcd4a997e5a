import type { IExecuteFunctions, IExecutionContext, IRunExecutionData, WorkflowExecuteMode } from 'n8n-workflow';

/** n8n runs a published workflow in these modes when its trigger fires. Its assistant and its MCP server use them, too. */
const TRIGGER_MODES: WorkflowExecuteMode[] = ['trigger', 'webhook'];
/** A sub-workflow is `integrated`. Any other mode, even a future one, is a test. */
const LIVE_MODES: WorkflowExecuteMode[] = [...TRIGGER_MODES, 'integrated', 'cli', 'error'];

/** What n8n tells of an execution: the mode in which it began, and the execution that called it. */
type Origin = Partial<Pick<IExecutionContext, 'source' | 'parentExecutionId'>>;

/** Whether this run was started without a person, an assistant or an agent, so that it may reach everyone. */
export async function isLiveRun(context: IExecuteFunctions): Promise<boolean> {
	const mode = context.getMode();
	const { getExecutionContext } = context as Partial<IExecuteFunctions>;
	const told: Origin = getExecutionContext?.call(context) ?? {};
	const stored = await storedExecution(context, context.getExecutionId());
	// What a trigger brings is stored before the workflow runs. n8n's workers report every workflow as not published.
	const isTriggered = stored ? stored.executionData !== undefined : context.getWorkflow().active;
	if (TRIGGER_MODES.includes(mode) && !isTriggered) return false;
	// n8n's Retry goes on in another mode, and keeps what it was told at first.
	return await isLive(context, mode === 'retry' ? told : { ...told, source: mode }, stored);
}

/** A sub-workflow, or an error workflow, is live if the execution that called it is. */
async function isLive(
	context: IExecuteFunctions,
	{ source, parentExecutionId }: Origin,
	stored: IRunExecutionData | undefined,
): Promise<boolean> {
	if (source === undefined || !LIVE_MODES.includes(source) || wasStartedByHand(stored)) return false;
	if (parentExecutionId === undefined) return true;
	const parent = await storedExecution(context, parentExecutionId);
	// A running execution is not always stored with its origin, but what it calls is.
	const origin = stored?.parentExecution?.executionContext ?? parent?.executionData?.runtimeData ?? {};
	return await isLive(context, origin, parent);
}

/** If a person, an assistant or an agent started the workflow instead of its trigger, the execution contains pinData or manualData. */
function wasStartedByHand(stored: IRunExecutionData | undefined): boolean {
	return stored?.manualData !== undefined || Object.keys(stored?.resultData.pinData ?? {}).length > 0;
}

/** Undefined if n8n has not stored it, or not with its data. */
async function storedExecution(context: IExecuteFunctions, id: string): Promise<IRunExecutionData | undefined> {
	const { getExecutionDataById } = context as Partial<IExecuteFunctions>;
	return await getExecutionDataById?.call(context, id).catch(() => undefined);
}
