import { NodeApiError, type INode } from 'n8n-workflow';
import { asNodeError, Refusal } from '../service/refusal';
import { askedToWaitMs, isRateLimitError, isWebPage, toNodeApiError } from '../service/errors';
import { HOUR_MS } from './settings';

/** What this check could not see, and the next one may. All that the form or the credential refuses needs a person. */
export class PassingProblem extends Refusal {}

/** Whether it is told without waiting whether it passes. */
export const isAtOnce = (error: unknown): boolean =>
	error instanceof NodeApiError ? ['401', '403'].includes(error.httpCode ?? '') : !(error instanceof PassingProblem);

/** Whether it does not mend itself. */
export const needsPerson = (error: unknown, isOfList: boolean): boolean =>
	isAtOnce(error) || (isOfList && error instanceof NodeApiError && (error.httpCode === '404' || isWebPage(error)));

/** What happened, and what to do next. */
export function describeProblem(error: unknown, node: INode): { message: string; advice: string } {
	const { message, description } = asNodeError(error, node);
	return { message, advice: description ?? '' };
}

/** The error to throw from a poll, so that n8n keeps polling. n8n's errors cannot be copied, so this makes another one. */
export function toPollError(error: unknown, { message, advice }: { message: string; advice: string }, node: INode) {
	// n8n gives up re-activating a workflow whose trigger fails with this word in the message.
	const shown = message.replace(/authorization/gi, 'authentication');
	if (!(error instanceof NodeApiError)) return asNodeError(new Refusal(shown, advice), node);
	// n8n's scheduler stops polling for half an hour after a failure that it considers permanent, so each is marked as temporary.
	const waitMs = Math.min(askedToWaitMs(error), HOUR_MS);
	const cause = isRateLimitError(error) ? 'rate-limited' : 'temporarily-unavailable';
	const failure = { cause, ...(waitMs > 0 && { retryAfterMs: waitMs }) } as const;
	const details = { message: shown, description: advice, httpCode: error.httpCode ?? undefined, failure };
	// The key is already hidden in the texts.
	return toNodeApiError(node, details, (text) => text);
}
