/** What the simulator speaks of: promotions, counters, settings and what it keeps. */

export const endpoints = ['launch', 'list', 'report', 'stats', 'patch'] as const;
export type EndpointName = (typeof endpoints)[number];

export const phases = ['preparation', 'running', 'completed', 'stopped', 'cancelled'] as const;
export type Phase = (typeof phases)[number];

export type PersonalityName = 'alder' | 'birch' | 'cedar' | 'dune' | 'ember' | 'flint' | 'grove';

export const counterNames = ['attempted', 'failed', 'sent', 'delivered', 'read', 'interacted', 'optout'] as const;
export type CounterName = (typeof counterNames)[number];
export type Counters = Record<CounterName, number>;
/** Whether each stage includes the later ones, or each message counts once, under its latest state. */
export type CountersAre = 'cumulative' | 'separate';
export type RetryCounters = Counters & { promotionRetryNumber: number };

export type JsonValue = string | number | boolean | null | JsonValue[] | { [key: string]: JsonValue };
export type JsonObject = { [key: string]: JsonValue };

/** How the bytes of an answer are delimited on the wire. */
export type Transport = 'contentLength' | 'chunked' | 'closeDelimited';

/** Nominal durations of an automatic promotion; the simulator divides them by its speed. */
export interface LifeDurations {
	preparationMs: number;
	runningMs: number;
	/** After completion deliveries and reads still trickle in for this long. */
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

export interface ReportFacts {
	/** Records after the header, the awkward and ragged ones included. */
	rows: number;
	failedRows: number;
	bytes: number;
	sha256: string;
	columns: string[];
	byStatus: Record<string, number>;
	byErrorReason: Record<string, number>;
	/** The word this personality writes for a failed recipient. */
	failedStatus: string;
}

export interface NewPromotion {
	promotionId?: string;
	name?: string;
	/** The simulator's own notion; shown in the personality's words. */
	phase?: Phase;
	/** The raw status text shown instead of the personality's word. */
	status?: string;
	/** How many messages reached each stage, whatever the service then shows. */
	counters?: Partial<Counters>;
	statsReport?: RetryCounters[];
	recipients?: number;
	/** Milliseconds since 1970; the clock's now if left out. */
	createdAt?: number;
	/** Milliseconds since 1970 from which it is listed; at once if left out. */
	listedAt?: number;
	/** Milliseconds since 1970 at which its preparation begins; createdAt if left out. */
	startsAt?: number;
	/** IMMEDIATE if left out. */
	promotionType?: string;
	/** Moves by itself through its phases instead of standing still; false if left out. */
	automatic?: boolean;
	durations?: Partial<LifeDurations>;
	report?: Partial<ReportOptions>;
	targetListName?: string;
	template?: JsonObject;
	/** Fields laid over the summary and the full shape as they are, to test odd values. */
	overrides?: JsonObject;
}

export type PromotionChange = Omit<NewPromotion, 'promotionId' | 'startsAt' | 'promotionType'>;

/** A promotion as the simulator knows it, whether the list shows it or not. */
export interface PromotionView {
	promotionId: string;
	name: string;
	phase: Phase;
	status: string;
	listed: boolean;
	recipients: number;
	createdAt: number;
	completedAt: number | null;
	origin: 'launch' | 'control';
	automatic: boolean;
	/** As the statistics show them. */
	counters: Counters;
	statsReport: RetryCounters[];
}

export interface Misfortune {
	failedPerThousand?: number;
	/** Listed this much later, divided by the speed. */
	listedAfterMs?: number;
	/** Nothing is launched, and for this long every request is answered with 503; divided by the speed. */
	downMs?: number;
}

/** Everything that may be changed while the simulator runs. Each falls back to the personality or a default. */
export interface Settings {
	apiKey: string;
	/** Delay until a launched promotion is listed, divided by the speed; 'never' hides it for good. */
	listDelayMs: number | 'never';
	/** The list shows only the newest N; 0 shows all. */
	listNewest: number;
	cancelledStaysListed: boolean;
	stoppedCountsAsPreparation: boolean;
	/** Whether promotionType may be SCHEDULED, with a scheduledTime at which preparation begins. */
	takesScheduled: boolean;
	countersAre: CountersAre;
	/** What statistics say until the first recipient was attempted. */
	statsBeforeStart: 'zeros' | 'refused';
	/** IDs or names of templates that do not exist or are not approved, so that a launch with one is refused. */
	unapprovedTemplates: string[];
	/** How many texts the cards of a template take, by its name; a launch with another number is refused. Others take any. */
	templateTexts: Record<string, number>;
	/** What happens to a launch whose promotion name contains one of these words, in lower case. */
	byName: Record<string, Misfortune>;
	durations: LifeDurations;
	reportTransport: Transport;
	/** 'full' parses the uploaded contacts, 'hash' only counts and hashes bytes. */
	contactInspection: 'full' | 'hash';
	/** Body fields beyond the document are refused unless this is on. */
	allowUnknownBodyFields: boolean;
	/** Uploads without a content-length are refused. */
	requireContentLength: boolean;
}

export interface StartOptions {
	personality?: PersonalityName;
	port?: number;
	host?: string;
	apiKey?: string;
	accountId?: string;
	/** A path prefix before /api/v2, such as /gateway/eu. */
	basePath?: string;
	/** Divides every nominal duration; 1 is real time. */
	speed?: number;
	settings?: Partial<Settings>;
	/** Also serves the control calls over HTTP; 0 picks a port. */
	controlPort?: number;
}

export interface SimulatorDescription {
	personality: PersonalityName;
	origin: string;
	baseUrl: string;
	accountId: string;
	foreignOrigin: string;
	controlUrl: string | null;
	speed: number;
	/** The words this personality shows for each phase. */
	statusWords: Record<Phase, string[]>;
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
