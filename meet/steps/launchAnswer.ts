import type { Campaign } from '../campaign';
import { comparable, describeAnswer, jsonOf, placeOf, recordedAnswer } from '../forms';
import type { Meeting } from '../meeting';
import { isSuccess, nodesOnLaunch } from '../nodesView';

/** What the launch itself answered. */
export function learnLaunchAnswer(meeting: Meeting, { launched, promotionId }: Campaign): void {
	const { hide, recorded } = meeting;
	if (launched.kind === 'none') {
		meeting.notKnown('launchAnswer', `the service ${launched.why}; whether it was launched, the list shows`);
		return;
	}
	const idAt = promotionId === undefined ? undefined : placeOf(jsonOf(launched), promotionId, hide);
	meeting.learn('launchAnswer', {
		value: { ...comparable(launched, hide), idAt: idAt ?? null },
		seen: `${describeAnswer(launched, hide)}, ${idAt === undefined ? 'without a promotion ID that the nodes read' : `the promotion ID at ${idAt}`}.`,
		nodes: nodesOnLaunch(launched),
	});
	if (!isSuccess(launched)) return;
	recorded.successStatus = { ...recorded.successStatus, launch: launched.status };
	recorded.launchAnswer = recordedAnswer(launched, hide, promotionId);
}

/** Once the list has given the ID: the answer may have named it where the nodes do not look. */
export function learnIdElsewhere(meeting: Meeting, { launched, promotionId }: Campaign): void {
	const { hide, recorded } = meeting;
	if (launched.kind === 'none' || promotionId === undefined) return;
	const idAt = placeOf(jsonOf(launched), promotionId, hide);
	const answer = meeting.answers.launchAnswer;
	if (idAt === undefined || 'notKnown' in answer) return;
	if (!answer.seen.includes('without a promotion ID')) return;
	answer.seen = `${describeAnswer(launched, hide)}, the promotion ID at ${idAt}, where the nodes do not look for it.`;
	answer.value = { ...comparable(launched, hide), idAt };
	if (isSuccess(launched)) recorded.launchAnswer = recordedAnswer(launched, hide, promotionId);
}
