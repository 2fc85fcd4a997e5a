import { randomBytes } from 'node:crypto';
import { documentedFinalWords, type Personality } from './personality';

const escapeHtml = (text: string) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');

export const dune: Personality = {
	name: 'dune',
	successStatus: { launch: 200, list: 200, report: 203, stats: 200, patch: 200 },
	refusalStatus: {
		missingKey: 400,
		wrongKey: 401,
		wrongAccount: 401,
		unknownPath: 404,
		wrongMethod: 404,
		invalid: 400,
		unsupportedType: 415,
		lengthRequired: 411,
		unknownPromotion: 400,
		notInPreparation: 403,
		notApproved: 403,
	},
	refusalBody: (refusal) => ({
		contentType: 'text/html; charset=utf-8',
		text:
			`<!DOCTYPE html>\n<html><head><title>Request refused</title></head><body><h1>Request refused</h1>` +
			`<p>${escapeHtml(refusal.reason)}</p></body></html>\n`,
	}),
	jsonContentType: 'application/json;charset=UTF-8',
	csvContentType: 'text/plain; charset=utf-8',
	launchAnswer: () => ({ contentType: 'text/plain; charset=utf-8', text: 'Promotion launched' }),
	statusWords: {
		preparation: ['created', 'audience loading'],
		running: ['processing', 'finishing'],
		...documentedFinalWords,
	},
	newPromotionId: () => `PR-${randomBytes(5).toString('hex').toUpperCase()}`,
	timestamp: (milliseconds) => milliseconds,
	listDelayMs: 0,
	listNewest: 0,
	listOrder: 'newestFirst',
	cancelledStaysListed: false,
	stoppedCountsAsPreparation: true,
	takesScheduled: true,
	statsBeforeStart: 'zeros',
	reportInPreparation: 'empty',
	reportTransport: 'chunked',
	reportLineEnding: '\n',
	reportQuotesAll: false,
	reportWords: { sent: 'submitted', delivered: 'delivered', read: 'seen', interacted: 'interacted', failed: 'failed' },
	createdBy: 'api',
	flow: { id: 'flow-7', name: '' },
	retryEntries: { count: 1, firstNumber: 1 },
	requireContentLength: false,
	reportPhonesHavePlus: true,
	countersAre: 'cumulative',
	furtherBodyFields: [],
	takesSingleCards: false,
};
