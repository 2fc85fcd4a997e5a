import type { IExecuteFunctions, IExecutionContext, IRunExecutionData } from 'n8n-workflow';

/*
 * What we take from n8n without its promise, with the versions in which it was seen. If one of these goes, a run is refused or a test,
 * never live by mistake; docs/tested.md says what n8n tells in each version.
 */

/** Whether an AI agent calls the node. n8n runs it under a type of this form, while its own isToolExecution says no. Seen in 1.122 to 2.41. */
export const isToolType = (type: string): boolean => type.endsWith('Tool');

/** How long n8n waits for a poll, unless its scheduler polls. Versions before 2.38 do not say it. Seen in 2.38 and 2.41. */
export const POLL_BUDGET_MS = 300_000;

/** What n8n tells of an execution: the mode in which it began, and the execution that called it. Seen in 1.122 to 2.41. */
export type Origin = Partial<Pick<IExecutionContext, 'source' | 'parentExecutionId'>>;

export type StoredExecution = IRunExecutionData;

/** Null if n8n does not have it or cannot read it; undefined on a host that never shows one. */
export async function readStoredExecution(
	context: IExecuteFunctions,
	id: string,
): Promise<StoredExecution | null | undefined> {
	const { getExecutionDataById } = context as Partial<IExecuteFunctions>;
	if (!getExecutionDataById) return undefined;
	const stored = await getExecutionDataById.call(context, id).catch(() => undefined);
	return stored ?? null;
}

/** What a trigger brings is stored before the workflow runs; the assistant and the MCP server store nothing of it. Seen in 1.123 to 2.41. */
export const isStoredByTrigger = ({ executionData }: StoredExecution): boolean => executionData !== undefined;

/** If a person, an assistant or an agent starts the workflow in the place of its trigger, this is left in the execution. Seen in 2.20 to 2.41. */
export const wasStartedByHand = ({ manualData, resultData }: StoredExecution): boolean =>
	manualData !== undefined || Object.keys(resultData.pinData ?? {}).length > 0;

/** How the execution began that called this one. A running execution is not always stored with its origin, but what it calls is. Seen in 1.122 to 2.41. */
export const originOfCaller = (called?: StoredExecution | null, caller?: StoredExecution | null): Origin | undefined =>
	called?.parentExecution?.executionContext ?? caller?.executionData?.runtimeData;
