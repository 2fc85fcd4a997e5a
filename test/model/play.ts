/** Plays a timeline to the trigger and to the oracle, and compares what was delivered with what had to be. */
import { Asked } from './asked';
import { START, type Clock } from './clock';
import { modelledEvents, parametersOf, type Form } from './form';
import { Database, Process, type Activation, type Fate, type PollOutcome } from './host';
import { compare } from './judge';
import { Oracle } from './oracle';
import type { Change, Step, Timeline } from './timelines';
import { isFinal, PROMOTIONS, World } from './world';

/** What a timeline held: what is hard on a trigger, and what it had to tell before its good end. */
const NOTHING_HELD = {
	lostState: false,
	busy: false,
	tooLate: false,
	failedStatistics: false,
	limitedStatistics: false,
	missingCounters: false,
	failedList: false,
	oldCopy: false,
	oldCopyOfEnd: false,
	restartsInARow: false,
	lostExecution: false,
	unwritten: false,
	edited: false,
	discarded: false,
	failedActivation: false,
	clockBack: false,
	oldEnters: false,
	scopeMoves: false,
};
export type Happenings = typeof NOTHING_HELD & { /** What the oracle expected. */ events: string[] };

const MINUTE = 60_000;
/** Never back to a time at which something was polled. */
const SET_BACK = 30 * MINUTE + 11_000;

type StepOf<Kind extends Step['kind']> = Extract<Step, { kind: Kind }>;

export async function play(timeline: Timeline, clock: Clock): Promise<Happenings> {
	const player = new Player(timeline, clock);
	await player.boot('activate');
	for (const step of timeline.steps) await player.take(step);
	await player.end();
	return player.happenings;
}

class Player {
	readonly happenings: Happenings = { ...NOTHING_HELD, events: [] };
	private readonly world: World;
	private readonly database = new Database();
	private readonly oracle = new Oracle();
	private form: Form;
	private process: Process;
	/** When an execution was lost that no later process could give again as yet. */
	private lostAt?: number;
	private booted = false;
	private justRestarted = false;
	/** Memory mode: what is kept there is what this process knows, not what was in the database when the workflow was activated. */
	private isLiveKnown = false;
	/** By so much the clock was set back in all. */
	private setBack = 0;

	constructor(
		private readonly timeline: Timeline,
		private readonly clock: Clock,
	) {
		clock.now = START;
		this.world = new World(timeline.start, START);
		this.form = timeline.form;
		this.process = this.newProcess();
	}

	/** Memory mode polls at each start; the scheduler, whose jobs are rows, only at the first one. */
	async boot(activation: Activation): Promise<void> {
		if (this.timeline.mode !== 'memory' && this.booted) return;
		this.booted = true;
		this.clock.now += 1000;
		this.record(await this.process.begin(activation).finish());
	}

	async take(step: Step): Promise<void> {
		if (step.kind === 'changes') {
			this.change(step.changes);
			return;
		}
		if (step.kind === 'expression') {
			this.edit(step.edit);
			return;
		}
		if (step.kind === 'clockBack') {
			this.happenings.clockBack = true;
			this.clock.now -= SET_BACK;
			this.setBack += SET_BACK;
			return;
		}
		this.clock.now += (step.kind === 'poll' ? step.minutes : 1) * MINUTE;
		this.world.listTrouble = 'listTrouble' in step ? step.listTrouble : undefined;
		this.world.statisticsTrouble = 'statisticsTrouble' in step ? step.statisticsTrouble : undefined;
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
		else if (step.kind === 'busy') await this.busy(step);
		else if (step.kind === 'tooLate') await this.tooLate(step);
		else if (step.kind === 'save') await this.save(step);
		else await this.twice();
	}

