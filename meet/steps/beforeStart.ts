import type { Seen } from '../exchange';
import { comparable, describeAnswer, recordedAnswer } from '../forms';
import type { Meeting } from '../meeting';
import { isSuccess, nodesReadCounters } from '../nodesView';
import { attemptedIn } from './afterEnd';

export function learnStatisticsBeforeStart(meeting: Meeting, seen: Seen | undefined): void {
	if (seen?.kind !== 'answer') {
		meeting.notKnown('statisticsBeforeStart', seen ? `the service ${seen.why}` : 'it was not seen before its end');
		return;
	}
	const isRefused = !isSuccess(seen);
	const counters = nodesReadCounters(seen);
	if (!isRefused && (attemptedIn(seen) ?? 0) > 0) {
		meeting.notKnown('statisticsBeforeStart', 'it had figures at the first look');
		return;
	}
	meeting.learn('statisticsBeforeStart', {
		value: isRefused ? comparable(seen, meeting.hide) : counters ? 'zeros' : 'no counters',
		seen: isRefused ? `${describeAnswer(seen, meeting.hide)}.` : counters ? 'Zeros.' : 'An answer without counters.',
		nodes:
			seen.status === 404
				? 'The trigger takes 404 for none yet, as long as it never read any. Statistic: Get says that the service does not know the promotion.'
				: isRefused
					? 'The trigger cannot tell this from statistics that cannot be read, and reports it if it lasts.'
					: 'They show what was sent; a rate of nothing is null.',
		...(isRefused &&
			seen.status !== 404 && { setting: 'Expect a report of unread statistics for campaigns that wait to be sent.' }),
	});
	meeting.recorded.statsBeforeStart = isRefused ? 'refused' : 'zeros';
	if (isRefused) keepRefusal(meeting, seen);
}

/** A report without rows: no byte at all, or a header alone; undefined if it has rows, or is none. */
export function reportState(seen: Seen): 'empty' | 'headerOnly' | undefined {
	if (seen.kind === 'none' || !isSuccess(seen)) return undefined;
	const lines = seen.body.split(/\r?\n/).filter((line) => line.trim() !== '');
	return lines.length === 0 ? 'empty' : lines.length === 1 ? 'headerOnly' : undefined;
}

export function learnReportBeforeStart(meeting: Meeting, seen: Seen | undefined): void {
	if (seen?.kind !== 'answer') {
		meeting.notKnown('reportBeforeStart', seen ? `the service ${seen.why}` : 'it was not seen before its end');
		return;
	}
	const state = isSuccess(seen) ? reportState(seen) : 'refused';
	if (state === undefined) {
		meeting.notKnown('reportBeforeStart', 'it had rows at the first look');
		return;
	}
	const nodes = {
		refused: 'Report operations fail with the words of the service.',
		empty: 'They take it for a report without rows.',
		headerOnly: 'They give no rows.',
	};
	meeting.learn('reportBeforeStart', {
		value: state === 'refused' ? comparable(seen, meeting.hide) : state,
		seen:
			state === 'refused'
				? `${describeAnswer(seen, meeting.hide)}.`
				: state === 'empty'
					? 'No byte at all.'
					: 'The header alone.',
		nodes: nodes[state],
		...(state === 'refused' && { setting: 'Read reports after Completed.' }),
	});
	meeting.recorded.reportInPreparation = state;
	if (state === 'refused') keepRefusal(meeting, seen);
}

/** The simulator plays both as an unknown promotion. */
function keepRefusal({ recorded, hide }: Meeting, seen: Parameters<typeof recordedAnswer>[0]): void {
	recorded.refusals = { unknownPromotion: recordedAnswer(seen, hide), ...recorded.refusals };
}
