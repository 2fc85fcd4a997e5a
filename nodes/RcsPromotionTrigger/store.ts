import { randomBytes } from 'crypto';
import type { IDataObject, IPollFunctions } from 'n8n-workflow';
import { sleep } from 'n8n-workflow';
import type { EmittedEvent } from './item';
import { DAY_MS } from './listing';
import { readOccasion, type Occasion } from './occasion';
import { Outages } from './outages';
import type { TriggerState } from './state';

/** Our only key in n8n's static data. Each poll assigns it once, as a whole. */
const KEY = 'rcsPromotions';
/** Another process sends a batch once more if it takes the trigger up within this time after it was first sent. */
const REPEATED_WITHIN_MS = 15 * 60_000;
/** After more time off, a person who activates the trigger wants to hear of what happens from now on. */
const LONG_OFF_MS = 7 * DAY_MS;
/** A daily poll comes a little late at times. */
const FORGOTTEN_AFTER_MS = DAY_MS + 10 * 60_000;
/** How long n8n may take to store what a poll emitted. */
const STORED_WITHIN_MS = 5_000;
/** n8n's sleep cannot be cut short, so a wait is split. */
const A_MOMENT_MS = 1000;

/** What n8n stores. */
interface StoredState {
	/** The process that saved it, and how often it had saved by then. */
	mark: string;
	number: number;
	savedAt: number;
	/**
	 * n8n stores this before the execution exists. If the process dies in between, events are lost although the state says that they were
	 * emitted. So they stay here until the same process polls again, and another process sends them once more.
	 */
	batches: Batch[];
	state: TriggerState;
}

interface Batch {
	/** The process that sent it last. */
	mark: string;
	/** When it was first sent. */
	at: number;
	events: EmittedEvent[];
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
	/** A person activated the trigger, and it was off for so long that what happened since is no news. */
	startsFromNow: boolean;
	/** What another process may have failed to deliver, to be sent once more. */
	repeats: Batch[];
	/** Saves what the poll found and emits, besides the repeats. */
	save(state: TriggerState, events: EmittedEvent[], now: number): void;
}

const versionOf = (stored?: StoredState) => stored && `${stored.mark} ${stored.number}`;

/** What this process remembers of one trigger node. */
class NodeStore {
	private outages = new Outages();
	/** When this process took the trigger up: at its first poll, or when n8n last registered it. */
	private takenUpAt = Date.now();
	/** The poll under way, which n8n waits for until then. */
	private underWay?: { until: number; polled: Promise<unknown> };
	/** What this process saved last, but for what n8n may have discarded. */
	private saved?: StoredState;
	/** The version that n8n had stored when this process began to save states that n8n did not store. */
	private basis?: string;
	/** What the last poll saved with its events, until the next one shows whether n8n discarded both. */
	private unconfirmed?: { stored: StoredState; at: number };

	/** @param polledAt when this process last polled the trigger */
	constructor(
		private readonly mark: string,
		private polledAt?: number,
		private saves = 0,
	) {}

	isIdle(now: number): boolean {
		return !this.underWay && this.polledAt !== undefined && Math.abs(now - this.polledAt) > FORGOTTEN_AFTER_MS;
	}

	/** The same without what is only needed while the trigger is polled. */
	emptied(): NodeStore {
		return new NodeStore(this.mark, this.polledAt, this.saves);
	}

	/** A scheduled poll that finds one under way emits nothing; a registration waits for it, as long as n8n does. */
	async oneAtATime(context: IPollFunctions, poll: (turn: Turn) => Promise<IDataObject[]>): Promise<IDataObject[]> {
		const { occasion, hostMs } = readOccasion(context);
		const isRegistration = occasion === 'activation by a person' || occasion === 'registration by n8n';
		const calledAt = Date.now();
		if (isRegistration) this.takenUpAt = calledAt;
		while (this.underWay && Date.now() < this.underWay.until) {
			if (!isRegistration) return [];
			await Promise.race([this.underWay.polled, sleep(A_MOMENT_MS)]).catch(() => undefined);
		}
		const at = Date.now();
		const stored = readStored(context);
		if (occasion === 'schedule' && this.mayBeOldCopy(stored, at)) return [];
		const isActivated = occasion === 'activation by a person';
		// A person who activates the trigger starts from the beginning.
		if (isActivated) this.outages = new Outages();
		else this.polledAt = at;
		const loaded = this.load(stored);
		const { batches = [] } = loaded ?? {};
		const repeats = batches.filter((batch) => batch.mark !== this.mark && this.isRepeated(batch.at, at));
		const turn: Turn = {
			occasion,
			at,
			until: calledAt + hostMs,
			outages: this.outages,
			state: loaded?.state,
			startsFromNow: isActivated && at - (this.polledAt ?? loaded?.savedAt ?? at) > LONG_OFF_MS,
			repeats,
			save: (state, events, now) => {
				const { mark } = this;
				this.polledAt = now;
				const isKept = ({ mark: other, at: first }: Batch) => other !== mark && now - first <= REPEATED_WITHIN_MS;
				const others = batches.filter((batch) => isKept(batch) && !repeats.includes(batch));
				const again = repeats.map((batch) => ({ ...batch, mark, at: Math.min(batch.at, now) }));
				const sent = events.length > 0 ? [...again, { mark, at: now, events }] : again;
				const kept = [...others, ...sent];
				const saved = plain<StoredState>({ mark, number: ++this.saves, savedAt: now, batches: kept, state });
				if (!this.saved) this.basis = versionOf(stored);
				if (sent.length > 0) this.unconfirmed = { stored: saved, at: Date.now() };
				else this.saved = saved;
				context.getWorkflowStaticData('node')[KEY] = saved;
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
		this.forgetIdle(Date.now());
		const { id, name } = context.getNode();
		// Workflows that a program wrote may give several nodes the same ID. Only the name is certain to differ.
		const key = [context.getWorkflow().id, id, name].join(' ');
		const node = this.nodes.get(key) ?? new NodeStore(this.mark);
		this.nodes.set(key, node);
		return await node.oneAtATime(context, poll);
	}

	/** Of triggers that are no longer polled, nothing is kept but when they were. */
	private forgetIdle(now: number): void {
		for (const [key, node] of this.nodes) if (node.isIdle(now)) this.nodes.set(key, node.emptied());
	}
}

/** A copy, made through JSON because n8n returns a proxy, which structuredClone refuses. */
const plain = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T;

function readStored(context: IPollFunctions): StoredState | undefined {
	const stored = context.getWorkflowStaticData('node')[KEY] as unknown as StoredState | undefined;
	return stored && Array.isArray(stored.batches) ? plain(stored) : undefined;
}

export const processStore = new Store();
