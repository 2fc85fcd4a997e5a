import { randomBytes } from 'node:crypto';
import { alder } from './alder';
import { documentedFinalWords, json, type Personality } from './personality';

/** As the public documentation of a provider shows a service with this interface. */
export const grove: Personality = {
	...alder,
	name: 'grove',
	launchAnswer: (promotionId) => json({ transactionId: promotionId, status: 'accepted' }, alder.jsonContentType),
	statusWords: { preparation: ['pending'], running: ['running'], ...documentedFinalWords },
	newPromotionId: () => randomBytes(12).toString('hex'),
	timestamp: (milliseconds) => Math.floor(milliseconds / 1000),
	reportWords: { sent: 'sent', delivered: 'delivered', read: 'read', interacted: 'interacted', failed: 'failed' },
	reportPhonesHavePlus: false,
	countersAre: 'separate',
	furtherBodyFields: ['businessId'],
	takesSingleCards: true,
	retryEntries: { count: 1, firstNumber: 0 },
};
