import { documentedFinalWords, json, type Personality } from './personality';

let lastCedarId = 0;

export const cedar: Personality = {
	name: 'cedar',
	successStatus: { launch: 202, list: 201, report: 200, stats: 202, patch: 201 },
	refusalStatus: {
		missingKey: 403,
		wrongKey: 403,
		wrongAccount: 403,
		unknownPath: 404,
		wrongMethod: 405,
		invalid: 400,
		unsupportedType: 400,
		lengthRequired: 400,
		unknownPromotion: 410,
		notInPreparation: 400,
		notApproved: 400,
	},
	refusalBody: (refusal) => ({
		contentType: 'text/plain',
		text: refusal.field ? `${refusal.reason} (${refusal.field})` : refusal.reason,
	}),
	jsonContentType: 'text/json',
	csvContentType: 'application/octet-stream',
	launchAnswer: (promotionId) =>
		json({ result: { promotion: { promotionId }, warnings: [] }, version: 2 }, 'text/json;charset=UTF-8'),
	statusWords: {
		preparation: [' preparing ', 'Preparing recipients'],
		running: ['in progress '],
		...documentedFinalWords,
	},
	// Digits only: such an id is easily taken for a number and rounded or shown in another notation on the way.
	newPromotionId: () => `${Date.now()}${String((lastCedarId = (lastCedarId + 1) % 100_000)).padStart(5, '0')}`,
	timestamp: (milliseconds) => milliseconds * 1000,
	listDelayMs: 20_000,
	listNewest: 0,
	listOrder: 'byId',
	cancelledStaysListed: true,
	stoppedCountsAsPreparation: false,
	takesScheduled: false,
	statsBeforeStart: 'zeros',
	reportInPreparation: 'headerOnly',
	reportTransport: 'closeDelimited',
	reportLineEnding: '\n',
	reportQuotesAll: true,
	reportWords: { sent: 'sent', delivered: 'delivered', read: 'read', interacted: 'clicked', failed: 'failed' },
	createdBy: null,
	flow: { id: '90210', name: 'Loyalty, first step' },
	retryEntries: { count: 0, firstNumber: 0 },
	requireContentLength: false,
	reportPhonesHavePlus: true,
	countersAre: 'cumulative',
	furtherBodyFields: [],
	takesSingleCards: false,
};
