import type { EndpointName, JsonObject } from './types';

/** What the file of a launch was, read by a parser that shares nothing with the package's own. */
export interface ContactFileRecord {
	fileName: string;
	contentType: string;
	/** Every byte of the part, and their hash. */
	bytes: number;
	sha256: string;
	/** Null when contact inspection is set to 'hash'. */
	contents: ContactContents | null;
}

export interface ContactContents {
	encoding: string;
	byteOrderMark: boolean;
	delimiter: string;
	lineEnding: string;
	columns: string[];
	/** Records after the header. */
	rows: number;
	/** Records whose number of cells differs from the header's. */
	irregularRows: number;
	quoteFaults: number;
	/** The first records as they were, for looking at. */
	firstRows: string[][];
	/** SHA-256 over the JSON of every record, header first, a newline after each: compares contents across quoting. */
	recordsSha256: string;
}

export interface LaunchRecord {
	kind: 'launch';
	sequence: number;
	requestSequence: number;
	time: string;
	clockTime: number;
	promotionId: string;
	form: 'multipart' | 'json';
	/** The query parameter `name`. */
	targetListName: string;
	/** The body as it came and as it reads. */
	bodyText: string;
	body: JsonObject;
	bodyContentType: string;
	partOrder: string[];
	file: ContactFileRecord | null;
	/** Column references in the cards for which the file has no column of that name, without regard to case. */
	unresolvedReferences: string[];
	headers: Record<string, string>;
	contentLength: number | null;
	receivedBytes: number;
}

export interface PatchRecord {
	kind: 'patch';
	sequence: number;
	requestSequence: number;
	time: string;
	clockTime: number;
	promotionId: string;
	body: JsonObject;
	bodyText: string;
	headers: Record<string, string>;
}

export type LedgerRecord = LaunchRecord | PatchRecord;

type Unnumbered<T> = T extends LedgerRecord ? Omit<T, 'sequence' | 'time'> : never;

/**
 * The only truth about what was accepted. It can be added to and read, and nothing else: a record is frozen as it is
 * written, and there is no way to take one back.
 */
export class Ledger {
	readonly #records: LedgerRecord[] = [];

	append(record: Unnumbered<LedgerRecord>): LedgerRecord {
		const written = deepFreeze<LedgerRecord>({
			...record,
			sequence: this.#records.length + 1,
			time: new Date().toISOString(),
		});
		this.#records.push(written);
		return written;
	}

	/** Records after a sequence number, oldest first. */
	read(after = 0): LedgerRecord[] {
		return this.#records.slice(after);
	}

	launches(after = 0): LaunchRecord[] {
		return this.read(after).filter((record): record is LaunchRecord => record.kind === 'launch');
	}

	patches(after = 0): PatchRecord[] {
		return this.read(after).filter((record): record is PatchRecord => record.kind === 'patch');
	}
}

function deepFreeze<T>(value: T): T {
	if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
		Object.freeze(value);
		for (const inner of Object.values(value)) deepFreeze(inner);
	}
	return value;
}

/**
 * received: the headers are here. accepted: the ledger has it. answered: the last byte was handed to the system.
 * dropped: the connection ended before that, at either end.
 */
export type RequestStage = 'received' | 'accepted' | 'answered' | 'dropped';

export interface RequestRecord {
	sequence: number;
	time: string;
	clockTime: number;
	method: string;
	/** Path and query as they came. */
	url: string;
	endpoint: EndpointName | null;
	promotionId: string | null;
	/** Without the key. */
	headers: Record<string, string>;
	key: 'right' | 'wrong' | 'missing';
	stage: RequestStage;
	receivedBytes: number;
	status: number | null;
	answeredBytes: number;
	/** Why it was refused, if it was. */
	refusal: string | null;
	/** The misbehaviours that met this request. */
	faults: string[];
	ledgerSequence: number | null;
	durationMs: number | null;
}

export interface RequestFilter {
	endpoint?: EndpointName;
	method?: string;
	promotionId?: string;
	urlIncludes?: string;
	/** Only requests numbered higher than this. */
	after?: number;
	status?: number;
	/** The request has come at least this far; received if left out. */
	stage?: RequestStage;
}

export function matches(record: RequestRecord, filter: RequestFilter): boolean {
	return (
		record.sequence > (filter.after ?? 0) &&
		(filter.endpoint === undefined || record.endpoint === filter.endpoint) &&
		(filter.method === undefined || record.method === filter.method) &&
		(filter.promotionId === undefined || record.promotionId === filter.promotionId) &&
		(filter.urlIncludes === undefined || record.url.includes(filter.urlIncludes)) &&
		(filter.status === undefined || record.status === filter.status) &&
		hasReached(record, filter.stage ?? 'received')
	);
}

function hasReached(record: RequestRecord, stage: RequestStage): boolean {
	if (stage === 'received') return true;
	if (stage === 'accepted') return record.ledgerSequence !== null;
	return record.stage === stage;
}
