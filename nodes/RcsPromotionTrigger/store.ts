import { randomBytes } from 'crypto';
import { sleep, type IDataObject, type IPollFunctions } from 'n8n-workflow';
import { RateLimit } from './fetch';
import type { EmittedEvent } from './item';
import { POLL_BUDGET_MS, readOccasion, type PollCall } from './occasion';
import { Problems } from './problems';
import { DAY_MS, MINUTE_MS } from './settings';
import type { TriggerState } from './state';

/** Our only key in n8n's static data. Each poll assigns it once, as a whole. */
const STATE_KEY = 'rcsPromotions';
/**
 * Another process emits a batch again if it takes over the trigger within this time after the batch was last emitted. So n8n may die as often
 * as it likes before the executions have begun.
 */
const EMITTED_AGAIN_WITHIN_MS = 2 * MINUTE_MS;
/** More than a month, so that a monthly trigger is never forgotten because another one is polled. */
const FORGOTTEN_AFTER_MS = 40 * DAY_MS;
/** How long n8n may take to store what a poll emitted. */
const STORED_WITHIN_MS = 5_000;
/** n8n's sleep cannot be cut short, so a wait is split. */
const WAIT_STEP_MS = 1000;

/** What n8n stores. */
interface StoredState {
	/** The n8n process that saved it. */
	processId: string;
	saveId: string;
	/** n8n stores them before it starts their executions. If n8n dies in between, the next process emits them again. */
	batches: Batch[];
	state: TriggerState;
}

/** The events that one poll emitted together. */
interface Batch {
	/** The n8n process that emitted it last. */
	processId: string;
	emittedAt: number;
	firstEmittedAt: number;
	events: EmittedEvent[];
}

/** n8n's call of a poll, and what we know of the node. */
export interface Poll extends PollCall {
	problems: Problems;
	rateLimits: Record<'list' | 'statistics', RateLimit>;
	state?: TriggerState;
	/** Their executions may have died with another process. */
	batchesToEmitAgain: Batch[];
	/** @param events the new ones, without those that are emitted again */
	save(state: TriggerState, events: EmittedEvent[], now: number): void;
}

const randomId = () => randomBytes(6).toString('base64url');

/**
 * What this process remembers of one trigger node. What n8n gives to a poll shows what became of the save before:
 * - Our last save: n8n stored it, and emitted its events.
 * - An older save of ours, or the one before ours: n8n stored nothing since. Some hosts store nothing if a poll has no events, so a save
 *   without events is valid all the same. A save with events was discarded together with them, so the poll finds them once more.
 * - Any other save: another process went on, so nothing of ours is valid.
 */
class NodeStore {
	private problems = new Problems();
	private readonly rateLimits = { list: new RateLimit(), statistics: new RateLimit() };
	private lastPolledAt = Date.now();
	/** When this process took over the trigger: at its first poll, or when n8n last registered it. */
	private takenOverAt = Date.now();
	private running?: { deadline: number; result: Promise<unknown> };
	/** Our last valid save. */
	private certainSave?: StoredState;
	private saveIdBeforeOurs?: string;
	/** Our last save, if it had events. The next poll shows what became of it. */
	private unconfirmed?: { saved: StoredState; since: number };

	constructor(private readonly processId: string) {}

	mayBeForgotten(now: number): boolean {
		return !this.running && distanceMs(now, this.lastPolledAt) > FORGOTTEN_AFTER_MS;
	}

	/** A scheduled poll that finds another one running emits nothing. A registration waits for its end, as long as n8n does. */
	async runAlone(context: IPollFunctions, run: (poll: Poll) => Promise<IDataObject[]>): Promise<IDataObject[]> {
		const { occasion, budgetMs } = readOccasion(context);
		const isRegistration = occasion === 'activation by a person' || occasion === 'registration by n8n';
		const calledAt = Date.now();
		this.lastPolledAt = calledAt;
		if (isRegistration) this.takenOverAt = calledAt;
		while (this.running && Date.now() < this.running.deadline) {
			if (!isRegistration) return [];
			await Promise.race([this.running.result, sleep(WAIT_STEP_MS)]).catch(() => undefined);
		}
		const startedAt = Date.now();
		const stored = readStaticData(context);
		if (occasion === 'schedule' && this.mayBeOldCopy(stored, startedAt)) return [];
		const deadline = calledAt + (budgetMs ?? POLL_BUDGET_MS);
		const call = { node: context.getNode(), occasion, startedAt, deadline, isDeadlineNamed: budgetMs !== undefined };
		const running = { deadline, result: run(this.beginPoll(context, call, stored)) };
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
		if (call.occasion === 'activation by a person') this.problems = new Problems();
		const batchesToEmitAgain = earlier.filter((batch) => this.mayBeLost(batch, call.startedAt));
		return {
			...call,
			problems: this.problems,
			rateLimits: this.rateLimits,
			state: newest?.state,
			batchesToEmitAgain,
			save: (state, events, now) => {
				const batches = this.chooseBatches(earlier, batchesToEmitAgain, events, now);
				const saved = copy<StoredState>({ processId, saveId: randomId(), batches, state });
				// This poll began with what n8n stored, not with a save of ours.
				if (!this.certainSave) this.saveIdBeforeOurs = stored?.saveId;
				if (events.length > 0 || batchesToEmitAgain.length > 0) this.unconfirmed = { saved, since: Date.now() };
				else this.certainSave = saved;
				context.getWorkflowStaticData('node')[STATE_KEY] = saved;
			},
		};
	}

