import { asSentence, grouped } from '../service/values';
import type { Change } from './change';
import type { ListDiff } from './diff';
import { clipText } from './listing';
import type { PollCall } from './occasion';
import { describeProblem, isAtOnce, needsPerson, toPollError } from './pollError';
import { DAY_MS, HOUR_MS, MINUTE_MS } from './settings';

/** A read is a problem if each try of so long failed, and if there were so many. */
const FAILS_FOR_MS = 10 * MINUTE_MS;
const LEAST_TRIES = { list: 2, statistics: 3 };
/** Nothing is told more often. */
const TOLD_EVERY_MS = HOUR_MS;

/** A read of which each try failed. */
interface Failing {
	since: number;
	tries: number;
	error: unknown;
	name: string;
}

/** Names of promotions by their IDs. */
type Names = ReadonlyMap<string, string>;

/** What is wrong now, or to be said once. */
interface Problem {
	message: string;
	advice: string;
	error?: unknown;
	needsPerson?: boolean;
	/** The promotions that it concerns. */
	names?: Names;
	/** After so long, it is told again. If left out, it is said once. */
	againAfterMs?: number;
}

/** These last, and are forgotten once they are over. The others are said and done with. */
const LASTING: ReadonlySet<string> = new Set(['list', 'statistics', 'turn']);

/** What one trigger could not see, and what of it was told: as failed executions, or in the items of events. */
export class Problems {
	private list?: Failing;
	private readonly statistics = new Map<string, Failing>();
	/** Since when each check left some promotions unread, and how long the first of them has waited. */
	private unreadSince?: number;
	private longestWaitMs = 0;
	/** Of promotions whose end cannot be seen. */
	private readonly unseen = new Map<string, string>();
	private readonly toSay = new Map<string, Problem>();
	private readonly told = new Map<string, { at: number; needsPerson?: boolean; promotionIds: ReadonlySet<string> }>();
	private lastToldAt = -Infinity;
	/** What was there at the poll before. */
	private keysBefore: ReadonlySet<string> = new Set();
	/** With this error, an outage began in this poll. */
	private unlogged?: unknown;

	/** The list could not be read, or the form or the credential before it, or the poll took too long. */
	addFailedCheck(error: unknown): void {
		if (!this.list) this.unlogged = error;
		this.list = failAgain(this.list, error, '');
	}

	/** @param dueAt what was to be read, and since when */
	addGoodCheck({ changes, listed }: ListDiff, dueAt: ReadonlyMap<string, number>): void {
		this.list = undefined;
		this.addStatistics(changes);
		const now = Date.now();
		const read = new Set(changes.filter(({ asked }) => asked).map(({ promotionId }) => promotionId));
		const unread = [...dueAt].filter(([promotionId]) => !read.has(promotionId));
		const since = (this.unreadSince = unread.length > 0 ? (this.unreadSince ?? now) : undefined) ?? now;
		this.longestWaitMs = unread.reduce((longest, [, at]) => Math.max(longest, now - Math.max(at, since)), 0);
		for (const promotionId of this.unseen.keys()) if (listed.has(promotionId)) this.unseen.delete(promotionId);
		for (const change of changes) if (change.isEndUnseen) this.unseen.set(change.promotionId, nameOf(change));
	}

	/** What was not read neither failed nor succeeded, and what is not followed any more is forgotten. */
	private addStatistics(changes: readonly Change[]): void {
		const hadNone = this.statistics.size === 0;
		const followed = new Set(changes.flatMap(({ promotionId, record }) => (record.isLeftOut ? [] : [promotionId])));
		for (const promotionId of this.statistics.keys()) {
			if (!followed.has(promotionId)) this.statistics.delete(promotionId);
		}
		for (const change of changes) {
			const { promotionId, asked, problem } = change;
			if (asked && asked !== 'failed') this.statistics.delete(promotionId);
			if (asked !== 'failed') continue;
			this.statistics.set(promotionId, failAgain(this.statistics.get(promotionId), problem, nameOf(change)));
			if (hadNone) this.unlogged ??= problem;
		}
	}

	/** What is said once is never said again by itself. */
	say(key: string, message: string, advice: string, names?: Names): void {
		if (!this.told.has(key)) this.toSay.set(key, { message, advice, names });
	}

	/** It is over before there was room to say it. */
	dropUnsaid(key: string): void {
		this.toSay.delete(key);
	}

	/** Whether a limit was crossed is not known. One fact of the service is one problem for all promotions, until the limits are edited. */
	sayOpenLimit(rate: string, reason: string, change: Change, limits: string): void {
		const key = `limit ${rate} ${reason} ${limits}`;
		const names = new Map([...(this.toSay.get(key)?.names ?? []), [change.promotionId, nameOf(change)]]);
		const message = `Whether the limit for ${rate} was crossed is not known for ${nameSome(names)}, because ${reason}`;
		this.say(key, message, 'Look at its statistics. This is said once, not for each promotion.', names);
	}

