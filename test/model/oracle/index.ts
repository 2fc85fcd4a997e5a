/**
 * Judges a finished run: history in, differences out. Each rule is a promise of the docs over all that happened; it knows nothing of
 * the code, and no numbers but those that users are promised.
 */
import { momentsOf, type Difference, type History } from '../history';
import { judgeAlerts, judgeEnd, judgeReading } from './alerts';
import { Past, seenOf } from './known';
import { judgeNothingInCommon, judgeProblems, tellsOf } from './problems';
import { judgeLeft, judgeStatus } from './status';
import { judgeChanges, judgeDelivery, judgeItems } from './told';

export function judge(history: History): Difference[] {
	const { polls } = history;
	const past = new Past(polls);
	const moments = momentsOf(history);
	const tellings = polls.filter((poll) => tellsOf(poll) !== undefined).map(({ endedAt }) => endedAt);
	const found: Difference[] = [];
	for (const [id, all] of moments) {
		const allSeen = [...seenOf(all, past)];
		for (const seen of allSeen) {
			if (seen.isQuiet) continue;
			found.push(...judgeStatus(id, seen, past), ...judgeLeft(id, seen, tellings), ...judgeItems(id, seen, history));
			found.push(...judgeChanges(id, seen), ...judgeAlerts(id, seen, past.lastGood(seen.now.poll) === undefined));
		}
		found.push(...judgeReading(id, allSeen, history));
		const last = allSeen.at(-1);
		if (last && last.now.poll === polls.findLast(({ shown }) => shown)) found.push(...judgeEnd(id, last, history));
	}
	found.push(...judgeDelivery(history), ...judgeProblems(history, moments), ...judgeNothingInCommon(history));
	const first = new Map(found.sort((a, b) => b.turn - a.turn).map((one) => [`${one.promise} ${one.text}`, one]));
	return [...first.values()].sort((a, b) => a.turn - b.turn);
}
