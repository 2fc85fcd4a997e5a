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
	firstRows: string[][];
}

interface Accepted {
	sequence: number;
	promotionId: string;
	/** The body as it came and as it reads. */
	bodyText: string;
	body: JsonObject;
	headers: Record<string, string>;
}

export interface LaunchRecord extends Accepted {
	kind: 'launch';
	form: 'multipart' | 'json';
	/** The query parameter `name`. */
	targetListName: string;
	bodyContentType: string;
	partOrder: string[];
	file: ContactFileRecord | null;
	/** Column references in the cards for which the file has no column of that name, without regard to case. */
	unresolvedReferences: string[];
	contentLength: number | null;
	receivedBytes: number;
}

export interface PatchRecord extends Accepted {
	kind: 'patch';
}

export type LedgerRecord = LaunchRecord | PatchRecord;

type Unnumbered<T> = T extends LedgerRecord ? Omit<T, 'sequence'> : never;

/**
 * The only truth about what was accepted. It can be added to and read, and nothing else: a record is frozen as it is
 * written, and there is no way to take one back.
 */
export class Ledger {
	readonly #records: LedgerRecord[] = [];

	append(record: Unnumbered<LedgerRecord>): LedgerRecord {
		const written = deepFreeze<LedgerRecord>({ ...record, sequence: this.#records.length + 1 });
		this.#records.push(written);
		return written;
	}

	/** Records after a sequence number, oldest first. */
	read(after = 0): LedgerRecord[] {
		return this.#records.slice(after);
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
	ledgerSequence: number | null;
}

export interface RequestFilter {
	endpoint?: EndpointName;
	/** Only requests numbered higher than this. */
	after?: number;
	/** The request has come at least this far; received if left out. */
	stage?: RequestStage;
}

export type RequestPredicate = (request: RequestRecord) => boolean;

function matches(record: RequestRecord, { after = 0, endpoint, stage = 'received' }: RequestFilter): boolean {
	if (record.sequence <= after || (endpoint !== undefined && record.endpoint !== endpoint)) return false;
	if (stage === 'accepted') return record.ledgerSequence !== null;
	return stage === 'received' || record.stage === stage;
}

/** Every request that reached the simulator, refused ones included; who waits for one is told at once. */
export class RequestLog {
	readonly #records: RequestRecord[] = [];
	private readonly waiters = new Set<RequestPredicate>();

	open(given: Omit<RequestRecord, 'sequence' | 'time'>): RequestRecord {
		const record: RequestRecord = { sequence: this.#records.length + 1, time: new Date().toISOString(), ...given };
		this.#records.push(record);
		this.tell(record);
		return record;
	}

	/** Call after each change of a record, for those who wait for a later stage. */
	tell(record: RequestRecord): void {
		for (const waiter of this.waiters) if (waiter(record)) this.waiters.delete(waiter);
	}

	read(filter: RequestFilter = {}): RequestRecord[] {
		return this.#records.filter((record) => matches(record, filter)).map((record) => ({ ...record }));
	}

	/**
	 * The first request that fits, among those numbered after `filter.after` whether past or still to come. Without
	 * `after`, and with a function, only those that are still to arrive.
	 */
	async wait(wanted: RequestFilter | RequestPredicate, timeoutMs: number): Promise<RequestRecord> {
		const now = this.#records.length;
		const accepts: RequestPredicate =
			typeof wanted === 'function'
				? (record) => record.sequence > now && wanted(record)
				: (record) => matches(record, { after: now, ...wanted });
		const known = this.#records.find(accepts);
		if (known) return { ...known };
		return await new Promise<RequestRecord>((resolve, reject) => {
			const described = typeof wanted === 'function' ? 'one that the given function accepts' : JSON.stringify(wanted);
			const timer = setTimeout(() => {
				this.waiters.delete(waiter);
				reject(new Error(`No such request came within ${timeoutMs} ms: ${described}`));
			}, timeoutMs);
			// The test or the server is kept alive by other means; this must not do it.
			timer.unref();
			const waiter: RequestPredicate = (record) => {
				if (!accepts(record)) return false;
				clearTimeout(timer);
				resolve({ ...record });
				return true;
			};
			this.waiters.add(waiter);
		});
	}
}
