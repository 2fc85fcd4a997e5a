import type { IPollFunctions } from 'n8n-workflow';
import { POLL_BUDGET_MS } from '../service/host';

/**
 * Why n8n polls now. If a poll throws while n8n itself registers the trigger (at startup or takeover), the trigger ends for good although
 * the workflow stays active. "registration?" is a first poll that may be such a registration: newer n8n versions use the mode "update" both
 * for repairs and for scheduled polls.
 */
export type Occasion = 'schedule' | 'activation by a person' | 'registration by n8n' | 'registration?';

/** When n8n registers a trigger, it polls once with a new context and then keeps using that context. Its scheduler makes a new one for each poll. */
const contexts = new WeakSet<IPollFunctions>();

/** Why n8n polls, and how long it waits for the result. */
export function readOccasion(context: IPollFunctions): { occasion: Occasion; hostMs: number } {
	// n8n before 2.38 does not say how much time there is.
	const { getPollBudgetMs } = context as Partial<Pick<IPollFunctions, 'getPollBudgetMs'>>;
	const budgetMs = getPollBudgetMs?.call(context);
	return { occasion: findOccasion(context, budgetMs), hostMs: budgetMs ?? POLL_BUDGET_MS };
}

function findOccasion(context: IPollFunctions, budgetMs: number | undefined): Occasion {
	if (contexts.has(context)) return 'schedule';
	contexts.add(context);
	const mode = context.getActivationMode();
	if (mode === 'activate' || mode === 'create') return 'activation by a person';
	if (mode === 'init' || mode === 'leadershipChange') return 'registration by n8n';
	if (mode !== 'update' || budgetMs === undefined) return 'registration?';
	// The scheduler gives less time than usual.
	return budgetMs === POLL_BUDGET_MS ? 'registration by n8n' : 'schedule';
}
