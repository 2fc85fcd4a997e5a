import { randomBytes } from 'crypto';
import type { IDataObject, IPollFunctions } from 'n8n-workflow';
import { sleep } from 'n8n-workflow';
import { occasionOf, type Occasion } from './occasion';
import { Hourly, Outage } from './outages';
import type { TriggerState } from './state';

/** Our only key in n8n's static data. Each poll assigns it once, as a whole. */
const KEY = 'rcsPromotions';
/** Another process sends a batch once more if it takes the trigger up within this time. */
const REPEATED_WITHIN_MS = 15 * 60_000;
/** How long n8n may take to store what a poll emitted. */
const STORED_WITHIN_MS = 5_000;
/** n8n's sleep cannot be cut short, so a wait is split. */
const A_MOMENT_MS = 1000;

/** What n8n stores. */
interface Stored {
	/** The process that saved this, and how often it had saved by then. */
	mark: string;
	number: number;
	/**
	 * n8n stores this before the execution exists. If the process dies in between, events are lost although the state says that they were
	 * told. So they stay here until the same process polls again, and another process sends them once more.
	 */
	batches: Batch[];
	state: TriggerState;
}

interface Batch {
	/** The process that sent it last. */
	mark: string;
	at: number;
	items: IDataObject[];
}

/** What this process saved last. */
interface Saved {
	stored: Stored;
	/** What n8n had stored when this process began to save states that n8n did not store. */
	basis?: Pick<Stored, 'mark' | 'number'>;
	/** If events were emitted with it that n8n may have discarded: when, and what was saved before. */
	emitted?: { at: number; before?: Saved };
}

const isSame = (one: Saved['basis'], other: Saved['basis']) =>
	one?.mark === other?.mark && one?.number === other?.number;

/** What this process remembers of one trigger node. */
class Remembered {
	readonly outages = { list: new Outage(), statistics: new Outage() };
	readonly notice = new Hourly();
	/** When this process took the trigger up: at its first poll, or when n8n last registered it. */
	takenUpAt?: number;
	/** The poll under way, which n8n waits for until then. */
	underWay?: { until: number; ended: Promise<void> };
	saved?: Saved;
	saves = 0;

	/** How long a poll under way may still take. */
	get busyMs(): number {
		return this.underWay ? this.underWay.until - Date.now() : 0;
	}

	/**
	 * The newest state. n8n keeps a copy in its database, and on some hosts stores nothing if a poll has no events; then what this process
	 * remembers is newer. But what n8n discarded was not emitted, so it does not count.
	 */
	load(stored: Stored | undefined): Stored | undefined {
		const { saved } = this;
		if (!saved) return stored;
		if (saved.emitted && !isSame(stored, saved.stored)) {
			this.saved = saved.emitted.before;
			return this.load(stored);
		}
		saved.emitted = undefined;
		const isOurs = stored?.mark === saved.stored.mark || isSame(stored, saved.basis);
		if (!isOurs) this.saved = undefined;
		return isOurs ? saved.stored : stored;
	}

	/** Whether n8n may have made this poll's copy before it stored what the last one emitted. The next poll will show it. */
	mayBeOldCopy(stored: Stored | undefined, now: number): boolean {
		const { saved } = this;
		if (!saved?.emitted || isSame(stored, saved.stored)) return false;
		return Math.abs(now - saved.emitted.at) < STORED_WITHIN_MS;
	}
}

interface Begun {
	occasion: Occasion;
	at: number;
	/** n8n waits for the poll until then. */
	until: number;
}

/** One poll of one node, from beginning to end. */
export class Turn {
	readonly outages: Remembered['outages'];
	readonly notice: Hourly;
	private readonly loaded: Stored | undefined;

	constructor(
		private readonly context: IPollFunctions,
		private readonly memory: Remembered,
		private readonly stored: Stored | undefined,
		private readonly mark: string,
		readonly begun: Begun,
	) {
		this.outages = memory.outages;
		this.notice = memory.notice;
		this.loaded = memory.load(stored);
	}

