import type { IExecuteFunctions, IExecutionContext, IRunExecutionData } from 'n8n-workflow';

/*
 * n8n behavior that is not documented, with the versions we saw it in. If it changes, a run is refused or treated as a test, never sent
 * live; docs/tested.md lists what each version of n8n shows.
 */

/** Whether an AI agent calls the node. n8n runs it under a type of this form, while its own isToolExecution says no. Seen in 1.122 to 2.41. */
export const isToolType = (type: string): boolean => type.endsWith('Tool');

/** How long n8n waits for a poll, unless its scheduler polls. Versions before 2.38 do not say it. Seen in 2.38 and 2.41. */
export const POLL_BUDGET_MS = 300_000;

/** How an execution began: its mode, and the execution that called it. Seen in 1.122 to 2.41. */
export type Origin = Partial<Pick<IExecutionContext, 'source' | 'parentExecutionId'>>;

type StoredExecution = IRunExecutionData;

/** An execution as n8n stored it, if n8n shows it. missing: n8n does not have it, or cannot read it. neverShown: this host shows none. */
export type ExecutionLookUp = { kind: 'shown'; execution: StoredExecution } | { kind: 'missing' | 'neverShown' };

export async function lookUpExecution(context: IExecuteFunctions, id: string): Promise<ExecutionLookUp> {
	const { getExecutionDataById } = context as Partial<IExecuteFunctions>;
	if (!getExecutionDataById) return { kind: 'neverShown' };
	const execution = await getExecutionDataById.call(context, id).catch(() => undefined);
	return execution ? { kind: 'shown', execution } : { kind: 'missing' };
}

/** Whether n8n stored what a trigger brought, before the workflow ran. Its assistant and MCP server store none. Seen in 1.123 to 2.41. */
export const hasTriggerData = ({ executionData }: StoredExecution): boolean => executionData !== undefined;

/** Whether a person, an assistant or an agent started the workflow in place of its trigger. Seen in 2.20 to 2.41. */
export const wasStartedByHand = ({ manualData, resultData }: StoredExecution): boolean =>
	manualData !== undefined || Object.keys(resultData.pinData ?? {}).length > 0;

/** How the caller of a sub-workflow began. While it runs, only the record of the sub-workflow may have that. Seen in 1.122 to 2.41. */
export const findOriginOfCaller = (called?: StoredExecution, caller?: StoredExecution): Origin | undefined =>
	called?.parentExecution?.executionContext ?? caller?.executionData?.runtimeData;