	/** Everything that was still to come has come, and all of it was told as it happened. */
	async end(): Promise<void> {
		const { options } = this.form;
		this.happenings.events = modelledEvents.filter((event) => this.oracle.has(event));
		Object.assign(this.happenings, this.oracle.saw);
		const { leaving } = this.timeline;
		this.world.actual.forEach((actual, index) => (actual.listed &&= (leaving & (1 << index)) === 0));
		for (let poll = 0; poll < 4; poll++) await this.goodPoll(1);
		// Statistics calls take turns: after so many polls each promotion was read twice.
		const polls = 2 * Math.ceil(PROMOTIONS / options.maximumStatisticsCalls);
		const rest = Math.max(options.settledAfterMinutes, options.stalledAfterMinutes);
		for (let poll = 0; poll < polls; poll++) await this.goodPoll(rest);
		await this.goodPoll(this.setBack / MINUTE);
		// What does not move is read ever more seldom, what is old at least every six hours.
		for (let poll = 0; poll < polls; poll++) await this.goodPoll(360);
		const asked = new Asked(this.form);
		const owed = this.oracle.owed(this.world.now(), (id) => this.world.figures(id), asked);
		if (owed.length > 0) throw new Error(`Still owed after ${polls} good polls: ${owed.join(', ')}`);
		await this.goodPoll(60 * options.watchAfterCompletionHours);
		await this.goodPoll(1);
		const restless = this.oracle.restless(asked);
		if (restless.length > 0) throw new Error(`Not settled at the end of the watch window: ${restless.join(', ')}`);
		compare(this.database.executions, this.oracle.expected);
	}

	private async goodPoll(minutes: number): Promise<void> {
		await this.take({ kind: 'poll', minutes, fate: null });
	}

	private change(changes: Change[]): void {
		for (const change of changes) {
			if (change.kind === 'window') {
				this.world.window = change.size;
				continue;
			}
			const actual = this.world.actual[change.promotion];
			if (!actual) continue;
			if (change.kind === 'figures') actual.figures = change.figures;
			else if (change.kind === 'listed') actual.listed = change.listed;
			else if (change.kind === 'listing') {
				for (const one of this.world.actual) one.listed = !change.alone || one === actual;
			} else if (!isFinal(actual.status)) actual.status = change.status;
		}
	}

	private edit(edit: Partial<Form>): void {
		if (Object.keys(edit).length > 0) this.happenings.edited = true;
		this.form = { ...this.form, ...edit };
		this.process.parameters = parametersOf(this.form);
	}

	private async poll({ fate: given }: StepOf<'poll'>): Promise<void> {
		const fate = given !== 'unwritten' && !this.mayDie ? null : given;
		const outcome = await this.process.begin().finish(fate ?? undefined);
		this.record(outcome, fate ?? undefined);
		if (!fate && outcome.answer) this.lostAt = undefined;
		if (fate === 'unwritten') await this.afterUnwritten(outcome);
		else if (fate) await this.restart();
	}

	/** The process lives on, and its next poll is a good one: where the state is kept in memory, it takes the execution for written. */
	private async afterUnwritten({ items }: PollOutcome): Promise<void> {
		if (items.length > 0) this.happenings.unwritten = true;
		await this.goodPoll(1);
	}

	/** A poll that is due while another one waits for the service does nothing. */
	private async busy({ changes, fate: given }: StepOf<'busy'>): Promise<void> {
		const death = this.mayDie ? given : null;
		const earlier = this.process.begin();
		await settled();
		this.change(changes);
		this.clock.now += 1000;
		const { requests, items } = await this.process.begin().finish();
		if (requests.list > 0 || items.length > 0) throw new Error('Two polls of one node at a time');
		this.happenings.busy = true;
		this.record(await earlier.finish(death ?? undefined), death ?? undefined);
		if (death) await this.restart();
	}

	/** The service answers so late that n8n has given up, and the next poll is over. */
	private async tooLate({ changes }: StepOf<'tooLate'>): Promise<void> {
		const late = this.process.begin();
		await settled();
		this.change(changes);
		this.clock.now += MINUTE;
		this.record(await this.process.begin().finish());
		const { items } = await late.finish();
		if (items.length > 0) throw new Error('A poll that nobody waits for tells something');
		this.happenings.tooLate = true;
	}

