import { readBody } from './answers';
import { namesFailure } from './namedFailure';
import type { Outcome } from './types';

interface Judgement {
	/**
	 * How a write ended. refused: the service made nothing of it, so it may be sent again. unknown: it may have been done; to take it for
	 * refused could message everyone twice.
	 */
	write: 'accepted' | 'refused' | 'unknown';
	/** Whether the same request may succeed later without anybody doing anything. */
	isTemporary: boolean;
}

type Kind = (outcome: Outcome) => boolean;

const noAnswer =
	(codes: RegExp): Kind =>
	(outcome) =>
		outcome.kind === 'noAnswer' && codes.test(outcome.code);
const status =
	(least: number, most = least): Kind =>
	(outcome) =>
		outcome.kind === 'answer' && outcome.status >= least && outcome.status <= most;
/** With a success status it comes from whatever stands before the service: a sign-in, a proxy, a wrong address. */
const webPage: Kind = (outcome) => status(200, 299)(outcome) && readBody(outcome as { body: string }).kind === 'html';

/** The first that fits counts. The document names no status, so this is what they mean in HTTP. */
const JUDGEMENTS: Array<[Kind, Judgement['write'], isTemporary: boolean]> = [
	// Never connected, so nobody read a byte.
	[noAnswer(/^(ECONNREFUSED|EAI_AGAIN)$/), 'refused', true],
	[
		noAnswer(/^(ENOTFOUND|ERR_INVALID_URL|CERT_.*|DEPTH_ZERO_.*|SELF_SIGNED_.*|UNABLE_TO_.*|ERR_TLS_.*)$/),
		'refused',
		false,
	],
	// Stopped by a person; a fault that is not of the network; or an answer that would be as large the next time.
	[noAnswer(/^(ERR_CANCELED|ERR_ANSWER_TOO_LARGE)?$/), 'unknown', false],
	[noAnswer(/./), 'unknown', true],
	[webPage, 'unknown', false],
	[(outcome) => status(200, 299)(outcome) && namesFailure(outcome as { body: string }), 'unknown', true],
	// A read of which nothing can be made was cut off, or comes from a service that is just starting.
	[status(200, 299), 'accepted', true],
	[status(408), 'unknown', true],
	[status(429), 'refused', true],
	[status(400, 499), 'refused', false],
	[status(500, 599), 'unknown', true],
];

/** What an outcome says about a write, and about trying a read again: the one place that decides either. */
export function judge(outcome: Outcome): Judgement {
	const [, write, isTemporary] = JUDGEMENTS.find(([fits]) => fits(outcome)) ?? [undefined, 'unknown' as const, false];
	return { write, isTemporary };
}
