/** Plays a timeline to the trigger and to the oracle, and compares what was delivered with what had to be. */
import { Asked } from './asked';
import { START, type Clock } from './clock';
import { parametersOf, type Form } from './form';
import { Database, Process, type Fate, type PollOutcome } from './host';
import { compare } from './judge';
import { Oracle } from './oracle';
import type { Change, Step, Timeline } from './timelines';
import { PROMOTIONS, World } from './world';

/** What a timeline held: what is hard on a trigger, and what it had to tell before its good end. */
const NOTHING_HELD = {
	lostState: false,
	overlap: false,
	failedStatistics: false,
	backwards: false,
	restartsInARow: false,
	lostExecution: false,
	settled: false,
	stalled: false,
	massAbsence: false,
	edited: false,
	discarded: false,
	clockBack: false,
	killedInOverlap: false,
	oldEnters: false,
	madeRoom: false,
	scopeMoves: false,
};
export type Happenings = typeof NOTHING_HELD;

const ORDER = ['Preparing', 'Running', 'Completed'];
const MINUTE = 60_000;
/** Never back to a time at which something was polled. */
const SET_BACK = 30 * MINUTE + 11_000;

type StepOf<Kind extends Step['kind']> = Extract<Step, { kind: Kind }>;

export async function play(timeline: Timeline, clock: Clock): Promise<Happenings> {
	const player = new Player(timeline, clock);
	await player.boot();
	for (const step of timeline.steps) await player.take(step);
	await player.end();
	return player.happenings;
}

class Player {
	readonly happenings: Happenings = { ...NOTHING_HELD };
	private readonly world: World;
	private readonly database = new Database();
	private readonly oracle = new Oracle();
	private form: Form;
	private process: Process;
	/** When an execution was lost that no later process could give again as yet. */
	private lostAt?: number;
	private booted = false;
	private justRestarted = false;
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
		else if (step.kind === 'save') await this.save(step);
		else await this.twice();
	}

	/** Everything that was still to come has come, and all of it was told as it happened. */
	async end(): Promise<void> {
		const { options } = this.form;
		if (this.oracle.has('settled')) this.happenings.settled = true;
		if (this.oracle.has('stalled')) this.happenings.stalled = true;
		Object.assign(this.happenings, this.oracle.saw);
		const { leaving } = this.timeline;
		this.world.actual.forEach((actual, index) => (actual.listed &&= (leaving & (1 << index)) === 0));
		for (let poll = 0; poll < 3; poll++) await this.goodPoll(1);
		// Statistics calls take turns: after so many polls each promotion was read twice.
		const polls = 2 * Math.ceil(PROMOTIONS / options.maximumStatisticsCalls);
		const rest = Math.max(options.settledAfterMinutes, options.stalledAfterMinutes);
		for (let poll = 0; poll < polls; poll++) await this.goodPoll(rest);
		await this.goodPoll(this.setBack / MINUTE);
		// What does not move is read ever more seldom, what is old at least every six hours.
		for (let poll = 0; poll < polls; poll++) await this.goodPoll(360);
		const asked = new Asked(this.form);
		const owed = this.oracle.owed(this.world.list(), (id) => this.world.figures(id), asked);
		if (owed.length > 0) throw new Error(`Still owed after ${polls} good polls: ${owed.join(', ')}`);
		await this.goodPoll(60 * options.watchAfterCompletionHours);
		await this.goodPoll(1);
		const restless = this.oracle.restless(asked);
		if (restless.length > 0) throw new Error(`Not settled at the end of the watch window: ${restless.join(', ')}`);
		compare(this.database.executions, this.oracle.expected);
	}

	private async goodPoll(minutes: number): Promise<void> {
		await this.take({ kind: 'poll', minutes, unreadable: 0, listFails: false, death: null });
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
			} else {
				const from = ORDER.indexOf(actual.status);
				const to = ORDER.indexOf(change.status);
				if (from > to && to >= 0) this.happenings.backwards = true;
				actual.status = change.status;
			}
		}
	}

	private edit(edit: Partial<Form>): void {
		if (Object.keys(edit).length > 0) this.happenings.edited = true;
		this.form = { ...this.form, ...edit };
		this.process.parameters = parametersOf(this.form);
	}

	private async poll({ unreadable, listFails, death: given }: StepOf<'poll'>): Promise<void> {
		const death = this.mayDie ? given : null;
		this.world.unreadable = unreadable;
		const outcome = await this.process.begin({ listFails }).finish(death ?? undefined);
		if (!listFails) this.record(outcome, death ?? undefined);
		if (!listFails && !death) this.lostAt = undefined;
		if (death) await this.restart();
	}

	private async overlap(step: StepOf<'overlap'>): Promise<void> {
		const { changes, laterFirst, unreadable, atFirst } = step;
		const death = (this.mayDie && step.death) || undefined;
		this.happenings.overlap = true;
		if (death) this.happenings.killedInOverlap = true;
		this.world.unreadable = unreadable;
		const earlier = this.process.begin();
		this.change(changes);
		this.clock.now += 1000;
		const later = this.process.begin();
		const [first, second] = laterFirst ? [later, earlier] : [earlier, later];
		this.record(await first.finish(atFirst ? death : undefined), atFirst ? death : undefined);
		if (!death || !atFirst) {
			const outcome = await second.finish(death);
			// The older answer that comes last changes nothing, wherever it would be written.
			if (!laterFirst) this.record(outcome, death);
		}
		if (death) await this.restart();
	}

	private async save({ edit, changes, underWay }: StepOf<'save'>): Promise<void> {
		this.world.unreadable = 0;
		const old = underWay && this.process.begin();
		const form = this.form;
		if (old) this.happenings.discarded = true;
		if (underWay === 'before') this.record((await old?.finish('discarded')) as PollOutcome, 'discarded');
		this.change(changes);
		this.clock.now += 1000;
		this.edit(edit);
		this.process.reactivate(parametersOf(this.form));
		const activation = this.process.begin({ activation: true });
		if (underWay === 'during') this.record((await old?.finish('discarded')) as PollOutcome, 'discarded', form);
		this.record(await activation.finish());
		// Here, too, the older answer changes nothing.
		if (underWay === 'after') await old?.finish('discarded');
	}

	/** Two processes poll from the same row, as when a lease ran out. */
	private async twice(): Promise<void> {
		this.world.unreadable = 0;
		if (this.timeline.mode === 'memory' || !this.oracle.isWritten) {
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
		const { readings, at, wrote, emitted } = outcome;
		if ([...readings.values()].includes(null)) this.happenings.failedStatistics = true;
		if (fate === 'between' && wrote) {
			this.happenings.lostExecution = true;
			this.lostAt ??= at;
		}
		const atomic = this.timeline.mode === 'cursors';
		const lost = fate === 'before' || fate === 'discarded' || (fate === 'between' && atomic);
		this.oracle.poll({ ...outcome, asked: new Asked(form) }, { wrote, lost });
		// What n8n throws away was not emitted, so the next poll starts from what is stored.
		if (fate === 'discarded' && emitted) this.oracle.restart();
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
		return new Process(this.world, this.database, this.timeline.mode, parametersOf(this.form));
	}
}
