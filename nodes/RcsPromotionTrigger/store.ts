import { randomBytes } from 'crypto';
import type { IDataObject, IPollFunctions } from 'n8n-workflow';
import { sleep } from 'n8n-workflow';
import type { EmittedEvent } from './item';
import { DAY_MS, distanceMs, MINUTE_MS } from './listing';
import { isRegistration, readOccasion, type PollCall } from './occasion';
import { Problems } from './problems';
import type { TriggerState } from './state';

/** Our only key in n8n's static data. Each poll assigns it once, as a whole. */
const STATE_KEY = 'rcsPromotions';
/** Another process emits a batch again if it takes over the trigger within this time after the batch was first emitted. */
const EMITTED_AGAIN_WITHIN_MS = 15 * MINUTE_MS;
/** After more time off, a person who activates the trigger wants to hear of what happens from now on. */
const LONG_OFF_MS = 7 * DAY_MS;
/** More than a day, so that a daily trigger is never idle. */
const IDLE_AFTER_MS = DAY_MS + 10 * MINUTE_MS;
/** How long n8n may take to store what a poll emitted. */
const STORED_WITHIN_MS = 5_000;
/** n8n's sleep cannot be cut short, so a wait is split. */
const WAIT_STEP_MS = 1000;

/** What n8n stores. */
interface StoredState {
	/** The n8n process that saved it, and how often it had saved by then. */
	processId: string;
	saveNumber: number;
	savedAt: number;
	/** Events of recent polls. n8n stores this before it starts their execution; if n8n dies in between, the next process emits them again. */
	batches: Batch[];
	state: TriggerState;
}

interface Batch {
	/** The n8n process that emitted it last. */
	processId: string;
	firstEmittedAt: number;
	events: EmittedEvent[];
}

/** One poll of one node, from beginning to end. */
export interface Poll extends PollCall {
	problems: Problems;
	/** The newest state. */
	state?: TriggerState;
	/** A person activated the trigger after it was off for long, so what happened in between is not emitted. */
	startsFromNow: boolean;
	/** What may have died with another process. */
	batchesToEmitAgain: Batch[];
	/** @param events those that this poll found, without those that are emitted again */
	save(state: TriggerState, events: EmittedEvent[], now: number): void;
}

const saveIdOf = (stored?: StoredState) => stored && `${stored.processId} ${stored.saveNumber}`;

/** What this process remembers of one trigger node. */
class NodeStore {
	private problems = new Problems();
	/** When this process took over the trigger: at its first poll, or when n8n last registered it. */
	private takenOverAt = Date.now();
	private running?: { deadline: number; result: Promise<unknown> };
	/** The last save of this process that is certainly valid: it had no events, or n8n stored it with them. */
	private certainSave?: StoredState;
	/** What n8n gave us before the first of them. As long as it gives us the same, it has stored none of our saves. */
	private saveIdBeforeOurs?: string;
	/** Our last save, if it had events. The next poll shows whether n8n stored both or discarded both. */
	private unconfirmed?: { saved: StoredState; savedAt: number };

	constructor(
		private readonly processId: string,
		private lastPolledAt?: number,
		private saveCount = 0,
	) {}

	isIdle(now: number): boolean {
		return !this.running && this.lastPolledAt !== undefined && distanceMs(now, this.lastPolledAt) > IDLE_AFTER_MS;
	}

	/** `saveCount` goes on, so that no save ID comes twice; `lastPolledAt`, so that a long time off is noticed. */
	withoutState(): NodeStore {
		return new NodeStore(this.processId, this.lastPolledAt, this.saveCount);
	}

	/** A scheduled poll that finds another one running emits nothing. A registration waits until that one ends, or n8n no longer waits for it. */
	async runAlone(context: IPollFunctions, run: (poll: Poll) => Promise<IDataObject[]>): Promise<IDataObject[]> {
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
		const poll = this.beginPoll(context, { node: context.getNode(), occasion, startedAt, deadline }, stored);
		const running = { deadline, result: run(poll) };
		this.running = running;
		try {
			return await running.result;
		} finally {
			if (this.running === running) this.running = undefined;
		}
	}

