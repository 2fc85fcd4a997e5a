import { DateTime } from 'luxon';
import { counted, grouped } from '../../service/values';
import type { RecipientCounts } from '../contacts/types';
import type { ItemContext } from '../itemContext';
import { launchBody } from './body';
import type { Campaign } from './types';

/** How many contacts there are, if some of them get nothing. */
function ofAll({ contacts, row }: Campaign): string {
	const { rows } = (row.recipients ?? {}) as Partial<RecipientCounts>;
	return typeof rows === 'number' && rows !== contacts ? ` of ${grouped(rows)}` : '';
}

/**
 * The campaign as a test: to the user's own phones only, with the values of the first contacts. Its names are marked, so that it can be
 * repeated and the campaign's own name stays free. It leaves nobody behind who would count as having got the message.
 */
export function asTestRun({ context }: ItemContext, campaign: Campaign, saidOfLiveRun: readonly string[]): Campaign {
	const { request, template, row, forPhones } = campaign;
	const phones = request.testPhones;
	if (!forPhones || phones.length === 0) throw new Error('A test needs test phones');
	const mark = `[test ${DateTime.now().setZone(context.getTimezone()).toFormat('HH:mm:ss')}]`;
	const promotionName = `${campaign.promotionName} ${mark}`;
	const targetListName = `${campaign.targetListName} ${mark}`;
	const audience = counted(phones.length, 'test phone');
	return {
		...campaign,
		...forPhones(phones),
		promotionName,
		targetListName,
		body: launchBody({ ...request, promotionName, template }),
		contacts: phones.length,
		audience,
		peopleOfMessage: [],
		warnings: [...campaign.warnings, ...saidOfLiveRun],
		row: {
			...row,
			promotionName,
			targetListName,
			reason: `This was a test: sent to ${audience} as "${promotionName}", and to no contact. A live run would go to ${campaign.audience}${ofAll(campaign)}. The name "${campaign.promotionName}" is still free for it.`,
		},
	};
}
