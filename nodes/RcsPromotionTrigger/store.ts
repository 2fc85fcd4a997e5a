import { randomBytes } from 'crypto';
import type { IDataObject, IPollFunctions } from 'n8n-workflow';
import { sleep } from 'n8n-workflow';
import type { EmittedEvent } from './item';
import { DAY_MS } from './listing';
import { isRegistration, readOccasion, type PollCall } from './occasion';
import { Problems } from './problems';
import type { TriggerState } from './state';

/** Our only key in n8n's static data. Each poll assigns it once, as a whole. */
const STATE_KEY = 'rcsPromotions';
/** Another process sends a batch once more if it takes over the trigger within this time after the batch was first sent. */
const REDELIVERED_WITHIN_MS = 15 * 60_000;
/** After more time off, a person who activates the trigger wants to hear of what happens from now on. */
const LONG_OFF_MS = 7 * DAY_MS;
/** More than a day, so that a daily trigger is never idle. */
const IDLE_AFTER_MS = DAY_MS + 10 * 60_000;
/** How long n8n may take to store what a poll emitted. */
const STORED_WITHIN_MS = 5_000;
/** n8n's sleep cannot be cut short, so a wait is split. */
const WAIT_STEP_MS = 1000;

/** What n8n stores. */
interface StoredState {
	/** The ID of the process that saved it, and how often that process had saved by then. */
	mark: string;
	number: number;
	savedAt: number;
	/** Events of recent polls. n8n stores this before it starts their execution; if n8n dies in between, the next process sends them again. */
	batches: Batch[];
	state: TriggerState;
}

interface Batch {
	/** The ID of the process that sent it last. */
	mark: string;
	/** When it was first sent. */
	at: number;
	events: EmittedEvent[];
}

/** One poll of one node, from beginning to end. */
export interface Turn extends PollCall {
	problems: Problems;
	/** The newest state. */
	state?: TriggerState;
	/** A person activated the trigger after it was off for long, so what happened in between is not reported. */
	startsFromNow: boolean;
	/** What another process may have failed to deliver. */
	batchesToRedeliver: Batch[];
	/** @param events those that this poll found, without the redelivered ones */
	save(state: TriggerState, events: EmittedEvent[], now: number): void;
}

const saveIdOf = (stored?: StoredState) => stored && `${stored.mark} ${stored.number}`;

/** What this process remembers of one trigger node. */
class NodeStore {
	private problems = new Problems();
	/** When this process took over the trigger: at its first poll, or when n8n last registered it. */
	private takenOverAt = Date.now();
	private running?: { deadline: number; result: Promise<unknown> };
	/** The last save of this process that n8n cannot have discarded. */
	private lastSave?: StoredState;
	/** What n8n had stored before ours. If it still gives us that, it has stored none of ours. */
	private saveIdBeforeOurs?: string;
	/** Saved together with events. The next poll shows whether n8n stored both or discarded both. */
	private unconfirmed?: { saved: StoredState; at: number };

	constructor(
		private readonly processId: string,
		private lastPolledAt?: number,
		private saveCount = 0,
	) {}

	isIdle(now: number): boolean {
		return !this.running && this.lastPolledAt !== undefined && Math.abs(now - this.lastPolledAt) > IDLE_AFTER_MS;
	}

	/** Drops the state, but keeps what must not restart. */
	withoutState(): NodeStore {
		return new NodeStore(this.processId, this.lastPolledAt, this.saveCount);
	}

	/** A scheduled poll that finds another one running emits nothing; a registration waits for it, as long as n8n does. */
	async runAlone(context: IPollFunctions, run: (turn: Turn) => Promise<IDataObject[]>): Promise<IDataObject[]> {
		const { occasion, budgetMs } = readOccasion(context);
		const calledAt = Date.now();
		if (isRegistration(occasion)) this.takenOverAt = calledAt;
		while (this.running && Date.now() < this.running.deadline) {
			if (!isRegistration(occasion)) return [];
			await Promise.race([this.running.result, sleep(WAIT_STEP_MS)]).catch(() => undefined);
		}
		const startedAt = Date.now();
		const stored = readStored(context);
		if (occasion === 'schedule' && this.mayBeOldCopy(stored, startedAt)) return [];
		const deadline = calledAt + budgetMs;
		const turn = this.createTurn(context, { node: context.getNode(), occasion, startedAt, deadline }, stored);
		const running = { deadline, result: run(turn) };
		this.running = running;
		try {
			return await running.result;
		} finally {
			if (this.running === running) this.running = undefined;
		}
	}

