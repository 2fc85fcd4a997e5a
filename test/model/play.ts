/** Plays a timeline to the trigger and to the oracle, and compares what was delivered with what had to be. */
import { BATCH_LIMITS } from '../../nodes/RcsPromotionTrigger/batches';
import { Database, Process, type Death, type PollOutcome } from './host';
import { compare } from './judge';
import { HIGH_LIMIT, LOW_LIMIT, Oracle } from './oracle';
import type { Change, Step, Timeline } from './timelines';
import { PROMOTIONS, World } from './world';

/** What a timeline held: what is hard on a trigger, and what it had to tell before its good end. */
export interface Happenings {
	lostState: boolean;
	overlap: boolean;
	failedStatistics: boolean;
	backwards: boolean;
	restartsInARow: boolean;
	lostExecution: boolean;
	settled: boolean;
	stalled: boolean;
	massAbsence: boolean;
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
const MINUTE = 60_000;

export async function play(timeline: Timeline, clock: Clock): Promise<Happenings> {
	const player = new Player(timeline, clock);
	await player.boot();
	for (const step of timeline.steps) await player.take(step);
	await player.end();
	return player.happenings;
}

class Player {
	readonly happenings: Happenings = {
		lostState: false,
		overlap: false,
		failedStatistics: false,
		backwards: false,
		restartsInARow: false,
		lostExecution: false,
		settled: false,
		stalled: false,
		massAbsence: false,
	};
	private readonly world: World;
	private readonly database = new Database();
	private readonly oracle: Oracle;
	private process: Process;
	/** When an execution was lost that no later process could give again as yet. */
	private lostAt?: number;
	private booted = false;
	private justRestarted = false;

	constructor(
		private readonly timeline: Timeline,
		private readonly clock: Clock,
	) {
		this.world = new World(timeline.start);
		const { events, options } = timeline;
		this.oracle = new Oracle({
			events: new Set(events),
			patience: {
				settledAfterMs: options.settledAfterMinutes * MINUTE,
				stalledAfterMs: options.stalledAfterMinutes * MINUTE,
				watchMs: options.watchAfterCompletionHours * 60 * MINUTE,
			},
			minimumChange: options.minimumChange,
			onlyFailed: options.counters.length > 0,
		});
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
		this.clock.now += (step.kind === 'poll' ? step.minutes : 1) * MINUTE;
		if (step.kind === 'restart') {
			if (!this.mayDie) return;
			if (this.justRestarted) this.happenings.restartsInARow = true;
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

	/** Everything that was still to come has come, and all of it was told as it happened. */
	async end(): Promise<void> {
		const { options, leaving } = this.timeline;
		if (this.oracle.has('settled')) this.happenings.settled = true;
		if (this.oracle.has('stalled')) this.happenings.stalled = true;
		this.happenings.massAbsence = this.oracle.sawMassAbsence;
		this.world.actual.forEach((actual, index) => (actual.listed &&= (leaving & (1 << index)) === 0));
		for (let poll = 0; poll < 3; poll++) await this.goodPoll(1);
		// Statistics calls take turns: after so many polls each promotion was read twice.
		const polls = 2 * Math.ceil(PROMOTIONS / options.maximumStatisticsCalls);
		const rest = Math.max(options.settledAfterMinutes, options.stalledAfterMinutes);
		for (let poll = 0; poll < polls; poll++) await this.goodPoll(rest);
		const owed = this.oracle.owed(this.world.actual);
		if (owed.length > 0) throw new Error(`Still owed after ${polls} good polls: ${owed.join(', ')}`);
		await this.goodPoll(60 * options.watchAfterCompletionHours);
		await this.goodPoll(1);
		const restless = this.oracle.restless();
		if (restless.length > 0) throw new Error(`Not settled at the end of the watch window: ${restless.join(', ')}`);
		compare(this.database.executions, this.oracle.expected, this.timeline);
	}

	private async goodPoll(minutes: number): Promise<void> {
		await this.take({ kind: 'poll', minutes, unreadable: 0, listFails: false, death: null });
	}

	private change(changes: Change[]): void {
		for (const change of changes) {
			const actual = this.world.actual[change.promotion];
			if (!actual) continue;
			if (change.kind === 'figures') actual.figures = change.figures;
			else if (change.kind === 'listed') actual.listed = change.listed;
			else if (change.kind === 'listing') {
				for (const one of this.world.actual) one.listed = !change.alone || one === actual;
			} else {
				const from = ORDER.indexOf(actual.status);
				const to = ORDER.indexOf(change.status);
				if (from > to && to >= 0) this.happenings.backwards = true;
				actual.status = change.status;
			}
		}
	}

	private async poll({ unreadable, listFails, death: given }: Extract<Step, { kind: 'poll' }>): Promise<void> {
		const death = this.mayDie ? given : null;
		this.world.unreadable = unreadable;
		const outcome = await this.process.begin({ listFails }).finish(death ?? undefined);
		if (!listFails) this.record(outcome, death ?? undefined);
		if (!listFails && !death) this.lostAt = undefined;
		if (death) await this.restart();
	}

	private async overlap({ changes, laterFirst, unreadable }: Extract<Step, { kind: 'overlap' }>): Promise<void> {
		this.happenings.overlap = true;
		this.world.unreadable = unreadable;
		const earlier = this.process.begin();
		this.change(changes);
		this.clock.now += 1000;
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
		const readsAll = this.timeline.options.maximumStatisticsCalls >= PROMOTIONS;
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
		const { answer, readings, at, wrote } = outcome;
		if ([...readings.values()].includes(null)) this.happenings.failedStatistics = true;
		if (death === 'between' && wrote) {
			this.happenings.lostExecution = true;
			this.lostAt ??= at;
		}
		const atomic = this.timeline.mode === 'cursors';
		const lost = death === 'before' || (death === 'between' && atomic);
		this.oracle.poll(answer, readings, { at, wrote, lost });
	}

	/** A process that starts more than a quarter of an hour after the loss need not give it again. */
	private get mayDie(): boolean {
		return this.lostAt === undefined || this.clock.now - this.lostAt < 10 * MINUTE;
	}

	private async restart(): Promise<void> {
		if (this.oracle.wouldLose) this.happenings.lostState = true;
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
		const { mode, events, options, large } = this.timeline;
		const limit = { rate: 'failureRate', minimumBase: 1 };
		const threshold = [
			{ ...limit, direction: 'above', percent: HIGH_LIMIT },
			{ ...limit, direction: 'below', percent: LOW_LIMIT },
		];
		const parameters = { events, scope: 'all', options: { ...options, thresholds: { threshold } } };
		const limits = large ? { ...BATCH_LIMITS, asSentBytes: 0 } : BATCH_LIMITS;
		return new Process(this.world, this.database, mode, parameters, limits);
	}
}
