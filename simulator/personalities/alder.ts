import { randomUUID } from 'node:crypto';
import { documentedFinalWords, json, type Personality } from './personality';

export const alder: Personality = {
	name: 'alder',
	successStatus: { launch: 200, list: 200, report: 200, stats: 200, patch: 200 },
	refusalStatus: {
		missingKey: 401,
		wrongKey: 401,
		wrongAccount: 403,
		unknownPath: 404,
		wrongMethod: 405,
		invalid: 400,
		unsupportedType: 415,
		lengthRequired: 411,
		unknownPromotion: 404,
		notInPreparation: 409,
	},
	refusalBody: (refusal, requestId) =>
		json(
			{ error: { code: refusal.kind, message: refusal.reason, field: refusal.field ?? null }, requestId },
			'application/json; charset=utf-8',
		),
	jsonContentType: 'application/json; charset=utf-8',
	csvContentType: 'text/csv; charset=utf-8',
	launchAnswer: (_promotionId, full) => json(full, 'application/json; charset=utf-8'),
	statusWords: { preparation: ['Preparing'], running: ['Running'], ...documentedFinalWords },
	newPromotionId: () => randomUUID(),
	timestamp: (milliseconds) => milliseconds,
	listDelayMs: 0,
	listOrder: 'newestFirst',
	cancelledStaysListed: true,
	stoppedCountsAsPreparation: true,
	reportInPreparation: 'headerOnly',
	reportTransport: 'contentLength',
	reportLineEnding: '\n',
	reportQuotesAll: false,
	reportWords: { sent: 'Sent', delivered: 'Delivered', read: 'Read', interacted: 'Interacted', failed: 'Failed' },
	createdBy: null,
	flow: { id: 'f3b0c442-98fc-4c14-9afb-f4c8996fb924', name: 'Seasonal offers' },
	retryEntries: { count: 2, firstNumber: 0 },
	requireContentLength: false,
};
