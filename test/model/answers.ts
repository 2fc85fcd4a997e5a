/** What a service may answer, and what is kept of it. */
export const counters = ['attempted', 'failed', 'sent', 'delivered', 'read', 'interacted', 'optout'] as const;
export type Counter = (typeof counters)[number];
export type Counted = Record<Counter, number>;
export const NOTHING_SENT: Counted = {
	attempted: 0,
	failed: 0,
	sent: 0,
	delivered: 0,
	read: 0,
	interacted: 0,
	optout: 0,
};

/** What a campaign really is from a moment on. */
export interface Condition {
	name: string;
	status: string;
	/** How many messages reached each stage; undefined while the service has no figures. */
	reached?: Counted;
	isListed: boolean;
	/** There is nothing of it any more. */
	isDeleted: boolean;
}

export interface Campaign {
	id: string;
	/** 0 if the service does not say it. */
	createdAt: number;
	/** As the service says it: 0, when it ended, or when it expires. */
	endTime: number;
	channel: string;
	/** From the first to the last. */
	conditions: Array<Condition & { from: number }>;
}

export const listTroubles = [
	'error',
	'down',
	'time-out',
	'reset',
	'refused',
	'forbidden',
	'not found',
	'web page',
	'limited',
	'limited by 503',
	'no list',
	'no IDs',
] as const;
/** Good answers that are not true. */
export const untrueLists = ['empty', 'null', 'foreign'] as const;
export const statisticsTroubles = [
	'error',
	'down',
	'time-out',
	'reset',
	'refused',
	'forbidden',
	'web page',
	'limited',
	'limited by 503',
] as const;
/** No figures, or not all of them. */
export const statisticsGaps = [
	'not found',
	'empty object',
	'empty list',
	'null',
	'lacks sent',
	'lacks failed',
	'lacks optout',
	'nonsense',
] as const;

export type ListTrouble = (typeof listTroubles)[number] | (typeof untrueLists)[number];
export type StatisticsTrouble = (typeof statisticsTroubles)[number] | (typeof statisticsGaps)[number];

/** Of one campaign in one list answer. */
export interface Shown {
	name: string;
	status: string;
	createdAt: number;
	endTime: number;
}

/** One request and what it was answered. */
export interface Answer {
	poll: number;
	/** Of whose statistics; undefined for the list. */
	id?: string;
	askedAt: number;
	/** When it arrived, if it was waited for. */
	at: number;
	/** none: the service has no figures of it. */
	result: 'good' | 'none' | 'failed';
	/** 404: there is nothing of it. */
	isNotFound?: boolean;
	/** 401 or 403. */
	isRefusal?: boolean;
	retryAfterMs?: number;
	/** By ID, if it is a good list. */
	shown?: ReadonlyMap<string, Shown>;
	/** As they were sent: null for one that was left out or makes no sense. */
	sent?: Record<Counter, number | null>;
	/** One of them is no count. */
	isNonsense?: boolean;
	/** How many had really reached each stage when this was true. */
	reached?: Counted;
}

export type Counting = 'cumulative' | 'separate';
