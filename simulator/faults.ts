import type { EndpointName } from './types';

/** At which moment of a request a fault comes. */
export type FaultMoment =
	/** As soon as the headers are here; an upload is not read. */
	| 'onArrival'
	/** After the whole request was read and found right; the ledger stays as it is. */
	| 'beforeAccepting'
	/** The ledger has it and the promotion exists; only the answer suffers. */
	| 'afterAccepting';

export type Fault =
	/** Waits before anything else. */
	| { kind: 'latency'; milliseconds: number }
	/** Waits until releaseHeld() is called. */
	| { kind: 'hold'; moment?: FaultMoment }
	/** Sends the answer in small pieces. */
	| { kind: 'trickle'; bytes: number; everyMs: number }
	/** Any status with any headers and body; without a body the personality's own refusal is used. */
	| {
			kind: 'status';
			status: number;
			headers?: Record<string, string>;
			body?: string;
			contentType?: string;
			moment?: FaultMoment;
	  }
	/** 429. Retry-After in seconds, as a date that many seconds ahead, or not at all. */
	| {
			kind: 'rateLimit';
			retryAfter: { seconds: number } | { dateInSeconds: number } | 'none';
			moment?: FaultMoment;
	  }
	/** The connection is reset. */
	| { kind: 'reset'; moment?: FaultMoment }
	/** The connection is reset after this many bytes of the request body. */
	| { kind: 'resetDuringUpload'; afterBytes: number }
	/** No answer, ever; the client has to give up. */
	| { kind: 'silence'; moment?: FaultMoment }
	/** An HTML page with this status (200 if left out), whatever was asked for. */
	| { kind: 'html'; status?: number; moment?: FaultMoment }
	/** To the other host, the same path; or to any address. */
	| { kind: 'redirect'; status?: number; location?: string; moment?: FaultMoment }
	/** A refusal that repeats the API key it was sent. */
	| { kind: 'echoKey'; status: number; shape?: 'json' | 'nested' | 'text' | 'html'; moment?: FaultMoment }
	/** The true answer, cut short. */
	| { kind: 'truncate'; how: Truncation; keepFraction?: number; keepBytes?: number }
	/** The true answer compressed. */
	| { kind: 'compress'; encoding?: 'gzip' | 'br' }
	/** The true answer, with the API key it was sent in every object, in names of people, or after its text. */
	| { kind: 'repeatKey' }
	/** The true answer under another content type. */
	| { kind: 'contentType'; contentType: string }
	/** The answer's text cannot be read as JSON, but is delivered whole. */
	| { kind: 'invalidJson' }
	/** The list comes without its promotions array. */
	| { kind: 'noPromotionsArray' }
	| { kind: 'emptyList' };

export type Truncation =
	/** Fewer bytes than the content-length announced. */
	| 'shortOfContentLength'
	/** The last chunk of a chunked body never comes. */
	| 'withoutLastChunk'
	/** A chunk header that is no number. */
	| 'brokenChunk'
	/** Nothing more comes, and the connection stays open until the client gives up. */
	| 'silent'
	/** A body delimited by the end of the connection, cut inside a row. */
	| 'closedMidRow'
	/** The same, cut exactly where a row ends: nothing on the wire tells it from a whole one. */
	| 'closedAtRowEnd';

export interface FaultRule {
	fault: Fault;
	/** Every endpoint if left out. */
	endpoint?: EndpointName | EndpointName[];
	promotionId?: string;
	/** How many fitting requests pass untouched first. */
	skip?: number;
	/** How many fitting requests it meets; 1 if left out. */
	times?: number | 'always';
}

interface ActiveRule extends FaultRule {
	id: number;
	seen: number;
}

const modifying: ReadonlySet<Fault['kind']> = new Set([
	'latency',
	'trickle',
	'truncate',
	'compress',
	'repeatKey',
	'contentType',
	'invalidJson',
	'noPromotionsArray',
	'emptyList',
]);

/** Modifying faults may meet on one request; of those that answer in the service's place only the first does. */
export const isModifying = (fault: Fault) => modifying.has(fault.kind);

export class FaultRules {
	private rules: ActiveRule[] = [];
	private lastId = 0;

	add(rule: FaultRule): number {
		this.rules.push({ ...rule, id: ++this.lastId, seen: 0 });
		return this.lastId;
	}

	/** All of them if no id is given. */
	clear(id?: number): void {
		this.rules = id === undefined ? [] : this.rules.filter((rule) => rule.id !== id);
	}

	/** What meets this request; each fitting rule counts it. */
	take(endpoint: EndpointName, promotionId: string | null): Fault[] {
		const met: Fault[] = [];
		let answering = false;
		for (const rule of this.rules) {
			if (!fits(rule, endpoint, promotionId)) continue;
			const modifies = isModifying(rule.fault);
			if (!modifies && answering) continue;
			rule.seen++;
			if (rule.seen <= (rule.skip ?? 0)) continue;
			met.push(rule.fault);
			if (!modifies) answering = true;
		}
		this.rules = this.rules.filter(({ times, skip, seen }) => times === 'always' || seen < (skip ?? 0) + (times ?? 1));
		return met;
	}
}

function fits(rule: FaultRule, endpoint: EndpointName, promotionId: string | null): boolean {
	const isWanted = rule.endpoint === undefined || [rule.endpoint].flat().includes(endpoint);
	return isWanted && (rule.promotionId === undefined || rule.promotionId === promotionId);
}
