/** Plays what happens to a service and to a host, and holds the trigger to its promises. */
import { isDeepStrictEqual } from 'node:util';
import type { IDataObject } from 'n8n-workflow';
import { START, type Clock } from './clock';
import { EVERYTHING, modelledEvents, parametersOf, selectedIds, type Form } from './form';
import { Database, pollTime, type Activation, type Fate, type Mode } from './host';
import { expected, owed, whyNot, type Memory } from './promises';
import { kindOf, Reports } from './reports';
import { WorldProcess, type WorldOutcome } from './trigger';
import type { Change, Step, Timeline } from './timelines';
import { isOver, World } from './world';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
/** Never to a moment at which something was polled. */
const ODD = 11_000;

type StepOf<Kind extends Step['kind']> = Extract<Step, { kind: Kind }>;

/** One trigger, its host and its service. */
export class Player {
	/** What it held, for whoever wants to know whether it was hard enough. */
	readonly held = new Set<string>();
	readonly database = new Database();
	readonly requests = { list: 0, statistics: 0 };
	process: WorldProcess;
	private reports = new Reports();
	private memory?: Memory;
	/** What n8n stored of it, which is all that a new process knows. */
	private written?: Memory;
	/** Events that were emitted, and have to arrive. */
	private readonly emitted = new Map<unknown, string>();
	/** When an execution was lost that no later process could give again as yet. */
	private lostAt?: number;
	private emittedAt = -Infinity;
	/** Memory mode: what is kept there is what this process knows, not what was in the database when the workflow was activated. */
	private isLiveKnown = false;
	private isLimited = false;
	private hasClockJumped = false;

	constructor(
		private readonly clock: Clock,
		readonly world: World,
		private readonly mode: Mode,
		private form: Form,
	) {
		this.process = this.newProcess();
	}

	async take(step: Step): Promise<void> {
		if (step.kind !== 'changes' && step.kind !== 'poll') this.held.add(step.kind);
		if (step.kind === 'changes') this.change(step.changes);
		else if (step.kind === 'expression') this.edit(step.edit);
		else if (step.kind === 'clock') this.moveClock(step.minutes);
		else if (step.kind === 'address') this.process.credential = { ...this.process.credential, baseUrl: step.address };
		else await this.takeTime(step);
	}

	private async takeTime(step: Exclude<Step, { kind: 'changes' | 'expression' | 'clock' | 'address' }>): Promise<void> {
		const minutes = step.kind === 'poll' || step.kind === 'restart' ? step.minutes : 1;
		this.clock.now += (this.lostAt === undefined ? minutes : 1) * MINUTE;
		this.world.listTrouble = 'listTrouble' in step ? step.listTrouble : undefined;
		this.world.statisticsTrouble = 'statisticsTrouble' in step ? step.statisticsTrouble : undefined;
		if (step.kind === 'restart') {
			if (!this.mayDie) return;
			if (step.keepsState) this.keepState();
			await this.restart();
		} else if (step.kind === 'poll') await this.poll(step.fate);
		else if (step.kind === 'outage') await this.outage(step);
		else if (step.kind === 'busy') await this.busy(step);
		else if (step.kind === 'tooLate') await this.tooLate(step);
		else if (step.kind === 'save') await this.save(step);
		else await this.twice();
	}

	/** Everything that was still to come has come, and all of it arrived. */
	async end(leaving = 0): Promise<void> {
		const { options } = this.form;
		this.world.actual.forEach((actual, index) => (actual.listed &&= (leaving & (1 << index)) === 0));
		for (let poll = 0; poll < 4; poll++) await this.goodPoll(1);
		// Statistics calls take turns: after so many polls each promotion was read twice.
		const polls = 2 * Math.ceil(this.world.actual.length / options.maximumStatisticsCalls);
		const rest = Math.max(options.finalAfterMinutes, options.stalledAfterMinutes);
		for (let poll = 0; poll < polls; poll++) await this.goodPoll(rest);
		// What does not move is read ever more seldom.
		for (let poll = 0; poll < polls + 8; poll++) await this.goodPoll(360);
		for (let hours = 0; hours < options.watchAfterCompletionHours; hours += 12) await this.goodPoll(720);
		await this.goodPoll(1);
		const lacking = owed(this.memory, this.form);
		if (lacking.length > 0) throw new Error(`Never came: ${lacking.join(', ')}`);
		this.checkDeliveries();
	}

