import { NodeApiError, type INode } from 'n8n-workflow';
import { asNodeError, Refusal } from '../service/refusal';
import { askedToWaitMs, isRateLimitError, isWebPage, toNodeApiError } from '../service/errors';
import { HOUR_MS } from './listing';

/** n8n no longer waits for the poll, so what it found is not kept. */
export class LatePollError extends Refusal {
	constructor() {
		super(
			'The check took longer than n8n allows',
			'Nothing is lost: the next check looks again. If this keeps happening, ask your provider why answers are slow.',
		);
	}
}

const isKeyRefused = (error: unknown) => error instanceof NodeApiError && ['401', '403'].includes(error.httpCode ?? '');

/** Of the form or the credential. A text is a doubt about an answer. */
const isOurOwn = (error: unknown) =>
	!(error instanceof NodeApiError || error instanceof LatePollError || typeof error === 'string');

/** Whether it is told without waiting whether it passes. */
export const isAtOnce = (error: unknown): boolean => isKeyRefused(error) || isOurOwn(error);

/** Whether it does not mend itself. */
export const needsPerson = (error: unknown, isOfList: boolean): boolean =>
	isAtOnce(error) || (isOfList && error instanceof NodeApiError && (error.httpCode === '404' || isWebPage(error)));

/** n8n gives up re-activating a workflow whose trigger fails with this word in the message. */
export const withoutStopWord = (message: string): string => message.replace(/authorization/gi, 'authentication');

/** What happened, and what to do next. @param thrown a text for a doubt about an answer */
export function describeThrown(thrown: unknown, node: INode): { message: string; advice: string } {
	if (typeof thrown === 'string')
		return { message: thrown, advice: 'Ask your provider about it if this keeps happening.' };
	const { message, description } = asNodeError(thrown, node);
	return { message: withoutStopWord(message), advice: description ?? '' };
}

/** The error to throw from a poll, so that n8n keeps polling. n8n's errors cannot be copied, so this makes another one. */
export function toPollError(thrown: unknown, message: string, advice: string, node: INode) {
	if (!(thrown instanceof NodeApiError)) return asNodeError(new Refusal(message, advice), node);
	// n8n's scheduler stops polling for half an hour after a failure that it considers permanent, so each is marked as temporary.
	const waitMs = Math.min(askedToWaitMs(thrown), HOUR_MS);
	const cause = isRateLimitError(thrown) ? 'rate-limited' : 'temporarily-unavailable';
	const failure = { cause, ...(waitMs > 0 && { retryAfterMs: waitMs }) } as const;
	// The key is already hidden in the texts.
	return toNodeApiError(
		node,
		{ message, description: advice, httpCode: thrown.httpCode ?? undefined, failure },
		(text) => text,
	);
}