	private async save({ edit, changes, underWay, ...step }: StepOf<'save'>): Promise<void> {
		const { listTrouble } = this.world;
		this.world.listTrouble = undefined;
		const old = underWay ? this.process.begin() : undefined;
		const form = this.form;
		await settled();
		if (old) this.happenings.discarded = true;
		if (underWay === 'before' && old) this.record(await old.finish('discarded'), 'discarded');
		this.change(changes);
		this.clock.now += 1000;
		this.edit(edit);
		this.process.reactivate(parametersOf(this.form));
		this.world.listTrouble = listTrouble;
		const activation = this.process.begin(step.activation);
		if (underWay === 'during' && old) this.record(await old.finish('discarded'), 'discarded', form);
		this.isLiveKnown = false;
		const outcome = await activation.finish();
		if (step.activation === 'activate' && !outcome.answer) {
			if (!outcome.thrown) throw new Error('An activation that reads no list seems to succeed');
			this.happenings.failedActivation = true;
			// Until it succeeds, n8n does not poll.
			this.world.listTrouble = undefined;
			this.clock.now += MINUTE;
			this.record(await this.process.begin('activate').finish());
			return;
		}
		if (outcome.thrown) throw new Error('A throw while n8n registers the trigger ends it for good');
		this.record(outcome);
	}

	/** Two processes poll from the same row, as when a lease ran out. */
	private async twice(): Promise<void> {
		// Each process knows for itself that requests are limited, so the two would read different statistics.
		const isLimited = this.happenings.limitedStatistics;
		if (this.timeline.mode === 'memory' || !this.oracle.isWritten || isLimited) {
			this.record(await this.process.begin().finish());
			return;
		}
		const other = this.newProcess().begin();
		const own = this.process.begin();
		const outcome = await own.finish();
		const second = await other.finish();
		this.record({ ...outcome, wrote: outcome.wrote || second.wrote });
	}

	private record(outcome: PollOutcome, fate?: Fate, form = this.form): void {
		const { answer, readings, at, wrote, items } = outcome;
		const { happenings, world, timeline } = this;
		if (!answer) {
			happenings.failedList = true;
			return;
		}
		this.isLiveKnown = true;
		if (world.listTrouble === 'old copy') happenings.oldCopy = true;
		for (const read of readings.values()) {
			if (read === 'same') happenings.missingCounters = true;
			if (read === 'none yet' || read === 'unread') happenings.failedStatistics = true;
		}
		if (world.statisticsTrouble?.kind === 'limited' && readings.size > 0) happenings.limitedStatistics = true;
		if (fate === 'between' && wrote) {
			happenings.lostExecution = true;
			this.lostAt ??= at;
		}
		const isAtomic = timeline.mode === 'cursors';
		const isForgotten = fate === 'discarded' || (fate === 'unwritten' && timeline.mode !== 'memory');
		// What n8n throws away, or cannot write, was not emitted: it is found again.
		if (isForgotten && items.length > 0) return;
		const lost = fate === 'before' || fate === 'unwritten' || (fate === 'between' && isAtomic);
		this.oracle.poll({ ...outcome, answer, asked: new Asked(form) }, { wrote, lost });
	}

	/** A process that starts more than a quarter of an hour after the loss need not give it again. */
	private get mayDie(): boolean {
		return this.lostAt === undefined || this.clock.now - this.lostAt < 10 * MINUTE;
	}

	private async restart(): Promise<void> {
		if (this.oracle.wouldLose) this.happenings.lostState = true;
		this.oracle.restart();
		this.process = this.newProcess();
		this.isLiveKnown = false;
		await this.boot('init');
	}

	private keepState(): void {
		if (this.timeline.mode !== 'memory' || !this.isLiveKnown) return;
		this.process.writeLiveState();
		this.oracle.writeState();
	}

	private newProcess(): Process {
		return new Process(this.world, this.database, this.timeline.mode, parametersOf(this.form));
	}
}

/** Until a poll that has begun waits for the service. */
const settled = async () => await new Promise((resolve) => setImmediate(resolve));