	async goodPoll(minutes: number): Promise<void> {
		await this.take({ kind: 'poll', minutes, fate: null });
	}

	private moveClock(minutes: number): void {
		// While something waits to be given again, the quarter of an hour must not pass.
		if (!this.mayDie || this.lostAt !== undefined) return;
		this.hasClockJumped = true;
		this.clock.now += minutes * MINUTE - ODD;
	}

	private change(changes: readonly Change[]): void {
		for (const change of changes) {
			if (change.kind === 'window') this.world.window = change.size;
			else if (change.kind === 'listing') {
				this.world.actual.forEach(
					(one, index) => (one.listed = !one.isDeleted && (!change.alone || index === change.promotion)),
				);
			} else {
				const actual = this.world.actual[change.promotion];
				// What is over, or deleted, stays so.
				const { status, ...others } = change.becomes;
				if (actual) Object.assign(actual, others, status && !isOver(actual.status) && { status });
				if (actual?.isDeleted) actual.listed = false;
			}
		}
	}

	private edit(edit: Partial<Form>): void {
		this.form = { ...this.form, ...edit };
		this.process.parameters = parametersOf(this.form);
	}

	private async poll(given: Fate | null): Promise<void> {
		if (!this.process.isDue()) return;
		const fate = (given !== 'unwritten' && !this.mayDie ? null : given) ?? undefined;
		const outcome = await this.process.begin().finish(fate);
		this.judge(outcome, { fate });
		if (!fate && outcome.answer) this.lostAt = undefined;
		// The process lives on, and its next poll is a good one: where the state is kept in memory, it takes the execution for written.
		if (fate === 'unwritten') await this.goodPoll(1);
		else if (fate) await this.restart();
	}

	private async outage({ polls, minutes, changes, ...troubles }: StepOf<'outage'>): Promise<void> {
		for (let poll = 0; poll < polls; poll++) {
			this.change(changes.slice(poll, poll + 1));
			Object.assign(this.world, troubles);
			await this.poll(null);
			this.clock.now += (this.lostAt === undefined ? minutes : 1) * MINUTE;
		}
	}

	/** A poll that is due while another one waits for the service does nothing. */
	private async busy({ changes, fate: given }: StepOf<'busy'>): Promise<void> {
		const fate = (this.mayDie ? given : null) ?? undefined;
		const earlier = this.process.begin();
		await begun();
		this.change(changes);
		this.clock.now += 1000;
		const { requests, items } = await this.process.begin().finish();
		if (requests.list > 0 || items.length > 0) throw new Error('Two polls of one node at a time');
		this.judge(await earlier.finish(fate), { fate });
		if (fate) await this.restart();
	}

	/** The service answers so late that n8n has given up, and the next poll is over. */
	private async tooLate({ changes }: StepOf<'tooLate'>): Promise<void> {
		const late = this.process.begin();
		await begun();
		this.change(changes);
		this.clock.now += this.mode === 'memory' ? pollTime.registrationMs : MINUTE;
		this.judge(await this.process.begin().finish());
		const { items, thrown } = await late.finish();
		if (items.length > 0 || thrown) throw new Error('A poll that n8n gave up emits something');
	}

	private async save({ edit, changes, underWay, daysOff, activation }: StepOf<'save'>): Promise<void> {
		const { listTrouble } = this.world;
		this.world.listTrouble = undefined;
		const old = underWay ? this.process.begin() : undefined;
		const form = this.form;
		await begun();
		if (underWay === 'before' && old) this.judge(await old.finish('discarded'), { fate: 'discarded' });
		this.change(changes);
		const isOff = daysOff > 0 && this.lostAt === undefined && underWay !== 'during' && activation === 'activate';
		if (isOff) this.held.add('off for days');
		this.clock.now += 1000 + (isOff ? daysOff * DAY : 0);
		this.edit(edit);
		this.process.reactivate(parametersOf(this.form));
		this.world.listTrouble = listTrouble;
		await this.activate(activation, async () => {
			if (underWay === 'during' && old) this.judge(await old.finish('discarded'), { fate: 'discarded', form });
		});
	}

