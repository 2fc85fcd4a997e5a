import type { DateTime } from 'luxon';
import { counted } from '../../service/values';
import { buildTestList } from '../contacts/outgoingFile';
import type { Campaign } from './types';

/**
 * The campaign as a test: to the user's own phones only, with the values of the first contacts. Its names are marked, so that it can be
 * repeated and the campaign's own name stays free. It does not count as having reached anyone.
 */
export function asTestRun(campaign: Campaign, now: DateTime, liveRun: readonly string[]): Campaign {
	const { testPhones: phones, row, first, share } = campaign;
	const mark = `[test ${now.toFormat('HH:mm:ss')}]`;
	const promotionName = `${campaign.promotionName} ${mark}`;
	const targetListName = `${campaign.targetListName} ${mark}`;
	const audience = counted(phones.length, 'test phone');
	// If a live run would stop, the warnings say so instead.
	const ofLiveRun = ` A live run would go to ${share}. The name "${campaign.promotionName}" is still free for it.`;
	return {
		...campaign,
		...buildTestList(first, phones),
		promotionName,
		targetListName,
		ready: phones.length,
		audience,
		peopleOfMessage: [],
		warnings: [...campaign.warnings, ...liveRun],
		row: {
			...row,
			promotionName,
			targetListName,
			reason: `This was a test: sent to ${audience} as "${promotionName}", not to your contacts.${liveRun.length > 0 ? '' : ofLiveRun}`,
		},
	};
}
