import { readBody } from '../../service/answers';
import type { Answer, Outcome } from '../../service/types';

/**
 * refused: the service made nothing of it, so it may be sent again. accepted: it was taken. unknown: it may have been taken.
 */
export type Verdict = 'refused' | 'accepted' | 'unknown';

/** Connections that never came about, so that not a byte of the launch was read by anyone. */
const NEVER_LEFT =
	/^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|ERR_INVALID_URL|CERT_.*|DEPTH_ZERO_.*|SELF_SIGNED_.*|UNABLE_TO_.*|ERR_TLS_.*)$/;

/** Whatever is not certain is unknown: to take a launch for refused that was taken would message everyone twice. */
export function judge(outcome: Outcome): Verdict {
	if (outcome.kind === 'noAnswer') return NEVER_LEFT.test(outcome.code) ? 'refused' : 'unknown';
	const { status } = outcome;
	if (status >= 400 && status < 500 && status !== 408) return 'refused';
	if (status >= 200 && status < 300) return isPage(outcome) ? 'unknown' : 'accepted';
	return 'unknown';
}

/** A web page with a success status comes from whatever stands before the service: a sign-in, a proxy, a wrong address. */
const isPage = (answer: Answer) => readBody(answer).kind === 'html';