	get state(): TriggerState | undefined {
		return this.loaded?.state;
	}

	/** Whether n8n no longer waits for this poll and would discard what it returns. */
	isTooLate(now: number): boolean {
		return now >= this.begun.until;
	}

	/** Saves what the poll found, and returns everything to emit: first what another process may have failed to deliver. */
	save(state: TriggerState, items: IDataObject[], now: number): IDataObject[] {
		const { memory, mark, stored, loaded } = this;
		const others = loaded?.batches.filter((batch) => batch.mark !== mark) ?? [];
		const repeated = others.filter(({ at }) => this.isRepeated(at > now ? (memory.takenUpAt ?? now) : at));
		const kept = others.filter((batch) => !repeated.includes(batch) && now - batch.at <= REPEATED_WITHIN_MS);
		const emitted = [...repeated.flatMap((batch) => batch.items), ...items];
		const batches = emitted.length > 0 ? [...kept, { mark, at: now, items: emitted }] : kept;
		const next = plain<Stored>({ mark, number: ++memory.saves, batches, state });
		const before = memory.saved;
		memory.saved = {
			stored: next,
			basis: before ? before.basis : stored && { mark: stored.mark, number: stored.number },
			emitted: emitted.length > 0 ? { at: now, before } : undefined,
		};
		this.context.getWorkflowStaticData('node')[KEY] = next;
		return [...repeated.flatMap((batch) => batch.items.map((item) => ({ ...item, redelivered: true }))), ...items];
	}

	/** Sent shortly before this process took the trigger up. What came later was sent by a process that lives beside this one. */
	private isRepeated(at: number): boolean {
		const { takenUpAt = 0 } = this.memory;
		return at <= takenUpAt && takenUpAt - at <= REPEATED_WITHIN_MS;
	}
}

/** Lives as long as the n8n process. It stands between n8n, which stores copies or nothing, and the comparison, which always gets the newest state. */
export class Store {
	/** Distinguishes this process from earlier ones. */
	private readonly mark = randomBytes(6).toString('base64url');
	private readonly nodes = new Map<string, Remembered>();

	/** A scheduled poll that finds one of the same node under way emits nothing; a registration waits for it. */
	async oneAtATime(context: IPollFunctions, poll: (turn: Turn) => Promise<IDataObject[]>): Promise<IDataObject[]> {
		const { occasion, hostMs } = occasionOf(context);
		const memory = this.memoryOf(context);
		const isRegistration = occasion === 'activation by a person' || occasion === 'registration by n8n';
		const calledAt = Date.now();
		if (isRegistration) memory.takenUpAt = calledAt;
		memory.takenUpAt ??= calledAt;
		for (let left = memory.busyMs; left > 0; left = memory.busyMs) {
			if (!isRegistration) return [];
			await Promise.race([memory.underWay?.ended, sleep(Math.min(left, A_MOMENT_MS))]);
		}
		const stored = storedBy(context);
		const at = Date.now();
		if (occasion === 'schedule' && memory.mayBeOldCopy(stored, at)) return [];
		const until = calledAt + hostMs;
		let end = () => {};
		const underWay = { until, ended: new Promise<void>((resolve) => (end = resolve)) };
		memory.underWay = underWay;
		try {
			return await poll(new Turn(context, memory, stored, this.mark, { occasion, at, until }));
		} finally {
			if (memory.underWay === underWay) memory.underWay = undefined;
			end();
		}
	}

	private memoryOf(context: IPollFunctions): Remembered {
		const key = `${context.getWorkflow().id ?? ''} ${context.getNode().id}`;
		const memory = this.nodes.get(key) ?? new Remembered();
		this.nodes.set(key, memory);
		return memory;
	}
}

/** A copy, made through JSON because n8n returns a proxy, which structuredClone refuses. */
const plain = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T;

function storedBy(context: IPollFunctions): Stored | undefined {
	const stored = context.getWorkflowStaticData('node')[KEY] as unknown as Stored | undefined;
	return stored && Array.isArray(stored.batches) ? plain(stored) : undefined;
}

export const processStore = new Store();
