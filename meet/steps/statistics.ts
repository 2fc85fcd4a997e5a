import type { Seen } from '../exchange';
import { comparable, describeAnswer, jsonOf } from '../forms';
import type { Meeting } from '../meeting';
import { documentedCounters, isSuccess, nodesReadCounters } from '../nodesView';

/** Reads the statistics of one promotion, the likeliest to have any. */
export async function meetStatistics(meeting: Meeting, promotionId: string | undefined): Promise<void> {
	if (promotionId === undefined) {
		meeting.notKnown('statisticsAnswer', 'no promotion is listed');
		meeting.notKnown('retryEntries', 'no promotion is listed');
		return;
	}
	meeting.say('Reading statistics …');
	learnStatistics(meeting, await meeting.readStatistics(promotionId));
}

export function learnStatistics(meeting: Meeting, seen: Seen): void {
	const { hide, recorded } = meeting;
	const counters = seen.kind === 'answer' ? nodesReadCounters(seen) : undefined;
	if (seen.kind === 'none' || !isSuccess(seen) || counters === undefined) {
		const why = seen.kind === 'none' ? seen.why : `answered with ${describeAnswer(seen, hide)}, without any counter`;
		meeting.notKnown('statisticsAnswer', `the service ${why}`);
		meeting.notKnown('retryEntries', `the service ${why}`);
		return;
	}
	const missing = documentedCounters.filter((counter) => !counters.includes(counter));
	meeting.learn('statisticsAnswer', {
		value: { ...comparable(seen, hide), missing },
		works: true,
		seen: `${describeAnswer(seen, hide)}, ${missing.length === 0 ? 'with all seven counters' : `without ${missing.join(', ')}`}.`,
		nodes:
			missing.length === 0
				? 'They read it.'
				: 'They give null for a counter that was not sent, and for each rate that needs it.',
		...(missing.length > 0 && {
			setting: `In the trigger, use no limit on a rate that needs ${missing.join(' or ')}.`,
		}),
	});
	recorded.successStatus = { ...recorded.successStatus, stats: seen.status };
	learnRetries(meeting, (jsonOf(seen) as { statsReport?: unknown }).statsReport);
}

function learnRetries(meeting: Meeting, statsReport: unknown): void {
	if (!Array.isArray(statsReport)) {
		const nodes = 'They give an empty list of retries.';
		meeting.learn('retryEntries', { value: 'none sent', seen: 'statsReport is not a list.', nodes });
		return;
	}
	const [first] = statsReport as Array<{ promotionRetryNumber?: unknown } | null>;
	const given = first?.promotionRetryNumber;
	const firstNumber = typeof given === 'number' ? given : null;
	const count = statsReport.length;
	meeting.learn('retryEntries', {
		value: { count, firstNumber },
		seen: count === 0 ? 'None.' : `${count}, numbered from ${firstNumber ?? 'nothing'}.`,
		nodes: "They show them under 'Retries' as the service numbers them.",
	});
	meeting.recorded.retryEntries = { count: Math.min(count, 10), firstNumber: firstNumber ?? 0 };
}
