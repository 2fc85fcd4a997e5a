/** Plays a timeline to the trigger and to the oracles, and compares what was delivered and what failed with what had to be. */
import { START, type Clock } from './clock';
import { EVERYTHING, modelledEvents, parametersOf, type Form } from './form';
import { NOTHING_HELD, type Happenings } from './happenings';
import { Database, pollTime, type Activation, type Fate } from './host';
import { compare } from './judge';
import { Oracle } from './oracle';
import { kindOf } from './reporting';
import { WorldProcess, type WorldOutcome } from './trigger';
import { Watch } from './watch';
import type { Change, Step, Timeline } from './timelines';
import { isOver } from './story';
import { PROMOTIONS, World } from './world';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
/** Never to a moment at which something was polled. */
const ODD = 11_000;

type StepOf<Kind extends Step['kind']> = Extract<Step, { kind: Kind }>;

export async function play(timeline: Timeline, clock: Clock): Promise<Happenings> {
	const player = new Player(timeline, clock);
	await player.begin();
	for (const step of timeline.steps) await player.take(step);
	await player.end();
	return player.happenings;
}

class Player {
	readonly happenings: Happenings = { ...NOTHING_HELD, events: [] };
	private readonly world: World;
	private readonly database = new Database();
	private readonly oracle = new Oracle();
	private watch: Watch;
	private form: Form;
	private process: WorldProcess;
	/** When an execution was lost that no later process could give again as yet. */
	private lostAt?: number;
	private emittedAt = -Infinity;
	private justRestarted = false;
	/** Memory mode: what is kept there is what this process knows, not what was in the database when the workflow was activated. */
	private isLiveKnown = false;

	constructor(
		private readonly timeline: Timeline,
		private readonly clock: Clock,
	) {
		clock.now = START;
		this.world = new World(timeline.start, START);
		this.form = timeline.form;
		this.process = this.newProcess();
		this.watch = new Watch(this.oracle, this.happenings);
	}

	async begin(): Promise<void> {
		this.clock.now += 1000;
		this.world.listTrouble = this.timeline.startsEmpty ? 'empty' : undefined;
		await this.activate('activate');
		this.world.listTrouble = undefined;
	}

	async take(step: Step): Promise<void> {
		if (step.kind === 'changes') this.change(step.changes);
		else if (step.kind === 'expression') this.edit(step.edit);
		else if (step.kind === 'clock') this.moveClock(step.minutes);
		else await this.takeTime(step);
	}

	private async takeTime(step: Exclude<Step, { kind: 'changes' | 'expression' | 'clock' }>): Promise<void> {
		const minutes = step.kind === 'poll' || step.kind === 'restart' ? step.minutes : 1;
		this.clock.now += (this.lostAt === undefined ? minutes : 1) * MINUTE;
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
		else if (step.kind === 'outage') await this.outage(step);
		else if (step.kind === 'busy') await this.busy(step);
		else if (step.kind === 'tooLate') await this.tooLate(step);
		else if (step.kind === 'save') await this.save(step);
		else await this.twice();
	}

	/** Everything that was still to come has come, and all of it was told as it happened. */
	async end(): Promise<void> {
		const { options } = this.form;
		this.happenings.events = modelledEvents.filter((event) => this.oracle.expected.some((one) => one.event === event));
		Object.assign(this.happenings, this.oracle.saw);
		const { leaving } = this.timeline;
		this.world.actual.forEach((actual, index) => (actual.listed &&= (leaving & (1 << index)) === 0));
		for (let poll = 0; poll < 4; poll++) await this.goodPoll(1);
		// Statistics calls take turns: after so many polls each promotion was read twice.
		const polls = 2 * Math.ceil(PROMOTIONS / options.maximumStatisticsCalls);
		const rest = Math.max(options.finalAfterMinutes, options.stalledAfterMinutes);
		for (let poll = 0; poll < polls; poll++) await this.goodPoll(rest);
		// What does not move is read ever more seldom, what is old at least every six hours.
		for (let poll = 0; poll < polls + 4; poll++) await this.goodPoll(360);
		const owed = this.oracle.owed(this.world.now(), (id) => this.world.counted(id), this.form);
		if (owed.length > 0) throw new Error(`Still owed after ${polls} good polls: ${owed.join(', ')}`);
		// Never a day without a poll: then a process forgets what n8n did not store.
		for (let hours = 0; hours < options.watchAfterCompletionHours; hours += 12) await this.goodPoll(720);
		await this.goodPoll(1);
		const restless = this.oracle.restless(this.form);
		if (restless.length > 0) throw new Error(`No final figures at the end of the watch window: ${restless.join(', ')}`);
		compare(this.database.executions, this.oracle.expected, this.happenings.clockBack);
	}

