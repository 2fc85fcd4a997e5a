import { randomBytes } from 'crypto';
import type { IDataObject, IPollFunctions } from 'n8n-workflow';
import { sleep } from 'n8n-workflow';
import { occasionOf, type Occasion } from './occasion';
import { Outages } from './outages';
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
interface StoredState {
	/** The process that saved it, and how often it had saved by then. */
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

/** One poll of one node, from beginning to end. */
export interface Turn {
	occasion: Occasion;
	/** When it began, and until when n8n waits for it. */
	at: number;
	until: number;
	outages: Outages;
	/** The newest state. */
	state?: TriggerState;
	/** Saves what the poll found, and returns everything to emit: first what another process may have failed to deliver. */
	save(state: TriggerState, items: IDataObject[]): IDataObject[];
}

const versionOf = (stored?: StoredState) => stored && `${stored.mark} ${stored.number}`;

/** What this process remembers of one trigger node. */
class NodeStore {
	private outages = new Outages();
	/** When this process took the trigger up: at its first poll, or when n8n last registered it. */
	private takenUpAt = Date.now();
	/** The poll under way, which n8n waits for until then. */
	private underWay?: { until: number; polled: Promise<unknown> };
	private saves = 0;
	/** What this process saved last, but for what n8n may have discarded. */
	private saved?: StoredState;
	/** The version that n8n had stored when this process began to save states that n8n did not store. */
	private basis?: string;
	/** What the last poll saved with its events, until the next one shows whether n8n discarded both. */
	private unconfirmed?: { stored: StoredState; at: number };

	constructor(private readonly mark: string) {}

	/** A scheduled poll that finds one under way emits nothing; a registration waits for it, as long as n8n does. */
	async oneAtATime(context: IPollFunctions, poll: (turn: Turn) => Promise<IDataObject[]>): Promise<IDataObject[]> {
		const { occasion, hostMs } = occasionOf(context);
		const isRegistration = occasion === 'activation by a person' || occasion === 'registration by n8n';
		const calledAt = Date.now();
		if (isRegistration) this.takenUpAt = calledAt;
		while (this.underWay && Date.now() < this.underWay.until) {
			if (!isRegistration) return [];
			await Promise.race([this.underWay.polled, sleep(A_MOMENT_MS)]).catch(() => undefined);
		}
		const at = Date.now();
		const stored = storedBy(context);
		if (occasion === 'schedule' && this.mayBeOldCopy(stored, at)) return [];
		// A person who activates the trigger starts from the beginning.
		if (occasion === 'activation by a person') this.outages = new Outages();
		const loaded = this.load(stored);
		const turn: Turn = {
			occasion,
			at,
			until: calledAt + hostMs,
			outages: this.outages,
			state: loaded?.state,
			save: (state, items) => {
				const { emitted, batches } = this.withRepeats(loaded?.batches ?? [], items);
				const saved = plain<StoredState>({ mark: this.mark, number: ++this.saves, batches, state });
				if (!this.saved) this.basis = versionOf(stored);
				if (emitted.length > 0) this.unconfirmed = { stored: saved, at: Date.now() };
				else this.saved = saved;
				context.getWorkflowStaticData('node')[KEY] = saved;
				return emitted;
			},
		};
		const underWay = { until: turn.until, polled: poll(turn) };
		this.underWay = underWay;
		try {
			return await underWay.polled;
		} finally {
			if (this.underWay === underWay) this.underWay = undefined;
		}
	}

	/** Whether n8n may have made this poll's copy before it stored what the last one emitted. The next poll will show it. */
	private mayBeOldCopy(stored: StoredState | undefined, now: number): boolean {
		const { unconfirmed } = this;
		if (!unconfirmed || versionOf(stored) === versionOf(unconfirmed.stored)) return false;
		return Math.abs(now - unconfirmed.at) < STORED_WITHIN_MS;
	}

	/**
	 * The newest state. n8n keeps a copy in its database, and on some hosts stores nothing if a poll has no events; then what this process
	 * remembers is newer. But what n8n discarded was not emitted, so it does not count.
	 */
	private load(stored: StoredState | undefined): StoredState | undefined {
		const { unconfirmed } = this;
		this.unconfirmed = undefined;
		if (unconfirmed && versionOf(stored) === versionOf(unconfirmed.stored)) this.saved = unconfirmed.stored;
		const isOurs = stored?.mark === this.mark || versionOf(stored) === this.basis;
		if (!isOurs) this.saved = undefined;
		return this.saved ?? stored;
	}

	/** What to emit, and the batches to store with it. */
	private withRepeats(batches: Batch[], items: IDataObject[]) {
		const { mark } = this;
		const now = Date.now();
		const others = batches.filter((batch) => batch.mark !== mark);
		const repeated = others.filter(({ at }) => this.isRepeated(at, now));
		const kept = others.filter((batch) => !repeated.includes(batch) && now - batch.at <= REPEATED_WITHIN_MS);
		const again = repeated.flatMap((batch) => batch.items);
		const own = { mark, at: now, items: [...again, ...items] };
		return {
			emitted: [...again.map((item) => ({ ...item, redelivered: true })), ...items],
			batches: own.items.length > 0 ? [...kept, own] : kept,
		};
	}

	/** Sent shortly before this process took the trigger up. What came later was sent by a process that lives beside this one. */
	private isRepeated(at: number, now: number): boolean {
		const { takenUpAt } = this;
		// Later than now, it was sent before the clock was set back.
		return at > now || (at <= takenUpAt && takenUpAt - at <= REPEATED_WITHIN_MS);
	}
}

/** Lives as long as the n8n process. It stands between n8n, which stores copies or nothing, and the comparison, which always gets the newest state. */
export class Store {
	/** Distinguishes this process from earlier ones. */
	private readonly mark = randomBytes(6).toString('base64url');
	private readonly nodes = new Map<string, NodeStore>();

	async oneAtATime(context: IPollFunctions, poll: (turn: Turn) => Promise<IDataObject[]>): Promise<IDataObject[]> {
		const { id, name } = context.getNode();
		// Workflows that a program wrote may give several nodes the same ID. Only the name is certain to differ.
		const key = [context.getWorkflow().id, id, name].join(' ');
		const node = this.nodes.get(key) ?? new NodeStore(this.mark);
		this.nodes.set(key, node);
		return await node.oneAtATime(context, poll);
	}
}

/** A copy, made through JSON because n8n returns a proxy, which structuredClone refuses. */
const plain = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T;

function storedBy(context: IPollFunctions): StoredState | undefined {
	const stored = context.getWorkflowStaticData('node')[KEY] as unknown as StoredState | undefined;
	return stored && Array.isArray(stored.batches) ? plain(stored) : undefined;
}

export const processStore = new Store();
