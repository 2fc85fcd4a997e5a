/** Beside one process: what it knows by now, and what it has to report. */
import { selectedIds, type Form } from './form';
import type { Activation, Mode } from './host';
import type { Oracle } from './oracle';
import type { Happenings } from './happenings';
import { kindOf, Reporting, type Kind } from './reporting';
import type { WorldOutcome } from './trigger';
import type { World } from './world';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
/** A daily poll comes a little late at times. */
const FORGOTTEN_AFTER = DAY + 10 * MINUTE;

interface Circumstances {
	form: Form;
	activation?: Activation;
	/** Whether what the poll found is known from now on. */
	isKept: boolean;
	wrote: boolean;
	lost: boolean;
	mode: Mode;
	world: World;
}

export class Watch {
	private reporting = new Reporting();
	/** When this process last polled it. */
	private polledAt?: number;
	/** Whether it remembers more than what n8n stored. */
	private remembers = false;
	/** How long the service wants to be left alone. */
	private pause?: { from: number; until: number };

	constructor(
		private readonly oracle: Oracle,
		private readonly happenings: Happenings,
	) {}

	afterRestart(): Watch {
		this.oracle.restart();
		return new Watch(this.oracle, this.happenings);
	}

	/** The workflow is loaded from the database. What the process remembers is newer, for a day. */
	reload(now: number): void {
		if (this.isForgotten(now) || !this.remembers) this.oracle.restart();
	}

	private isForgotten(now: number): boolean {
		return this.polledAt !== undefined && Math.abs(now - this.polledAt) > FORGOTTEN_AFTER;
	}

	/** Why an activation by a person has to fail. */
	refusal({ answer }: WorldOutcome, form: Form, now: number): Kind | undefined {
		this.forget(now, 'scheduler');
		if (!answer) return 'list';
		return selectedIds(form.scope)?.some((id) => !answer.has(id)) ? 'choice' : undefined;
	}

	/** A scheduled poll is under way. */
	begun(now: number, mode: Mode): void {
		this.forget(now, mode);
		this.polledAt = now;
	}

	private forget(now: number, mode: Mode): void {
		if (!this.isForgotten(now)) return;
		// n8n's own copy is as new where it keeps that in memory.
		if (mode !== 'memory') this.oracle.restart();
		this.reporting = new Reporting();
		this.pause = undefined;
		this.remembers = false;
	}

	poll(outcome: WorldOutcome, { form, activation, isKept, wrote, lost, mode, world }: Circumstances): void {
		const { answer, reads, at, turn, requests, items, thrown } = outcome;
		const { oracle, happenings } = this;
		if (activation !== 'activate') this.forget(at, mode);
		const lastAt = this.polledAt ?? oracle.writtenAt;
		const startsFromNow = activation === 'activate' && lastAt !== undefined && at - lastAt > 7 * DAY;
		if (startsFromNow) happenings.longOff = true;
		if (activation === 'activate') this.reporting = new Reporting();
		const { reporting } = this;
		if (!answer && requests.list === 0 && !this.isPaused(at)) return;
		this.polledAt = at;
		if (!answer) this.listFailed(at, world);
		else {
			reporting.worked('list');
			reporting.selected(form, answer, at);
			const earlier = startsFromNow ? null : oracle.view;
			const polled = { form, answer, reads, at, turn, startsFromNow };
			if (isKept) oracle.poll(polled, { wrote, lost });
			this.remembers ||= isKept;
			const view = isKept ? oracle.view : oracle.preview(polled);
			const { kind } = world.statisticsTrouble ?? {};
			if (kind === 'limited' && [...reads.values()].includes('unread')) reporting.isUncertain = true;
			if (view) reporting.statistics(view, earlier, form, reads, kind === 'limited');
		}
		const isRegistration = activation !== undefined;
		this.judge(thrown, items.length > 0 || isRegistration, at);
	}

	private listFailed(at: number, { listTrouble }: World): void {
		const passes = listTrouble === 'down' || listTrouble === 'limited';
		const isPaused = this.isPaused(at);
		if (passes && !isPaused) this.pause = { from: at, until: at + 59_000 };
		this.reporting.failed('list', at, { passes: passes || isPaused });
	}

	private isPaused(at: number): boolean {
		return this.pause !== undefined && at >= this.pause.from && at < this.pause.until;
	}

	/** A check fails exactly if it has something to report, and nothing to emit. */
	private judge(thrown: Error | undefined, isSilent: boolean, at: number): void {
		const { reporting, happenings } = this;
		const told = thrown && kindOf(thrown);
		const due = isSilent ? undefined : reporting.due();
		if (reporting.isUncertain && (told === 'statistics' || due === 'statistics')) {
			if (told) reporting.reported(told as Kind, at);
			return;
		}
		if (told !== due)
			throw new Error(`A check reports ${told ?? 'nothing'}, and not ${due ?? 'nothing'}: ${thrown?.message}`);
		if (!due) return;
		const names = { list: 'reportedList', choice: 'reportedChoice', statistics: 'reportedStatistics' } as const;
		happenings[names[due]] = true;
		if (reporting.isHidden(due, at)) happenings.reportedLate = true;
		reporting.reported(due, at);
	}
}
