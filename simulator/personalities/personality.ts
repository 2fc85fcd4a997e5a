import type {
	CountersAre,
	EndpointName,
	JsonObject,
	PersonalityName,
	Phase,
	Refusal,
	RefusalKind,
	Transport,
} from '../types';

/**
 * A personality is one way of filling the gaps of the service document. All of them follow the document to the letter and
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
	/** Only so many of the newest are listed; 0 lists all. */
	listNewest: number;
	listOrder: 'newestFirst' | 'oldestFirst' | 'byId';
	cancelledStaysListed: boolean;
	stoppedCountsAsPreparation: boolean;
	takesScheduled: boolean;
	statsBeforeStart: 'zeros' | 'refused';
	reportInPreparation: 'headerOnly' | 'empty' | 'refused';
	reportTransport: Transport;
	reportLineEnding: '\n' | '\r\n';
	reportQuotesAll: boolean;
	/** Whether the phones in its report begin with +. */
	reportPhonesHavePlus: boolean;
	reportWords: { sent: string; delivered: string; read: string; interacted: string; failed: string };
	createdBy: string | null;
	/** The document lists a flow's id and name with promotions and report rows, and does not say when they are filled. */
	flow: { id: string; name: string } | null;
	retryEntries: { count: number; firstNumber: number };
	requireContentLength: boolean;
	/** Whether each stage includes the later ones, or each message counts once. */
	countersAre: CountersAre;
	/** Fields of the launch body that it takes beyond the document; their value is the account ID. */
	furtherBodyFields: string[];
	/** Whether a template may be a single card: HEADER and BODY without a carousel around them. */
	takesSingleCards: boolean;
}

/** The three words the document itself names. */
export const documentedFinalWords = {
	completed: ['Completed'],
	stopped: ['Stopped'],
	cancelled: ['Cancelled'],
};

export const json = (value: unknown, contentType: string | null) => ({ contentType, text: JSON.stringify(value) });