	/** What the next process may have to emit again. */
	private chooseBatches(earlier: Batch[], toEmitAgain: Batch[], events: EmittedEvent[], now: number): Batch[] {
		const { processId } = this;
		const again = toEmitAgain.map((one) => ({ ...one, processId, emittedAt: now }));
		const found = events.length > 0 ? [{ processId, emittedAt: now, firstEmittedAt: now, events }] : [];
		// Our earlier ones are dropped: this process lives on, so n8n has started their executions.
		const ofOthers = earlier.filter((batch) => batch.processId !== processId && !toEmitAgain.includes(batch));
		// Those of others are kept while they are young enough to be emitted again.
		const kept = ofOthers.filter(({ emittedAt }) => now - emittedAt <= EMITTED_AGAIN_WITHIN_MS);
		return [...kept, ...again, ...found];
	}

	/** n8n may have copied the state before it stored our last save. A scheduled poll is skipped then, because another one follows. */
	private mayBeOldCopy(stored: StoredState | undefined, now: number): boolean {
		const { unconfirmed } = this;
		if (!unconfirmed || stored?.saveId === unconfirmed.saved.saveId) return false;
		return distanceMs(now, unconfirmed.since) < STORED_WITHIN_MS;
	}

	private chooseNewest(stored: StoredState | undefined): StoredState | undefined {
		const { unconfirmed } = this;
		this.unconfirmed = undefined;
		if (unconfirmed && stored?.saveId === unconfirmed.saved.saveId) this.certainSave = unconfirmed.saved;
		const isOurs = stored?.processId === this.processId || stored?.saveId === this.saveIdBeforeOurs;
		if (!isOurs) this.certainSave = undefined;
		return this.certainSave ?? stored;
	}

	/** Another process emitted it, shortly before this one took over, and may have died. What it emits later is its own. */
	private mayBeLost({ processId, emittedAt }: Batch, now: number): boolean {
		if (processId === this.processId) return false;
		// The clock was set back since, so nobody knows how old it is.
		if (emittedAt > now) return true;
		if (emittedAt > this.takenOverAt) return false;
		return this.takenOverAt - emittedAt <= EMITTED_AGAIN_WITHIN_MS;
	}
}

/** Lives as long as the process, between n8n, which stores copies or nothing, and the comparison, which gets the newest state. */
export class Store {
	/** Distinguishes this process from earlier ones. */
	private readonly processId = randomId();
	private readonly nodeStores = new Map<string, NodeStore>();

	openNodeStore(context: IPollFunctions): NodeStore {
		const { id, name } = context.getNode();
		// Workflows that a program wrote may give several nodes the same ID. Only the name is certain to differ.
		const key = [context.getWorkflow().id, id, name].join(' ');
		const now = Date.now();
		// A trigger that is polled forgets nothing, however seldom that is.
		for (const [other, one] of this.nodeStores) {
			if (other !== key && one.mayBeForgotten(now)) this.nodeStores.delete(other);
		}
		const nodeStore = this.nodeStores.get(key) ?? new NodeStore(this.processId);
		this.nodeStores.set(key, nodeStore);
		return nodeStore;
	}
}

/** Absolute, because a clock may be set back. */
const distanceMs = (a: number, b: number): number => Math.abs(a - b);

/** Through JSON, because n8n returns a proxy, which structuredClone refuses. */
const copy = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T;

function readStaticData(context: IPollFunctions): StoredState | undefined {
	const stored = context.getWorkflowStaticData('node')[STATE_KEY] as unknown as StoredState | undefined;
	return stored && Array.isArray(stored.batches) ? copy(stored) : undefined;
}

export const processStore = new Store();
