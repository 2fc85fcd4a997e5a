import { randomBytes, randomInt, randomUUID } from 'node:crypto';
import type { CountersAre, EndpointName, JsonObject, Refusal, RefusalKind, Transport } from './types';

/** What the service's document leaves open, and how alder fills it. Nothing may be built on what one personality does. */
const alder = {
	/** The HTTP status of an accepted request, and of a refused one. */
	accepted: { launch: 200, list: 200, report: 200, stats: 200, patch: 200 } as Record<EndpointName, number>,
	refused: {
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
		notApproved: 422,
	} as Record<RefusalKind, number>,
	/** An object is sent as JSON; a text as it is: a web page if it begins like one, without a content type if it is empty. */
	refusal: ({ kind, reason, field }: Refusal): object | string => ({
		error: { code: kind, message: reason, field: field ?? null },
		requestId: 'r-1',
	}),
	launchAnswer: (_promotionId: string, full: JsonObject): object | string => full,
	jsonType: 'application/json; charset=utf-8' as string | null,
	csvType: 'text/csv; charset=utf-8' as string | null,
	newPromotionId: (): string => randomUUID(),
	timesIn: 'milliseconds' as 'seconds' | 'milliseconds' | 'microseconds',
	/** Shown one after the other while a promotion is prepared, and while it runs. The document has the words that follow. */
	preparing: ['Preparing'],
	running: ['Running'],
	/** How long the list lacks a launched promotion. */
	listDelayMs: 0 as number | 'never',
	/** Only so many of the newest are listed; 0 lists all. */
	listNewest: 0,
	listOrder: 'newestFirst' as 'newestFirst' | 'oldestFirst' | 'byId',
	/** Whether the account has campaigns of another channel, too: of each promotion one that has its name, and always runs. */
	listsOtherChannel: false,
	cancelledStaysListed: true,
	/** Whether one that was stopped can still be cancelled. */
	stoppedCountsAsPreparation: true,
	/** Whether promotionType may be SCHEDULED, with a scheduledTime at which preparation begins. */
	takesScheduled: false,
	/** Whether a template may be a single card: HEADER and BODY without a carousel around them. */
	takesSingleCards: false,
	/** Further fields of the launch body; their value is the account ID. */
	furtherBodyFields: [] as string[],
	/** Whether an upload without content-length is refused. */
	requireContentLength: false,
	/** Whether each stage includes the later ones, or each message counts once. */
	countersAre: 'cumulative' as CountersAre,
	/** How often a message is tried, and the number of the first try. */
	tries: { count: 2, firstNumber: 0 },
	statsBeforeStart: 'zeros' as 'zeros' | 'refused',
	reportBeforeStart: 'headerOnly' as 'headerOnly' | 'empty' | 'refused',
	reportTransport: 'contentLength' as Transport,
	reportLineEnding: '\n' as '\n' | '\r\n',
	reportQuotesAll: false,
	reportPhonesHavePlus: true,
	reportWords: { sent: 'Sent', delivered: 'Delivered', read: 'Read', interacted: 'Interacted', failed: 'Failed' },
	createdBy: null as string | null,
	flow: { id: 'f3b0c442-98fc-4c14-9afb-f4c8996fb924', name: 'Seasonal offers' } as { id: string; name: string } | null,
};

type Gaps = typeof alder;

type Differences = Partial<Omit<Gaps, 'accepted' | 'refused'>> & {
	accepted?: Partial<Gaps['accepted']>;
	refused?: Partial<Gaps['refused']>;
};