	/** By a person, it fails until the list can be read and shows what was selected; then they correct it. */
	async activate(activation: Activation, meanwhile = async () => {}): Promise<void> {
		this.isLiveKnown = false;
		const polled = this.process.begin(activation);
		await meanwhile();
		const outcome = await polled.finish();
		if (activation !== 'activate') {
			if (outcome.thrown) throw new Error('A throw while n8n registers the trigger ends it for good');
			this.judge(outcome, { activation });
			return;
		}
		const isMissing = (id: string) => outcome.answer?.has(id) === false;
		const why = !outcome.answer ? 'list' : selectedIds(this.form.scope)?.some(isMissing) ? 'choice' : undefined;
		const failed = outcome.thrown && kindOf(outcome.thrown.message);
		if (failed !== why)
			throw new Error(`An activation fails for ${failed ?? 'nothing'}, and not for ${why ?? 'nothing'}`);
		if (!why) {
			this.reports = new Reports();
			this.judge(outcome, { activation });
			return;
		}
		this.held.add('failed activation');
		if (outcome.wrote) throw new Error('An activation that failed stores a state');
		if (why === 'choice') this.edit({ scope: { ...this.form.scope, selected: EVERYTHING.selected } });
		// Until it succeeds, n8n does not poll.
		this.world.listTrouble = undefined;
		this.clock.now += MINUTE;
		await this.activate('activate');
	}

	/** Two processes poll from the same row, as when a lease ran out. */
	private async twice(): Promise<void> {
		// Each process knows for itself that requests are limited, and what it sends once more, so the two would read different statistics.
		const repeats = Math.abs(this.clock.now - this.emittedAt) <= 16 * MINUTE;
		const isAlike = this.memory === this.written && !this.isLimited && !repeats && this.process.isDue();
		if (this.mode === 'memory' || !isAlike) {
			await this.poll(null);
			return;
		}
		const other = this.newProcess().begin();
		const own = this.process.begin();
		const outcome = await own.finish();
		const second = await other.finish();
		this.judge({ ...outcome, wrote: outcome.wrote || second.wrote });
	}

	/** Compares what a poll emitted with what it had to emit. */
	private judge(outcome: WorldOutcome, given: { fate?: Fate; form?: Form; activation?: Activation } = {}): void {
		const { answer, reads, at, wrote, items } = outcome;
		const { fate, form = this.form, activation } = given;
		const { memory: earlier, mode, world, requests } = this;
		requests.list += outcome.requests.list;
		requests.statistics += outcome.requests.statistics;
		const isForgotten = fate === 'discarded' || (fate === 'unwritten' && mode !== 'memory');
		let memory = earlier;
		if (answer) {
			const poll = { at, form, answer, reads, isActivation: activation === 'activate' };
			const next = expected(earlier, poll);
			const fresh = items.filter(({ redelivered }) => !redelivered);
			const came = fresh.filter((item) => !isTimed(item, reads)).map(keyOf);
			if (!isDeepStrictEqual([...came].sort(), [...next.keys].sort())) {
				throw new Error(`Came: ${came.join('; ') || 'nothing'}. To come: ${next.keys.join('; ') || 'nothing'}`);
			}
			for (const item of fresh.filter((one) => isTimed(one, reads))) {
				const why = whyNot(item, next.stories, poll);
				if (why !== undefined) throw new Error(`${keyOf(item)} ${why}`);
			}
			for (const item of fresh) this.held.add(String(item.event));
			for (const item of items) this.checkCounting(item);
			expectOrder(fresh);
			memory = next.memory;
			if (fate !== 'discarded') this.isLiveKnown = true;
			if (world.statisticsTrouble?.kind === 'limited' && reads.size > 0) this.isLimited = true;
		}
		const isScheduled = activation === undefined;
		const { listTrouble } = world;
		if (outcome.requests.list > 0 || outcome.thrown) {
			if (outcome.thrown) this.held.add(`reported ${kindOf(outcome.thrown.message)}`);
			this.reports.check(outcome, { form, earlier, memory, isScheduled, listTrouble });
		}
		if (items.length > 0) this.emittedAt = at;
		if (isForgotten && items.length > 0) return;
		this.memory = memory;
		if (wrote) this.written = memory;
		if (fate === 'between' && wrote) {
			this.held.add('lost execution');
			this.lostAt ??= at;
		}
		const isLost = fate === 'before' || fate === 'unwritten' || (fate === 'between' && mode === 'cursors');
		if (!isLost) for (const item of items) this.emit(item);
	}

	/** What an item says of the counters is true or null. Counters that arrive late may look like anything. */
	private checkCounting({ countersAre, promotionId }: IDataObject): void {
		const { countsOnce, isLate } = this.world.counting;
		if (isLate || countersAre === null) return;
		this.held.add(String(countersAre));
		if (countersAre === (countsOnce ? 'separate' : 'cumulative')) return;
		throw new Error(`The counters of ${String(promotionId)} are called ${String(countersAre)}`);
	}