	/** Says what is due: the items say it, or the poll fails. @param failure what ended the poll early @param warn writes to n8n's log */
	report(
		failure: unknown,
		hasItems: boolean,
		{ occasion, node }: PollCall,
		warn: (text: string) => void,
	): { error?: Error; checkProblem?: string } {
		// An activation must fail visibly: only a successful one stores the starting state.
		if (failure !== undefined && occasion === 'activation by a person') {
			return { error: toPollError(failure, describeProblem(failure, node), node) };
		}
		const now = Date.now();
		const current = this.findCurrent(now, node);
		this.forgetWhatIsOver(current);
		const maySay = (key: string) =>
			hasItems || occasion === 'schedule' || (occasion === 'maybe registration by n8n' && this.keysBefore.has(key));
		// Absolute, because a clock may be set back.
		const isTooSoon = Math.abs(now - this.lastToldAt) < TOLD_EVERY_MS;
		const due = [...current].filter(([key, problem]) => !isTooSoon && maySay(key) && this.isDue(key, problem, now));
		this.keysBefore = new Set(current.keys());
		const { unlogged } = this;
		this.unlogged = undefined;
		if (due.length === 0) {
			if (unlogged !== undefined) warn(asSentence(describeProblem(unlogged, node).message));
			return {};
		}
		this.lastToldAt = now;
		for (const [key, { needsPerson: isForPerson, names }] of due) {
			this.told.set(key, { at: now, needsPerson: isForPerson, promotionIds: new Set(names?.keys()) });
			this.toSay.delete(key);
			if (key === 'unseen') this.unseen.clear();
		}
		const all = due.map(([, problem]) => problem);
		const sentences = all.map(({ message }) => asSentence(message)).join(' ');
		warn(sentences);
		if (hasItems) return { checkProblem: sentences };
		const advice = [...new Set(all.map((problem) => problem.advice))].join(' ');
		// A single message has no period at its end, as all of n8n's.
		const [{ message, error } = { message: '' }, ...others] = all;
		return { error: toPollError(error, { message: others.length > 0 ? sentences : message, advice }, node) };
	}

	/** What comes back after it was over is new. */
	private forgetWhatIsOver(current: ReadonlyMap<string, Problem>): void {
		for (const [key, told] of this.told) {
			const names = current.get(key)?.names;
			if (!LASTING.has(key)) continue;
			if (!current.has(key)) this.told.delete(key);
			else told.promotionIds = new Set([...told.promotionIds].filter((promotionId) => names?.has(promotionId)));
		}
	}

	/** New, of the other cause, about a promotion for which it was not told, or told long ago. */
	private isDue(key: string, { needsPerson: isForPerson, names, againAfterMs = Infinity }: Problem, now: number) {
		const told = this.told.get(key);
		if (!told || Math.abs(now - told.at) >= againAfterMs) return true;
		if (!LASTING.has(key)) return false;
		return told.needsPerson !== isForPerson || [...(names?.keys() ?? [])].some((one) => !told.promotionIds.has(one));
	}

	private findCurrent(now: number, node: PollCall['node']): Map<string, Problem> {
		const current = new Map<string, Problem>();
		if (this.list && isProblem(this.list, LEAST_TRIES.list, now)) {
			const { error } = this.list;
			const isForPerson = needsPerson(error, true);
			current.set('list', { ...describeProblem(error, node), error, needsPerson: isForPerson, againAfterMs: HOUR_MS });
		}
		const failing = [...this.statistics].filter(([, one]) => isProblem(one, LEAST_TRIES.statistics, now));
		const [, last] = failing.at(-1) ?? [];
		if (last) {
			const names = new Map(failing.map(([promotionId, { name }]) => [promotionId, name]));
			const { message, advice } = describeProblem(last.error, node);
			current.set('statistics', {
				message: `The figures of ${nameSome(names)} could not be read: ${message}`,
				...{ advice, error: last.error, names, againAfterMs: DAY_MS },
				needsPerson: failing.some(([, { error }]) => needsPerson(error, false)),
			});
		}
		if (this.longestWaitMs > DAY_MS) {
			current.set('turn', {
				message: 'It takes more than a day to read the figures of all promotions once, so events may come that late',
				advice: "Check more often, or watch fewer promotions with 'Name Contains'.",
				againAfterMs: DAY_MS,
			});
		}
		if (this.unseen.size > 0) current.set('unseen', describeUnseen(this.unseen));
		return new Map([...current, ...this.toSay]);
	}
}

function describeUnseen(names: Names): Problem {
	const [exist, are, were, they] =
		names.size === 1 ? ['exists', 'is', 'it was', 'it ends'] : ['exist', 'are', 'they were', 'they end'];
	return {
		message: `${nameSome(names)} no longer ${exist}, or ${are} no longer listed; unless ${were} cancelled, how ${they} cannot be seen`,
		advice: 'Look it up at your provider. If the list shows only the newest promotions, ask for a longer one.',
		againAfterMs: DAY_MS,
	};
}

function failAgain(before: Failing | undefined, error: unknown, name: string): Failing {
	const now = Date.now();
	// If the clock was set back, it counts from now.
	return { since: Math.min(before?.since ?? now, now), tries: (before?.tries ?? 0) + 1, error, name };
}

const isProblem = ({ since, tries, error }: Failing, leastTries: number, now: number) =>
	isAtOnce(error) || (tries >= leastTries && now - since >= FAILS_FOR_MS);

const nameOf = ({ promotionId, record: { name } }: Change) => name || promotionId;

/** Three at most, with the number of all. */
function nameSome(names: Names): string {
	const shown = [...names.values()].slice(0, 3).map((name) => `“${clipText(name)}”`);
	if (names.size > 3) return `${grouped(names.size)} promotions (${shown.join(', ')}, …)`;
	const last = shown.pop() ?? '';
	return shown.length === 0 ? last : `${shown.join(', ')} and ${last}`;
}
