import { judge } from '../nodes/service/judgement';
import { findAnsweredIds, promotionState, readPromotions } from '../nodes/service/promotions';
import { COUNTERS, readStatistics } from '../nodes/service/statistics';
import type { Answered } from './exchange';
import { jsonOf } from './forms';

/** What the nodes make of an answer, by their own code. */

export const nodesReadList = (answer: Answered): boolean =>
	isSuccess(answer) && readPromotions(jsonOf(answer)) !== undefined;

/** The counters that the nodes find in an answer. */
export function nodesReadCounters(answer: Answered): string[] | undefined {
	const statistics = isSuccess(answer) ? readStatistics(jsonOf(answer)) : undefined;
	return statistics && COUNTERS.filter((counter) => statistics.counters[counter] !== undefined);
}

export const documentedCounters: readonly string[] = COUNTERS;

export const isSuccess = ({ status }: Answered) => status >= 200 && status < 300;

export const nodesState = promotionState;

/** The ID that the nodes take from a launch's answer. */
export function nodesReadId(answer: Answered): string | undefined {
	const [id, ...others] = findAnsweredIds(answer);
	return others.length === 0 ? id : undefined;
}

/** How the nodes judge the answer to a launch. */
export function nodesOnLaunch(answer: Answered): string {
	if (nodesReadId(answer) !== undefined) return 'Launch takes it as launched, with this promotion ID.';
	switch (judge(answer).writeOutcome) {
		case 'accepted':
			return 'Launch looks for the promotion in the list for half a minute. If it is not there, only an answer with success or ok true counts as launched; any other is unconfirmed. It is not sent again.';
		case 'refused':
			return 'Launch takes it as refused: nothing was sent, and it may be sent again.';
		default:
			return 'Launch does not know from this whether it was launched, so it looks in the list for half a minute, and never sends it again.';
	}
}

/** How the nodes judge the answer to Stop or Cancel. */
export function nodesOnChange(answer: Answered): string {
	switch (judge(answer).writeOutcome) {
		case 'accepted':
			return 'They take it as accepted, and look in the list whether it happened.';
		case 'refused':
			return 'They take it as refused, look in the list, and show the words of the service.';
		default:
			return 'They do not know from this whether it was done: they look in the list, and ask again while it is not confirmed.';
	}
}

const REFUSALS: Record<number, string> = {
	401: 'They say that the service does not accept this API key for this account ID.',
	403: 'They say that the service did not let this account do it, and to check the credential.',
	404: 'They say that the service found nothing, and what to check.',
	429: 'They say that the service is limiting requests, and wait.',
};

/** What a read says of a refusal. */
export function nodesOnRefusal(answer: Answered): string {
	if (isSuccess(answer)) return 'They cannot tell this from an ordinary answer.';
	const known = REFUSALS[answer.status];
	if (known !== undefined) return known;
	if (judge(answer).isTemporary) return 'They take it as an outage, and try again some times.';
	return 'They show the words of the service, if it has any, and say what to check.';
}
