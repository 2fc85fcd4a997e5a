import { randomBytes, randomUUID } from 'node:crypto';
import type { EndpointName, JsonObject, PersonalityName, Phase, Refusal, RefusalKind, Transport } from './types';

/**
 * A personality is one way of filling the gaps of the service document. All five follow the document to the letter and
 * differ in everything it leaves open, so that nothing built against them can lean on one choice.
 */
export interface Personality {
	name: PersonalityName;
	successStatus: Record<EndpointName, number>;
	refusalStatus: Record<RefusalKind, number>;
	/** Content type and text of a refusal; no content type and an empty text is a legal answer too. */
	refusalBody(refusal: Refusal, requestId: string): { contentType: string | null; text: string };
	jsonContentType: string | null;
	csvContentType: string | null;
	launchAnswer(promotionId: string, full: JsonObject): { contentType: string | null; text: string };
	/** Shown one after the other while the phase lasts. The document itself names the final three. */
	statusWords: Record<Phase, string[]>;
	newPromotionId(): string;
	/** Converts milliseconds to the unit of this personality's timestamps. */
	timestamp(milliseconds: number): number;
	listDelayMs: number;
	listOrder: 'newestFirst' | 'oldestFirst' | 'byId';
	cancelledStaysListed: boolean;
	stoppedCountsAsPreparation: boolean;
	reportInPreparation: 'headerOnly' | 'empty' | 'refused';
	reportTransport: Transport;
	reportLineEnding: '\n' | '\r\n';
	reportQuotesAll: boolean;
	reportWords: { sent: string; delivered: string; read: string; interacted: string; failed: string };
	createdBy: string | null;
	retryEntries: { count: number; firstNumber: number };
	requireContentLength: boolean;
}

const documentedFinalWords = {
	completed: ['Completed'],
	stopped: ['Stopped'],
	cancelled: ['Cancelled'],
};

const json = (value: unknown, contentType: string | null) => ({ contentType, text: JSON.stringify(value) });

const alder: Personality = {
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
	retryEntries: { count: 2, firstNumber: 0 },
	requireContentLength: false,
};

const birch: Personality = {
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
	retryEntries: { count: 3, firstNumber: 1 },
	requireContentLength: true,
};

let lastCedarId = 0;

const cedar: Personality = {
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
	listOrder: 'byId',
	cancelledStaysListed: true,
	stoppedCountsAsPreparation: false,
	reportInPreparation: 'headerOnly',
	reportTransport: 'closeDelimited',
	reportLineEnding: '\n',
	reportQuotesAll: true,
	reportWords: { sent: 'sent', delivered: 'delivered', read: 'read', interacted: 'clicked', failed: 'failed' },
	createdBy: null,
	retryEntries: { count: 0, firstNumber: 0 },
	requireContentLength: false,
};

const escapeHtml = (text: string) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');

const dune: Personality = {
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
	listOrder: 'newestFirst',
	cancelledStaysListed: false,
	stoppedCountsAsPreparation: true,
	reportInPreparation: 'empty',
	reportTransport: 'chunked',
	reportLineEnding: '\n',
	reportQuotesAll: false,
	reportWords: { sent: 'submitted', delivered: 'delivered', read: 'seen', interacted: 'interacted', failed: 'failed' },
	createdBy: 'api',
	retryEntries: { count: 1, firstNumber: 1 },
	requireContentLength: false,
};

const ember: Personality = {
	name: 'ember',
	successStatus: { launch: 204, list: 203, report: 200, stats: 200, patch: 200 },
	refusalStatus: {
		missingKey: 401,
		wrongKey: 401,
		wrongAccount: 404,
		unknownPath: 404,
		wrongMethod: 405,
		invalid: 406,
		unsupportedType: 415,
		lengthRequired: 411,
		unknownPromotion: 404,
		notInPreparation: 412,
	},
	refusalBody: () => ({ contentType: null, text: '' }),
	jsonContentType: null,
	csvContentType: null,
	launchAnswer: () => ({ contentType: null, text: '' }),
	statusWords: { preparation: ['QUEUED', ' Queued'], running: ['ACTIVE'], ...documentedFinalWords },
	newPromotionId: () => randomUUID().toUpperCase(),
	timestamp: (milliseconds) => Math.floor(milliseconds / 1000),
	listDelayMs: 5_000,
	listOrder: 'oldestFirst',
	cancelledStaysListed: true,
	stoppedCountsAsPreparation: false,
	reportInPreparation: 'headerOnly',
	reportTransport: 'contentLength',
	reportLineEnding: '\r\n',
	reportQuotesAll: false,
	reportWords: { sent: 'Sent', delivered: 'Delivered', read: 'Read', interacted: 'Interacted', failed: 'Not Sent' },
	createdBy: 'user-5',
	retryEntries: { count: 2, firstNumber: 1 },
	requireContentLength: true,
};

export const personalities: readonly Personality[] = [alder, birch, cedar, dune, ember];

export function personalityNamed(name: string): Personality {
	const found = personalities.find((personality) => personality.name === name);
	if (!found) {
		throw new Error(
			`There is no personality "${name}". Known are ${personalities.map((known) => known.name).join(', ')}.`,
		);
	}
	return found;
}
