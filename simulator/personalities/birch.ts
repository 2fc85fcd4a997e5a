import { randomBytes } from 'node:crypto';
import { documentedFinalWords, json, type Personality } from './personality';

export const birch: Personality = {
	name: 'birch',
	successStatus: { launch: 201, list: 200, report: 200, stats: 200, patch: 202 },
	refusalStatus: {
		missingKey: 401,
		wrongKey: 403,
		wrongAccount: 404,
		unknownPath: 404,
		wrongMethod: 404,
		invalid: 422,
		unsupportedType: 422,
		lengthRequired: 411,
		unknownPromotion: 404,
		notInPreparation: 422,
	},
	refusalBody: (refusal) =>
		json(
			{ errors: [[{ path: [refusal.field ?? 'request'], details: [{ text: refusal.reason }] }]], ok: false },
			'application/json',
		),
	jsonContentType: 'application/json',
	csvContentType: 'text/csv',
	launchAnswer: (promotionId) => json({ status: 'success', id: promotionId, message: 'accepted' }, 'application/json'),
	statusWords: { preparation: ['IN_PREPARATION'], running: ['SENDING'], ...documentedFinalWords },
	newPromotionId: () => randomBytes(12).toString('hex'),
	timestamp: (milliseconds) => Math.floor(milliseconds / 1000),
	listDelayMs: 5_000,
	listOrder: 'oldestFirst',
	cancelledStaysListed: false,
	stoppedCountsAsPreparation: true,
	reportInPreparation: 'refused',
	reportTransport: 'chunked',
	reportLineEnding: '\r\n',
	reportQuotesAll: false,
	reportWords: { sent: 'SENT', delivered: 'DELIVERED', read: 'READ', interacted: 'INTERACTED', failed: 'FAILED' },
	createdBy: 'user-77',
	flow: null,
	retryEntries: { count: 3, firstNumber: 1 },
	requireContentLength: true,
};