/** alder, and how each of the others differs from it. */
const table = {
	alder: {},
	birch: {
		accepted: { launch: 201, patch: 202 },
		refused: {
			wrongKey: 403,
			wrongAccount: 404,
			wrongMethod: 404,
			invalid: 422,
			unsupportedType: 422,
			notInPreparation: 422,
		},
		refusal: ({ reason, field = 'request' }) => ({
			errors: [[{ path: [field], details: [{ text: reason }] }]],
			ok: false,
		}),
		launchAnswer: (id) => ({ status: 'success', id, message: 'accepted' }),
		jsonType: 'application/json',
		csvType: 'text/csv',
		newPromotionId: () => randomBytes(12).toString('hex'),
		timesIn: 'seconds',
		preparing: ['IN_PREPARATION'],
		running: ['SENDING'],
		listDelayMs: 5_000,
		listOrder: 'oldestFirst',
		cancelledStaysListed: false,
		requireContentLength: true,
		tries: { count: 3, firstNumber: 1 },
		reportBeforeStart: 'refused',
		reportTransport: 'chunked',
		reportLineEnding: '\r\n',
		reportWords: { sent: 'SENT', delivered: 'DELIVERED', read: 'READ', interacted: 'INTERACTED', failed: 'FAILED' },
		createdBy: 'user-77',
		flow: null,
	},
	cedar: {
		accepted: { launch: 202, list: 201, stats: 202, patch: 201 },
		refused: {
			missingKey: 403,
			wrongKey: 403,
			unsupportedType: 400,
			lengthRequired: 400,
			unknownPromotion: 410,
			notInPreparation: 400,
			notApproved: 400,
		},
		refusal: ({ reason, field }) => (field ? `${reason} (${field})` : reason),
		launchAnswer: (promotionId) => ({ result: { promotion: { promotionId }, warnings: [] }, version: 2 }),
		jsonType: 'text/json;charset=UTF-8',
		csvType: 'application/octet-stream',
		// Digits only: such an ID is easily taken for a number, and rounded on the way.
		newPromotionId: () => `9${String(process.hrtime.bigint()).padStart(17, '0')}`,
		timesIn: 'microseconds',
		preparing: [' preparing ', 'Preparing recipients'],
		running: ['in progress '],
		listDelayMs: 20_000,
		listOrder: 'byId',
		stoppedCountsAsPreparation: false,
		tries: { count: 0, firstNumber: 0 },
		reportTransport: 'closeDelimited',
		reportQuotesAll: true,
		reportWords: { sent: 'sent', delivered: 'delivered', read: 'read', interacted: 'clicked', failed: 'failed' },
		flow: { id: '90210', name: 'Loyalty, first step' },
	},
	dune: {
		accepted: { report: 203 },
		refused: {
			missingKey: 400,
			wrongAccount: 401,
			wrongMethod: 404,
			unknownPromotion: 400,
			notInPreparation: 403,
			notApproved: 403,
		},
		refusal: ({ reason }) =>
			`<!DOCTYPE html>\n<html><head><title>Request refused</title></head><body><p>${escaped(reason)}</p></body></html>\n`,
		launchAnswer: () => 'Promotion launched',
		jsonType: 'application/json;charset=UTF-8',
		csvType: 'text/plain; charset=utf-8',
		newPromotionId: () => `PR-${randomBytes(5).toString('hex').toUpperCase()}`,
		preparing: ['created', 'audience loading'],
		running: ['processing', 'finishing'],
		cancelledStaysListed: false,
		takesScheduled: true,
		tries: { count: 1, firstNumber: 1 },
		reportBeforeStart: 'empty',
		reportTransport: 'chunked',
		reportWords: {
			sent: 'submitted',
			delivered: 'delivered',
			read: 'seen',
			interacted: 'interacted',
			failed: 'failed',
		},
		createdBy: 'api',
		flow: { id: 'flow-7', name: '' },
	},
	ember: {
		accepted: { launch: 204, list: 203 },
		refused: { wrongAccount: 404, invalid: 406, notInPreparation: 412, notApproved: 409 },
		refusal: () => '',
		launchAnswer: () => '',
		jsonType: null,
		csvType: null,
		newPromotionId: () => randomUUID().toUpperCase(),
		timesIn: 'seconds',
		preparing: ['QUEUED', ' Queued'],
		running: ['ACTIVE'],
		listDelayMs: 5_000,
		listOrder: 'oldestFirst',
		stoppedCountsAsPreparation: false,
		requireContentLength: true,
		tries: { count: 2, firstNumber: 1 },
		reportLineEnding: '\r\n',
		reportWords: { sent: 'Sent', delivered: 'Delivered', read: 'Read', interacted: 'Interacted', failed: 'Not Sent' },
		createdBy: 'user-5',
		flow: null,
	},
	// Accepts what can be read, and says in the body of a 200 whether it did what it was asked.
	flint: {
		refused: { invalid: 500, unsupportedType: 500, notApproved: 200 },
		refusal: ({ kind, reason }) => ({ success: false, error: { code: kind, message: reason } }),
		launchAnswer: (promotionId) => ({ success: true, data: { promotionId, status: 'ACCEPTED' } }),
		csvType: 'text/csv',
		newPromotionId: () => String(randomInt(100_000_000, 999_999_999)),
		preparing: ['Scheduled', 'Preparing'],
		running: ['In Progress'],
		listNewest: 25,
		takesScheduled: true,
		tries: { count: 1, firstNumber: 0 },
		statsBeforeStart: 'refused',
		reportBeforeStart: 'refused',
		reportTransport: 'chunked',
		reportWords: { sent: 'SENT', delivered: 'DELIVERED', read: 'READ', interacted: 'CLICKED', failed: 'UNDELIVERED' },
		createdBy: 'system',
		flow: null,
	},
	// As the public documentation of a provider shows a service with this interface.
	grove: {
		launchAnswer: (transactionId) => ({ transactionId, status: 'accepted' }),
		newPromotionId: () => randomBytes(12).toString('hex'),
		timesIn: 'seconds',
		preparing: ['pending'],
		running: ['running'],
		listsOtherChannel: true,
		takesSingleCards: true,
		furtherBodyFields: ['businessId'],
		countersAre: 'separate',
		tries: { count: 1, firstNumber: 0 },
		reportPhonesHavePlus: false,
		reportWords: { sent: 'sent', delivered: 'delivered', read: 'read', interacted: 'interacted', failed: 'failed' },
	},
} satisfies Record<string, Differences>;

const escaped = (text: string) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');

export type PersonalityName = keyof typeof table;

export interface Personality extends Gaps {
	name: PersonalityName;
}

export const personalities: readonly Personality[] = Object.entries<Differences>(table).map(([name, differences]) => ({
	...alder,
	...differences,
	name: name as PersonalityName,
	accepted: { ...alder.accepted, ...differences.accepted },
	refused: { ...alder.refused, ...differences.refused },
}));

export function personalityNamed(name: string): Personality {
	const found = personalities.find((personality) => personality.name === name);
	if (found) return found;
	const known = personalities.map((personality) => personality.name).join(', ');
	throw new Error(`There is no personality "${name}". Known are ${known}.`);
}

export function timestamp({ timesIn }: Pick<Gaps, 'timesIn'>, milliseconds: number): number {
	if (timesIn === 'seconds') return Math.floor(milliseconds / 1000);
	return timesIn === 'microseconds' ? milliseconds * 1000 : milliseconds;
}
