import { DateTime } from 'luxon';
import { counted, grouped } from '../../service/values';
import { testListOf } from '../contacts/outgoingFile';
import type { RecipientCounts } from '../contacts/types';
import type { ItemContext } from '../itemContext';
import type { Campaign } from './types';

/** What a live run would do. If it would stop, the warnings say so instead. */
function ofLiveRun({ promotionName, audience, ready, row }: Campaign): string {
	const { rows } = (row.recipients ?? {}) as Partial<RecipientCounts>;
	const people = rows === ready ? audience : `${grouped(ready ?? 0)} of ${counted(rows ?? 0, 'contact')}`;
	return ` A live run would go to ${people}. The name "${promotionName}" is still free for it.`;
}

/**
 * The campaign as a test: to the user's own phones only, with the values of the first contacts. Its names are marked, so that it can be
 * repeated and the campaign's own name stays free. It leaves nobody behind who would count as having got the message.
 */
export function asTestRun({ context }: ItemContext, campaign: Campaign, saidOfLiveRun: readonly string[]): Campaign {
	const { testPhones: phones, row, first } = campaign;
	const mark = `[test ${DateTime.now().setZone(context.getTimezone()).toFormat('HH:mm:ss')}]`;
	const promotionName = `${campaign.promotionName} ${mark}`;
	const targetListName = `${campaign.targetListName} ${mark}`;
	const audience = counted(phones.length, 'test phone');
	return {
		...campaign,
		...testListOf(first, phones),
		promotionName,
		targetListName,
		ready: phones.length,
		audience,
		peopleOfMessage: [],
		warnings: [...campaign.warnings, ...saidOfLiveRun],
		row: {
			...row,
			promotionName,
			targetListName,
			reason: `This was a test: sent to ${audience} as "${promotionName}", not to your contacts.${saidOfLiveRun.length > 0 ? '' : ofLiveRun(campaign)}`,
		},
	};
}
