import { randomInt } from 'node:crypto';
import { documentedFinalWords, json, type Personality } from './personality';

const contentType = 'application/json; charset=utf-8';

/** Accepts what can be read, and says in the body of a 200 whether it did what it was asked. */
export const flint: Personality = {
	name: 'flint',
	successStatus: { launch: 200, list: 200, report: 200, stats: 200, patch: 200 },
	refusalStatus: {
		missingKey: 401,
		wrongKey: 401,
		wrongAccount: 403,
		unknownPath: 404,
		wrongMethod: 405,
		invalid: 500,
		unsupportedType: 500,
		lengthRequired: 411,
		unknownPromotion: 404,
		notInPreparation: 409,
		notApproved: 200,
	},
	refusalBody: ({ kind, reason }) => json({ success: false, error: { code: kind, message: reason } }, contentType),
	jsonContentType: contentType,
	csvContentType: 'text/csv',
	launchAnswer: (promotionId) => json({ success: true, data: { promotionId, status: 'ACCEPTED' } }, contentType),
	statusWords: { preparation: ['Scheduled', 'Preparing'], running: ['In Progress'], ...documentedFinalWords },
	newPromotionId: () => String(randomInt(100_000_000, 999_999_999)),
	timestamp: (milliseconds) => milliseconds,
	listDelayMs: 0,
	listNewest: 25,
	listOrder: 'newestFirst',
	cancelledStaysListed: true,
	stoppedCountsAsPreparation: true,
	takesScheduled: true,
	statsBeforeStart: 'refused',
	reportInPreparation: 'refused',
	reportTransport: 'chunked',
	reportLineEnding: '\n',
	reportQuotesAll: false,
	reportWords: { sent: 'SENT', delivered: 'DELIVERED', read: 'READ', interacted: 'CLICKED', failed: 'UNDELIVERED' },
	createdBy: 'system',
	flow: null,
	retryEntries: { count: 1, firstNumber: 0 },
	requireContentLength: false,
};
