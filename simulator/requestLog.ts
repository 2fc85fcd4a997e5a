import { matches, type RequestFilter, type RequestRecord } from './ledger';

export type RequestPredicate = (request: RequestRecord) => boolean;

interface Waiter {
	accepts: RequestPredicate;
	resolve(request: RequestRecord): void;
}

/** Every request that reached the simulator, refused ones included, with a way to be told at the very moment. */
export class RequestLog {
	readonly #records: RequestRecord[] = [];
	private readonly waiters = new Set<Waiter>();

	get lastSequence(): number {
		return this.#records.length;
	}

	open(given: Omit<RequestRecord, 'sequence' | 'time'>): RequestRecord {
		const record: RequestRecord = { sequence: this.#records.length + 1, time: new Date().toISOString(), ...given };
		this.#records.push(record);
		this.tell(record);
		return record;
	}

	/** Call after each change of a record, so that those who wait for a later stage notice. */
	tell(record: RequestRecord): void {
		for (const waiter of this.waiters) if (waiter.accepts(record)) waiter.resolve({ ...record });
	}

	read(filter: RequestFilter = {}): RequestRecord[] {
		return this.#records
			.slice(filter.after ?? 0)
			.filter((record) => matches(record, filter))
			.map((record) => ({ ...record }));
	}

	/**
	 * The first request that fits, among those numbered after `filter.after` whether past or still to come. Without
	 * `after`, and with a function, only those that are still to arrive.
	 */
	async wait(wanted: RequestFilter | RequestPredicate, timeoutMs: number): Promise<RequestRecord> {
		const since = typeof wanted === 'function' || wanted.after === undefined ? this.lastSequence : wanted.after;
		const accepts: RequestPredicate =
			typeof wanted === 'function'
				? (record) => record.sequence > since && wanted(record)
				: (record) => matches(record, { ...wanted, after: since });
		const known = this.#records.slice(since).find(accepts);
		if (known) return { ...known };
		return await new Promise<RequestRecord>((resolve, reject) => {
			const timer = setTimeout(() => {
				this.waiters.delete(waiter);
				reject(new Error(`No such request came within ${timeoutMs} ms: ${describe(wanted)}`));
			}, timeoutMs);
			// The test or the server is kept alive by other means; this must not do it.
			timer.unref();
			const waiter: Waiter = {
				accepts,
				resolve: (request) => {
					clearTimeout(timer);
					this.waiters.delete(waiter);
					resolve(request);
				},
			};
			this.waiters.add(waiter);
		});
	}
}

const describe = (wanted: RequestFilter | RequestPredicate) =>
	typeof wanted === 'function' ? 'one that the given function accepts' : JSON.stringify(wanted);
