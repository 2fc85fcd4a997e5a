import type { INode, IPollFunctions } from 'n8n-workflow';

/** How long n8n waits for a poll, unless its scheduler polls. Versions before 2.38 do not say it. Seen in 2.38 and 2.41. */
export const POLL_BUDGET_MS = 300_000;

/**
 * Why n8n polls now. If a poll throws while n8n itself registers the trigger (at startup or takeover), the trigger ends for good although
 * the workflow stays active. Newer n8n versions use the mode "update" both for registrations and for scheduled polls; if we cannot tell
 * them apart, we do not throw at the first failure.
 */
type Occasion = 'schedule' | 'activation by a person' | 'registration by n8n' | 'maybe registration by n8n';

/** n8n's call of a poll. */
export interface PollCall {
	node: INode;
	occasion: Occasion;
	/** After it waited for an earlier poll to end. */
	startedAt: number;
	/** Until when n8n waits for it. */
	deadline: number;
	/** n8n before 2.38 does not say how long it waits. */
	isDeadlineNamed: boolean;
}

/** n8n's poll scheduler makes a new context for each poll. Without it, all polls have the context of the registration. */
const seenContexts = new WeakSet<IPollFunctions>();

/** Why n8n polls, and how long it waits for the result, if it says so. */
export function readOccasion(context: IPollFunctions): { occasion: Occasion; budgetMs?: number } {
	const budgetMs = (context as Partial<Pick<IPollFunctions, 'getPollBudgetMs'>>).getPollBudgetMs?.();
	return { occasion: findOccasion(context, budgetMs), budgetMs };
}

function findOccasion(context: IPollFunctions, budgetMs: number | undefined): Occasion {
	if (seenContexts.has(context)) return 'schedule';
	seenContexts.add(context);
	const mode = context.getActivationMode();
	if (mode === 'activate' || mode === 'create') return 'activation by a person';
	if (mode === 'init' || mode === 'leadershipChange') return 'registration by n8n';
	if (mode !== 'update' || budgetMs === undefined) return 'maybe registration by n8n';
	// A registration gets the full budget, a scheduled poll gets less.
	return budgetMs === POLL_BUDGET_MS ? 'registration by n8n' : 'schedule';
}