	private async goodPoll(minutes: number): Promise<void> {
		await this.take({ kind: 'poll', minutes, fate: null });
	}

	private moveClock(minutes: number): void {
		// While something waits to be given again, the quarter of an hour must not pass.
		if (!this.mayDie || this.lostAt !== undefined) return;
		this.happenings[minutes < 0 ? 'clockBack' : 'clockAhead'] = true;
		this.clock.now += minutes * MINUTE - ODD;
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
			else if (change.kind === 'hidden') actual.hidden = change.hidden;
			else if (change.kind === 'listed') actual.listed = change.listed;
			else if (change.kind === 'listing') {
				for (const one of this.world.actual) one.listed = !change.alone || one === actual;
			} else if (!isOver(actual.status)) actual.status = change.status;
		}
	}

	private edit(edit: Partial<Form>): void {
		if (Object.keys(edit).length > 0) this.happenings.edited = true;
		this.form = { ...this.form, ...edit };
		this.process.parameters = parametersOf(this.form);
	}

	private async poll({ fate: given }: Pick<StepOf<'poll'>, 'fate'>): Promise<void> {
		if (!this.process.isDue()) return;
		const fate = given !== 'unwritten' && !this.mayDie ? null : given;
		const outcome = await this.process.begin().finish(fate ?? undefined);
		this.record(outcome, fate ?? undefined);
		if (!fate && outcome.answer) this.lostAt = undefined;
		if (fate === 'unwritten') await this.afterUnwritten(outcome);
		else if (fate) await this.restart();
	}

	private async outage({ polls, changes, listTrouble, statisticsTrouble }: StepOf<'outage'>): Promise<void> {
		this.change(changes);
		for (let poll = 0; poll < polls; poll++) {
			Object.assign(this.world, { listTrouble, statisticsTrouble });
			await this.poll({ fate: null });
			this.clock.now += MINUTE;
		}
	}

	/** The process lives on, and its next poll is a good one: where the state is kept in memory, it takes the execution for written. */
	private async afterUnwritten({ items }: WorldOutcome): Promise<void> {
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
		this.clock.now += this.timeline.mode === 'memory' ? pollTime.registrationMs : MINUTE;
		this.record(await this.process.begin().finish());
		const { items, thrown } = await late.finish();
		if (items.length > 0) throw new Error('A poll that nobody waits for tells something');
		if (thrown) throw new Error(`A poll that nobody waits for reports: ${thrown.message}`);
		this.happenings.tooLate = true;
	}

	private async save({ edit, changes, underWay, daysOff, ...step }: StepOf<'save'>): Promise<void> {
		const { listTrouble } = this.world;
		this.world.listTrouble = undefined;
		const old = underWay ? this.process.begin() : undefined;
		const form = this.form;
		if (old) this.watch.begun(this.clock.now, this.timeline.mode);
		await settled();
		if (old) this.happenings.discarded = true;
		if (underWay === 'before' && old) this.record(await old.finish('discarded'), 'discarded');
		this.change(changes);
		const isOff = daysOff > 0 && this.lostAt === undefined && underWay !== 'during' && step.activation === 'activate';
		this.clock.now += 1000 + (isOff ? daysOff * DAY : 0);
		if (isOff && daysOff < 7) this.happenings.fewDaysOff = true;
		this.edit(edit);
		this.process.reactivate(parametersOf(this.form));
		this.world.listTrouble = listTrouble;
		await this.activate(step.activation, async () => {
			if (underWay === 'during' && old) this.record(await old.finish('discarded'), 'discarded', form);
			if (this.timeline.mode === 'memory') this.watch.reload(this.clock.now);
		});
	}

	/** By a person, it fails until the list can be read and shows what was selected; then they correct it. */
	private async activate(activation: Activation, meanwhile = async () => {}): Promise<void> {
		this.isLiveKnown = false;
		const polled = this.process.begin(activation);
		await meanwhile();
		const outcome = await polled.finish();
		if (activation !== 'activate') {
			if (outcome.thrown) throw new Error('A throw while n8n registers the trigger ends it for good');
			this.record(outcome, undefined, this.form, activation);
			return;
		}
		const why = this.watch.refusal(outcome, this.form, this.clock.now);
		const classified = outcome.thrown && kindOf(outcome.thrown);
		if (classified !== why)
			throw new Error(`An activation fails for ${classified ?? 'nothing'}, and not for ${why ?? 'nothing'}`);
		if (!why) {
			this.record(outcome, undefined, this.form, activation);
			return;
		}
		if (outcome.wrote) throw new Error('An activation that failed stores a state');
		if (why === 'choice') {
			this.happenings.missingSelection = true;
			this.edit({ scope: { ...this.form.scope, selected: EVERYTHING.selected } });
		}
		this.happenings.failedActivation = true;
		// Until it succeeds, n8n does not poll.
		this.world.listTrouble = undefined;
		this.clock.now += MINUTE;
		await this.activate('activate');
	}

	/** Two processes poll from the same row, as when a lease ran out. */
	private async twice(): Promise<void> {
		// Each process knows for itself that requests are limited, so the two would read different statistics.
		const isLimited = this.happenings.limitedStatistics;
		// The other one would read more of what it sends once more.
		const repeats = Math.abs(this.clock.now - this.emittedAt) <= 16 * MINUTE;
		if (this.timeline.mode === 'memory' || !this.oracle.isWritten || isLimited || repeats || !this.process.isDue()) {
			await this.poll({ fate: null });
			return;
		}
		const other = this.newProcess().begin();
		const own = this.process.begin();
		const outcome = await own.finish();
		const second = await other.finish();
		this.record({ ...outcome, wrote: outcome.wrote || second.wrote });
	}

	private record(outcome: WorldOutcome, fate?: Fate, form = this.form, activation?: Activation): void {
		const { answer, reads, at, wrote, items } = outcome;
		const { happenings, world, timeline } = this;
		if (items.length > 0) this.emittedAt = at;
		const isAtomic = timeline.mode === 'cursors';
		const isForgotten = fate === 'discarded' || (fate === 'unwritten' && timeline.mode !== 'memory');
		const lost = fate === 'before' || fate === 'unwritten' || (fate === 'between' && isAtomic);
		if (!answer) happenings.failedList = true;
		else {
			if (fate !== 'discarded') this.isLiveKnown = true;
			if (typeof world.listTrouble === 'object') happenings.replica = true;
			for (const read of reads.values()) {
				if (read === 'none' || read === 'unread') happenings.failedStatistics = true;
				else if (Object.values(read).includes(null)) happenings.missingCounters = true;
			}
			if (world.statisticsTrouble?.kind === 'limited' && reads.size > 0) happenings.limitedStatistics = true;
			if (fate === 'between' && wrote) {
				happenings.lostExecution = true;
				this.lostAt ??= at;
			}
		}
		// What n8n throws away, or cannot write, was not emitted: it is found again.
		const isKept = !(isForgotten && items.length > 0);
		this.watch.poll(outcome, { form, activation, isKept, wrote, lost, mode: timeline.mode, world });
	}

	/** A process that starts more than a quarter of an hour after the loss need not give it again. */
	private get mayDie(): boolean {
		return this.lostAt === undefined || this.clock.now - this.lostAt < 5 * MINUTE;
	}

	private async restart(): Promise<void> {
		if (!this.oracle.isWritten) this.happenings.lostState = true;
		this.process = this.newProcess();
		this.watch = this.watch.afterRestart();
		this.isLiveKnown = false;
		// Memory mode polls at each start; the scheduler, whose jobs are rows, only at the first one.
		if (this.timeline.mode !== 'memory') return;
		this.clock.now += 1000;
		await this.activate('init');
	}

	private keepState(): void {
		if (this.timeline.mode !== 'memory' || !this.isLiveKnown) return;
		this.process.writeLiveState();
		this.oracle.writeState();
	}

	private newProcess(): WorldProcess {
		return new WorldProcess(this.world, this.database, this.timeline.mode, parametersOf(this.form));
	}
}

/** Until a poll that has begun waits for the service. */
const settled = async () => await new Promise((resolve) => setImmediate(resolve));