	private createTurn(context: IPollFunctions, call: PollCall, stored: StoredState | undefined): Turn {
		const mark = this.processId;
		const newest = this.chooseNewest(stored);
		const { batches = [] } = newest ?? {};
		const isActivation = call.occasion === 'activation by a person';
		const lastPolledAt = this.lastPolledAt ?? newest?.savedAt ?? call.startedAt;
		if (isActivation) this.problems = new Problems();
		// An activation counts as a poll only once it saves, because it may fail and be tried again.
		else this.lastPolledAt = call.startedAt;
		const batchesToRedeliver = batches.filter((batch) => this.mayBeLost(batch, call.startedAt));
		return {
			...call,
			problems: this.problems,
			state: newest?.state,
			startsFromNow: isActivation && call.startedAt - lastPolledAt > LONG_OFF_MS,
			batchesToRedeliver,
			save: (state, events, now) => {
				const redelivered = batchesToRedeliver.map((batch) => ({ ...batch, mark, at: Math.min(batch.at, now) }));
				const sent = events.length > 0 ? [...redelivered, { mark, at: now, events }] : redelivered;
				const ofOthers = batches.filter((batch) => batch.mark !== mark && !batchesToRedeliver.includes(batch));
				const kept = ofOthers.filter((batch) => now - batch.at <= REDELIVERED_WITHIN_MS);
				const number = ++this.saveCount;
				const saved = copy<StoredState>({ mark, number, savedAt: now, batches: [...kept, ...sent], state });
				this.lastPolledAt = now;
				if (!this.lastSave) this.saveIdBeforeOurs = saveIdOf(stored);
				if (sent.length > 0) this.unconfirmed = { saved, at: Date.now() };
				else this.lastSave = saved;
				context.getWorkflowStaticData('node')[STATE_KEY] = saved;
			},
		};
	}

	/** n8n may have copied this poll's state before it stored our last save. Then this poll is skipped; the next one will show it. */
	private mayBeOldCopy(stored: StoredState | undefined, now: number): boolean {
		const { unconfirmed } = this;
		if (!unconfirmed || saveIdOf(stored) === saveIdOf(unconfirmed.saved)) return false;
		return Math.abs(now - unconfirmed.at) < STORED_WITHIN_MS;
	}

	/** What n8n stored, or what this process saved since: some hosts store nothing if a poll has no events. What n8n discarded was never emitted. */
	private chooseNewest(stored: StoredState | undefined): StoredState | undefined {
		const { unconfirmed } = this;
		this.unconfirmed = undefined;
		if (unconfirmed && saveIdOf(stored) === saveIdOf(unconfirmed.saved)) this.lastSave = unconfirmed.saved;
		const hasAnotherSaved = stored?.mark !== this.processId && saveIdOf(stored) !== this.saveIdBeforeOurs;
		if (hasAnotherSaved) this.lastSave = undefined;
		return this.lastSave ?? stored;
	}

	/** First sent by another process shortly before this one took over, so it may have died with that process. */
	private mayBeLost({ mark, at: firstSentAt }: Batch, now: number): boolean {
		if (mark === this.processId) return false;
		const ageMs = this.takenOverAt - firstSentAt;
		// If it was sent in the future, the clock was set back since.
		return firstSentAt > now || (ageMs >= 0 && ageMs <= REDELIVERED_WITHIN_MS);
	}
}

/** Lives as long as the n8n process. It stands between n8n, which stores copies or nothing, and the comparison, which always gets the newest state. */
export class Store {
	/** Distinguishes this process from earlier ones. */
	private readonly processId = randomBytes(6).toString('base64url');
	private readonly nodes = new Map<string, NodeStore>();

	findNode(context: IPollFunctions): NodeStore {
		this.dropIdleStates(Date.now());
		const { id, name } = context.getNode();
		// Workflows that a program wrote may give several nodes the same ID. Only the name is certain to differ.
		const key = [context.getWorkflow().id, id, name].join(' ');
		const node = this.nodes.get(key) ?? new NodeStore(this.processId);
		this.nodes.set(key, node);
		return node;
	}

	private dropIdleStates(now: number): void {
		for (const [key, node] of this.nodes) if (node.isIdle(now)) this.nodes.set(key, node.withoutState());
	}
}

/** Through JSON, because n8n returns a proxy, which structuredClone refuses. */
const copy = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T;

function readStored(context: IPollFunctions): StoredState | undefined {
	const stored = context.getWorkflowStaticData('node')[STATE_KEY] as unknown as StoredState | undefined;
	return stored && Array.isArray(stored.batches) ? copy(stored) : undefined;
}

export const processStore = new Store();
