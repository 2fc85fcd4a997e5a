/** Plays a timeline to the trigger and to the oracle, and compares what was delivered with what had to be. */
import type { IDataObject } from 'n8n-workflow';
import { BATCH_LIMITS } from '../../nodes/RcsPromotionTrigger/batches';
import { Database, Process, type Death, type PollOutcome } from './host';
import { countersKey, Oracle, statusKey, thresholdKey } from './oracle';
import type { Change, Step, Timeline } from './timelines';
import { PROMOTIONS, World } from './world';

/** What a timeline held, as far as it is hard on a trigger. */
export interface Hardships {
	lostState: boolean;
	overlap: boolean;
	failedStatistics: boolean;
	backwards: boolean;
	restartsInARow: boolean;
	lostExecution: boolean;
}

/** Moves Date.now by hand while a timeline is played. */
export class Clock {
	now = Date.parse('2026-03-02T08:00:00Z');
	private readonly real = Date.now;

	constructor() {
		Date.now = () => this.now;
	}

	restore(): void {
		Date.now = this.real;
	}
}

const ORDER = ['Preparing', 'Running', 'Completed'];
const COUNTERS_EVENTS = ['countersChanged', 'thresholdCrossed'];

export async function play(timeline: Timeline, clock: Clock): Promise<Hardships> {
	const player = new Player(timeline, clock);
	await player.boot();
	for (const step of timeline.steps) await player.take(step);
	// Whatever is still owed is delivered by a few good polls.
	for (let poll = 0; poll < 3; poll++)
		await player.take({ kind: 'poll', unreadable: 0, listFails: false, death: null });
	player.compare();
	return player.hardships;
}

class Player {
	readonly hardships: Hardships = {
		lostState: false,
		overlap: false,
		failedStatistics: false,
		backwards: false,
		restartsInARow: false,
		lostExecution: false,
	};
	private readonly world: World;
	private readonly database = new Database();
	private readonly oracle: Oracle;
	private process: Process;
	private booted = false;
	private justRestarted = false;

	constructor(
		private readonly timeline: Timeline,
		private readonly clock: Clock,
	) {
		this.world = new World(timeline.start);
		const chosen = new Set(timeline.events);
		this.oracle = new Oracle(
			chosen,
			COUNTERS_EVENTS.some((event) => chosen.has(event)),
		);
		this.process = this.newProcess();
	}

	/** Memory mode polls at each start; the scheduler, whose jobs are rows, only at the first one. */
	async boot(): Promise<void> {
		if (this.timeline.mode !== 'memory' && this.booted) return;
		this.booted = true;
		this.world.unreadable = 0;
		this.clock.now += 1000;
		this.record(await this.process.begin({ activation: true }).finish());
	}

	async take(step: Step): Promise<void> {
		if (step.kind === 'changes') {
			this.change(step.changes);
			return;
		}
		this.clock.now += 60_000;
		if (step.kind === 'restart') {
			if (this.justRestarted) this.hardships.restartsInARow = true;
			if (step.keepsState) this.keepState();
			await this.restart();
			this.justRestarted = true;
			return;
		}
		this.justRestarted = false;
		if (step.kind === 'poll') await this.poll(step);
		else if (step.kind === 'overlap') await this.overlap(step);
		else await this.twice();
	}

	compare(): void {
		const byId = new Map<unknown, IDataObject>();
		for (const item of this.database.executions.flat()) {
			const { redelivered: _, outage: __, ...lasting } = item;
			// The service's own record is not kept of what is large: it is shown as it is listed by then.
			if (this.timeline.large) delete lasting.promotion;
			const earlier = byId.get(item.eventId);
			if (earlier && JSON.stringify(earlier) !== JSON.stringify(lasting)) {
				throw new Error(`One id for two events: ${JSON.stringify(earlier)} and ${JSON.stringify(lasting)}`);
			}
			byId.set(item.eventId, lasting);
		}
		const delivered = new Map<string, number>();
		for (const item of byId.values()) {
			const key = keyOf(item);
			delivered.set(key, (delivered.get(key) ?? 0) + 1);
		}
		for (const key of new Set([...delivered.keys(), ...this.oracle.expected.keys()])) {
			const wanted = this.oracle.expected.get(key) ?? 0;
			const got = delivered.get(key) ?? 0;
			if (wanted !== got) throw new Error(`${key}: happened ${wanted} times, told under ${got} ids`);
		}
	}

