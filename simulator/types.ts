/** What the simulator speaks of. */

export type EndpointName = 'launch' | 'list' | 'report' | 'stats' | 'patch';

export const phases = ['preparation', 'running', 'completed', 'stopped', 'cancelled'] as const;
export type Phase = (typeof phases)[number];

export const counterNames = ['attempted', 'failed', 'sent', 'delivered', 'read', 'interacted', 'optout'] as const;
export type Counters = Record<(typeof counterNames)[number], number>;
/** Whether each stage includes the later ones, or each message counts once, under its latest state. */
export type CountersAre = 'cumulative' | 'separate';
export type RetryCounters = Counters & { promotionRetryNumber: number };

export type JsonValue = string | number | boolean | null | JsonValue[] | { [key: string]: JsonValue };
export type JsonObject = { [key: string]: JsonValue };

/** How the bytes of an answer are delimited on the wire. */
export type Transport = 'contentLength' | 'chunked' | 'closeDelimited';

/** Of a promotion that moves by itself; all are divided by the speed. */
export interface LifeDurations {
	preparationMs: number;
	runningMs: number;
	/** After completion, deliveries and reads still come in for this long. */
	tailMs: number;
}

export interface ReportOptions {
	rows: number;
	seed: number;
	failedPerThousand: number;
	delimiter: string;
	lineEnding: '\n' | '\r\n';
	byteOrderMark: boolean;
	quoteAll: boolean;
	/** Header names in order; names the service does not know become invented extra columns. */
	columns: string[];
	/** Adds rows with quotes, line breaks, delimiters, formula-like cells and odd spaces before the others. */
	awkwardRows: boolean;
	/** Adds one row with too few and one with too many cells before the others. */
	raggedRows: boolean;
	/** Each is laid over an ordinary row, and they come before the others. */
	extraRows: Array<Record<string, string>>;
	finalLineEnding: boolean;
	/** No byte at all, not even a header. */
	empty: boolean;
	transport: Transport;
}

/** What a reader of a whole report must find. */
export interface ReportFacts {
	/** Without the header. */
	rows: number;
	failedRows: number;
	bytes: number;
	sha256: string;
	byStatus: Record<string, number>;
	byErrorReason: Record<string, number>;
	/** The word this personality writes for a failed recipient. */
	failedStatus: string;
}

export interface NewPromotion {
	promotionId?: string;
	name?: string;
	phase?: Phase;
	/** Shown instead of the personality's word for the phase. */
	status?: string;
	/** How many messages reached each stage, whatever the service then shows. */
	counters?: Partial<Counters>;
	statsReport?: RetryCounters[];
	recipients?: number;
	/** Milliseconds since 1970; the clock's now if left out. */
	createdAt?: number;
	/** Moves by itself through its phases instead of standing still; false if left out. */
	automatic?: boolean;
	durations?: LifeDurations;
	report?: Partial<ReportOptions>;
	/** Fields laid over the summary and the full shape as they are, to test odd values. */
	overrides?: JsonObject;
}

export type PromotionChange = Pick<NewPromotion, 'phase' | 'status' | 'counters' | 'report'>;

/** A promotion as the simulator knows it, whether the list shows it or not. */
export interface PromotionView {
	promotionId: string;
	name: string;
	phase: Phase;
	status: string;
	/** As the statistics show them. */
	counters: Counters;
}

export interface Refusal {
	kind: RefusalKind;
	reason: string;
	/** The field, header or part that is not as the document says. */
	field?: string;
}

export type RefusalKind =
	| 'missingKey'
	| 'wrongKey'
	| 'wrongAccount'
	| 'unknownPath'
	| 'wrongMethod'
	| 'invalid'
	| 'unsupportedType'
	| 'lengthRequired'
	| 'unknownPromotion'
	| 'notInPreparation'
	| 'notApproved';
