import { randomBytes } from 'node:crypto';
import { endpoints } from '../../nodes/service/endpoints';
import { idLike, type RefusalKind } from '../../simulator';
import type { Seen } from '../exchange';
import { comparable, describeAnswer, patternOf, recordedAnswer } from '../forms';
import type { Gap } from '../gaps';
import { listingOf, type Listing } from '../listing';
import type { Meeting } from '../meeting';
import { isSuccess, nodesOnRefusal } from '../nodesView';

/** Asks for what cannot be given, once each, and only by reading. */
export async function meetRefusals(meeting: Meeting, { entries }: Listing): Promise<void> {
	meeting.say('Asking for what must be refused: without the key, with a wrong one, for what does not exist …');
	const { accountId, apiKey } = meeting.account;
	const { asker } = meeting;
	const list = endpoints.promotions(accountId);
	learnRefusal(meeting, 'missingKey', 'missingKey', await asker.read({ path: list, key: null }));
	learnRefusal(meeting, 'wrongKey', 'wrongKey', await asker.read({ path: list, key: wrongKey(apiKey) }));
	const nobody = endpoints.promotions(`no-such-account-${randomBytes(4).toString('hex')}`);
	learnRefusal(meeting, 'wrongAccount', 'wrongAccount', await asker.read({ path: nobody }));
	const unknownId = idLike(patternOf(entries[0]?.promotionId ?? 'no-such-promotion-1'));
	learnRefusal(meeting, 'unknownPromotion', 'unknownPromotion', await meeting.readStatistics(unknownId));
	const noChannel = list.replace(/channel=.*/, 'channel=no-such-channel');
	learnRefusal(meeting, 'invalidRequest', 'invalid', await asker.read({ path: noChannel }));
}

/** As long as the right one, and shows nothing of it. */
const wrongKey = (apiKey: string) => randomBytes(apiKey.length).toString('hex').slice(0, apiKey.length);

function learnRefusal(meeting: Meeting, gap: Gap, kind: RefusalKind, seen: Seen): void {
	if (seen.kind === 'none') {
		meeting.notKnown(gap, `the service ${seen.why}`);
		return;
	}
	const { hide, recorded } = meeting;
	const listed = isSuccess(seen) ? listingOf(seen, meeting) : undefined;
	const isAccepted = isSuccess(seen) && typeof listed !== 'string';
	meeting.learn(gap, {
		value: { ...comparable(seen, hide), isAccepted },
		seen: isAccepted ? `Not refused: HTTP ${seen.status}.` : `${describeAnswer(seen, hide)}.`,
		nodes: nodesOnRefusal(seen),
		...(isAccepted &&
			gap.endsWith('Key') && { setting: 'Ask your provider why requests are answered without the right key.' }),
	});
	if (!isAccepted) recorded.refusals = { ...recorded.refusals, [kind]: recordedAnswer(seen, hide) };
}
