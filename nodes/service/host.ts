/*
 * n8n behavior that is not documented, with the versions we saw it in; docs/tested.md lists what each version of n8n shows.
 */

/** Whether an AI agent calls the node. n8n runs it under a type of this form, while its own isToolExecution says no. Seen in 1.122 to 2.41. */
export const isToolType = (type: string): boolean => type.endsWith('Tool');

/** How long n8n waits for a poll, unless its scheduler polls. Versions before 2.38 do not say it. Seen in 2.38 and 2.41. */
export const POLL_BUDGET_MS = 300_000;