	private emit(item: IDataObject): void {
		const { eventId } = item;
		const [key, earlier] = [keyOf(item), this.emitted.get(eventId)];
		if (earlier !== undefined && !item.redelivered) throw new Error(`One ID for two events: ${earlier} and ${key}`);
		this.emitted.set(eventId, earlier ?? key);
	}

	/** Each arrived, and came once more only as the repetition of another process. */
	private checkDeliveries(): void {
		const arrived = new Set<unknown>();
		const byProcess = new Set<string>();
		for (const { items, process } of this.database.executions) {
			for (const { eventId, redelivered = false } of items) {
				const delivery = `${process} ${String(eventId)} ${String(redelivered)}`;
				const mayRepeat = redelivered && this.hasClockJumped;
				if (byProcess.has(delivery) && !mayRepeat) throw new Error(`Came twice: ${this.emitted.get(eventId)}`);
				byProcess.add(delivery);
				arrived.add(eventId);
			}
		}
		for (const [eventId, key] of this.emitted) if (!arrived.has(eventId)) throw new Error(`Lost: ${key}`);
	}

	/** A process that starts more than a quarter of an hour after the loss need not give it again. */
	private get mayDie(): boolean {
		return this.lostAt === undefined || this.clock.now - this.lostAt < 5 * MINUTE;
	}

	private async restart(): Promise<void> {
		if (this.memory !== this.written) this.held.add('lost state');
		const { credential } = this.process;
		this.process = this.newProcess();
		this.process.credential = credential;
		this.memory = this.written;
		this.reports = new Reports();
		this.isLiveKnown = false;
		// Memory mode polls at each start; the scheduler, whose jobs are rows, only at the first one.
		if (this.mode !== 'memory') return;
		this.clock.now += 1000;
		await this.activate('init');
	}

	private keepState(): void {
		if (this.mode !== 'memory' || !this.isLiveKnown) return;
		this.process.writeLiveState();
		this.written = this.memory;
	}

	private newProcess(): WorldProcess {
		return new WorldProcess(this.world, this.database, this.mode, parametersOf(this.form));
	}
}

export async function play(given: Timeline, clock: Clock) {
	const { mode, form, start, others, counting, startsEmpty, steps, leaving } = given;
	clock.now = START;
	const player = new Player(clock, new World(start, START, others, counting), mode, form);
	clock.now += 1000;
	player.world.listTrouble = startsEmpty ? 'empty' : undefined;
	await player.activate('activate');
	for (const step of steps) await player.take(step);
	await player.end(leaving);
	return player.held;
}

/** It comes when its time has come, which depends on what was read when. */
const isTimed = ({ event, threshold, promotionId }: IDataObject, reads: WorldOutcome['reads']): boolean =>
	event === 'stalled' ||
	event === 'finalFiguresReady' ||
	(event === 'thresholdCrossed' &&
		((threshold as IDataObject).direction === 'below' || typeof reads.get(String(promotionId)) !== 'object'));

function keyOf(item: IDataObject): string {
	const { event, promotionId, previousStatus, status, firstSight } = item;
	const threshold = item.threshold as { direction: string; percent: number } | undefined;
	const changes = Object.entries((item.changes ?? {}) as Record<string, { from: number; to: number }>)
		.filter(([counter]) => counter === 'attempted' || counter === 'failed')
		.map(([counter, { from, to }]) => `${counter} ${from} -> ${to}`);
	const limit = `${threshold?.direction} ${threshold?.percent}${firstSight ? ' at first sight' : ''}`;
	const what = { countersChanged: changes.join(', '), thresholdCrossed: limit }[String(event)];
	return `${String(promotionId)} ${String(event)} ${what ?? `${previousStatus === null ? 'null' : String(previousStatus)} -> ${String(status)}`}`;
}

function expectOrder(items: readonly IDataObject[]): void {
	const last = new Map<unknown, number>();
	for (const { promotionId, event } of items) {
		const place = modelledEvents.indexOf(String(event));
		if (place < (last.get(promotionId) ?? 0)) throw new Error(`${String(promotionId)} ${String(event)} comes too late`);
		last.set(promotionId, place);
	}
}

/** Until a poll that has begun waits for the service. */
const begun = async () => await new Promise((resolve) => setImmediate(resolve));