	private beginPoll(context: IPollFunctions, call: PollCall, stored: StoredState | undefined): Poll {
		const { processId } = this;
		const newest = this.chooseNewest(stored);
		const { batches: earlier = [] } = newest ?? {};
		const isActivation = call.occasion === 'activation by a person';
		// Before this poll counts.
		const offSince = this.lastPolledAt ?? newest?.savedAt ?? call.startedAt;
		if (isActivation) this.problems = new Problems();
		// An activation counts as a poll only once it saves, because it may fail and be tried again.
		else this.lastPolledAt = call.startedAt;
		const batchesToEmitAgain = earlier.filter((batch) => this.mayBeLost(batch, call.startedAt));
		return {
			...call,
			problems: this.problems,
			state: newest?.state,
			startsFromNow: isActivation && call.startedAt - offSince > LONG_OFF_MS,
			batchesToEmitAgain,
			save: (state, events, now) => {
				const emitted = batchesToEmitAgain.map((batch) => {
					// If the clock was set back since, the batch must not stay in the future.
					return { ...batch, processId, firstEmittedAt: Math.min(batch.firstEmittedAt, now) };
				});
				if (events.length > 0) emitted.push({ processId, firstEmittedAt: now, events });
				// Not our earlier ones: this process lives on, so n8n has started their executions.
				const ofOthers = earlier.filter(
					(batch) => batch.processId !== processId && !batchesToEmitAgain.includes(batch),
				);
				const kept = ofOthers.filter(({ firstEmittedAt }) => now - firstEmittedAt <= EMITTED_AGAIN_WITHIN_MS);
				const saveNumber = ++this.saveCount;
				const batches = [...kept, ...emitted];
				const saved = copy<StoredState>({ processId, saveNumber, savedAt: now, batches, state });
				this.lastPolledAt = now;
				if (!this.certainSave) this.saveIdBeforeOurs = saveIdOf(stored);
				// Not `now`, when the list was read: n8n stores only after this.
				if (emitted.length > 0) this.unconfirmed = { saved, savedAt: Date.now() };
				else this.certainSave = saved;
				context.getWorkflowStaticData('node')[STATE_KEY] = saved;
			},
		};
	}

	/** n8n may have made this poll's copy of the state before it stored our last save. Then a scheduled poll is skipped, as another one follows. */
	private mayBeOldCopy(stored: StoredState | undefined, now: number): boolean {
		const { unconfirmed } = this;
		if (!unconfirmed || saveIdOf(stored) === saveIdOf(unconfirmed.saved)) return false;
		return distanceMs(now, unconfirmed.savedAt) < STORED_WITHIN_MS;
	}

	/** What n8n stored, or what this process saved since: some hosts store nothing if a poll has no events. Events that n8n discarded were not emitted. */
	private chooseNewest(stored: StoredState | undefined): StoredState | undefined {
		const { unconfirmed } = this;
		this.unconfirmed = undefined;
		if (unconfirmed && saveIdOf(stored) === saveIdOf(unconfirmed.saved)) this.certainSave = unconfirmed.saved;
		// If n8n shows a save that is neither ours nor the one before ours, another process went on.
		const hasAnotherSaved = stored?.processId !== this.processId && saveIdOf(stored) !== this.saveIdBeforeOurs;
		if (hasAnotherSaved) this.certainSave = undefined;
		return this.certainSave ?? stored;
	}

	/** Another process emitted it first shortly before this one took over, so it may have died with that process. What it emits after that is not ours to repeat. */
	private mayBeLost({ processId, firstEmittedAt }: Batch, now: number): boolean {
		if (processId === this.processId) return false;
		const ageAtTakeoverMs = this.takenOverAt - firstEmittedAt;
		// If it was emitted in the future, the clock was set back since.
		return firstEmittedAt > now || (ageAtTakeoverMs >= 0 && ageAtTakeoverMs <= EMITTED_AGAIN_WITHIN_MS);
	}
}

/** Lives as long as the n8n process. It stands between n8n, which stores copies or nothing, and the comparison, which always gets the newest state. */
export class Store {
	/** Distinguishes this process from earlier ones. */
	private readonly processId = randomBytes(6).toString('base64url');
	private readonly nodeStores = new Map<string, NodeStore>();

	openNodeStore(context: IPollFunctions): NodeStore {
		const now = Date.now();
		for (const [key, one] of this.nodeStores) if (one.isIdle(now)) this.nodeStores.set(key, one.withoutState());
		const { id, name } = context.getNode();
		// Workflows that a program wrote may give several nodes the same ID. Only the name is certain to differ.
		const key = [context.getWorkflow().id, id, name].join(' ');
		const nodeStore = this.nodeStores.get(key) ?? new NodeStore(this.processId);
		this.nodeStores.set(key, nodeStore);
		return nodeStore;
	}
}

/** Through JSON, because n8n returns a proxy, which structuredClone refuses. */
const copy = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T;

function readStored(context: IPollFunctions): StoredState | undefined {
	const stored = context.getWorkflowStaticData('node')[STATE_KEY] as unknown as StoredState | undefined;
	return stored && Array.isArray(stored.batches) ? copy(stored) : undefined;
}

export const processStore = new Store();