	private change(changes: Change[]): void {
		for (const change of changes) {
			const actual = this.world.actual[change.promotion];
			if (!actual) continue;
			if (change.kind === 'failed') actual.failed = change.failed;
			else if (change.kind === 'listed') actual.listed = change.listed;
			else {
				const from = ORDER.indexOf(actual.status);
				const to = ORDER.indexOf(change.status);
				if (from > to && to >= 0) this.hardships.backwards = true;
				actual.status = change.status;
			}
		}
	}

	private async poll({ unreadable, listFails, death }: Extract<Step, { kind: 'poll' }>): Promise<void> {
		this.world.unreadable = unreadable;
		const outcome = await this.process.begin({ listFails }).finish(death ?? undefined);
		if (!listFails) this.record(outcome, death ?? undefined);
		if (death) await this.restart();
	}

	private async overlap({ changes, laterFirst, unreadable }: Extract<Step, { kind: 'overlap' }>): Promise<void> {
		this.hardships.overlap = true;
		this.world.unreadable = unreadable;
		const earlier = this.process.begin();
		this.change(changes);
		const later = this.process.begin();
		if (laterFirst) {
			this.record(await later.finish());
			// The older answer comes last: it changes nothing, wherever it would be written.
			await earlier.finish();
			return;
		}
		this.record(await earlier.finish());
		this.record(await later.finish());
	}

	/** Two processes poll from the same row, as when a lease ran out. */
	private async twice(): Promise<void> {
		this.world.unreadable = 0;
		// Each process has a rotation of its own: where not all is read, the two do not see the same.
		const readsAll = this.timeline.maximumStatisticsCalls >= PROMOTIONS;
		if (this.timeline.mode === 'memory' || !this.oracle.isWritten || !readsAll) {
			this.record(await this.process.begin().finish());
			return;
		}
		const other = this.newProcess().begin();
		const own = this.process.begin();
		const outcome = await own.finish();
		const second = await other.finish();
		this.record({ ...outcome, wrote: outcome.wrote || second.wrote });
	}

	private record(outcome: PollOutcome, death?: Death): void {
		const { answer, readings, wrote } = outcome;
		if ([...readings.values()].includes(null)) this.hardships.failedStatistics = true;
		if (death === 'between' && wrote) this.hardships.lostExecution = true;
		const atomic = this.timeline.mode === 'cursors';
		const lost = death === 'before' || (death === 'between' && atomic);
		this.oracle.poll(answer, readings, { wrote, lost });
	}

	private async restart(): Promise<void> {
		if (!this.oracle.isWritten) this.hardships.lostState = true;
		this.oracle.restart();
		this.process = this.newProcess();
		await this.boot();
	}

	private keepState(): void {
		if (this.timeline.mode !== 'memory') return;
		this.process.writeLiveState();
		this.oracle.writeState();
	}

	private newProcess(): Process {
		const { mode, events, maximumStatisticsCalls } = this.timeline;
		const threshold = [{ rate: 'failureRate', direction: 'above', percent: 50, minimumBase: 1 }];
		const options = { maximumStatisticsCalls, thresholds: { threshold } };
		const limits = this.timeline.large ? { ...BATCH_LIMITS, asSentBytes: 0 } : BATCH_LIMITS;
		return new Process(this.world, this.database, mode, { events, scope: 'all', options }, limits);
	}
}

function keyOf({ event, promotionId, previousStatus, status, changes }: IDataObject): string {
	const id = String(promotionId);
	if (event === 'thresholdCrossed') return thresholdKey(id);
	if (event !== 'countersChanged') {
		return statusKey(String(event), id, previousStatus as string | null, status as string | null);
	}
	const { failed, attempted, sent } = changes as Record<string, { from: number; to: number }>;
	// From zero: the hundred attempted are new.
	if (attempted) return countersKey(id, -1, failed?.to ?? 0);
	return countersKey(id, failed?.from ?? Number.NaN, failed?.to ?? sent?.to ?? Number.NaN);
}
