/** Plays a timeline: the service changes, n8n polls, people edit, processes die. What happened is kept as a history. */
import type { Form } from './form';
import { parametersOf } from './form';
import type { Activation, Death, Ending, Mode } from './host';
import { Database } from './host';
import { MINUTE, type History, type Poll } from './history';
import { TriggerProcess } from './process';
import { type Answer } from './answers';
import { Service } from './service';
import { settle, Time } from './time';

export class Player {
	readonly time = new Time();
	readonly service = new Service(() => this.time.now);
	readonly database = new Database();
	process: TriggerProcess;
	private readonly polls: Poll[] = [];
	private underWay?: Poll;
	private writtenTurn = 0;
	private begun = 0;
	private calmFrom = Infinity;

	constructor(
		readonly mode: Mode,
		public form: Form,
	) {
		this.process = this.newProcess();
	}

	get history(): History {
		const { mode, service, database, calmFrom } = this;
		const polls = this.polls.filter(({ isSecond, turn }) => !isSecond && turn > 0).sort((a, b) => a.turn - b.turn);
		return { mode, service, database, polls, calmFrom };
	}

	async wait(minutes: number): Promise<void> {
		await this.time.runUntil(this.time.now + minutes * MINUTE);
	}

	/** So many polls, each so long after the one before. */
	async poll(times = 1, everyMinutes = 1): Promise<void> {
		for (let count = 0; count < times; count++) {
			await this.wait(everyMinutes);
			if (this.process.isDue()) await this.begin();
		}
	}

	/** By a person, until it succeeds. */
	async activate(activation: Activation = 'activate'): Promise<Poll> {
		for (let tries = 0; ; tries++) {
			const poll = await this.begin(activation);
			await this.untilDone();
			if (activation !== 'activate' || poll.thrown === undefined || tries > 50) return poll;
			if (tries > 5) this.service.listTrouble = undefined;
			await this.wait(1);
		}
	}

	/** Expressions give something else from now on. */
	edit(change: Partial<Form>): void {
		this.form = { ...this.form, ...change };
		this.process.parameters = parametersOf(this.form);
	}

	/** A person saves the workflow. A poll that is under way then is thrown away. */
	async save(
		change: Partial<Form>,
		{
			activation = 'activate',
			minutesOff = 0,
			isBusy = false,
		}: { activation?: Activation; minutesOff?: number; isBusy?: boolean } = {},
	): Promise<void> {
		if (isBusy) {
			await this.begin(undefined, 'discarded');
			await this.untilDone();
			await this.wait(1 / 60);
		} else await this.untilDone();
		if (minutesOff > 0) await this.wait(minutesOff);
		this.edit(change);
		this.process.reload();
		// What could not be written is found again, as n8n shows what it wrote before.
		const last = this.polls.findLast(({ turn, isSecond }) => turn > 0 && !isSecond);
		if (last?.ending === 'unwritten' && last.items.length > 0) last.forgottenFrom = last.turn + 1;
		await this.activate(activation);
	}

	/** The next poll is the last of its process. */
	async die(ending: Death, minutes: number): Promise<void> {
		await this.pollAlone(ending);
		await this.restart(minutes);
	}

	async pollAlone(ending: Ending): Promise<void> {
		await this.untilDone();
		await this.begin(undefined, ending);
		await this.untilDone();
	}

	async restart(minutes: number, keepsState = false): Promise<void> {
		await this.untilDone();
		if (keepsState && this.mode === 'memory') {
			this.process.writeLiveState();
			this.writtenTurn = this.database.turns;
		}
		const { turns } = this.database;
		for (const poll of this.polls) {
			if (poll.turn > this.writtenTurn) poll.forgottenFrom = Math.min(poll.forgottenFrom, turns + 1);
		}
		await this.wait(minutes);
		const { credential } = this.process;
		this.process = this.newProcess();
		this.process.credential = credential;
		if (this.mode === 'memory') await this.activate('init');
	}

	/** From now on nothing is in the way. */
	calm(): void {
		Object.assign(this.service, {
			listTrouble: undefined,
			statisticsTrouble: undefined,
			chance: undefined,
			lagMs: 0,
			answerMs: Math.min(this.service.answerMs, 1000),
		});
		this.calmFrom = this.time.now;
	}

	/** Nobody will judge what happened so far. */
	forget(): void {
		if (this.underWay) return;
		this.polls.length = 0;
		this.service.answers.length = 0;
		for (const { conditions } of this.service.campaigns.values()) conditions.splice(0, conditions.length - 20);
	}

	async untilDone(): Promise<void> {
		await settle();
		for (let seconds = 0; this.underWay; seconds++) {
			if (seconds > 2000) throw new Error('A poll does not end');
			await this.wait(1 / 60);
		}
	}

	async begin(activation?: Activation, ending?: Ending): Promise<Poll> {
		const { time, service, process, form, underWay: earlier } = this;
		const index = this.begun++;
		const log: string[] = [];
		const earlierAsking = process.asking;
		process.asking = { poll: index, log };
		const answersBefore = service.answers.length;
		const poll: Poll = {
			turn: 0,
			process: this.database.processes,
			takenUpAt: time.now,
			activation,
			form,
			at: time.now,
			endedAt: Infinity,
			isSecond: earlier !== undefined && activation === undefined,
			requests: 0,
			answers: [],
			reads: new Map(),
			items: [],
			log,
			ending,
			isLate: false,
			forgottenFrom: Infinity,
			isNewBeginning: activation === 'activate',
		};
		this.polls.push(poll);
		if (!poll.isSecond) this.underWay = poll;
		const { finish } = process.begin(activation);
		const done = finish(ending).then((outcome) => {
			const { at, turn, items, thrown, wrote, isLate } = outcome;
			const requests = service.answers.slice(answersBefore).filter((one) => one.poll === index);
			// What it did not wait for, it could not read.
			const answers = requests.map((one): Answer =>
				one.at <= at ? one : { poll: one.poll, id: one.id, askedAt: one.askedAt, at, result: 'failed' },
			);
			const reads = new Map(answers.flatMap((one) => (one.id === undefined ? [] : [[one.id, one] as const])));
			const list = answers.findLast(({ id }) => id === undefined);
			Object.assign(poll, {
				turn,
				endedAt: at,
				items,
				thrown: thrown?.message,
				isLate,
				answers,
				reads,
				requests: requests.length,
			});
			poll.takenUpAt = process.takenUpAt();
			if (list?.shown) poll.shown = list.shown;
			const isCut = ending === 'discarded' || (ending === 'unwritten' && this.mode !== 'memory');
			if (isLate || (isCut && items.length > 0)) poll.forgottenFrom = turn + 1;
			if (wrote) this.writtenTurn = turn;
			if (this.underWay === poll) this.underWay = undefined;
		});
		done.catch(() => undefined);
		await settle();
		if (poll.isSecond) {
			process.asking = earlierAsking;
			if (poll.turn === 0 || service.answers.slice(answersBefore).some((one) => one.poll === index))
				poll.isSecond = false;
		}
		return poll;
	}

	private newProcess(): TriggerProcess {
		const ask = (...[url, { poll }]: Parameters<TriggerProcess['ask']>) => this.service.answer(url, poll);
		return new TriggerProcess(ask, this.database, this.mode, parametersOf(this.form), this.time);
	}
}
