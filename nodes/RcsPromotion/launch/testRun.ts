import type { DateTime } from 'luxon';
import { counted } from '../../service/values';
import { buildTestFile } from '../contacts/outgoingFile';
import type { Campaign } from './types';

/**
 * The campaign as a test: to the user's own phones only, with the values of the first contacts. Its names are marked, so that it can be
 * repeated and the campaign's own name stays free. A test does not count as a launch to its contacts.
 */
export function asTestRun(campaign: Campaign, now: DateTime, liveRunWarnings: readonly string[]): Campaign {
	const { testPhones: phones, baseOutput, recipientsInWords } = campaign;
	const testList = buildTestFile(campaign.firstRecipients, phones);
	const mark = `[test ${now.toFormat('HH:mm:ss')}]`;
	const promotionName = `${campaign.promotionName} ${mark}`;
	const targetListName = `${campaign.targetListName} ${mark}`;
	const audience = counted(phones.length, 'test phone');
	// If a live run would stop, the warnings say so instead.
	const outlook = ` A live run would go to ${recipientsInWords}. The name "${campaign.promotionName}" is still free for it.`;
	return {
		...campaign,
		file: testList.file,
		firstRecipients: testList.firstRecipients,
		promotionName,
		targetListName,
		recipientCount: phones.length,
		audience,
		messageFingerprint: [],
		warnings: [...campaign.warnings, ...liveRunWarnings],
		baseOutput: {
			...baseOutput,
			promotionName,
			targetListName,
			reason: `This was a test: sent to ${audience} as "${promotionName}", not to your contacts.${liveRunWarnings.length > 0 ? '' : outlook}`,
		},
	};
}
